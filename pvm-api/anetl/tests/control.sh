# control.sh AP1000 CONTROL NODE FACES MODULE_FOLDER LIBRARY_FOLDER: a layer that stays, on a machine that is up: modules loaded and unloaded while
# host programs come and go; and what is refused, with one line each.
here=$(cd "$(dirname "$0")" && pwd)
ap1000=$(realpath "$1") control=$(realpath "$2") node=$(realpath "$3") faces=$(realpath "$4") folder=$5
export LD_LIBRARY_PATH="$6"
. "$here/../../../ap1000-sim/tests/programs/checks.sh"
export ANETL_PROGRAM="$node" AP1000_NAME="anetl-control-$$"
down() { "$ap1000" down >/dev/null 2>&1; }
trap 'down; rm -rf "$work"' EXIT
says() { # WHAT CODE PATTERN COMMAND...: exit code, and the whole of what it prints (lines with ; between them)
    what=$1 wanted=$2 pattern=$3
    shift 3
    "$@" >said 2>&1 </dev/null
    got=$?
    check "$what: exit code $got" test $got -eq "$wanted"
    check "$what: $(cat said)" sh -c 'paste -sd ";" said | grep -qxE "$1"' - "$pattern"
}
for words in '' nonsense 'start none' 'start 0' load 'list of' 'where'; do
    # shellcheck disable=SC2086 # words
    says "words '$words'" 2 'anetl-control: .*; there is: start .NODES., stop, load MODULE .NODE., .*' "$control" $words
done
# A method that is not in ANETL_METHODS: one line of the compiler for each, whatever is done with it.
cat >unlisted.cpp <<'END'
#include <anetl.hpp>
struct C : anetl::object {
    void listed() {} void a() {} void b() {} void c() {} void d() {}
    C() { hold<C, &C::listed, &C::a>(); guard<C, &C::b>([] { return true; }); accept<C, &C::c>(); ref_of(this).past<&C::d>(); }
    ANETL_METHODS(C, listed)
};
END
c++ -std=c++17 -I"$here/../include" -I"$here/../../include" -fsyntax-only unlisted.cpp 2>unlisted.err
check 'methods that are not listed' test "$(grep -c 'error:.*this method is not in the ANETL_METHODS' unlisted.err)-$(grep -c 'error:' unlisted.err)" = 4-4
"$ap1000" up --cells 4 >up.log 2>&1 || { cat up.log; exit 1; }
says 'nothing there' 1 'anetl-control: no layer stays on this machine: `anetl-control start` starts one' "$control" list
says 'start' 0 '3 nodes' "$control" start 3
says 'again' 1 'anetl-control: there is a layer on this machine already' "$control" start
says 'list of nothing' 0 'node 0 on cell0: 0 modules, 0 contexts of methods, 0 idle;node 1 on .*;node 2 on .*' "$control" list
says 'load' 0 '' "$control" load "$folder/objects.so" 1
says 'list' 0 'node 0 on .*;node 1 on cell1: 1 module, 62 contexts of methods, 62 idle;  objects.so: Counter, Echo, .*; 0 objects;node 2 .*' "$control" list
says 'missing' 1 "anetl-control: module './nothing.so': No such file or directory" "$control" load ./nothing.so
says 'no module' 1 "anetl-control: module '.*/checks' is no object module.*|anetl-control: module '.*' cannot be loaded: .*" "$control" load "$ap1000" 0
says 'no such node' 2 "anetl-control: '7': a node is wanted, 0 to 2; .*" "$control" load "$folder/objects.so" 7
says 'no such host' 1 "anetl-control: there is no node on 'mars': the layer has nodes on cell0 to cell2" "$control" load "$folder/objects.so" mars
ln -s "$folder/objects.so" .
says 'a host program' 0 'staying: 3 nodes, right' "$faces" staying
says 'where' 0 'object 1:2, a Counter, is on node 1, cell1; 0 methods of it run or wait' "$control" where 1:2
says 'where not' 1 'anetl-control: there is no object 1:77 .any more.' "$control" where 1:77
says 'where what' 2 "anetl-control: 'it': an object's name is wanted, as 3:17; .*" "$control" where it
says 'unload' 1 "anetl-control: module '.*/objects.so' stays on node 1 .cell1.: 1 object of it lives .1:2 Counter." "$control" unload "$folder/objects.so" cell1
says 'a host that ends it' 0 'leaving: 3 nodes, right' "$faces" leaving
says 'a host again' 0 'staying: 3 nodes, right' "$faces" staying
left=$("$control" unload "$folder/objects.so" cell1 2>&1 | sed -n 's/.*lives .\(1:[0-9]*\) Counter..*/\1/p')
says 'the end of what it left' 0 '' "$control" end "$left"
says 'ended' 1 "anetl-control: there is no object $left .any more." "$control" end "$left"
says 'unload now' 0 '' "$control" unload "$folder/objects.so" cell1
says 'not loaded' 1 "anetl-control: module '.*/objects.so' is not loaded on node 1 .cell1." "$control" unload "$folder/objects.so" 1
says 'stop' 0 '' "$control" stop
says 'stopped' 1 'anetl-control: no layer stays on this machine.*' "$control" list
down
finish
