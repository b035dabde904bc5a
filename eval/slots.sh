# slots.sh - as many simulations at once as there are processors, however many measurements run side by side: each `ap1000 run` and
# `ap1000 traffic` takes a slot first. Sourced by what starts simulations; it knows no measurement. EVAL_SLOTS is a named pipe with one
# empty line for each free slot (make_slots); where it is not set there is no limit.

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
    case ${EVAL_SLOTS:+$1} in
    run | traffic) ;;
    *) command ap1000 "$@"; return ;;
    esac
    read -r slot <>"$EVAL_SLOTS"
    code=0
    command ap1000 "$@" || code=$?
    echo "$slot" 1<>"$EVAL_SLOTS"
    return $code
}
