#!/bin/sh
# The rule between the rooms of libpvm3: a room uses itself and those to its left in `core <- data <- calls <- {libc, trace,
# process}`, never the other way, and the last three not each other. Only src/hooks.c, the table by which core calls the
# others, sees all. It is read twice: from the #include lines, and from the names that the compiled files define and need, because a
# prototype can be written down anywhere. No file needs, by way of others, one that needs it: there is no circle.
# $1: the folder pvm-api. $2: the archive of the core (libpvm_core.a). Further archives are only looked through for circles.
set -eu
src=$1/src archive=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# ---- includes: "file room header's-room" ----
(cd "$src" && grep -nE '^ *# *include "' */*.[ch]) | sed -E 's/^([^:]*:[0-9]*):.*include "([^"]*)".*/\1 \2/' >"$work/includes"
(cd "$src" && ls */*.h) >"$work/headers"
[ "$(wc -l <"$work/includes")" -ge 200 ] || { echo "only $(wc -l <"$work/includes") lines of #include were found in $src"; exit 1; }

rank='
    BEGIN { rank["core"] = 0; rank["data"] = 1; rank["calls"] = 2; rank["libc"] = rank["trace"] = rank["process"] = 3 }
    function refuse(from, to) { return from != to && (!(from in rank) || rank[to] >= rank[from]) }'
awk "$rank"'
    FILENAME == ARGV[1] { split($1, part, "/"); room_of[part[2]] = part[1]; next }
    { split($1, part, "/") }
    $2 in room_of && refuse(part[1], room_of[$2]) {
        print $1 " includes " $2 ": " part[1] " may not include from " room_of[$2]; bad = 1
    }
    END { exit bad }' "$work/headers" "$work/includes" || touch "$work/bad"

# ---- names ----
# Prints "file name other-file" for each name that a file of the archive needs of another. hooks is the table; libc/ defines names
# that the C library has, too.
needs() {
    nm -A "$1" | sed -E 's/^[^:]*:([^:]*\/)?([^:]*)\.c\.o:/\2 /' | awk '
        { kind = $(NF - 1); name = $NF }
        $1 == "hooks" || $1 ~ /^libc_/ && name !~ /^pvm/ { next }
        kind ~ /[TDRBVW]/ { defined_in[name] = $1 }
        kind == "U" { wanted[$1 " " name] }
        END {
            for (w in wanted) {
                split(w, part, " ")
                to = defined_in[part[2]]
                if (to != "" && to != part[1])
                    print part[1], part[2], to
            }
        }'
}
needs "$archive" >"$work/needs"
[ "$(wc -l <"$work/needs")" -ge 150 ] || { echo "only $(wc -l <"$work/needs") needs were found in $archive"; exit 1; }
awk "$rank"'
    function room(object) { return substr(object, 1, index(object, "_") - 1) }
    $3 !~ /trace_tables/ && refuse(room($1), room($3)) {
        print $1 " needs " $2 " of " $3 ": " room($1) " may not use " room($3); bad = 1
    }
    END { exit bad }' "$work/needs" || touch "$work/bad"

shift
for archive; do
    needs "$archive" | awk '{ print $1, $3 }' >"$work/edges"
    if ! tsort "$work/edges" >/dev/null 2>"$work/circle"; then
        echo "$archive: files that need each other in a circle:"
        grep -v 'contains a loop' "$work/circle" | head -n 9
        touch "$work/bad"
    fi
done
[ ! -e "$work/bad" ]
