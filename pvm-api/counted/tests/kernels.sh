# kernels.sh - the counts of each kernel are those kept in counts.tsv, at all levels of optimization with the newest compiler, and at the
# extremes with each other one; at -O0 the price is within 7 %. Without a fused multiplication and addition, which changes a program's own results.
# UPDATE=1 writes counts.tsv instead.
. "$1/common.sh"
kept=$tests/counts.tsv
[ -z "$UPDATE" ] || sed 1q "$kept" >"$kept.new"
for newest; do :; done
for gcc in "$@"; do
    for source in "$tests"/kernels/*; do
        name=${source##*/} compiler=$(compiler_of "$gcc" "$source")
        [ -n "$compiler" ] || continue
        case $name in containers.cpp) name=$name/${gcc%%:*} ;; esac # the headers have their own version
        from=$kept
        [ -z "$UPDATE" ] || from=$kept.new
        awk -F '\t' -v kernel="$name" 'NR == 1 { split($0, class) } $1 == kernel { for (i = 2; i <= NF; i++) if ($i) print class[i], $i }' "$from" >"$folder/kept"
        for flags in -O2 -O1 -O3 "-O3 -march=native -ffast-math -ffp-contract=off" "-O2 -fPIC" -O0; do
            case $flags in -O2 | "-O3 "* | -O0) ;; *) [ "$gcc" = "$newest" ] || continue ;; esac
            # shellcheck disable=SC2086
            if ! "$compiler" $flags -fplugin="$plugin" "$source" $library -o "$folder/run" -lm >"$folder/messages" 2>&1 ||
                ! COUNTED_TO=$folder/counts "$folder/run" >"$folder/out" 2>&1; then
                fail "$name: GCC ${gcc%%:*} $flags: does not compile or run"
                head -n 5 "$folder/messages"
                continue
            fi
            if [ -n "$UPDATE" ] && [ ! -s "$folder/kept" ]; then
                cp "$folder/counts" "$folder/kept"
                awk -v kernel="$name" 'NR == FNR { n[$1] = $2; next } { printf "%s", kernel; for (i = 2; i <= NF; i++) printf "\t%d", n[$i]; print ""; exit }' \
                    "$folder/counts" "$kept" >>"$kept.new"
            fi
            if [ "$flags" = -O0 ]; then
                a=$(cycles "$folder/counts") b=$(cycles "$folder/kept")
                awk "BEGIN { exit !($a < 1.07 * $b && $b < 1.07 * $a) }" || fail "$name: GCC ${gcc%%:*} -O0: $a cycles, not $b"
            elif ! cmp -s "$folder/counts" "$folder/kept"; then
                fail "$name: GCC ${gcc%%:*} $flags: other counts than those kept:"
                diff "$folder/kept" "$folder/counts"
            fi
        done
    done
done
[ -z "$UPDATE" ] || mv "$kept.new" "$kept"
exit $failed
