# manual.sh SOURCE PVM3.H CC... - the table of the manual pages says what pvm3.h says, every function has a page, and the pages are
# laid out without a warning. (`man -l`, where it is installed; else groff.)
set -u
export LC_ALL=C # in Turkish a-z has no i
source=$1 header=$2
shift 2
failed=0
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT

bad() {
    echo "$*" >&2
    failed=1
}

awk -v out="$folder" -v version=3.4.6 -v date=today -f "$source/pages.awk" "$source"/../fortran/src/*.c "$source"/examples/*.c "$source/calls.txt" || bad 'the table cannot be read'

# Declared again as the table has it, each function must have the type that pvm3.h gives it.
{
    printf '#define NOTMPNAM\n#include <stdio.h>\n#include "%s"\n' "$header"
    sed -nE "s/^c (.*)/\1;/p" "$source/calls.txt" | sed 's/\<new\>/rule/g'
} >"$folder/declared.c"
"$@" -fsyntax-only "$folder/declared.c" || bad 'a declaration of the table is not that of pvm3.h'

# Names on both sides. (pvm_getmwid and pvm_setmwid are declared for PVM33COMPAT alone, and are not here.)
sed -nE 's/.*[ *(]((pvm_|pvm|Pvm)[A-Za-z0-9_]*)(\)| )*__ProtoGlarp__.*/\1/p' "$header" | grep -vxE 'pvm_[gs]etmwid' | sort -u >"$folder/in_header"
sed -nE 's/^page //p' "$source/calls.txt" | tr ' ' '\n' | sort -u >"$folder/in_table"
diff "$folder/in_header" "$folder/in_table" || bad 'pvm3.h (<) and the pages (>) have not the same functions'
[ "$(wc -l <"$folder/in_table")" -gt 90 ] || bad 'the table has too few functions'
while read -r name; do
    [ -s "$folder/$name.3" ] || bad "$name has no page"
done <"$folder/in_table"

# Fortran: each call of libfpvm3 that has a page stands there, with the arguments of its source.
grep -hoE '\<pvmf[a-z]+(_\(|, \()' "$source"/../fortran/src/*.c | sed 's/[_,].*//' | sort -u | grep -vxE 'pvmf(sleep|advise|serror|tidtoh)' | while read -r name; do
    grep -qs "call $name(" "$folder"/*.3 || echo "$name is on no page"
done >"$folder/nowhere"
[ ! -s "$folder/nowhere" ] || bad "$(cat "$folder/nowhere")"
grep -qx '\.BI "call pvmfpsend(tid, tag, items, n, type, info)"' "$folder/pvm_psend.3" || bad 'pvm_psend has not its Fortran synopsis'
grep -qx '\.BI "call pvmfarchcode(arch, code)"' "$folder/pvm_archcode.3" || bad 'pvm_archcode has not its Fortran synopsis'

# Every declared function is a name of its page; references lead to pages; codes are those of pvm3.h.
sed -nE 's/^see //p' "$source/calls.txt" | tr ' ' '\n' | grep -v '^$' | sort -u | while read -r name; do
    [ -e "$folder/$name.3" ] || echo "see $name: no such page"
done >"$folder/lost"
sed -nE 's/^error (([A-Za-z]+, )*[A-Za-z]+) .*/\1/p' "$source/calls.txt" | tr -d ',' | tr ' ' '\n' | sort -u | while read -r code; do
    [ "$code" = NULL ] || grep -q "#define $code " "$header" || echo "$code: no error code"
done >>"$folder/lost"
[ ! -s "$folder/lost" ] || bad "$(cat "$folder/lost")"
# Each page has an example; and each example a page.
sed -nE 's/^page ([^ ]+).*/\1/p' "$source/calls.txt" | sort >"$folder/pages"
sed -nE 's/^static void example_([a-z0-9_]+)\(.*/\1/p' "$source"/examples/*.c | sort >"$folder/shown"
diff "$folder/pages" "$folder/shown" || bad 'the pages (<) and the examples (>) are not the same'
for key in does c returns cost; do
    awk -v key="$key" '/^page/ { page = $2; has = 0 } $1 == key { has = 1 } /^$/ { if (page != "" && !has) print page ": no " key; page = "" }' \
        "$source/calls.txt" >"$folder/without"
    [ ! -s "$folder/without" ] || bad "$(cat "$folder/without")"
done

for page in "$folder"/*.3 "$source/ap1000.1" "$source/pvmsim.3" "$source/ap1000.toml.5" "$source/../jpi/jrun.1" "$source/../cluster/pvmrun.1" "$source/../ompc/ompc.3" "$source/../ompc/cc/ompc-cc.1" \
    "$source/../anetl/anetl.3" "$source/../anetl/anetl-control.1"; do
    case $(head -c 3 "$page") in '.so') continue ;; esac
    grep -q '^\.TH .*[0-9] "20[0-9][0-9]-[01][0-9]-[0-3][0-9]"\|^\.TH .* "today"' "$page" || bad "$page has no date"
    grep -q '^\.SH EXAMPLES' "$page" || bad "$page has no examples"
    said=$(LC_ALL=C.UTF-8 groff -man -ww -Tutf8 -z "$page" 2>&1) || said="groff failed: $said"
    [ -z "$said" ] || bad "$page: $said"
    if command -v man >/dev/null; then
        said=$(LC_ALL=C.UTF-8 MANROFFSEQ='' man -l --warnings -E UTF-8 "$page" 2>&1 >/dev/null)
        [ -z "$said" ] || bad "man -l $page: $said"
    fi
done
exit $failed
