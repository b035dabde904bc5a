# other_builds.sh PREFIX - what others build with: find_package(PVM) of CMake, this project as a subproject of Meson (set up, not
# compiled: that takes minutes), and completion in bash.
. "$(dirname "$0")/common.sh"
root=$(cd "$here/../.." && pwd)
cp "$root/examples/hello/hello.c" .

if command -v cmake >/dev/null; then
    cat >CMakeLists.txt <<'E2'
cmake_minimum_required(VERSION 3.18)
project(hello C)
find_package(PVM 3.4 REQUIRED COMPONENTS pvm3 gpvm3)
add_executable(hello hello.c)
target_link_libraries(hello PVM::gpvm3)
E2
    run configured cmake -S . -B made -DCMAKE_PREFIX_PATH="$prefix"
    ended configured 0
    run compiled cmake --build made
    ended compiled 0
    run greeted env -u LD_LIBRARY_PATH ./made/hello 4
    ended greeted 0
    lines greeted.out 1 '4 children said hello'
    sed -i 's/pvm3 gpvm3/pvm9/' CMakeLists.txt
    run missing cmake -S . -B none -DCMAKE_PREFIX_PATH="$prefix"
    ended missing 1
    checks=$((checks + 1))
    tr '\n' ' ' <missing.err | tr -s ' ' | grep -q "no component 'pvm9'" || { bad 'a component that is none is not named'; show missing.err; }
fi

mkdir -p parent/subprojects
ln -s "$root" parent/subprojects/pvm-ap1000
cat >parent/meson.build <<'E2'
project('parent', 'c', 'cpp')
subproject('pvm-ap1000')
executable('hello', '../hello.c', dependencies: [dependency('pvm3'), dependency('gpvm3'), dependency('fpvm3'), dependency('ap1000')])
E2
sed -i "s|'../hello.c'|files('hello.c')|" parent/meson.build
cp hello.c parent/
run subproject meson setup parent/build parent
ended subproject 0
meson introspect --tests parent/build >tests.json
echo '[]' | exactly tests.json
meson introspect --targets parent/build | tr ',' '\n' >targets
lines targets 0 '.*"name": "(ring|test_tnet|onetoone|conductor)".*'
lines targets 0 '.*"(sources|defined_in)": [^,]*/tests/.*'
lines targets 1 '.*"name": "hello"'

# complete WORD...: what bash offers for the last word
complete() {
    bash -c '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ap1000 ap1000; printf "%s\n" "${COMPREPLY[@]}"' \
        "$prefix/share/bash-completion/completions/ap1000" "$@"
}
complete ap1000 c >words
printf '%s\n' console check compare cc c++ | exactly words
complete ap1000 run --trace-f >words
echo --trace-from | exactly words
complete ap1000 run --machine work >words
echo workstations | exactly words
complete ap1000 run --tasks '' >words
printf '%s\n' auto process inprocess | exactly words
complete ap1000 run --barrier t >words
echo tree | exactly words
complete ap1000 run --on '' >words
printf '%s\n' host cell | exactly words
complete ap1000 compare --al >words
echo --all | exactly words
finish
