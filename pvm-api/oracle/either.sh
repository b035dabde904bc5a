# either.sh - for scripts to read in that play programs on PVM 3.4.6 or on the simulated machine: $where is real or machine. Makes $work, a
# folder that goes with the script, and starts the daemon; $libraries are the folders of the libraries on the simulated machine.
work=$(mktemp -d /tmp/pvm.XXXXXX)
daemon=
trap '[ -z "$daemon" ] || { kill $daemon 2>/dev/null; wait $daemon 2>/dev/null; }; rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
if [ "$where" = real ]; then
    sh "$here/../../oracle/is_here.sh" || { echo "skipped: no PVM 3.4.6 to compare with (Debian package pvm)"; exit 77; }
    unset LD_LIBRARY_PATH PVM_ARCH PVM_PATH PVM_EXPORT PVM_DPATH PVM_WD
    . "$here/../../oracle/real.sh"
    start_real || exit
else
    export LD_LIBRARY_PATH="$libraries"
fi

# played OPTIONS PROGRAM ARGUMENTS: there, or here with these options (one word).
played() {
    machine=$1
    shift
    # shellcheck disable=SC2086
    if [ "$where" = real ]; then timeout 1000 "$@" # a last guard: what hangs is said
    else "$AP1000_COMMAND" run $machine "$@"; fi
}

# compare COMMAND CODE SAID: exit code $got and the lines in $work/said are what is wanted (lines with ; between them).
compare() {
    if [ "$got" = "$2" ] && paste -sd ';' "$work/said" | grep -qxE "$3"; then
        echo "ok: $1"
    else
        echo "not ok: $1: exit code $got, wanted $2; said:"
        cat "$work/said"
        echo "wanted: $3"
        failed=1
    fi
}
