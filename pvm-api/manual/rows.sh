# rows.sh CALLS ELSEWHERE ROOT LIBRARIES PROGRAMS... - every error that a manual page names is an answer that one of these programs (of
# the oracle suite, which holds the same answers to PVM 3.4.6) gets from a call of the page; or ELSEWHERE says which test provokes it.
# PvmNoMem and PvmSysErr are left to pvm-api/tests/test_nomemory.c and test_nomachine.c, which make every call.
set -u
calls=$1 elsewhere=$2 root=$3
export LD_LIBRARY_PATH="$4"
shift 4
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

# Lines "call code". What stands in the arguments is no answer.
for program; do
    "$program" </dev/null 2>/dev/null
done | awk 'match($0, /pvm_[a-z_]+\(/) {
    call = substr($0, RSTART, RLENGTH - 1)
    sub(/.*\)/, "")
    while (match($0, /Pvm[A-Z][A-Za-z]+/)) { print call, substr($0, RSTART, RLENGTH); $0 = substr($0, RSTART + RLENGTH) }
}' | sort -u >"$work/given"
[ "$(wc -l <"$work/given")" -gt 100 ] || { echo "the programs give too few answers"; exit 1; }

# Lines "page code names", with commas between the names.
awk '$1 == "page" { page = $2; names = $2; for (i = 3; i <= NF; i++) names = names "," $i }
$1 == "error" {
    for (i = 2; i <= NF; i++) {
        code = $i
        more = sub(/,$/, "", code)
        if (code !~ /^Pvm[A-Z][A-Za-z]+$/) break
        if (code != "PvmNoMem" && code != "PvmSysErr") print page, code, names
        if (!more) break
    }
}' "$calls" >"$work/named"

awk -v root="$root" '
FILENAME == ARGV[1] { given[$1, $2] = 1; next }
FILENAME == ARGV[2] { if ($0 !~ /^#/ && NF > 0) { other[$1, $2] = $3; used[$1, $2] = 0 } next }
{
    n = split($3, names, ",")
    for (i = 1; i <= n && !((names[i], $2) in given); i++)
        ;
    if (i > n && !(($1, $2) in other)) { print $1 ": no test provokes " $2; bad = 1 }
    if (i <= n && ($1, $2) in other) { print $1 ": " $2 " is provoked, and need not be listed"; bad = 1 }
    used[$1, $2] = 1
}
END {
    for (row in other) {
        split(row, part, SUBSEP)
        if (!used[row]) { print part[1] ": no page names " part[2]; bad = 1 }
        found = 0
        while ((getline line < (root "/" other[row])) > 0) found = found || index(line, part[2]) > 0
        close(root "/" other[row])
        if (!found) { print other[row] ": has no " part[2]; bad = 1 }
    }
    exit bad
}' "$work/given" "$elsewhere" "$work/named"
