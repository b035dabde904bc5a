# counted.sh PREFIX - what an installed tree offers to compile counted: pkg-config, CMake, ap1000 cc (aimk: pvm_root.sh). Each makes a
# program whose computing takes time.
. "$(dirname "$0")/common.sh"
[ -e "$prefix/lib/ap1000/counted.so" ] || skip 'this tree has no counting plugin'
cc -x c /dev/null -fsyntax-only -fplugin="$prefix/lib/ap1000/counted.so" 2>/dev/null || skip "cc does not load the plugin"
cat >work.c <<'E2'
#include <pvm3.h>
int main(void)
{
    volatile int x = pvm_mytid();
    for (int i = 0; i < 1000; i++)
        x += i;
    return pvm_exit();
}
E2

# counts PROGRAM: it runs, and the report says that it is counted.
counts() {
    run ran env -u LD_LIBRARY_PATH AP1000_REPORT=report.txt "$1"
    ended ran 0
    lines report.txt 1 'computing is counted: .*'
    rm -f report.txt
}

# shellcheck disable=SC2046 # flags are words
run configured cc work.c $(pkg-config --cflags --libs pvm3-counted) -o by_pkgconfig
ended configured 0
counts ./by_pkgconfig
run compiled ap1000 cc work.c -o by_command
ended compiled 0
counts ./by_command
if command -v make >/dev/null; then
    run made make CC='ap1000 cc' work
    ended made 0
    counts ./work
fi
if command -v cmake >/dev/null; then
    printf 'cmake_minimum_required(VERSION 3.18)\nproject(work C)\nfind_package(PVM 3.4 REQUIRED COMPONENTS pvm3 counted)\nadd_executable(by_cmake work.c)\ntarget_link_libraries(by_cmake PVM::pvm3 PVM::counted)\n' >CMakeLists.txt
    run found cmake -S . -B cmade -DCMAKE_PREFIX_PATH="$prefix"
    ended found 0
    run built cmake --build cmade
    ended built 0
    counts ./cmade/by_cmake
fi
finish
