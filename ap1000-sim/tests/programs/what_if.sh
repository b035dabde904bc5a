# what_if.sh AP1000 PROGRAM - numbers of the machine file for one run (--set, $AP1000_SET), many runs (sweep), two runs side by side
# (compare). PROGRAM: round_trips, whose simulated time depends on the cost of a send.
set -u
checks=$(realpath "$(dirname "$0")/checks.sh") ap1000=$(realpath "$1") program=$(realpath "$2")
. "$checks"
unset AP1000_SET

time_of() { awk '$1 == "time_ns" { print $2 }' "$1"; }

# The same as in a machine file; the last of two wins; the environment too.
printf 'base = "ap1000"\n[cell]\nsend_us = 500\n' >slow.toml
"$ap1000" run --cells 4 --report=file.tsv --machine ./slow.toml "$program" >/dev/null
"$ap1000" run --cells 4 --report=set.tsv --set cell.send_us=1 --set cell.send_us=500 "$program" >/dev/null
AP1000_SET=cell.send_us=500 "$ap1000" run --cells 4 --report=environment.tsv "$program" >/dev/null
"$ap1000" run --cells 4 --report=plain.tsv "$program" >/dev/null
check 'a setting is the same as a machine file' test "$(time_of set.tsv)" = "$(time_of file.tsv)"
check 'and as the environment' test "$(time_of set.tsv)" = "$(time_of environment.tsv)"
check 'it changes the time' test "$(time_of set.tsv)" -gt "$(time_of plain.tsv)"
"$ap1000" info --set tnet.hop_us=3 tnet >info
check 'info shows it with where it came from' grep -qE '^  hop_us +3 us +own +--set$' info

# A sweep: the times of single runs; failed runs are said and leave a gap.
"$ap1000" sweep --cells 2,4 --set cell.send_us=14.92,500 --out s -- "$program" >sweep.out 2>sweep.err
check 'the sweep ends well' test $? -eq 0
check 'nothing is complained of' test "$(grep -vc 'these times are communication alone' sweep.err)" -eq 0
check 'a row for each machine' test "$(grep -c '^[0-9]' s.tsv)" -eq 4
check 'the time of a run by itself' grep -q "$(awk '$1 == "time_ns" { printf "^4\t500\t%.6f\t", $2 / 1e6 }' set.tsv)" s.tsv
check 'speed-up of the first of a series is 1' test "$(awk '/^2\t/ && $4 == "1.0000" && $5 == "1.0000"' s.tsv | wc -l)" -eq 2
check 'the pictures are there' test -s s-scaling.png -a -s s-scaling.svg
TMPDIR=$work "$ap1000" sweep --cells 2,4 --set cell.send_us=14.92,500 --out again -- "$program" 2>/dev/null | true
check 'the same again, though who was to read it has gone' cmp -s s.tsv again.tsv
printf '#!/bin/sh\n[ "$1" = 1 ] && exec "%s"\necho gone >&2; exit 7\n' "$program" >fails
chmod +x fails
"$ap1000" sweep --cells 1,8,9 --out bad -- ./fails '{cells}' >/dev/null 2>bad.err
check 'a run that fails is the exit code' test $? -eq 7
check 'and is said once, with its own words' test "$(grep -cx '  gone' bad.err)" -eq 1
check 'gnuplot has nothing to say of one point' test "$(grep -c Warning bad.err)" -eq 0
check 'and how many more there were' grep -q '^ap1000: sweep: 1 more run ended with the same words$' bad.err
"$ap1000" sweep --cells 2,4 --out free -- "$program" >/dev/null 2>free.err
check 'free computing is said' grep -q '^ap1000: sweep: these times are communication alone' free.err
check 'a row of a failed run has no sums' grep -qx "8	-	-	-	-	-	-" bad.tsv

# A number that the program prints, and the same machine with several seeds.
printf '#!/bin/sh\nprintf "%%0200000d result 3\\n" 0; echo "result"\nexec "%s"\n' "$program" >wide
chmod +x wide
"$ap1000" sweep --cells 2 --metric '0 result.*|result(.*)' --out wide -- ./wide >wide.out 2>&1
check "a long line; nothing found is no number: $(cat wide.out)" test "$(grep '^2' wide.tsv | cut -f8)" = -
"$ap1000" sweep --cells 2 --metric '.*result ([0-9])' --out wide -- ./wide >wide.out 2>&1
check "a long line: $(cat wide.out)" test "$(grep '^2' wide.tsv | cut -f8)" = 3
printf '#!/bin/sh\necho "result 1"; echo "result $1.5 of it"\nexec "%s"\n' "$program" >prints
chmod +x prints
"$ap1000" sweep --cells 2,4 --jitter 1ms --repeat 2 --metric 'result ([0-9.]+)' --out metric -- ./prints '{cells}' >metric.out 2>&1
check "seeds and a metric: $(cat metric.out)" test "$(grep '^[0-9]' metric.tsv | cut -f1,2,9 | tr '\t\n' ': ')" = '2:1:2.5 4:1:4.5 2:2:2.5 4:2:4.5 '

# What the environment sets is set for every run, and the table says so.
AP1000_CELLS=2 AP1000_SET=cell.send_us=500 "$ap1000" sweep --set cell.recv_us=14.92 --out variables -- "$program" >/dev/null 2>&1
"$ap1000" run --cells 2 --report=variables.report.tsv --set cell.send_us=500,cell.recv_us=14.92 "$program" >/dev/null
check 'a sweep takes what the environment sets' grep -q "^14.92	$(awk '$1 == "time_ns" { printf "%.6f", $2 / 1e6 }' variables.report.tsv)	" variables.tsv
check 'and says so' grep -q '^# .*, machine ap1000, AP1000_CELLS=2, AP1000_SET=cell.send_us=500$' variables.tsv
AP1000_CELLS=64 AP1000_SET=cell.send_us=500 "$ap1000" sweep --cells 4 --set cell.send_us=14.92 --out words -- "$program" >/dev/null 2>&1
check 'words win' grep -q "^4	14.92	$(awk '$1 == "time_ns" { printf "%.6f", $2 / 1e6 }' plain.tsv)	" words.tsv
"$ap1000" sweep --cells 1,2 --out none -- true >none.out 2>none.err
check 'a program without PVM has no time' test "$(grep -c '^[12]	-	-	-	-	-	-$' none.tsv)" -eq 2
check 'and it is said' grep -q 'no simulated time has passed: it has made no PVM call' none.err
"$ap1000" sweep --cells 4,2 --out falling -- "$program" >/dev/null 2>&1
check 'the fewest cells are the measure' grep -q '^2	[0-9.]*	1.0000	1.0000	' falling.tsv
printf '#!/bin/sh\n[ "$1" = 1 ] && exit 7\nexec "%s"\n' "$program" >later
chmod +x later
"$ap1000" sweep --cells 1,4,2 --keep --out later -- ./later '{cells}' >/dev/null 2>&1
check 'of those that ran' grep -q '^2	[0-9.]*	1.0000	1.0000	' later.tsv
AP1000_CELLS=none "$ap1000" sweep --set cell.send_us=1,2 -- "$program" >none.out 2>&1
check "a wrong number in the environment: $(cat none.out)" grep -q "^ap1000: --cells 'none': .* (AP1000_CELLS in the environment)$" none.out
AP1000_SET=cell.nothing=3 "$ap1000" sweep --cells 2 -- "$program" >none.out 2>&1
check "and a wrong name: $(cat none.out)" grep -q "^ap1000: --set .*cell.nothing.* (AP1000_SET in the environment)$" none.out
AP1000_CPU=fast "$ap1000" sweep --cells 2,4 --out fast -- "$program" >none.out 2>&1
check "and a wrong word: $(cat none.out)" grep -q "^ap1000: --cpu 'fast': .* (AP1000_CPU in the environment)$" none.out
check 'before the first run' test ! -e fast.tsv

# Interrupted, it keeps what it has, and leaves no folder.
cat >"$work/stops" <<EOT
#!/bin/sh
[ "\$1" != 4 ] || { touch "$work/reached"; exec sleep 60; }
exec "$program"
EOT
chmod +x "$work/stops"
mkdir tmp
for signal in INT TERM; do
    rm -f reached
    env --default-signal=INT TMPDIR="$work/tmp" "$ap1000" sweep --cells 2,4,8 --out kept -- "$work/stops" '{cells}' >kept.out 2>/dev/null &
    sweep=$!
    while [ ! -e reached ] && kill -0 $sweep 2>/dev/null; do sleep 0.05; done
    kill -$signal $sweep
    wait $sweep
    check "$signal: it ends of the signal" test $? -eq $((128 + $([ $signal = INT ] && echo 2 || echo 15)))
    check "$signal: the row that it had" test "$(grep -c '^[0-9]' kept.tsv)" -eq 1 -a "$(grep -c '^2	[0-9]' kept.tsv)" -eq 1
    check "$signal: it prints it too" cmp kept.tsv kept.out
    check "$signal: no folder is left" test -z "$(ls tmp)"
done

# Two runs side by side.
for name in a b; do
    set=$([ $name = a ] || echo '--set cell.send_us=500')
    # shellcheck disable=SC2086 # two words or none
    "$ap1000" run --cells 4 --trace $name.json --report=$name-report.json $set "$program" >/dev/null
done
"$ap1000" compare --all a.json b.json >compare.out
check 'traces are compared' test $? -eq 0
"$ap1000" compare --all a-report.json b-report.json >reports.out
check 'reports are compared' test $? -eq 0
"$ap1000" compare a-report.json b-report.json >short.out
check 'without --all only what differs' test "$(grep -c ' same$' short.out)" -eq 0
check 'how many are the same' grep -qE '^[0-9]+ more numbers are the same' short.out
AP1000_CELLS=4 AP1000_SET=cell.send_us=500 "$ap1000" run --report=c-report.json "$program" >/dev/null
"$ap1000" compare a-report.json c-report.json >variables.out
check 'a setting from the environment' grep -qEx '  cell\.send_us: A [0-9.]+; B 500' variables.out
sed '/^send_us /s/value = 14.92/value = 20/' "$AP1000_MACHINE_PATH/ap1000.toml" >ap1000.toml
"$ap1000" run --machine ./ap1000.toml --cells 4 --report=d-report.json "$program" >/dev/null
"$ap1000" compare a-report.json d-report.json >file.out
check "a number inside a machine file: $(sed 1,2d file.out | head -5)" grep -qE '^  cell\.send_us: A 14\.92; B 20$' file.out
check 'the same from elsewhere' grep -qx '  --cells: A 4 (command line); B 4 (AP1000_CELLS)' variables.out
sed 1,2d reports.out >as-json
for kind in tsv csv; do
    "$ap1000" run --cells 4 --report=a-report.$kind "$program" >/dev/null
    "$ap1000" run --cells 4 --report=b-report.$kind --set cell.send_us=500 "$program" >/dev/null
    "$ap1000" compare --all a-report.$kind b-report.$kind >$kind.out
    check "reports as $kind: the same table" sh -c "sed 1,2d $kind.out | cmp - as-json"
done
for file in compare.out reports.out; do
    check "$file: what was set differently comes first" test "$(sed -n '3,4p' $file | sed 's/A [0-9.]*/A x/')" = "$(printf 'set differently:\n  cell.send_us: A x; B 500')"
    check "$file: the time is that of the runs" grep -qE "^time of the run \[ms\] .* \+[0-9.]+ %$" $file
    check "$file: as many messages" grep -qE '^messages .* same$' $file
done
check 'both ways agree on the calls' test "$(grep -E '^pvm_' compare.out)" = "$(grep -E '^pvm_' reports.out)"
check 'the picture is there' test -s b-compare.png -a -s b-compare.svg
finish
