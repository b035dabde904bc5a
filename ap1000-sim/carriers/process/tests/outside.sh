#!/bin/sh
# outside.sh AP1000 OUTSIDE - a task that waits outside PVM for what another task is to do: what it has sent goes out, the others go on, and a line
# says in which call it waits.
set -u
ap1000=$1 outside=$2 failed=0
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

# goes_on WAY LINE OPTIONS
goes_on() {
    way=$1 line=$2
    shift 2
    rm -f -- *
    "$ap1000" run "$@" --cells 2 "$outside" "$way" >out 2>err
    [ $? -eq 0 ] && [ "$(cat out)" = 'got the first
got the second' ] || { echo "FAIL: $way $*: $(cat out err)"; failed=1; }
    [ "$(grep -c "^ap1000: t40002 on cell 0 $line.*the other tasks go on$" err)" -eq 1 ] || { echo "FAIL: $way $*: '$line' is wanted: $(cat err)"; failed=1; }
}
for tasks in process auto; do
    for way in accept open read flock waitpid; do
        goes_on $way "waits in $way(), outside PVM" --tasks $tasks
    done
done
goes_on access 'asks the system for something again and again, outside PVM'
exit $failed
