#!/bin/sh
# splash2.sh BUILD [WORK] - the twelve programs of SPLASH-2 from their own sources, through ompc.m4: all are built, and those that
# check themselves, FFT and both LUs, are run on 1 and 4 processes of the simulated machine. SPLASH-2's licence forbids to ship
# it: OMPC_SPLASH2 names the folder `codes` of a user's copy (apps, kernels); without it the test is skipped.
# BUILD: the build folder of this project. WORK: where the programs stay (else in a folder that is removed).
set -u
build=$1
src=$(cd "$(dirname "$0")/../../.." && pwd)
codes=${OMPC_SPLASH2:-}
[ -d "$codes/kernels/fft" ] || { echo 'skipped: OMPC_SPLASH2 names no folder with the sources of SPLASH-2 (codes/kernels/fft ...)'; exit 77; }
command -v m4 >/dev/null || { echo 'skipped: no m4'; exit 77; }
if [ -n "${2-}" ]; then work=$2; mkdir -p "$work"; else work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; fi
libraries=$build/pvm-api/assembly:$build/groups
compile=$build/pvm-api/ompc/cc/built-ompc-cc
flags="-I. -std=gnu89 -fcommon -w -O2"
failed=0 built=0

# A name, and its folder; LU and OCEAN have two versions.
programs='barnes apps/barnes
cholesky kernels/cholesky
fft kernels/fft
fmm apps/fmm
lu kernels/lu/contiguous_blocks
lun kernels/lu/non_contiguous_blocks
ocean apps/ocean/contiguous_partitions
oceann apps/ocean/non_contiguous_partitions
radiosity apps/radiosity
radix kernels/radix
raytrace apps/raytrace
volrend apps/volrend
water apps/water-nsquared
waters apps/water-spatial'

build_one() { # NAME FOLDER
    mkdir -p "$work/$1" && cp -r "$codes/$2/." "$work/$1" && cd "$work/$1" || return 1
    chmod -R u+w .
    # What the sources want of the computers, compilers and libraries of their time.
    mkdir -p of_then
    : >of_then/ulocks.h
    wanted='-Iof_then'
    case $1 in
    barnes) wanted="$wanted -include errno.h" ;; # it declares errno itself
    fmm) wanted="$wanted -include float.h -D_Complex=fmm_complex" ;;
    radiosity) # graphics for nobody to look at
        wanted="$wanted -Iglibdumb -Iglibps"
        cp glibdumb/glib.c glib_dumb.C
        sed -E 's/^static //' glibps/glibps.c >glib_ps.C # compilers of then took a static function that is used before
        sed -i -E 's/^static (.*split_into)/\1/' patchman.C ;;
    raytrace) # prototypes that its own functions do not follow
        sed -i -E 's/^(extern[^(]*)\([^*].*\);/\1();/' rt.H ;;
    volrend) # pictures go through a library that it brings, which is not built here
        wanted="$wanted -Ilibtiff"
        zcat libtiff.tar.Z | tar xf - || return 1
        printf 'int %s() { return 0; }\n' tiff_save_rgba tiff_load_rgba TIFFClose TIFFSetField TIFFWriteScanline >no_tiff.C
        printf 'void *TIFFOpen() { return 0; }\n' >>no_tiff.C ;;
    esac
    for f in *.H; do [ ! -e "$f" ] || cp "$f" "${f%.H}.h"; done # some are included by m4
    for f in *.H; do
        [ -e "$f" ] || continue
        m4 "$src/pvm-api/ompc/src/ompc.m4" "$f" >done.h || return 1
        mv done.h "${f%.H}.h"
    done
    # Files that another file includes are not compiled alone.
    for f in *.C; do m4 "$src/pvm-api/ompc/src/ompc.m4" "$f" >"${f%.C}.c" || return 1; done
    grep -hoE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"[^"]*\.c"' ./*.c ./*.h 2>/dev/null | sed 's/.*"\(.*\)"/\1/' >included
    objects=
    for f in *.C; do
        grep -qx "${f%.C}.c" included && continue
        # shellcheck disable=SC2086
        sh "$compile" $flags $wanted -c "${f%.C}.c" -o "${f%.C}.o" || return 1
        objects="$objects ${f%.C}.o"
    done
    # shellcheck disable=SC2086
    sh "$compile" $objects -lm -o "$work/$1/program"
}

while read -r name folder; do
    if (build_one "$name" "$folder") >"$work/$name.log" 2>&1; then
        built=$((built + 1))
        echo "ok: $name is built"
    else
        echo "not ok: $name is not built:"; grep -E 'error|undefined' "$work/$name.log" | head -n 12
        failed=1
    fi
done <<END
$programs
END
echo "$built programs are built"

for row in 'fft -m10 -t' 'lu -n64 -t' 'lun -n64 -t'; do
    set -- $row
    program=$1; shift
    [ -x "$work/$program/program" ] || continue
    for p in 1 4; do
        LD_LIBRARY_PATH=$libraries "$AP1000_COMMAND" run --cells 16 --on cell "$work/$program/program" "$@" -p$p >"$work/said" 2>&1 </dev/null
        if grep -q 'TEST PASSED' "$work/said"; then echo "ok: $program $* -p$p"
        else echo "not ok: $program $* -p$p:"; tail -n 5 "$work/said"; failed=1; fi
    done
done
exit $failed
