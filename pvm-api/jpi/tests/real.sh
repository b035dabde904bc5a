# real.sh BUILD_FOLDER JAVAC: the same class files and library on PVM 3.4.6. Its times are real, so they are not looked at.
. "$(dirname "$0")/common.sh"
sh "$here/../../oracle/is_here.sh" || { echo 'skipped: no PVM 3.4.6 to compare with (Debian package pvm)'; exit 77; }
library=$(ldconfig -p 2>/dev/null | sed -n 's/.* => \(.*libpvm3\.so\.3\)$/\1/p' | head -n 1)
[ -n "$library" ] || { echo 'skipped: no libpvm3.so.3 of PVM 3.4.6'; exit 77; }
for name in $(env | sed -n 's/^\(PVM_[A-Z]*\|AP1000_[A-Z]*\)=.*/\1/p'); do unset "$name"; done
LD_LIBRARY_PATH=$(dirname "$library")
export LD_LIBRARY_PATH
. "$here/../../oracle/real.sh"
daemon=
trap '[ -z "$daemon" ] || { kill $daemon 2>/dev/null; wait $daemon 2>/dev/null; }; rm -rf "$work"' EXIT
start_real || exit

run 0 timeout 1000 "$jrun" -nt 2 -nw 2 PingPong 65536
lines out 17
says err 'Thread 1 on .*'
lines err 2
run 0 timeout 1000 "$jrun" -nt 2 -nw 2 Objects apart
says out '41 tried, 0 wrong'
run 0 timeout 1000 "$jrun" -nt 5 -nw 3 $small Matching 11 6
says out 'seed 11: 5 ranks, 0 errors'
run 0 timeout 1000 "$jrun" -nt 4 -nw 2 $small Mpj 2
says out '4 ranks, 0 wrong'
run 1 timeout 1000 "$jrun" -nt 2 -nw 2 $small Fails exception
says err 'jpi: rank 1 on .*: java.lang.IllegalStateException: for the test'
run 7 timeout 1000 "$jrun" -nt 2 -nw 2 $small Fails exit
run 1 timeout 1000 "$jrun" -nt 3 -nw 3 $small Fails killed
says err 'jpi: the process of rank 1 on .* died before it had ended'
lines err 2
run 1 timeout 1000 "$jrun" -nt 1 -J-Xnonsense PingPong
says err 'jpi: the process of rank 0 on .* died before it had ended'
# Ranks that compute for ever go with JRun: once both processes are there, and some seconds older.
"$jrun" -nt 2 -nw 2 $small Fails spin >"$work/out" 2>"$work/err" </dev/null &
pid=$!
until [ "$(pgrep -fc "$work.*jpi.Worker")" -ge 2 ] || ! kill -0 $pid; do sleep 0.2; done
sleep 6
kill -TERM $pid
wait $pid
[ $? -eq 143 ] || wrong 'SIGTERM did not end JRun with 143'
await_ends
done_testing
