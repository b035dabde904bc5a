# workstations.sh AP1000 COMMAND... - ordinary PVM programs print the same on networks that lose 0, 5 and 20 % of their packets:
# datagrams of PVM's daemons and of Suci on workstations and a cluster, TCP's segments; and where a switch's ports drop frames.
ap1000=$1
shift
. "$(dirname "$0")/checks.sh"

same() { # WHAT OPTION...: $command prints the same with these
    what=$1
    shift
    # shellcheck disable=SC2086 # a command has words
    "$ap1000" run "$@" $command >out || bad "$command with $what ended with $?"
    cmp -s first out || { diff first out; bad "$command: other results with $what"; }
}

for command; do
    # shellcheck disable=SC2086
    "$ap1000" run --machine workstations $command >first || bad "$command ended with $?"
    [ -s first ] || bad "$command printed nothing"
    for percent in 5 20; do
        loss=loss_ppm=${percent}0000
        same "$percent % loss on workstations" --machine workstations --set "udp.$loss"
        for transport in daemons suci; do
            same "$percent % loss by $transport of a cluster" --machine beowulf --cells 4 --set machine.transport=$transport --set "udp.$loss"
        done
        same "$percent % loss by Suci on workstations" --machine workstations --set machine.transport=suci --set "udp.$loss"
        # TCP waits for 1 s before it sends again, which is how long scores wait for what they take for settled.
        case $command in *.score) continue ;; esac
        same "$percent % loss under TCP" --machine beowulf --cells 4 --set "tcp.$loss"
    done
    for transport in tcp suci; do
        same "ports of 4000 byte under $transport" --machine beowulf --cells 4 --set machine.transport=$transport --set switch.port_queue_bytes=4000
    done
    echo "same with 0, 5 and 20 % loss: ${command##*/}"
done
finish
