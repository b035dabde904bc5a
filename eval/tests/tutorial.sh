# tutorial.sh PREFIX - every command of examples/tutorial/README.md prints what stands there.
. "$(dirname "$0")/common.sh"
command -v gnuplot >/dev/null || skip 'no gnuplot (Debian package gnuplot-nox)'
examples=$here/../../examples
export EXAMPLES="$prefix/share/pvm-ap1000/examples"
# shellcheck disable=SC2046 # flags are words
echo 'int x;' | cc $(pkg-config --cflags pvm3-counted) -x c -c -o /dev/null - 2>/dev/null || skip 'no GCC that compiles counted (gcc-VERSION-plugin-dev)'
unset LD_LIBRARY_PATH # as whoever reads it has it
checks=$(grep -c '^    \$ ' "$examples/tutorial/README.md")
sh "$examples/tutorial/steps.sh" "$examples/tutorial/README.md" || bad 'a step is not as on the page'
for picture in ring-spacetime heat-scaling; do
    check "no $picture.png" test -s "$picture.png"
    check "$picture.png is on the page" grep -q "]($picture.png)" "$examples/tutorial/README.md"
done
finish
