# twice.sh PROGRAM LIBRARY_FOLDERS ARGUMENTS...: two runs of the program on machines of their own print the same lines,
# at least 100.
set -u
program=$1
export LD_LIBRARY_PATH="$2"
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for run in first second; do
    timeout 1000 "$program" "$@" >"$work/$run" 2>&1 </dev/null || { echo "the $run run ended with $?"; cat "$work/$run"; exit 1; }
done
diff "$work/first" "$work/second" || exit 1
[ "$(wc -l <"$work/first")" -ge 100 ] || { echo 'too few lines:'; cat "$work/first"; exit 1; }
