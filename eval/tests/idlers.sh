# idlers.sh PREFIX - tasks that sleep, pause or only read the clock do not hold up other tasks; signals and kills reach
# them; and the time at which a task died is the same in every run.
. "$(dirname "$0")/common.sh"

compile idlers "$here/idlers.c"
run idlers ./idlers
ended idlers 0
exactly idlers.out <<END
sleep: woken, returned 999, killed
usleep: woken, returned -1, killed
pause: woken, returned -1, killed
clock: woken, returned 0, killed
nrecv: woken, returned 0, killed
END

run first ./idlers abort 16
ended first 0
lines first.err 16 'ap1000: t[0-9a-f]+ on cell [0-9]+ died of SIGABRT at [0-9.]+ ms'
for i in 1 2 3 4 5; do
    run again ./idlers abort 16
    same first.err again.err "the times of 16 deaths, run $i"
done
finish
