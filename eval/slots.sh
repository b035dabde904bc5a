# slots.sh - as many simulations at once as there are processors, however many measurements run side by side: each `ap1000 run` and
# `ap1000 traffic` takes a slot first. Sourced by what starts simulations; it knows no measurement. EVAL_SLOTS is a named pipe with one
# empty line for each free slot (make_slots); where it is not set there is no limit. EVAL_FAILURES is a file to which every command that
# fails adds a line: a pipeline or a $(...) hides an exit code, the file does not (measuring.sh ends a measurement by it).

# make_slots FILE N
make_slots() {
    mkfifo "$1"
    exec 9<>"$1" # open at both ends, or the lines would go with who wrote them
    n=$2
    while [ "$n" -gt 0 ]; do echo >&9; n=$((n - 1)); done
    export EVAL_SLOTS="$1"
}

# ap1000 WORD...: the command. A slot is given back however it ends.
ap1000() {
    slot=none code=0
    case ${EVAL_SLOTS:+$1} in
    run | traffic)
        [ -p "$EVAL_SLOTS" ] || return 1 # the evaluation has ended
        read -r slot <>"$EVAL_SLOTS" ;;
    esac
    command ap1000 "$@" || code=$?
    [ "$slot" = none ] || [ ! -p "$EVAL_SLOTS" ] || echo "$slot" 1<>"$EVAL_SLOTS"
    # 141: who reads has all that it wants, and has closed the pipe
    [ $code = 0 ] || [ $code = 141 ] || [ -z "${EVAL_FAILURES-}" ] || echo "ap1000 $*: exit code $code" >>"$EVAL_FAILURES"
    return $code
}
