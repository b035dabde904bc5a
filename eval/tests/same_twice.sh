# same_twice.sh PREFIX - the same program on the same machine gives the same order and times, to the nanosecond, even
# under load.
. "$(dirname "$0")/common.sh"

compile order "$here/order.c"
compile onetoone "$here/../programs/onetoone.c"

twice() { # NAME COMMAND...: runs it undisturbed, again, and beside busy processes.
    what=$1
    shift
    run "$what.first" "$@"
    run "$what.second" "$@"
    busy=
    for _ in 1 2 3 4; do
        timeout 60 sh -c 'while :; do :; done' &
        busy="$busy $!"
    done
    run "$what.loaded" "$@"
    # shellcheck disable=SC2086 # a list of words
    kill $busy 2>/dev/null
    # shellcheck disable=SC2086
    wait $busy 2>/dev/null
    for i in first second loaded; do ended "$what.$i" 0; done
    same "$what.first.out" "$what.second.out" "$what run again"
    same "$what.first.out" "$what.loaded.out" "$what under load"
}
twice order ./order now
lines order.first.out 60 't[0-9a-f]+ [0-9]+\.[0-9]{9}'
twice onetoone ./onetoone host-cell -n 16 -r 10
lines onetoone.first.out 18 '.*'
finish
