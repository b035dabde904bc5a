# counted.sh AP1000 PROGRAM WHOLE - counted computing takes the time that it is worth: in process, as processes, on one
# processor and on two; alarms, clocks and polls see it; and it is said. PROGRAM counts by hand (counted.c): an
# instruction of a cycle takes 40 ns on a cell. WHOLE also does what only a process can.
ap1000=$1 program=$2 whole=$3
. "$(dirname "$0")/checks.sh"
unset AP1000_CPU AP1000_TASKS AP1000_PROCESSORS
cp "$program" counted
cp "$whole" whole
bad() { failures=$((failures + 1)); echo "FAIL: $*"; }

# says LINE WAYS ARGUMENTS...: what the program prints on a cell, each way
says() {
    wanted=$1
    ways=$2
    shift 2
    for way in $ways; do
        got=$("$ap1000" run --on cell --tasks $way "$@" 2>&1)
        [ "$got" = "$wanted" ] || bad "$* ($way): '$got' instead of '$wanted'"
    done
}

says 'clock() 1000 ms, wall 1000.18 ms, times() 100 ticks' 'inprocess process' ./counted clocks
says 'clock() 500 ms, wall 500.09 ms, times() 50 ticks' 'inprocess process' --set cell.processor.cycle_ns=20 ./counted clocks
says 'clock() 0 ms, wall 0.00 ms, times() 0 ticks' 'inprocess process' --cpu none ./counted clocks
says 'alarm at 100.0 of 1000.0 ms
every 50 ms: 100.0 150.0 200.0 250.0 of 250.0 ms' process ./whole alarms
says 'out of the alarm at 100.0 ms' process ./whole jumps
says '30 polls' 'inprocess process' ./counted polls
says 'at the first call 500.0 ms, of them clock() 500' 'inprocess process' ./counted before

# The host's processor is the cells', unless the machine file says otherwise.
for set in host.processor.cycle_ns=80 cell.processor.cycle_ns=80; do
    got=$("$ap1000" run --set $set ./counted clocks 2>&1)
    case $got in 'clock() 2000 ms'*) ;; *) bad "on the host with $set: $got" ;; esac
done

# A child of fork begins with nothing; the threads of a task count, at their end at the latest.
got=$("$ap1000" run --on cell ./whole forks 2>&1)
[ "$got" = 'child: a task, clock() 0 and 10 ms more' ] || bad "fork: $got"
got=$("$ap1000" run --on cell ./whole threads 2>&1)
[ "$got" = 'threads: 105 ms' ] || bad "threads: $got"

# The same trace to the byte, whoever runs the tasks.
for way in '--tasks inprocess' '--tasks process --processors 1' '--tasks process --processors 2'; do
    name=$(echo "$way" | tr -d ' -')
    "$ap1000" run $way --trace "$name.json" ./counted farm 4 >"$name.out" 2>&1 || bad "$way: $(cat "$name.out")"
    cmp tasksinprocess.json "$name.json" || bad "$way: the trace differs"
    cmp tasksinprocess.out "$name.out" || bad "$way: the output differs"
done
grep -q '"name":"computing","args":{"how":"counted","charged_ns":' tasksinprocess.json || bad 'the trace does not say that it is counted'
sum() { grep "$1" tasksinprocess.json | sed -n 's/.*"double_multiply":\([0-9]*\).*/\1/p' | awk '{ sum += $1 } END { print sum + 0 }'; }
[ "$(sum '"cat":"computing"')" = "$(sum '"how":"counted"')" ] || bad "the spans' classes are not those of the tasks: $(sum '"cat":"computing"')"

# It is said.
"$ap1000" run --report=r.txt ./counted farm 4 >/dev/null 2>&1
grep -q '^computing is counted: .* ms in 5 tasks: double_multiply [0-9]* %, load8 [0-9]* %' r.txt || bad "report: $(sed -n 1,4p r.txt)"
COUNTED_NOT=1 "$ap1000" run --report=r.txt ./counted farm 4 >/dev/null 2>&1
grep -q '^computing costs nothing here: counted was not compiled counted: cc counted.c ' r.txt || bad "free: $(sed -n 1,4p r.txt)"
"$ap1000" run --cpu none --report=r.txt ./counted farm 4 >/dev/null 2>&1
grep -qx 'computing costs nothing here: --cpu none' r.txt || bad "none: $(sed -n 1,4p r.txt)"
"$ap1000" run --report=a.json ./counted farm 4 >/dev/null 2>&1
"$ap1000" run --cpu none --report=b.json ./counted farm 4 >/dev/null 2>&1
"$ap1000" compare a.json b.json | grep -q '^computing is counted in A and free in B' || bad 'compare does not warn'
"$ap1000" sweep --cells 1,4 -- ./counted farm 4 2>/dev/null | grep -q '^4	.*	counted$' || bad 'sweep has no word'

# What cannot be.
got=$("$ap1000" run --cpu counted /bin/true 2>&1) && bad '--cpu counted runs what was not compiled so'
case $got in 'ap1000: --cpu counted: /bin/true was not compiled counted: cc true.c $(pkg-config --cflags --libs pvm3-counted)'*) ;; *) bad "counted: $got" ;; esac
"$ap1000" run --cpu counted ./counted farm 2 >/dev/null 2>&1 || bad '--cpu counted does not run what was'
got=$(COUNTED_NOT=1 "$ap1000" run --cpu counted ./counted farm 2 2>&1) && bad '--cpu counted lets a task join whose counters nobody knows'
case $got in 'ap1000: t40001 on the host was not compiled counted: '*) ;; *) bad "join: $got" ;; esac
"$ap1000" check ./counted | grep -q '^  computing: compiled counted: ' || bad 'check: counted'
"$ap1000" check /bin/true | grep -q '^  computing: was not compiled counted: ' || bad 'check: not counted'
got=$(COUNTED_VERSION=99 "$ap1000" run --on cell ./counted clocks 2>&1)
case $got in 'libpvm: a part of this program was compiled counted by version 99, and this library knows version 1: '*) ;; *) bad "version: $got" ;; esac
finish
