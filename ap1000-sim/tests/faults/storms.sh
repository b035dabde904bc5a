# storms.sh AP1000 STORM VICTIM SEEDS [COMMAND...] - whole runs amid signals that change nothing (storm.c): every process of the run is
# stopped and goes on at any moment, and its system calls are interrupted. Output, exit code and trace are those of a run without.
# With COMMAND only this, instead of VICTIM's programs on the simulated machine; its output and exit code are compared.
ap1000=$1 storm=$2 victim=$3 seeds=$4
shift 4
. "$(dirname "$0")/../programs/checks.sh"
export VICTIM_HANDLES=1 # each task handles SIGUSR1, where it is a process

# same WHAT COMMAND...: once in peace, then amid a storm of each seed.
same() {
    what=$1
    shift
    run peace "$@"
    [ "$(cat peace.code)" = 0 ] && [ -s peace.out ] || { # twice nothing is the same, too
        bad "$what does not run in peace: code $(cat peace.code)"
        cat peace.err
        return
    }
    for seed in $(seq "$seeds"); do
        run storm "$storm" "$seed" "$@"
        for part in out err code trace; do
            cmp -s "peace.$part" "storm.$part" && continue
            bad "$what, seed $seed ($(cat sent)): $part differs"
            diff "peace.$part" "storm.$part" | head -n 5
        done
        echo "$what, seed $seed: $(cat sent)"
    done
}

run() {
    name=$1
    shift
    : >trace
    "$@" >"$name.out" 2>"$name.err" 3>sent </dev/null
    echo $? >"$name.code"
    mv trace "$name.trace"
}

if [ $# -gt 0 ]; then
    same "$*" "$@"
else
    for program in ring farm files; do
        same "$program as processes" "$ap1000" run --tasks process --trace trace "$victim" $program
        same "$program on two processors" "$ap1000" run --processors 2 --trace trace "$victim" $program
        unset VICTIM_HANDLES
        same "$program in process" "$ap1000" run --tasks inprocess --trace trace "$victim" $program
        export VICTIM_HANDLES=1
    done
fi
finish
