# common.sh - what the tests of this folder share. Arguments of each: this folder, counted.so, the stand-in for libpvm3,
# VERSION:COMPILER...
tests=$1 plugin=$2 library="-Wl,-u,pvmsim_counted $3"
shift 3
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
unset COUNTED_TO
export LC_ALL=C.UTF-8 # awk reads 0.5 as 0 in some languages
failed=0
fail() {
    echo "$*"
    failed=1
}

# compiler_of VERSION:GCC FILE: the compiler of the file's language; nothing if that one is not installed
compiler_of() {
    gcc=${1#*:} version=${1%%:*}
    case $2 in
    *.cpp) set -- g++ ;;
    *.f90) set -- gfortran ;;
    *) echo "$gcc" && return ;;
    esac
    for name in "${gcc%/*}/$1-$version" "${gcc%/*}/$1"; do
        [ -x "$name" ] && [ "$("$name" -dumpversion | cut -d. -f1)" = "$version" ] && echo "$name" && return
    done
}

# cycles FILE: the sum of what was counted, by the weights of a 7C601 at 25 MHz
cycles() {
    awk 'BEGIN { split("int 1 load 2 load8 3 store 3 store8 4 branch 1.5 call 6 int_multiply 20 int_divide 40 single_add 3 single_multiply 3 \
single_divide 20 double_add 4.5 double_multiply 4.5 double_divide 37 sqrt 63 convert 5 byte 1.5 library 1", w)
                 for (i = 1; i in w; i += 2) weight[w[i]] = w[i + 1] }
         { sum += weight[$1] * $2 } END { printf "%.0f\n", sum }' "$1"
}
