#!/bin/sh
# preloaded.sh AP1000 HELLO LIBPVM3 - with a libpvm3 before libc, as interpreters want it, runs are what they are without, and end; the
# simulator itself has none. A run that does not end is one that this test waits for.
. "$(dirname "$0")/checks.sh"
ap1000=$1 hello=$2 libpvm3=$3
export LD_LIBRARY_PATH="$(dirname "$libpvm3")${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"

"$ap1000" run --report=plain.tsv "$hello" 4 >plain 2>&1 </dev/null
check 'without' grep -q '^4 children said hello' plain

# same NAME COMMAND...: the run ends with 0 and prints what it prints without.
same()
{
    name=$1
    shift
    "$@" >out 2>&1 </dev/null
    check "$name: exit code $?" test $? -eq 0
    check "$name: $(cat out)" cmp -s plain out
}
for list in libpvm3.so.3 "$libpvm3" "libm.so.6 libpvm3.so.3" "libpvm3.so.3:libm.so.6"; do
    same "run, LD_PRELOAD=$list" env LD_PRELOAD="$list" "$ap1000" run --report=with.tsv "$hello" 4
    check "LD_PRELOAD=$list: another report" cmp -s plain.tsv with.tsv
    same "its own machine, LD_PRELOAD=$list" env LD_PRELOAD="$list" "$hello" 4
done
for tasks in process auto; do
    same "tasks as $tasks" env LD_PRELOAD=libpvm3.so.3 "$ap1000" run --tasks $tasks "$hello" 4
done
env LD_PRELOAD=libpvm3.so.3 AP1000_NAME=preloaded.$$ "$ap1000" up >out
same 'a machine that is up' env LD_PRELOAD=libpvm3.so.3 AP1000_NAME=preloaded.$$ "$hello" 4
check 'down' env LD_PRELOAD=libpvm3.so.3 AP1000_NAME=preloaded.$$ "$ap1000" down

# Programs have what was given, and the simulator has not.
cat >shows <<'S'
#!/bin/sh
env | grep '^LD_PRELOAD=\|^AP1000_PRELOAD='
grep -c libpvm3 /proc/$PPID/maps
S
chmod +x shows
LD_PRELOAD=libpvm3.so.3 "$ap1000" run ./shows >out 2>err
printf 'LD_PRELOAD=libpvm3.so.3\n0\n' >wanted
check "of programs and the simulator: $(cat out err)" cmp -s out wanted
finish
