# twins.sh - what C++ writes with accessors and containers costs what its C twin costs, within 1.3; std::string costs the same
# at -O1, -O2 and -O3.
. "$1/common.sh"
cat >"$folder/string.cpp" <<'X'
#include <cstdio>
#include <string>
#include <vector>
static std::string word(unsigned n)
{
    std::string s;
    for (; n > 0; n /= 7)
        s += char('a' + n % 7);
    return s + "-" + s.substr(0, 2);
}
int main()
{
    std::vector<std::string> words;
    unsigned long sum = 0;
    for (unsigned i = 0; i < 300; i++)
        words.push_back(word(i * 7919));
    for (const std::string &a : words)
        for (const std::string &b : words)
            sum += (a < b) + (a == b) + a.size() + (a.find(b) != std::string::npos) + (unsigned char)b[0];
    std::printf("%lu %s\n", sum, words.back().c_str());
}
X
for gcc in "$@"; do
    compiler=$(compiler_of "$gcc" x.cpp)
    [ -n "$compiler" ] || continue
    for level in 1 2 3; do
        "$compiler" -O$level -fplugin="$plugin" "$folder/string.cpp" $library -o "$folder/run" && COUNTED_TO=$folder/string$level "$folder/run" >/dev/null
        cmp "$folder/string1" "$folder/string$level" || fail "std::string: GCC ${gcc%%:*} -O$level: other counts than at -O1"
    done
    for twin in accessor sort push_back; do
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
