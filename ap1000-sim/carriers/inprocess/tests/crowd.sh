# crowd.sh AP1000 CROWD REFUSED - several threads, and what only one has: a turn for which no thread is free, an output of any
# length, a folder. One processor is the judge.
set -u
ap1000=$(realpath "$1") crowd=$(realpath "$2") refused=$(realpath "$3")
. "$(dirname "$0")/../../../tests/programs/checks.sh"

for processors in 1 2 3; do
    said=$(AP1000_TURNS=elsewhere "$ap1000" run --tasks inprocess --processors $processors "$crowd" prints 2>/dev/null </dev/null)
    [ "$said" = 'kept little
over' ] || bad "prints, $processors: $said"
done

printf '#!/bin/sh\ncd /usr && exec "%s" folder "%s"\n' "$crowd" "$crowd" >master
chmod +x master
for processors in 1 2 3; do
    said=$(AP1000_TURNS=elsewhere "$ap1000" run --tasks inprocess --processors $processors ./master 2>&1 </dev/null | grep -c '^\[t4000[234]\] in /usr$')
    [ "$said" -eq 3 ] || bad "folder, $processors: $said tasks begin there"
done

for processors in 1 2 3; do
    said=$("$ap1000" run --tasks inprocess --processors $processors "$crowd" jumps 2>&1 </dev/null | grep -c 'signals: as before$')
    [ "$said" -eq 3 ] || bad "jumps, $processors: $said tasks leave the thread's signals as they were"
done

# Without the right to a folder for each thread there is one thread. (77: nothing can be refused here.)
said=$("$refused" "$ap1000" run --tasks inprocess --processors 2 "$crowd" folder 2>/dev/null </dev/null)
code=$?
[ "$code" -eq 77 ] || [ "$said" = over ] || bad "refused: exit code $code, $said"

# Those who compute for ever are named, the others go on, and a signal ends the run.
for processors in 1 2 3; do
    : >out
    "$ap1000" run --tasks inprocess --processors $processors --patience 0.2 "$crowd" endless >out 2>err </dev/null &
    pid=$!
    until grep -q over out; do kill -0 $pid || break; sleep 0.05; done
    kill -TERM $pid
    wait $pid
    [ $? -eq 143 ] || bad "endless, $processors: 143 is wanted"
    [ "$(grep -c 'has computed for' err)" -eq 2 ] || bad "endless, $processors: $(cat err)"
done

# One that stands in libc is named, with its call, and ends with the run, which ends in order.
mkfifo fifo
for way in none elsewhere; do
    for kept in "" yes; do
        : >err
        [ -z "$kept" ] || exec 3<>fifo # it can be opened, and nothing comes
        AP1000_TURNS=$way "$ap1000" run --tasks inprocess --processors 2 --report=report "${crowd%crowd}blocked" "$work/fifo" 2>err </dev/null 3>&- &
        pid=$!
        until [ -e begun ]; do kill -0 $pid || break; sleep 0.05; done
        [ $way = elsewhere ] ||
            until grep -q "has been in a call of $([ -z "$kept" ] && echo fopen || echo fgets) for a second" err; do kill -0 $pid || break; sleep 0.05; done
        kill -TERM $pid
        wait $pid
        [ $? -eq 143 ] && [ -s report ] && ! grep -q hangs err || bad "blocked, $way $kept: $(cat err)"
        rm -f report begun
    done
done
finish
