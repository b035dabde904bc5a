# table.sh ROOT [README] - the table of calls, from the sources: each call of pvm3.h, the file that has it, whether it is
# as in PVM 3.4.6 (that is, compared, and what differs is in differences.tsv), and the programs that compare it. With
# README: 0 if the table stands there, line by line, else 1 and the difference.
set -u
readme=${2-}
cd "$1" || exit 1
# A family that a macro makes is found by the macro's name for it.
pattern() {
    case $1 in
    pvm_pkstr | pvm_upkstr | pvm_pkmesg* | pvm_upkmesg) printf '%s\n' "\\<$1\\> *\\(" ;;
    pvm_pk*) printf '%s\n' "\\<$1\\> *\\(|\\<pvm_pk##" ;;
    pvm_upk*) printf '%s\n' "\\<$1\\> *\\(|\\<pvm_upk##" ;;
    *) printf '%s\n' "\\<$1\\>" ;;
    esac
}
programs() { # FILES...: the programs that have the pattern; NAME_PART.c belongs to NAME
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
        case $call in pvm_getmwid | pvm_setmwid) continue ;; esac # declared for PVM33COMPAT alone
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
