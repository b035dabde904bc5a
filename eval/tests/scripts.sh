# scripts.sh EVAL - the scripts of the evaluation notice what is wrong: a measurement that fails in the background, a figure that
# is off, a test that fails. EVAL: this folder's parent. Nothing is built or installed for it.
set -u
export LC_ALL=C.UTF-8 # as setup.sh says it
eval=$(cd "$1" && pwd) || exit 1
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
failed=0

# gives WHAT CODE TEXT COMMAND...: it ends with this exit code (`not0`: any but 0), and TEXT is part of what it prints.
gives() {
    what=$1 code=$2 text=$3
    shift 3
    "$@" >said 2>&1
    actual=$?
    [ "$code" = not0 ] && [ $actual -ne 0 ] && code=$actual
    if [ "$actual" != "$code" ] || { [ -n "$text" ] && ! grep -qF -e "$text" said; }; then
        echo "FAIL: $what: expected exit code $code and '$text'; actual: $actual and"
        cat said
        failed=1
    fi
}

# measuring.sh: what runs in the background counts, wherever it stands in the list.
mkdir -p measured/programs measured/data measured/fits
for order in 'true false' 'false true' 'false false' 'true true'; do
    set -- $order
    cat >measurement.sh <<EOT
. "$eval/measuring.sh"
beside $1
beside $2
await
echo went on
EOT
    case $order in
    'true true') gives "in the background: $order" 0 'went on' sh measurement.sh "$eval/programs" "$tmp/measured" ;;
    *) gives "in the background: $order" not0 '' sh measurement.sh "$eval/programs" "$tmp/measured"
        grep -q 'went on' said && { echo "FAIL: in the background: $order: it went on"; failed=1; } ;;
    esac
done

# A table has its heads once, and each command above its rows.
mkdir -p stand-ins
cat >stand-ins/ap1000 <<'EOT'
#!/bin/sh
if [ "$1" = info ]; then echo "a machine: $2"; else for last; do :; done; printf 'size_bytes\ttime_us\n%s\t7\n' "$last"; fi
EOT
chmod +x stand-ins/ap1000
cat >measurement.sh <<EOT
. "$eval/measuring.sh"
table series 'a title' --cells
rows series '--cells 2' program 1
rows series '--cells 2' program 2
EOT
PATH=$tmp/stand-ins:$PATH sh measurement.sh "$eval/programs" "$tmp/measured" || { echo "FAIL: rows: code $?"; failed=1; }
printf '%s\n' '# a title' '# machine, as ap1000 info prints it:' '# a machine: --cells' '# command: ap1000 run --cells 2 program 1' \
    "size_bytes	time_us" "1	7" '# command: ap1000 run --cells 2 program 2' "2	7" >expected
cmp -s measured/data/measurement.series.tsv expected || { echo 'FAIL: rows'; diff measured/data/measurement.series.tsv expected; failed=1; }

# medians.awk: of an odd and of an even number of runs (run 0 is the first one, alone), and ratios run by run.
{
    printf 'head\n'
    printf '1\tring\t4\t8\tlap\tprocess\t%s\t%s\t%s\t9\n' 0 90 90 1 10 4 2 40 8 3 20 2
    printf '1\tring\t4\t8\tlap\tother\t%s\t%s\t%s\t7\n' 0 50 50 1 20 8 2 40 4
} >runs.tsv
awk -f "$eval/speed/middle.awk" -f "$eval/speed/medians.awk" runs.tsv | sed 1d | cut -f 6-13,15 >medians
printf 'process\t3\t20\t10\t40\t4\t2\t8\t1\nother\t2\t30\t20\t40\t6\t4\t8\t1.5\n' >expected
cmp -s medians expected || { echo 'FAIL: medians.awk'; diff medians expected; failed=1; }

# compare.awk: kinds, differences, and whose figure it is.
tab=$(printf '\t')
row() { (IFS=$tab; printf '%s\n' "$*"); }
row one latency 100 us calibrated >paper.tsv
row one bandwidth 5 MB/s predicted >>paper.tsv
{ row one bandwidth x 4 6.013; row one latency x 90 110; } >intervals.tsv # that of a calibrated figure is the paper's own
{ row latency 105 us; row bandwidth 4.9 MB/s; row other 3 us; row theirs 4 us; row own 8 us 7 9; } >one.tsv
: >otherpapers.tsv
{ row one theirs 5 us predicted 'from memory' 0.5 'Brent, recalled' recalled; row one other 5 us - no - - recalled; } >elsewhere.tsv
awk -f "$eval/digits.awk" -f "$eval/compare.awk" paper.tsv otherpapers.tsv elsewhere.tsv intervals.tsv one.tsv >results.tsv
{
    row figure quantity value unit paper difference_percent kind low high publication
    row one latency 105 us 100 5.00 calibrated - - PVM/AP1000
    row one bandwidth 4.9 MB/s 5 -2.00 predicted 4.0 6.1 PVM/AP1000
    row one other 3 us - - computed - - -
    row one theirs 4 us 5 -20.00 predicted - - 'Brent, recalled'
    row one own 8 us - - computed 7 9 -
} >expected
cmp -s results.tsv expected || { echo 'FAIL: compare.awk'; diff results.tsv expected; failed=1; }

# compare.awk: what is no number, or is there twice, is no result.
for value in '' - -nan nan inf -inf 1e 0x10 '5 ms'; do
    { row latency 105 us; row bandwidth "$value" MB/s; } >one.tsv
    gives "the value '$value'" 1 "compare: one, bandwidth: the value is no number: \"$value\"" \
        awk -f "$eval/digits.awk" -f "$eval/compare.awk" paper.tsv otherpapers.tsv elsewhere.tsv intervals.tsv one.tsv
done
{ row latency 105 us inf 3; } >one.tsv
gives 'an end that is no number' 1 'compare: one, latency: the low end is no number: "inf"' awk -f "$eval/digits.awk" -f "$eval/compare.awk" paper.tsv otherpapers.tsv elsewhere.tsv intervals.tsv one.tsv
{ row latency 105 us; row latency 105 us; } >one.tsv
gives 'a row twice' 1 'compare: one, latency: there twice' awk -f "$eval/digits.awk" -f "$eval/compare.awk" paper.tsv otherpapers.tsv elsewhere.tsv intervals.tsv one.tsv

# measuring.sh: a command that fails ends the measurement, wherever its exit code is lost.
cat >stand-ins/ap1000 <<'EOT'
#!/bin/sh
[ "$1" = info ] || { echo 1; exit 125; }
EOT
for where in 'ap1000 run x | cat' 'quantity a "$(ap1000 traffic x)" us' 'ap1000 run x || :' 'beside eval "ap1000 run x | cat"' 'for i in 1; do ap1000 run x; done | sort'; do
    printf '. "%s/measuring.sh"\n%s\nawait\nquantity b 2 us\necho went on\n' "$eval" "$where" >measurement.sh
    rm -f measured/fits/*
    gives "$where" 1 'measurement: ap1000 ' env PATH="$tmp/stand-ins:$PATH" sh measurement.sh "$eval/programs" "$tmp/measured"
    if grep -q 'went on' said; then echo "FAIL: $where: it went on"; failed=1; fi
done

# verify.sh, publish.sh: one line says what is wrong with what they are given.
rows=$eval/published/results.tsv
: >empty
gives 'verify.sh with one file' 2 'verify: the published rows and those of a run are wanted' sh "$eval/verify.sh" "$rows"
gives 'verify.sh with a folder' 2 "verify: '$eval' is a folder" sh "$eval/verify.sh" "$rows" "$eval"
gives 'verify.sh with a file that is not there' 2 "verify: 'none' is empty, or cannot be read" sh "$eval/verify.sh" none "$rows"
gives 'verify.sh with an empty file' 2 "verify: 'empty' is empty, or" sh "$eval/verify.sh" empty "$rows"
gives 'verify.sh with one file twice' 0 'rows are the published ones' sh "$eval/verify.sh" "$rows" "$rows"
gives 'publish.sh with a word too many' 2 "publish: nobody asked for 'more'" sh "$eval/publish.sh" run folder more

# growth.sh: a run that fails has no median.
{ sed -n '/^median() {/,/^}/p' "$eval/speed/growth.sh"; echo 'repetitions=3; a=$(median "$@") || exit 1; echo "median $a"'; } >median.sh
gives 'the median of one number' 0 'median 7' sh median.sh echo 7
gives 'the median of runs that fail' 1 '' sh median.sh sh -c 'echo 7; exit 1'

# expand.awk: nothing that is asked for is missing.
printf 'figure\tquantity\tvalue\none\tlatency\t5\n' >measured.tsv
for what in 'one|x' 'elsewhere:one|x|%.1f' 'paper:one|x|%.1f' 'ratio:one|latency|x|%.1f' 'param:x.y'; do
    echo "so {$what} it is" >text.md
    gives "expand.awk, $what" 1 'report: the text asks for' awk -v info=/dev/null -v papers= -f "$eval/digits.awk" -f "$eval/report/expand.awk" measured.tsv /dev/null /dev/null text.md
done

# table.awk: a calibrated figure that is off by more than 3 %, either way, ends it with 1.
table() { awk -f "$eval/digits.awk" -f "$eval/table.awk" results.tsv; }
gives 'a calibrated figure 5 % too large' 1 'one: latency is +5.00 % off the paper' table
sed -i "s/105${tab}us${tab}100${tab}5.00/95${tab}us${tab}100${tab}-5.00/" results.tsv
gives 'a calibrated figure 5 % too small' 1 'one: latency is -5.00 % off the paper' table
sed -i "s/95${tab}us${tab}100${tab}-5.00/102${tab}us${tab}100${tab}2.00/" results.tsv
gives 'a calibrated figure 2 % off' 0 'All 1 calibrated figures lie within 3 %' table

# fit.gp: a line, and what it is called. No picture or fit depends on the settings of whoever runs gnuplot.
gives 'gnuplot as it is installed' 1 '' grep -n 'gnuplot -[ce]' "$eval"/*.sh "$eval"/*/*.sh
if command -v gnuplot >/dev/null; then
    { row bytes transfers time_us; row 0 10 5; row 100 10 25; row 200 10 45; } >line.tsv
    gnuplot -d -c "$eval/fit.gp" line.tsv path ', long messages' >fitted
    { row 'path latency, long messages' 5 us; row 'path time per byte, long messages' 0.2 us/byte; row 'path bandwidth, long messages' 5 MB/s
      row 'path half-performance length, long messages' 25 byte; } >expected
    cmp -s fitted expected || { echo 'FAIL: fit.gp'; diff fitted expected; failed=1; }
fi

# compare.awk: what follows is a kind of the paper's rows, with an interval.
row one share 3 % follows >paper.tsv
row one share x 8 10 >intervals.tsv
row share 9 % >one.tsv
awk -f "$eval/digits.awk" -f "$eval/compare.awk" paper.tsv otherpapers.tsv intervals.tsv one.tsv | sed 1d >results.tsv
row one share 9 % 3 200.00 follows 8.0 10.0 PVM/AP1000 >expected
cmp -s results.tsv expected || { echo 'FAIL: compare.awk, follows'; diff results.tsv expected; failed=1; }

# measuring.sh, judge: all points count, and less than 5 % is no difference.
cat >measurement.sh <<EOT
. "$eval/measuring.sh"
judge falls falls 2.35 1.43 1.34 1.83
judge falls falls 4 3 2
judge rises rises 30.00 30.15
judge rises rises 30 32 34
judge alike alike 1 1.04 0.97
judge alike alike 1 1.04 1.06
judge within within 1.3 2.8 1.3 2.8 2
judge within within 1.3 2.8 1.2 2
judge linear linear 2 30 4 16 8 9
judge linear linear 2 30 4 16 8 10
EOT
rm -f measured/fits/*
sh measurement.sh "$eval/programs" "$tmp/measured"
cut -f 1,2 measured/fits/measurement.tsv >judged
printf '%s\n' 'falls	0' 'falls	1' 'rises	0' 'rises	1' 'alike	1' 'alike	0' 'within	1' 'within	0' 'linear	1' 'linear	0' >expected
cmp -s judged expected || { echo 'FAIL: judge'; diff judged expected; failed=1; }

# report/text.md: what was measured or printed is looked up. A number that stands there by hand is a name, a number of tasks, cells or
# bytes, or a word of a paper's; none has a unit of something measured.
awk '{
    line = $0
    if (line ~ /^@/) next
    gsub(/\{[^}]*\}/, "{}", line)
    gsub(/`[^`]*`|AP1000|PVM 3[.0-9]*|SPLASH-2|middle 95 %|1\/(100|150|67)|25 MHz against 166/, "", line)
    while (match(line, /[0-9][0-9.,]*/)) {
        n = substr(line, RSTART, RLENGTH)
        rest = substr(line, RSTART + RLENGTH)
        sub(/[.,]$/, "", n)
        settings = n ~ /^(1000|4000|16000|1024|1994|1999|2003)$/ || rest ~ /^ (cells|tasks|bytes?|points)/
        if (n ~ /[.,]/ || (n + 0 > 64 && !settings) || rest ~ /^ (µs|us|ms|s|ns|%|per cent|MB\/s|Mflop\/s|times)([ .,;:)]|$)/) print FNR ": " n rest
        line = rest
    }
}' "$eval/report/text.md" >by-hand
[ ! -s by-hand ] || { echo 'FAIL: report/text.md has numbers that no row gives:'; cat by-hand; failed=1; }

# test.sh: what its last lines count. A stand-in for meson writes the log of a run.
{ sed -n '/^run_tests() {/,/^}/p; /^count() {/,/^}/p' "$eval/test.sh"; echo 'run_tests tests dir; count'; } >counting.sh
grep -q '^count() {' counting.sh && grep -q '^run_tests() {' counting.sh || { echo 'FAIL: no count or run_tests in test.sh'; failed=1; }
mkdir -p bin dir/meson-logs
cat >bin/meson <<'EOT'
#!/bin/sh
cat log >dir/meson-logs/tests.json
exit "$(cat code)"
EOT
chmod +x bin/meson
counted() { env PATH="$tmp/bin:$PATH" sh -c 'out=. rows=rows; : >rows; clear_line() { :; }; . ./counting.sh'; }
result() { printf '{"name": "project:%s / a \\"name\\" of it", "stdout": "", "result": "%s", "starttime": 1}\n' "$1" "$2"; }
{ result unit OK; result unit OK; result model OK; result model SKIP; } >log
echo 0 >code
gives 'all pass but one that is skipped' 0 '3 passed, 0 failed, 1 skipped' counted
for bad in FAIL ERROR TIMEOUT INTERRUPT UNEXPECTEDPASS; do
    { result unit OK; result model $bad; } >log
    echo 1 >code
    gives "a test that ends with $bad" 1 '1 passed, 1 failed' counted
    gives "its suite, $bad" 1 '  0 passed, 1 failed' counted
done
result unit OK >log
gives 'meson fails, though no test does' 1 '1 passed, 1 failed' counted
: >log
echo 0 >code
gives 'no test ran' 1 '0 passed, 1 failed' counted
exit $failed
