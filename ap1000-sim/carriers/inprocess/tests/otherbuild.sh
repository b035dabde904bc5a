#!/bin/sh
# otherbuild.sh AP1000 LIBRARY HELLO - a library of tasks in process that is of another build than ap1000 is refused with one line,
# whichever way tasks are to run in; as processes they do not need it.
set -u
ap1000=$(realpath "$1") library=$(realpath "$2") hello=$(realpath "$3")
. "$(dirname "$0")/../../../tests/programs/checks.sh"

# seen WANTED_CODE WANTED_LINE WHAT: what the last run left in $code and the file said.
seen()
{
    [ "$code" -eq "$1" ] && grep -qF -- "$2" said || bad "$3: code $code: $(cat said)"
}
identity=$(grep -aoE 'ap1000 tasks [0-9a-f]{16}' "$library" | head -n 1)
[ -n "$identity" ] || { echo "FAIL: $library does not say its build"; exit 1; }
LC_ALL=C sed "s/$identity/ap1000 tasks 0123456789abcdef/g" "$library" >other.so
for way in auto inprocess; do
    AP1000_TASK_LIBRARY=$work/other.so "$ap1000" run --tasks "$way" "$hello" 2 >said 2>&1 </dev/null
    code=$?
    seen 125 "ap1000: $work/other.so: this library of tasks in process and ap1000 are of different builds" "--tasks $way"
    [ "$(wc -l <said)" -eq 1 ] || bad "not one line: $(cat said)"
done
AP1000_TASK_LIBRARY=$work/other.so "$ap1000" run --tasks process "$hello" 2 >said 2>&1 </dev/null
code=$?
seen 0 '2 children said hello' '--tasks process'
"$ap1000" run --tasks inprocess "$hello" 2 >said 2>&1 </dev/null
code=$?
seen 0 '2 children said hello' 'its own build'
finish
