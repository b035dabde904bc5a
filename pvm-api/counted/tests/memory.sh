# memory.sh TESTS COUNTED.SO LIBRARY VERSION:COMPILER... - by hand: the lines that a cache of 128 KB fetches, beside valgrind's exact simulation
# of a cache without sets, and what the difference makes of the whole time, at 15 cycles a line. At most 15 %. Takes a minute.
. "$1/common.sh"
command -v valgrind >/dev/null || exit 77
cc=${1#*:}
printf 'program\tn\tcycles\tlines\tlines_exact\ttime_percent\n'
while read -r program n; do
    "$cc" -O1 "-DPROGRAM=$program" -fplugin="$plugin" "$tests/memory.c" $library -o "$folder/run" &&
        COUNTED_CACHE=131072 COUNTED_TO=$folder/counts "$folder/run" "$n" >/dev/null || fail "$program"
    "$cc" -O1 "-DPROGRAM=$program" "$tests/memory.c" -o "$folder/plain"
    exact=$(valgrind --tool=cachegrind --cache-sim=yes --D1=131072,1,32 --LL=16777216,16,64 --cachegrind-out-file=/dev/null "$folder/plain" "$n" 2>&1 >/dev/null |
        awk '/D1 +misses/ { gsub(",", ""); print $4 }')
    lines=$(sed -n 's/^miss //p' "$folder/counts")
    awk -v OFS='\t' "BEGIN { c = $(cycles "$folder/counts"); e = 100 * ((c + 15 * $lines) / (c + 15 * $exact) - 1)
        print \"$program\", $n, c, $lines, $exact, sprintf(\"%.1f\", e); exit !(e * e < 225) }" || fail "$program $n: more than 15 %"
done <<'Y'
LU 100
LU 150
LU 200
LU 300
COLUMNS 100
COLUMNS 200
COLUMNS 300
JACOBI 60
JACOBI 95
JACOBI 120
JACOBI 300
DGEMM 100
DGEMM 128
DGEMM 140
DGEMM 150
DGEMM 200
DGEMM 300
ROWS 100
ROWS 150
ROWS 200
ROWS 300
BLOCKED 128
BLOCKED 256
Y
exit $failed
