# results.sh PREFIX - the quick form of the evaluation: its results are within 3 % of the paper, its pictures are
# pictures, every row is the published one, a second run gives the same bytes, and wrong options get clear messages.
. "$(dirname "$0")/common.sh"
command -v gnuplot >/dev/null || skip 'no gnuplot (Debian package gnuplot-nox)'

# evaluate NAME OPTIONS...: has no time limit, since other programs may keep the computer busy.
evaluate() {
    name=$1
    shift
    sh "$here/../run.sh" --quick --prefix "$prefix" --out "$tmp/$name.d" "$@" >"$name.out" 2>"$name.err"
    echo $? >"$name.code"
}
# The rows are those of other computers, and of each run before: what a task is told does not depend on the computer.
evaluate once --verify "$here/../published"
ended once 0
[ -f once.d/results.tsv ] || finish
lines once.out 0 '.*\[[0-9]+/[0-9]+\].*' # no progress lines in a pipe
awk -F '\t' 'NR > 1 && $5 != "-" { print $1, $2, $7, ($6 <= 3 && $6 >= -3 ? "within 3 %" : $6) }' once.d/results.tsv >within
for path in cell-cell host-cell; do
    for quantity in latency 'time per byte' bandwidth; do
        lines within 1 "onetoone $path $quantity calibrated within 3 %"
    done
done
# value FIGURE QUANTITY
value() { awk -F '\t' -v f="$1" -v q="$2" '$1 == f && $2 == q { print $3 }' once.d/results.tsv; }
# holds EXPRESSION WHAT: checks that an awk expression over numbers is true.
holds() { check "$2: not $1" awk "BEGIN { exit !($1) }"; }

# An independent check of the rows: the differences are computed again from the values.
awk -F '\t' 'NR == 1 { print } NR > 1 && $5 != "-" { d = 100 * ($3 - $5) / $5 - $6; if (d * d > 1e-4) print "wrong:", $0 }' \
    once.d/results.tsv >rows
printf 'figure\tquantity\tvalue\tunit\tpaper\tdifference_percent\tkind\tlow\thigh\tpublication\n' | exactly rows
# What is post hoc or follows has something to compare with, and an interval with the value in it; what is calibrated has none.
awk -F '\t' '($7 == "post hoc" || $7 == "predicted" || $7 == "follows") && $10 == "PVM/AP1000" && ($5 == "-" || $8 == "-" || $3 < $8 || $3 > $9) { print }
    NR > 1 && $7 == "calibrated" && $8 != "-" { print }
    NR > 1 && $7 == "computed" && $5 != "-" { print }
    $10 == "PVM/AP1000" && $7 == "post hoc" { n++ } $10 == "PVM/AP1000" && $7 == "follows" { f++ }
    END { if (n < 1 || f != 4) print n + 0 " post hoc, " f + 0 " follow" }' once.d/results.tsv >unsound
exactly unsound </dev/null
# The prediction for the barrier of the host and 63 cells, and how PVM/WS compares on every path.
awk -F '\t' '$2 == "PVM/AP1000 host-cell 64 tasks" { print ($8 < $5 && $5 < $9 ? "inside" : "outside") }' once.d/results.tsv >inside
echo inside | exactly inside # over what is assumed; a report says why if it is not
# The surrogate model behind the intervals agrees with the simulator.
holds "$(value uncertainty 'surrogate off the simulator at most') < 0.1" 'the surrogate agrees with the simulator'

for path in cell-cell host-cell; do
    lines "once.d/data/onetoone.$path.tsv" 1 'bytes	transfers	time_us'
    lines "once.d/data/onetoone.$path.tsv" 6 '[0-9]+	10	[0-9.]+'
    lines "once.d/data/onetoone.$path.tsv" 1 "# command: ap1000 run .*"
done
od -An -tx1 -N8 once.d/figures/onetoone.png >png
echo ' 89 50 4e 47 0d 0a 1a 0a' | exactly png
tail -c 8 once.d/figures/onetoone.png | od -An -tx1 >png.end # the IEND chunk: the file is whole
echo ' 49 45 4e 44 ae 42 60 82' | exactly png.end
lines once.d/figures/onetoone.svg 1 '<svg ?'
lines once.d/figures/onetoone.svg 1 '</svg>'
check 'no text in onetoone.svg' grep -q 'message size' once.d/figures/onetoone.svg

# The report is whole, has every picture, and has no gap where a number belongs.
for kind in md html; do
    checks=$((checks + 1))
    grep -Eq '\{[a-z]+[|:]|@(if|table|picture|info)' "once.d/report.$kind" && bad "report.$kind: something not filled in"
done
pictures=$(find once.d/figures -name '*.svg' | wc -l)
check "report.html: not $pictures figures" test "$(grep -c '<svg' once.d/report.html)" = "$pictures"
lines once.d/report.html 1 '</html>'
# Who reads the report alone arrives at its intervals; if it said another rounding, they would notice.
check 'recalculated from report.md: other intervals' python3 "$here/recalculated.py" once.d/report.md
sed 's/2450 ± 5 us/2450 ± 50 us/' once.d/report.md >other.md
check 'recalculated: another rounding is not noticed' sh -c '! python3 "$1" other.md >/dev/null' sh "$here/recalculated.py"
evaluate alone --only loggp # the paper has nothing to compare this measurement with
ended alone 0

# Data, fits, pictures and report too: of one measurement in each of two runs. (What a run of all writes depends on its rows, which are held to the published ones.)
evaluate again --only loggp
rm -rf alone.d/programs again.d/programs # they depend on this computer
checks=$((checks + 1))
diff -r alone.d again.d >differ || { bad 'run again gives other bytes'; show differ; }
for folder in data fits figures; do # the same among the others
    for file in "alone.d/$folder"/loggp*; do
        checks=$((checks + 1))
        cmp -s "$file" "once.d/$folder/$(basename "$file")" || bad "$file: other bytes in a run of all measurements"
    done
done

refused ".*--only: no measurement 'nothing'; there is: .*onetoone.*" sh "$here/../run.sh" --quick --prefix "$prefix" --out "$tmp/refused.d" --only nothing
refused ".*unknown option '--fast'.*" sh "$here/../run.sh" --quick --prefix "$prefix" --out "$tmp/refused.d" --fast
mkdir "$tmp/a folder" && ln -s "$here/.." "$tmp/a folder/eval"
refused ".*the folder '.*a folder' has a character.*" sh "$tmp/a folder/eval/run.sh" --quick
refused '.*--only needs a value.*' sh "$here/../run.sh" --quick --prefix "$prefix" --out "$tmp/refused.d" --only
finish
