# names.sh - what the head of measure/NAME.sh says about it. Sourced; `eval` is this folder, `quick` is `quick` or empty.

# weight NAME: processor time that it took on some computer [s], as its file says: `# seconds: FULL QUICK`. Only ratios count.
weight() { awk -v q="$quick" '$1 == "#" && $2 == "seconds:" { print q == "" ? $3 : $4 }' "$eval/measure/$1.sh"; }
# figures NAME: what its tables, fits and pictures are called; NAME, unless the file says: `# figures: NAME OTHER`.
figures() { awk -v n="$1" '/^# figures: / { n = substr($0, 12) } END { print n }' "$eval/measure/$1.sh"; }
# pictures NAME: the scripts that draw what NAME measured.
pictures() {
    for figure in $(figures "$1"); do
        find "$eval/figures" -name "$figure.gp" -o -name "${figure}_*.gp" | LC_ALL=C sort
    done
}
