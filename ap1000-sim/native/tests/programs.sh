#!/bin/sh
# programs.sh AP1000 CALLS ALONE - native programs started by hand, and their messages when they are used wrongly.
set -u
ap1000=$1 calls=$2 alone=$3
failed=0

check() { # NAME EXPECTED GOT
    [ "$2" = "$3" ] && return
    printf '%s: expected:\n%s\ngot:\n%s\n' "$1" "$2" "$3"
    failed=1
}

out=$("$ap1000" run --grid 2x2 "$alone" 2>&1 | sed 's/^\[t[0-9a-f]*\] //')
check 'cell_main alone' "$(printf 'cell %d of 4 at column %d, row %d\n' 0 0 0 1 1 0 2 0 1 3 1 1)" "$out"

out=$("$ap1000" run --grid 2x2 "$calls" 5 1 2>&1)
check 'array too large: exit code' 1 $?
check 'array too large' \
    'libap1000: cconfxy(5, 1): an array of 1 to 4 cells is wanted on this machine' "$out"

out=$("$ap1000" run --on cell "$calls" 1 1 2>&1)
check 'started on a cell' 'libap1000: a native program is started on the host; it starts the cells with ccreat' "$out"

AP1000_CELLS=2 AP1000_NAME=none "$calls" 2 1 >/dev/null
check 'without the ap1000 command' 0 $?
exit $failed
