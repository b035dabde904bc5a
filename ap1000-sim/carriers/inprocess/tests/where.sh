# where.sh AP1000 WHERE UNSUITABLE - which tasks run in process if nobody says how, and what asks for processes. UNSUITABLE is a program
# that cannot run in process.
set -u
ap1000=$(realpath "$1") where=$2 unsuitable=$3 bad=0
unset AP1000_TASKS AP1000_PROCESSORS AP1000_CPU AP1000_TIME LD_PRELOAD

# expect OUT COMMAND...
expect() {
    out=$1
    shift
    said=$("$@" 2>&1)
    [ "$said" = "$out" ] || { echo "$*: '$said', not '$out'"; bad=1; }
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
case $real in *"$outside"*) ;; *) echo "the real clock: $real"; bad=1 ;; esac

# The first program decides, and what it starts is as it is.
master=$(mktemp) || exit 2
beside=$(mktemp -d) || exit 2
trap 'rm -rf "$master" "$beside"' EXIT
printf '#!/bin/sh\nexec "%s"\n' "$where" >"$master"
chmod +x "$master"
expect "$outside" "$ap1000" run "$master"
expect '2 calls well' "$ap1000" run "$unsuitable"

# A program is looked for beside the one that spawns it, wherever that was started.
cp "$where" "$beside/besides"
for tasks in inprocess process; do
    said=$(cd / && "$ap1000" run --tasks $tasks "$beside/besides" besides 2>&1)
    case $tasks$said in "inprocess$inside" | "process$outside") ;; *) echo "spawned by its name, $tasks: '$said'"; bad=1 ;; esac
done
exit $bad
