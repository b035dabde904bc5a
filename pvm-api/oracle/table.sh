# table.sh ROOT [README] - prints the table of calls, from the sources: each call of pvm3.h, the file that has it,
# whether it is as in PVM 3.4.6 (that is, compared; and differences.tsv has what differs), and the programs that
# compare it.
# With README: the exit code is 0 if the table stands there, line by line; else 1, and the difference is printed.
set -u
export LC_ALL=C # in Turkish a-z has no i
readme=${2-}
cd "$1" || exit 1
# The calls of a family that a macro makes are found by the name of the macro.
pattern() {
    case $1 in
    pvm_pkstr | pvm_upkstr | pvm_pkmesg* | pvm_upkmesg) printf '%s\n' "\\<$1\\> *\\(" ;;
    pvm_pk*) printf '%s\n' "\\<$1\\> *\\(|\\<pvm_pk##" ;;
    pvm_upk*) printf '%s\n' "\\<$1\\> *\\(|\\<pvm_upk##" ;;
    *) printf '%s\n' "\\<$1\\>" ;;
    esac
}
programs() { # FILES...: prints the programs that have the pattern; NAME_PART.c belongs to NAME
    grep -lE "$wanted" "$@" 2>/dev/null | sed 's|.*/||; s|[._].*||' | sort -u | paste -sd ' ' -
}
status() {
    if [ -z "$compared" ]; then echo 'not compared'
    elif grep -q "$1\\>" pvm-api/oracle/differences.tsv; then echo 'with a difference'
    else echo same; fi
}
table() {
    echo '| call | file | PVM 3.4.6 | compared by |'
    echo '|---|---|---|---|'
    sed -nE 's/.*\<(pvm_[a-z0-9_]*)(\)| )*__ProtoGlarp__.*/\1/p' pvm-api/include/pvm3.h | sort -u | while read -r call; do
        case $call in pvm_getmwid | pvm_setmwid) continue ;; esac # only declared for PVM33COMPAT
        wanted=$(pattern "$call")
        file=$(grep -lE "(PVM|GRP)_PUBLIC.*($wanted)" pvm-api/src/*/*.c groups/src/*.c | head -n 1)
        compared=$(programs $(ls pvm-api/oracle/*/*.c | grep -v /shared/) groups/tests/collectives.c groups/tests/conductor.c)
        echo "| $call | \`${file:-missing}\` | $(status "$call") | ${compared:--} |"
    done
}
[ -n "$readme" ] || { table; exit; }
there=$(mktemp)
trap 'rm -f "$there"' EXIT
grep -E '^\| (pvm_|call )|^\|---\|---\|---\|---\|$' "$readme" >"$there"
table | diff "$there" - && [ -s "$there" ]
