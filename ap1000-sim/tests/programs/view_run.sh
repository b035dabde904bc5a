#!/bin/sh
# view_run.sh AP1000 PROGRAM - the page made from trace_program.c's trace needs no other file and is the same in a
# second run. A browser shows it without an error: tasks, messages, search results, the matrix.
# Without Chromium the rest is skipped after the first part (77).
set -u
checks=$(realpath "$(dirname "$0")/checks.sh") ap1000=$(realpath "$1") program=$(realpath "$2")
. "$checks"

check 'the run' "$ap1000" run --cells 2 -n 2 --trace a.json.gz "$program"
check 'says what it has written' test "$("$ap1000" view a.json.gz)" = a.html
"$ap1000" view a.json.gz --out b.html >/dev/null
check 'the same bytes again' cmp a.html b.html
check 'nothing is loaded from anywhere' test "$(grep -Ec 'https?:|src=|href=|@import|url\(' a.html)" -eq 0
"$ap1000" view a.json.gz --out title.html --title '</script><b>&' >/dev/null
check 'a title is no part of the page' test "$(grep -c '</script><b>' title.html)" -eq 0
refused no/such/folder "$ap1000" view a.json.gz --out no/such/folder/a.html
refused nothing.json "$ap1000" view nothing.json
refused "tasks 'x'" "$ap1000" view a.json.gz --tasks x
refused 'nothing at or after' "$ap1000" view a.json.gz --from 9s
[ "$failures" -eq 0 ] || finish

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || { echo 'no Chromium: the page is not opened'; exit 77; }

browse() { # OPTION... ADDRESS; TMPDIR is short because of a socket in it
    HOME=$work TMPDIR=/tmp "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$work/profile" \
        --window-size=1400,900 "$@"
}

# opened NAME PAGE#LINK: writes the page as the browser has made it to NAME.dom, and the browser's errors to NAME.err.
opened() {
    browse --enable-logging=stderr --virtual-time-budget=3000 --dump-dom "file://$work/$2" >"$1.dom" 2>"$1.err"
    check "$1: opens" test -s "$1.dom"
    check "$1: no complaint" test "$(grep -c CONSOLE "$1.err")" -eq 0
    grep CONSOLE "$1.err"
}

opened whole 'a.html'
check 'tasks and messages are counted' grep -Eq '[4-9] tasks, [0-9]+ messages' whole.dom
check 'the title is the name of the trace' grep -q '<h1 id="title">a</h1>' whole.dom
opened tag 'a.html#find=tag 5'
check 'finds the messages of a tag' grep -q '3 messages of tag 5' tag.dom
opened call 'a.html#find=pvm_mytid&next'
check 'finds the calls' grep -q '[1-9][0-9]* stretches in pvm_mytid' call.dom
opened servers 'a.html#servers=no'
check 'without servers: two tasks' grep -q '>2 tasks, ' servers.dom
opened message 'a.html#find=tag 6&next'
check "a message's life" grep -q 'message with tag 6, 10 bytes' message.dom
check 'has both its ends' grep -q 'from the send to the call that took it' message.dom
opened segment 'a.html#x=900&y=45'
check 'what a task does under the pointer' grep -q 't40002 trace_program' segment.dom
opened matrix 'a.html#tab=matrix&servers=no&x=215&y=130'
check 'the matrix under the pointer' grep -Eq '[0-9]+ messages, [0-9]+ bytes' matrix.dom
opened broken 'title.html'
check 'a title with tags is shown as it is' grep -q '&lt;/script&gt;&lt;b&gt;&amp;' broken.dom
opened part 'a.html#from=1000000&to=1200000'
check 'a link says what is seen' grep -q '1.000000 ms to 1.200000 ms' part.dom

# A picture of the page, which has more than one colour.
browse --screenshot=shot.png "file://$work/a.html" >/dev/null 2>&1
check 'a picture' test "$(wc -c <shot.png)" -gt 20000
finish
