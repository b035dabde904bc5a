#!/bin/sh
# counted.sh PREFIX [TURNS] - how much longer programs take on this computer when they are compiled counted (../../pvm-api/counted): the kernels
# of its tests, each many times in one process, counted and plain in turns. Prints a row a kernel: the ratio of processor times at -O2, median of
# the turns' ratios; then their median and the worst. Ratios hold on a busy computer, too. Loops and functions of both begin at multiples of 64
# bytes, or it would depend on where they happen to lie.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
kernels=$here/../../pvm-api/counted/tests/kernels
plugin=$1/lib/ap1000/counted.so turns=${2-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cc -O2 "$here/spent.c" -o "$work/spent"
printf '#include <stdlib.h>\nint kernel(void);\nint main(int n, char **v) { for (n = atoi(v[1]); n > 0; n--) kernel(); return 0; }\n' >"$work/often.c"
sed 's/kernel(void);/kernel();/; s/^int kernel/extern "C" &/' "$work/often.c" >"$work/often.cpp"

# spent HOW ROUNDS: processor time [s]
spent() { "$work/spent" -o "$work/tsv" "$work/$1" "$2" >/dev/null 2>&1 && cut -f 2 "$work/tsv"; }

printf 'kernel\tratio\n'
for source in "$kernels"/*.c "$kernels"/*.cpp; do
    case $source in *.cpp) cc=g++ kernel='extern "C" int kernel();' ;; *) cc=gcc kernel= ;; esac
    { echo "$kernel"; sed 's/^int main(\(void\)*)/int kernel(\1)/; s/^    static char text.*/& *text = 0;/; $s/^}/return 0; }/' "$source"; } >"$work/kernel.${source##*.}"
    for how in plain counted; do
        flag=
        [ $how = plain ] || flag=-fplugin=$plugin
        # shellcheck disable=SC2086 # no flag is no word
        $cc -O2 -falign-loops=64 -falign-functions=64 -w $flag "$work/kernel.${source##*.}" "$work/often.${source##*.}" -o "$work/$how" -lm
        "$work/$how" 2 >/dev/null
    done
    rounds=1
    while [ "$(spent plain $rounds | awk '{ print $1 < 0.2 }')" = 1 ]; do rounds=$((2 * rounds)); done
    for turn in $(seq "$turns"); do
        echo "$(spent counted $rounds) $(spent plain $rounds)"
    done | awk '{ print $1 / $2 }' | sort -n | awk -v kernel="$(basename "$source")" '{ r[NR] = $1 } END { printf "%s\t%.2f\n", kernel, r[int((NR + 1) / 2)] }' | tee -a "$work/rows"
done
sort -k 2n "$work/rows" | awk -F '\t' '{ r[NR] = $2 } END { printf "median\t%.2f\nworst\t%.2f\n", r[int((NR + 1) / 2)], r[NR] }'
