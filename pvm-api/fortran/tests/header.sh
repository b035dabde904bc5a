# header.sh OURS: fpvm3.h has the same names as the real one, with the same numbers, and compiles in both source forms
# of Fortran.
ours=$1
status=0
if command -v gfortran > /dev/null; then
    for form in fixed free; do
        printf '      program p\n      implicit none\n      include "fpvm3.h"\n      print *, PvmOk\n      end\n' |
            gfortran -x f95 -f$form-form -std=legacy -Wall -Wno-unused-parameter -Werror -I"$(dirname "$ours")" -fsyntax-only - ||
            status=1
    done
fi
real=/usr/include/fpvm3.h
[ -f "$real" ] || { echo "skipped: no $real (Debian package pvm-dev)"; exit $((status ? status : 77)); }
names() { LC_ALL=C sed -n 's/^ *parameter *( *\([A-Za-z0-9]*\) *= *\(-\{0,1\}[0-9]*\) *).*/\1 \2/p' "$1" | LC_ALL=C sort; }
all=$(mktemp) || exit 2
trap 'rm -f "$all"' EXIT
names "$real" > "$all"
[ "$(wc -l < "$all")" -gt 100 ] || { echo "cannot read $real"; exit 1; }
names "$ours" | diff "$all" - || status=1
exit $status
