# paused_reader.sh PREFIX - on a machine that is up, only the program itself waits for a reader who pauses: other programs,
# `ap1000 ps` and `ap1000 down` do not. No line is lost or out of order, and its times are the same. (The test "kernel
# readers" has terminals and sockets as well.)
. "$(dirname "$0")/common.sh"

compile talker "$here/talker.c"
export "AP1000_NAME=paused$$"
trap 'ap1000 down >/dev/null 2>&1; rm -rf "$tmp"' EXIT
mkfifo go out
many=10000 # lines, more than a pipe holds

# paused WHAT ARGUMENT...: starts the program before a reader who pauses until something is written into `go`; returns
# when the table of tasks shows what it does then.
paused() {
    shows=$1
    shift
    ./talker "$@" >out 2>&1 &
    { read -r _ <go; cat >got; } <out & reader=$!
    for _ in $(seq 600); do
        ap1000 ps >table && grep -q "$shows" table && return
        sleep 0.05
    done
    bad "not to be seen: $shows"
    show table
}
up() { ap1000 up --cells 4 --tasks "$how" >up.out || bad 'no machine'; }
go_on() { echo >go; wait; }
waits='waits until the lines of its tasks have been read'

for how in auto process; do
    up
    run free ./talker $many
    ended free 0
    ap1000 down >down.out
    up
    paused "$waits" $many # alone on the machine
    go_on
    sed -n '/of the child/p' got | sed 's/^\[[^]]*\] //' >order
    lines order $many '[0-9]{7} of the child, .*'
    check 'the order of lines' sort -c order
    tail -n 1 got >last
    same last free.out 'its own line, with the times'
    paused "$waits" $many
    run other ./talker 3
    ended other 0
    lines other.err 3 '\[t[0-9a-f]+\] .*'
    go_on
    lines got $((many + 1)) '.*'
    paused 'talker .* runs' $many own # what it prints by itself
    run other ./talker 3
    ended other 0
    go_on
    lines got $((many + 1)) '.*'
    paused "$waits" $many
    kill -KILL $reader
    wait
    until ap1000 ps | grep -q 'no tasks'; do sleep 0.05; done # nobody reads any more
    paused "$waits" 1000000000 # its child prints for ever
    run other ./talker 3
    ended other 0
    run down ap1000 down
    ended down 0
    lines down.out 1 'ap1000: ended the machine .* and the [12] tasks? on it'
    go_on
done
finish
