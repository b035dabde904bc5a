# rows.sh CALLS ELSEWHERE ROOT LIBRARIES PROGRAMS... - every error and every return value that a manual page names is an answer that one of
# these programs (of the oracle suite, which holds the same answers to PVM 3.4.6) gets from a call of the page; or ELSEWHERE says which
# test provokes it. 0 and a number above 0 need an answer of each call; any other statement, its line "holds: CALL: STATEMENT".
# PvmNoMem and PvmSysErr are left to pvm-api/tests/test_nomemory.c and test_nomachine.c, which make every call.
set -u
calls=$1 elsewhere=$2 root=$3
export LD_LIBRARY_PATH="$4"
shift 4
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

# Lines "call answer", with a tab between them, of each "holds: call: statement" too. What stands in the arguments is no answer.
for program; do
    "$program" </dev/null 2>/dev/null
done | awk 'sub(/^holds: /, "") { sub(/(, pvm[a-z_]+)*: /, "\t"); print; next }
/^does not hold: / { next }
match($0, /pvm_[a-z_]+\(/) {
    call = substr($0, RSTART, RLENGTH - 1)
    sub(/.*\)/, "")
    if (match($0, /^( =)? (> )?[0-9]+/)) print call "\t" (/^ = 0/ ? "0" : "above 0")
    while (match($0, /Pvm[A-Z][A-Za-z]+/)) { print call "\t" substr($0, RSTART, RLENGTH); $0 = substr($0, RSTART + RLENGTH) }
}' | sort -u >"$work/given"
[ "$(wc -l <"$work/given")" -gt 200 ] || { echo "the programs give too few answers"; exit 1; }

# Lines "page answer names": all names of them must have given a return value, one of them an error. A statement begins with the names of
# calls, or is about all calls of its page that return something.
awk '$1 == "page" { page = $2; pages = substr($0, 6); names = "" }
$1 == "c" && !/^c void/ && match($0, /pvm[a-z_]+\(/) { names = names "," substr($0, RSTART, RLENGTH - 1) }
$1 == "error" {
    for (i = 2; i <= NF; i++) {
        code = $i
        more = sub(/,$/, "", code)
        if (code !~ /^Pvm[A-Z][A-Za-z]+$/) break
        if (code != "PvmNoMem" && code != "PvmSysErr") print page "\t" code "\tany" names
        if (!more) break
    }
}
$1 == "returns" {
    n = split(substr($0, 9), part, "; ")
    for (i = 1; i <= n; i++) {
        of = names
        if (match(part[i], /^pvm[a-z_, ]+: /)) { of = "," substr(part[i], 1, RLENGTH - 2); gsub(/ /, "", of); part[i] = substr(part[i], RLENGTH + 1) }
        print page "\t" part[i] "\tall" of
    }
}' "$calls" >"$work/named"

awk -F '\t' -v root="$root" '
function has(call, said) {
    if ((call, said) in given) { stated[call, said]; return 1 }
    return said ~ /(, above 0|^how many .*|^the number of members)$/ && (call, "above 0") in given
}
FILENAME == ARGV[1] { given[$1, $2]; next }
FILENAME == ARGV[2] { if ($0 !~ /^#/ && NF > 0) { other[$1, $2] = $3; used[$1, $2] = 0 } next }
{
    n = split($3, names, ",")
    found = 0
    for (i = 2; i <= n; i++) found += has(names[i], $2)
    here = names[1] == "any" ? found > 0 : found == n - 1 || $2 != "0" && found > 0
    if (!here && !(($1, $2) in other)) { print $1 ": no test provokes " $2; bad = 1 }
    if (here && ($1, $2) in other) { print $1 ": " $2 " is provoked, and need not be listed"; bad = 1 }
    used[$1, $2] = 1
}
END {
    for (row in given) {
        split(row, part, SUBSEP)
        if (part[2] ~ / / && part[2] != "above 0" && !(row in stated)) { print part[1] ": no page says: " part[2]; bad = 1 }
    }
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
