#!/bin/sh
# run.sh - the evaluation from nothing to results: packages, build, measure, fit, compare, plot, table.
# What a measurement does stands in measure/, what a figure shows in figures/.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
out=$root/eval/out
quick='' only='' prefix=''
. "$root/eval/setup.sh"

usage() {
    cat <<EOF
usage: sh eval/run.sh [--quick] [--only NAME] [--prefix DIR] [--out DIR] [--help]
Measures PVM/AP1000 on the simulated machine and compares with the paper. Results: eval/out/results.tsv, figures
in eval/out/figures. Installs missing Debian packages (as root or through sudo) and builds first.
  --quick       fewer message sizes and repetitions
  --only NAME   one measurement alone: $names
  --prefix DIR  measure the PVM/AP1000 installed there; install and build nothing
  --out DIR     where results go (default eval/out)
Exit code: 0, 1 if something failed or a calibrated figure is off by more than 3 %, 2 for a wrong option.
EOF
}

names=$(cd "$root/eval/measure" && for f in *.sh; do printf '%s ' "${f%.sh}"; done)
names=${names% }
while [ $# -gt 0 ]; do
    case $1 in
    --quick) quick=quick ;;
    --help | -h) usage; exit 0 ;;
    --only | --prefix | --out)
        [ $# -ge 2 ] && [ -n "$2" ] || die "$1 needs a value; see --help" 2
        case $1 in --only) only=$2 ;; --prefix) prefix=$2 ;; --out) out=$2 ;; esac
        shift ;;
    *) die "unknown option '$1'; see --help" 2 ;;
    esac
    shift
done
case " $names " in
*" ${only:-$names} "*) names=${only:-$names} ;;
*) die "--only: no measurement '$only'; there is: $names" 2 ;;
esac
if [ -n "$prefix" ]; then
    [ -x "$prefix/bin/ap1000" ] || die "--prefix: no bin/ap1000 in '$prefix'" 2
    prefix=$(cd "$prefix" && pwd)
fi
mkdir -p "$out" || die "--out: cannot make '$out'" 2
out=$(cd "$out" && pwd)

step_all=1
if [ -z "$prefix" ]; then
    need_to_build
    need_to_plot
    install_missing
    step 'build and install (a minute the first time)'
    prefix=$out/prefix
    build "$out/build" "$prefix" || exit 1
    logged "$out/meson-install.log" meson install -C "$out/build" --no-rebuild || exit 1
fi
command -v gnuplot >/dev/null || die 'gnuplot is missing (Debian: gnuplot-nox)'
use_prefix "$prefix"

# weight NAME: seconds that its measurement takes about, as the file says: `# seconds: FULL QUICK`.
weight() { awk -v q="$quick" '$1 == "#" && $2 == "seconds:" { print q == "" ? $3 : $4 }' "$root/eval/measure/$1.sh"; }
# pictures NAME: the scripts that draw what NAME measured.
pictures() { find "$root/eval/figures" -name "$1.gp" -o -name "$1_*.gp" | LC_ALL=C sort; }
# draw SCRIPT WHAT: what gnuplot says is shown if it fails.
draw() { logged "$out/programs/plot.log" gnuplot -c "$1" "$root/eval" "$out" || die "$2: plot failed"; }

step_now=0 step_all=4 weight_all=6 weight_done=0 weight_now=0 started=$(date +%s)
for name in $names; do
    step_all=$((step_all + 3)) weight_all=$((weight_all + 2 + $(weight "$name")))
done
rm -rf "$out/this-computer" "$out/data" "$out/fits" "$out/figures" "$out/results.tsv" "$out"/report.*
mkdir -p "$out/data" "$out/fits" "$out/figures" "$out/programs"
for name in $names; do
    step "$name: measure" "$(weight "$name")"
    sh "$root/eval/measure/$name.sh" "$root/eval/programs" "$out" $quick || die "$name: measurement failed"
    step "$name: fit"
    for file in "$out/data/$name".*.tsv; do
        series=${file##*/"$name".}
        if grep -q '^bytes	transfers	' "$file"; then
            gnuplot -c "$root/eval/fit.gp" "$file" "${series%.tsv}" >>"$out/fits/$name.tsv" || die "$name: fit failed"
        fi
    done
done
step 'compare with the paper'
# shellcheck disable=SC2086
(cd "$out/fits" && awk -f "$root/eval/compare.awk" "$root/eval/paper.tsv" $(printf '%s.tsv ' $names)) \
    >"$out/results.tsv" || die 'comparison failed'
for name in $names; do
    step "$name: plot"
    for script in $(pictures "$name"); do
        draw "$script" "$name"
    done
done
if [ -z "$only" ]; then
    step 'PVM 3.4.6 on this computer, if it is installed' 3
    if sh "$root/eval/thiscomputer.sh" "$out/programs" "$out" $quick && [ -s "$out/this-computer/onetoone.tsv" ]; then
        draw "$root/eval/figures/thiscomputer.gp" this-computer
    fi
fi
step 'plot all differences'
if awk -F '\t' 'NR > 1 && $5 != "-" { n = 1 } END { exit !n }' "$out/results.tsv"; then
    draw "$root/eval/figures/calibration.gp" calibration
fi
step 'report'
sh "$root/eval/report.sh" "$out" || die 'report failed'
clear_line
code=0
awk -f "$root/eval/table.awk" "$out/results.tsv" || code=1
shown=${out#"$root/"}
printf 'Report: %s/report.html  Every number: %s/results.tsv  Data: %s/data  Figures: %s/figures\n' "$shown" "$shown" "$shown" "$shown"
exit "$code"
