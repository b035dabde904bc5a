# datagrams.sh AP1000 PROGRAM: datagrams.c, messages by PvmRouteDatagram: lost as the machine file says where there is UDP, never
# elsewhere; the same twice, on one processor or two, looked into or not. layer.sh has what PVM 3.4.6 says to the route.
set -u
checks=$(realpath "$(dirname "$0")/checks.sh") ap1000=$(realpath "$1") program=$(realpath "$2")
. "$checks"

run() { # FILE "OPTION..." ARGUMENT...
    file=$1 options=$2
    shift 2
    # shellcheck disable=SC2086 # options are words
    "$ap1000" run --on host $options "$program" "$@" >"$file" 2>err || echo "exit code $?" >>"$file"
    sed -i '/ never read: by /d' err
    check "$file: nothing on stderr" test ! -s err
}
says() { check "$1: $2" grep -qxF "$2" "$1"; }
arrived() { sed -n 's/^\([0-9]*\) of .* datagrams, .*/\1/p' "$1"; }
whole='100 of 100 others, 0 not in order'

for machine in workstations beowulf; do
    run "$machine" "--machine $machine"
    says "$machine" 'the longest 0'
    says "$machine" 'a byte more -2'
    says "$machine" 'packed -2, to many 0'
done
says beowulf 'from myself 1'
run short '--machine beowulf --set udp.receive_buffer_bytes=65506'
says short 'from myself 0'
for machine in ap1000 rwc-cluster fat-tree; do
    run "$machine" "--machine $machine"
    printf 'pvm_setopt 2, then 768\nthe longest 0\na byte more 0\npacked 0, to many 0\nfrom myself 3\n' | cmp -s - "$machine"
    check "$machine: ordinary messages of any length" test $? -eq 0
    run few "--machine $machine --cells 4" 1000 10 0 0
    says few "900 of 900 datagrams, $whole"
done

for machine in 'workstations' 'beowulf' 'beowulf --set machine.transport=daemons' 'nt-cluster --set machine.medium=hub'; do
    run all "--machine $machine" 1000 10 2000 0
    says all "900 of 900 datagrams, $whole"
    lossy="--machine $machine --set udp.loss_ppm=100000"
    run some "$lossy" 1000 10 2000 0
    check "$machine: others all, in order" grep -q ", $whole" some
    check "$machine: some 810" test "$(arrived some)" -ge 770
    check "$machine: no more" test "$(arrived some)" -le 850
    run again "$lossy --trace t.json --report=r.txt" 1000 10 2000 0
    check "$machine: the same, looked into" cmp some again
    run two "$lossy --tasks process --processors 2" 1000 10 2000 0
    check "$machine: the same on two processors" cmp some two
    run other "$lossy --set udp.loss_seed=2" 1000 10 2000 0
    check "$machine: others with another seed" sh -c '! cmp -s some other'
    run none "--machine $machine --set udp.loss_ppm=0 --tasks process --processors 2" 1000 10 2000 0
    check "$machine: nothing lost on two processors" cmp all none
done

# One that waits, on two processors: a datagram longer than its socket has room for never comes, and is not what it waits for.
for processors in "" "--tasks process --processors 2"; do
    run first "--machine beowulf $processors" first
    says first 'the datagram'
    run first "--machine beowulf --set udp.receive_buffer_bytes=500 $processors" first
    says first 'what is behind it'
done

# A receiver that sleeps through them: its socket keeps 5 of 1000 + 4 + 16 byte.
run asleep '--machine beowulf --set udp.receive_buffer_bytes=5999' 100 1000 1000 5000000
says asleep '5 of 90 datagrams, 10 of 10 others, 0 not in order'

finish
