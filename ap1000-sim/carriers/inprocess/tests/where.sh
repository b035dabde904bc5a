# where.sh AP1000 WHERE UNSUITABLE - which tasks run in process if nobody says how, and what asks for processes. UNSUITABLE is a program
# that cannot run in process.
set -u
ap1000=$(realpath "$1") where=$2 unsuitable=$3
. "$(dirname "$0")/../../../tests/programs/checks.sh"
unset AP1000_TASKS AP1000_PROCESSORS AP1000_CPU AP1000_TIME LD_PRELOAD

# expect OUT COMMAND...
expect() {
    out=$1
    shift
    said=$("$@" 2>&1)
    [ "$said" = "$out" ] || bad "$*: '$said', not '$out'"
}
inside='in process, in process' mixed='a process, in process' outside='a process, a process'

expect "$inside" "$ap1000" run "$where"
expect "$inside" "$ap1000" run --processors 1 "$where"
expect "$inside" "$ap1000" run --tasks auto "$where"
expect "$inside" "$ap1000" run --tasks inprocess --processors 2 "$where"
expect "$mixed" "$where"
expect "$outside" env AP1000_TASKS=process "$where"
expect "$outside" "$ap1000" run --tasks process "$where"
expect "$inside" "$ap1000" run --processors 2 "$where"
expect "$inside" "$ap1000" run --processors all "$where"
expect "$outside" "$ap1000" run --cpu measured "$where"
expect "$outside" env LD_PRELOAD=libm.so.6 "$ap1000" run "$where"
real=$(AP1000_TIME=real "$ap1000" run "$where" 2>&1)
case $real in *"$outside"*) ;; *) bad "the real clock: $real" ;; esac

# The first program decides, and what it starts is as it is.
printf '#!/bin/sh\nexec "%s"\n' "$where" >master
chmod +x master
expect "$outside" "$ap1000" run ./master
expect '2 calls well' "$ap1000" run "$unsuitable"

# A program is looked for beside the one that spawns it, wherever that was started.
cp "$where" besides
for tasks in inprocess process; do
    said=$(cd / && "$ap1000" run --tasks $tasks "$work/besides" besides 2>&1)
    case $tasks$said in "inprocess$inside" | "process$outside") ;; *) bad "spawned by its name, $tasks: '$said'" ;; esac
done
finish
