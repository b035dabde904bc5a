# torture.sh - torture.c and torture.cpp print the same counted and plain, under 17 sets of flags and two more for each compiler.
. "$1/common.sh"
for gcc in "$@"; do
    for source in "$tests/torture.c" "$tests/torture.cpp"; do
        compiler=$(compiler_of "$gcc" "$source")
        [ -n "$compiler" ] || continue
        "$compiler" -w -O1 -pthread "$source" -o "$folder/plain" && "$folder/plain" >"$folder/expected" || fail "plain ${source##*/}"
        while read -r flags; do
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
-O1
-O2
-O3
-Os
-Og
-Ofast -fno-finite-math-only
-O2 -march=native
-O3 -march=native -funroll-loops
-O2 -flto
-O2 -fPIC
-O2 -g
-O2 -fprofile-arcs -ftest-coverage -fprofile-update=single
-O2 -fsanitize=undefined
-O2 -fnon-call-exceptions
-O3 -fopenmp -fno-strict-aliasing
-O2 -fstack-protector-all -D_FORTIFY_SOURCE=2
-O2 -fno-inline -fno-tree-vectorize
-O1 -fwhole-program
X
    done
done
exit $failed
