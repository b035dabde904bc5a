#!/bin/sh
# unequal.sh AP1000 UNEQUAL - broadcasts of all cells, of a row and of a column whose cells do not agree on the length (unequal.c): the
# cell that differs ends with a line, in an array that follows the machine's rows and in one that does not.
set -u
ap1000=$(realpath "$1") unequal=$(realpath "$2")
. "$(dirname "$0")/../../tests/programs/checks.sh"
for options in '--grid 2x2 --tasks auto' '--grid 2x2 --tasks process' '--grid 1x4' '--grid 4x1'; do
    for way in x y xy; do
        for lengths in '8 64000' '64000 8' '0 1'; do
            # shellcheck disable=SC2086 # words
            "$ap1000" run $options "$unequal" $way $lengths >said 2>&1
            grep -q 'cell 0 went on' said && ! grep -q 'cell 1 went on' said &&
                grep -q "libap1000: ${way}_brd: ${lengths#* } bytes are wanted on cell 1, but cell 0 sends ${lengths% *}$" said ||
                { bad "$options, $way, $lengths:"; cat said; }
        done
        # shellcheck disable=SC2086
        "$ap1000" run $options "$unequal" $way 8 8 >said 2>&1
        [ "$(grep -c 'went on, 0 bytes' said)" -eq 2 ] || { bad "$options, $way, equal:"; cat said; }
    done
done
finish
