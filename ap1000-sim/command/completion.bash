# Completion of the ap1000 command for bash. It has no list of its own: words and options are read from `ap1000 --help` and
# `ap1000 WORD --help`, which are made from the table of settings; machines, and the values of an option that takes one of
# a few, from the line that refuses a wrong one. In Turkish a-z has no i: LC_ALL.
_ap1000_words() { "$1" --help 2>/dev/null | LC_ALL=C sed -n '/^Subcommands:/,/^$/s/^  \([a-z][a-z+]*\) .*/\1/p'; }
_ap1000_options() { "$1" "$2" --help 2>/dev/null | LC_ALL=C grep -oE '^  +(-[a-z],)?--[a-z-]+|^  +-[a-z]\b' | tr -d ' ' | tr , '\n'; }
# As `ap1000: --tasks '?': auto, process or inprocess is wanted`.
_ap1000_values() { "$1" run "$2" '?' true 2>&1 | sed -n "s/ is wanted.*//; s/^ap1000: $2 '?': //p" | sed 's/, / /g; s/ or / /'; }
_ap1000() {
    local now=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} word=${COMP_WORDS[1]-}
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_ap1000_words "$1") --help --version" -- "$now")
    elif [ "$before" = --machine ]; then
        mapfile -t COMPREPLY < <(compgen -W "$("$1" info --machine '?' 2>&1 | LC_ALL=C sed -n 's/.*: \([a-z, 0-9-]*\)$/\1/p' | tr -d ,)" -- "$now"; compgen -f -X '!*.toml' -- "$now")
    elif [[ $before =~ ^--(barrier|cpu|limits|on|tasks|tnet)$ && ! $word =~ ^(plot|view|compare)$ ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_ap1000_values "$1" "$before")" -- "$now")
    elif [ "${now#-}" != "$now" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_ap1000_options "$1" "$word")" -- "$now")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$now")
    fi
}
complete -o filenames -F _ap1000 ap1000
