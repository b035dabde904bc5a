# twins.sh - what C++ writes with accessors and containers costs what its C twin costs, within 1.3.
. "$1/common.sh"
for gcc in "$@"; do
    compiler=$(compiler_of "$gcc" x.cpp)
    [ -n "$compiler" ] || continue
    for twin in accessor sort push_back map; do
        for language in C CXX; do
            # shellcheck disable=SC2086
            if ! "$compiler" -O2 -DTWIN_$twin -DIN_$language -fplugin="$plugin" "$tests/twins.cpp" $library -o "$folder/run"; then
                fail "$twin: does not compile"
                continue 2
            fi
            COUNTED_TO=$folder/$language "$folder/run" >"$folder/$language.out"
        done
        cmp "$folder/C.out" "$folder/CXX.out" || fail "$twin: the twins do not do the same"
        c=$(cycles "$folder/C") cxx=$(cycles "$folder/CXX")
        awk "BEGIN { printf \"%s: GCC ${gcc%%:*}: C++ / C = %.2f\n\", \"$twin\", $cxx / $c; exit !($cxx < 1.3 * $c) }" || fail "$twin: more than 1.3"
    done
done
exit $failed
