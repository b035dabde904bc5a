#!/bin/sh
# view_run.sh AP1000 PROGRAM BUSY - the page made from trace_program.c's trace needs no other file and is the same in a
# second run. A browser shows it without an error: tasks, messages, search results, the matrix, numbers; and a run that
# plays, of BUSY (round_trips).
# Without Chromium the rest is skipped after the first part (77).
set -u
checks=$(realpath "$(dirname "$0")/checks.sh") ap1000=$(realpath "$1") program=$(realpath "$2") busy=$(realpath "$3")
. "$checks"

check 'the run' "$ap1000" run --cells 2 -n 2 --trace a.json.gz "$program"
check 'says what it has written' test "$("$ap1000" view a.json.gz)" = a.html
"$ap1000" view a.json.gz --out b.html >/dev/null
check 'the same bytes again' cmp a.html b.html
check 'nothing is loaded from anywhere' test "$(grep -Ec 'https?:|src=|href=|@import|url\(' a.html)" -eq 0
"$ap1000" view a.json.gz --out title.html --title '</script><b>&' >/dev/null
check 'a title is no part of the page' test "$(grep -c '</script><b>' title.html)" -eq 0
refused "tasks 'x'" "$ap1000" view a.json.gz --tasks x
refused 'nothing at or after' "$ap1000" view a.json.gz --from 9s

[ "$failures" -eq 0 ] || finish

# A run that goes on: its trace is cut anywhere, and nothing stands there at first. The page follows until the trace is whole.
gzip -dc a.json.gz >whole.json
exec 8>grows.json && flock 8 # it is being written
"$ap1000" view grows.json --live >grows.out 2>&1 &
head -c $(($(wc -c <whole.json) / 2)) whole.json >half.json
cp half.json killed.json
exec 9>>half.json && flock 9
mv half.json grows.json
until grep -q '"live":true' grows.html 2>/dev/null || ! kill -0 $! 2>/dev/null; do sleep 0.1; done
mv whole.json grows.json
wait $!
check "a page of a run that goes on: $(cat grows.out)" test $? -eq 0
check 'at its end it is that of the whole run' grep -q '"live":false' grows.html
"$ap1000" view killed.json --live >killed.out 2>killed.err
check 'a run that was killed: its page is the last' test $? -eq 125
check "and that is said: $(cat killed.err)" grep -q "^ap1000: view: 'killed.json' has no end, and nobody writes it any more" killed.err

# Pages and scripts of another version, or of none, are named.
cp -r "$AP1000_VIEW_PATH" other_view && cp -r "$AP1000_PLOT_PATH" other_plot
sed -i 's/ of ap1000 [0-9.]*/ of ap1000 0.0.1/' other_view/page.html
sed -i '/ of ap1000 /d' other_plot/common.gp
refused 'other_view/page.html: it is of 0.0.1, and this ap1000 of' env AP1000_VIEW_PATH=other_view "$ap1000" view a.json.gz --out c.html
refused 'other_plot/common.gp: it is of no known version' env AP1000_PLOT_PATH=other_plot "$ap1000" plot a.json.gz
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
check 'the title is the name of the trace' grep -q '<h1 id="title">a: ' whole.dom
opened message 'a.html#find=tag 6&next'
check "a message's life" grep -q 'message with tag 6, 10 bytes' message.dom
check 'has both its ends' grep -q 'from the send to the call that took it' message.dom
opened segment 'a.html#x=900&y=45'
check 'what a task does under the pointer' grep -q 't40002 trace_program' segment.dom
opened broken 'title.html'
check 'a title with tags is shown as it is' grep -q '&lt;/script&gt;&lt;b&gt;&amp;' broken.dom
opened until 'a.html#tab=matrix&cursor=1200000'
check 'what it covers with a cursor' grep -q 'sent in the run until the cursor: .* to 1.200000 ms; cursor at 1.200000 ms' until.dom

# While a run plays nothing but the cursor moves: left of it the colours are those of the picture at rest.
colours='const look = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
look.canvas.width = 600; look.canvas.height = 400;
const of = () => { look.clearRect(0, 0, 600, 400); look.drawImage(canvas, -left, 0); return look.getImageData(0, 0, 600, 400).data.join(); };'
plays='const a = of(); play(); tick(before + 9000); document.title = `${a === of() ? "still" : "flickers"} ${x_of(view.cursor) > left + 700} `;'
"$ap1000" run --cells 2 --trace busy.json "$busy" >busy.out && "$ap1000" view busy.json >/dev/null
{ sed '/<\/body>/,$d' busy.html; echo "<script>$colours $plays</script></body></html>"; } >played.html
opened played 'played.html'
check 'a picture that plays stands still' grep -q '<title>still true ' played.dom

opened part 'a.html#from=1000000&to=1200000'
check 'a link says what is seen' grep -q '1.000000 ms to 1.200000 ms' part.dom

# A picture of the page, which has more than one colour.
browse --screenshot=shot.png "file://$work/a.html" >/dev/null 2>&1
check 'a picture' test "$(wc -c <shot.png)" -gt 20000
finish
