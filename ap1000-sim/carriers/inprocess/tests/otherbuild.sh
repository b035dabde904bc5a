#!/bin/sh
# otherbuild.sh AP1000 LIBRARY HELLO - a library of tasks in process that is of another build than ap1000 is refused with one line,
# whichever way tasks are to run in; as processes they do not need it.
set -u
ap1000=$1 library=$2 hello=$3 failed=0
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# seen WANTED_CODE WANTED_LINE WHAT: what the last run left in $code and $dir/said.
seen()
{
    [ "$code" -eq "$1" ] && grep -qF -- "$2" "$dir/said" || { echo "FAIL: $3: code $code: $(cat "$dir/said")"; failed=1; }
}
identity=$(grep -aoE 'ap1000 tasks [0-9a-f]{16}' "$library" | head -n 1)
[ -n "$identity" ] || { echo "FAIL: $library does not say its build"; exit 1; }
LC_ALL=C sed "s/$identity/ap1000 tasks 0123456789abcdef/g" "$library" >"$dir/other.so"
for way in auto inprocess; do
    AP1000_TASK_LIBRARY=$dir/other.so "$ap1000" run --tasks "$way" "$hello" 2 >"$dir/said" 2>&1 </dev/null
    code=$?
    seen 125 "ap1000: $dir/other.so: this library of tasks in process and ap1000 are of different builds" "--tasks $way"
    [ "$(wc -l <"$dir/said")" -eq 1 ] || { echo "FAIL: not one line: $(cat "$dir/said")"; failed=1; }
done
AP1000_TASK_LIBRARY=$dir/other.so "$ap1000" run --tasks process "$hello" 2 >"$dir/said" 2>&1 </dev/null
code=$?
seen 0 '2 children said hello' '--tasks process'
"$ap1000" run --tasks inprocess "$hello" 2 >"$dir/said" 2>&1 </dev/null
code=$?
seen 0 '2 children said hello' 'its own build'
exit $failed
