# torture.sh - torture.c and torture.cpp print the same counted and plain, under 13 sets of flags with the newest compiler, and the first five
# of these with each other one.
. "$1/common.sh"
for newest; do :; done
for gcc in "$@"; do
    for source in "$tests/torture.c" "$tests/torture.cpp"; do
        compiler=$(compiler_of "$gcc" "$source")
        [ -n "$compiler" ] || continue
        "$compiler" -w -O1 -pthread "$source" -o "$folder/plain" && "$folder/plain" >"$folder/expected" || fail "plain ${source##*/}"
        sets=0
        while read -r flags; do
            sets=$((sets + 1))
            [ "$gcc" = "$newest" ] || [ $sets -le 5 ] || break
            # shellcheck disable=SC2086
            if ! "$compiler" -w $flags -pthread -fplugin="$plugin" "$source" $library -o "$folder/run" >"$folder/messages" 2>&1; then
                fail "${source##*/}: GCC ${gcc%%:*} $flags does not compile"
                head -n 8 "$folder/messages"
                continue
            fi
            "$folder/run" >"$folder/out" 2>/dev/null
            cmp "$folder/expected" "$folder/out" || fail "${source##*/}: GCC ${gcc%%:*} $flags: other output"
        done <<'X'
-O0
-O2
-O3 -march=native -funroll-loops -fopenmp -fno-strict-aliasing
-O2 -flto
-O1 -fwhole-program
-O1
-O3
-Os
-Og
-Ofast -fno-finite-math-only
-O2 -fPIC -g -fstack-protector-all -D_FORTIFY_SOURCE=2 -fnon-call-exceptions
-O2 -fsanitize=undefined -fno-inline -fno-tree-vectorize
-O2 -fprofile-arcs -ftest-coverage -fprofile-update=single
X
    done
done
exit $failed
