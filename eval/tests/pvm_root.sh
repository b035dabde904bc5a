# pvm_root.sh PREFIX - our $PVM_ROOT has everything that Debian's has in conf/ and lib/, under the same names, and the
# two macro files make the same of the same glue code.
. "$(dirname "$0")/common.sh"
theirs=/usr/lib/pvm3
ours=$prefix/share/pvm3

# aimk in a tree whose makefile's PVMDIR leads nowhere: the libpvm3 of this PVM_ROOT is linked, not another one of the system.
mkdir aimked
printf 'PVMDIR = ../..\nlost: ../lost.c\n\t$(CC) -I$(PVMDIR)/include -o $@ ../lost.c -L$(PVMDIR)/lib/$(PVM_ARCH) -Wl,-t $(LIBS)\nLIBS = -lpvm3\nclean:\n\trm -f lost\n' >aimked/Makefile.aimk
printf '#include <pvm3.h>\nint main(void) { return pvm_mytid() < 0; }\n' >aimked/lost.c
if command -v make >/dev/null; then
    (cd aimked && "$ours/lib/aimk" lost) >aimked.out 2>&1
    echo $? >aimked.code
    ended aimked 0
    checks=$((checks + 1))
    linked=$(grep 'libpvm3\.\(so\|a\)' aimked.out | head -n 1)
    lines aimked.out 1 "PVMDIR = \.\./\.\. has no lib/.*; taking $ours"
    # ... and it is in the program, which loads none.
    lines aimked.out 1 '.*libpvm3\.a.*'
    # COUNTED=1 counts, also where the makefile names its compiler and flags itself.
    sed -i '1iCC = cc' aimked/Makefile.aimk
    if echo 'int x;' | cc -fplugin="$(ls "$prefix"/lib*/ap1000/counted.so "$prefix"/lib/*/ap1000/counted.so 2>/dev/null | head -n 1)" -x c -c -o /dev/null - 2>/dev/null; then
        checks=$((checks + 1))
        (cd aimked && "$ours/lib/aimk" clean lost COUNTED=1 && readelf -SW */lost) >counted.out 2>&1
        grep -q 'ap1000_counted' counted.out || { bad 'aimk COUNTED=1 does not count where the makefile sets CC'; show counted.out; }
    fi
    case $(readlink -f "$linked") in "$prefix"/*) ;; *) bad "aimk linked '$linked'"; show aimked.out ;; esac
fi
# The line of old makefiles, beside another libpvm3 in the system's folders, where conf/ARCH.def is read by sed as NEURON's configure does.
arch=$("$ours/lib/pvmgetarch")
lines "$ours/conf/$arch.def" 1 'ARCHLIB =.*'
lines "$ours/conf/$arch.def" 0 'ARCHLIB =.*[$].*'
printf '#include <stdio.h>\n#include <pvm3.h>\nint main(void) { printf("%%x\\n", (unsigned)pvm_mytid()); return pvm_joingroup("g"); }\n' >old.c
# shellcheck disable=SC2046 # words
env -u LD_LIBRARY_PATH cc -I"$ours/include" old.c -L"$ours/lib/$arch" -lpvm3 -lgpvm3 $(sed -n 's/^ARCHLIB *= *//p' "$ours/conf/$arch.def") -o old 2>old.log
env -u LD_LIBRARY_PATH ./old >old.out 2>&1
echo 40001 | exactly old.out

[ -d "$theirs/conf" ] || skip "no $theirs: Debian's package pvm is not here"

for folder in conf lib; do
    for path in "$theirs/$folder"/*; do
        checks=$((checks + 1))
        file=$folder/${path##*/}
        [ -s "$ours/$file" ] || bad "$ours has no $file"
        [ ! -x "$path" ] || [ -x "$ours/$file" ] || bad "$ours/$file cannot be run"
    done
done

command -v m4 >/dev/null || { echo 'no m4: the macros are not compared'; finish; }
cat >glue.m4 <<'EOT'
void FUNCTION(pvmfx) ARGS(`STRING_ARG(name), n, STRING_ARG(text)')
STRING_ARG_DECL(name);
STRING_ARG_DECL(text);
int *n;
{ f(STRING_PTR(name), STRING_LEN(name), *n, STRING_PTR(text), STRING_LEN(text)); len(one) }
EOT
m4 "$ours/conf/$arch.m4" glue.m4 | grep '[^ ]' >ours.c
m4 "$theirs/conf/$arch.m4" glue.m4 | grep '[^ ]' >theirs.c
lines ours.c 1 'void pvmfx_ \(name_ptr, n, text_ptr, name_len, text_len\)'
same ours.c theirs.c 'the macro files differ'
finish
