# other_pvm.sh PREFIX - children that were linked with Debian's libpvm3, as its pvm-examples are: they join the machine of a master that
# was started without `ap1000 run`; one that cannot is named, with the libpvm3 that it takes. And a program of ours that another PVM has
# spawned says so.
. "$(dirname "$0")/common.sh"
theirs=$(ldconfig -p | awk '/libpvm3\.so\.3 / { sub(/\/[^\/]*$/, "", $NF); print $NF; exit }')
case $(readlink -f "$theirs/libpvm3.so.3") in *ap1000*) theirs= ;; esac # our package pvm-ap1000
[ -n "$theirs" ] && [ -e "$theirs/libpvm3.so" ] || skip "no libpvm3 of Debian's (package pvm-dev)"
unset LD_LIBRARY_PATH

cat >master.c <<'E2'
#include <pvm3.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int tid, word = 0;
    if (argc < 2 || pvm_spawn(argv[1], NULL, PvmTaskDefault, "", 1, &tid) != 1)
        return 2;
    pvm_notify(PvmTaskExit, 2, 1, &tid);
    pvm_recv(-1, -1);
    pvm_upkint(&word, 1, 1);
    printf("%s\n", word == 7 ? "the child has answered" : "the child has ended");
    pvm_exit();
    return 0;
}
E2
cat >child.c <<'E2'
#include <pvm3.h>
int main(void)
{
    int word = 7;
    if (pvm_parent() < 0)
        return 1;
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&word, 1, 1);
    pvm_send(pvm_parent(), 1);
    pvm_exit();
    return 0;
}
E2
compile master master.c
# link NAME FLAGS...: the child, with Debian's library
link() {
    name=$1
    shift
    cc child.c -L"$theirs" "$@" -lpvm3 -o "$name" >"$name.log" 2>&1 || { bad "$name does not build"; show "$name.log"; finish; }
}
link child
link bound -Wl,--disable-new-dtags,-rpath,"$theirs"
lines master.cc.log 0 '.*'

run joined ./master child
ended joined 0
lines joined.out 1 'the child has answered'
lines joined.err 0 '.*'
# A run path of the old kind stands above LD_LIBRARY_PATH: such a child cannot join. What its library prints is its own affair, and it
# starts no daemon here.
PVM_ROOT=/nowhere AP1000_TASKS=process run bound ./master bound
lines bound.err 1 "ap1000: $tmp/bound takes its libpvm3 from $theirs/libpvm3.so.3, which is another PVM's .*"

run asked ap1000 check ./child ./bound
ended asked 0
lines asked.out 1 "  libpvm3: .*libpvm3\.so\.3, ours; but only with \`ap1000 run\`: .*"
lines asked.out 1 "  libpvm3: \./bound takes its libpvm3 from $theirs/libpvm3.so.3, which is another PVM's .*"

PVMEPID=77 run spawned ./master child
ended spawned 0
lines spawned.err 1 'libpvm: another PVM has spawned \./master \(PVMEPID is set\), .*'
lines spawned.err 1 '.*'
finish
