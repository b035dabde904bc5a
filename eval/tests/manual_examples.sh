# manual_examples.sh PREFIX - the examples of the manual pages: compiled without a warning, each called once, they print what
# pvm-api/manual/examples/expected.txt has; those of ompc(3) and anetl(3), taken out of their pages, too.
. "$(dirname "$0")/common.sh"
examples=$here/../../pvm-api/manual/examples
# shellcheck disable=SC2046 # a list of words
run compiled cc -std=gnu11 -Wall -Wextra -Werror "$examples"/*.c $(pkg-config --cflags --libs gpvm3) -o examples
ended compiled 0
ln -s examples worker
unset PVM_RSH
export PVM_TMP=/tmp # a line of the examples says which folder it is
run called ap1000 run --cells 4 ./examples </dev/null
ended called 143 # pvm_halt ends the caller, too
exactly called.out <"$examples/expected.txt"

sed -n '/^#include <ompc.hpp>$/,/^}$/p' "$prefix/share/man/man3/ompc.3" | awk '/^int main/ { body = 1 } body || /^#/' >double.cpp
# shellcheck disable=SC2046
run double_compiled g++ -std=c++17 -Wall -Wextra double.cpp $(pkg-config --cflags --libs ompc) -o double
ended double_compiled 0
run double ap1000 run --cells 16 --on cell ./double --ompc-pes 16 </dev/null
ended double 0

awk '/^\.SH EXAMPLES/ { here = 1 } here && /^\.fi/ { exit } here && !/^\./' "$prefix/share/man/man3/anetl.3" >adder.cpp
# shellcheck disable=SC2046
run adder_compiled g++ -std=c++17 -Wall -Wextra adder.cpp $(pkg-config --cflags --libs anetl) -o adder
ended adder_compiled 0
run adder ap1000 run --cells 4 ./adder </dev/null
ended adder 0
finish
