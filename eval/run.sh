#!/bin/sh
# run.sh - the evaluation from nothing to results: packages, build, measure, fit, compare, plot, table.
# What a measurement does stands in measure/, what a figure shows in figures/.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
out=$root/eval/out
quick='' only='' prefix='' published='' machine='' cells='' row='' sets=''
. "$root/eval/setup.sh"

usage() {
    cat <<EOF
usage: sh eval/run.sh [--quick] [--only NAME,...] [--verify DIR] [--prefix DIR] [--out DIR] [--help]
       sh eval/run.sh --machine FILE [--cells N] [--quick] [--prefix DIR] [--out DIR]
Measures PVM/AP1000 on the simulated machine and compares with the paper. Results: eval/out/results.tsv, figures
in eval/out/figures. Installs missing Debian packages (as root or through sudo) and builds first.
  --quick       fewer message sizes and repetitions: a seventh of the time
  --only A,B    these measurements alone; there is: $names
  --only speed  what simulating costs this computer, beside SMPI and PVM 3.4.6; in no other run, and not with others
  --only speed --row NAME  one of its patterns alone, as pingpong
  --only interval [--set SECTION.NAME=VALUE]...  the intervals alone, with these numbers known instead of drawn: your machine, your interval
  --only cluster  the same programs on a real cluster, beside MPI and PVM 3.4.6: as root on network namespaces of this computer
  --verify DIR  afterwards hold every row to DIR/results.tsv, with --quick to DIR/quick.tsv, to the byte (eval/published has the published ones)
  --prefix DIR  measure the PVM/AP1000 installed there; install and build nothing
  --out DIR     where results go (default eval/out)
  --machine FILE, --cells N   instead of all this: the paper's three measurements on the AP1000 and on that machine, N cells each (default
                64), both curves in eval/out/figures/beside.png and a table in eval/out/beside.tsv; nothing is held to the paper
Exit code: 0; 1 if something failed, a calibrated figure is off by more than 3 %, or a row is not the published one; 2 for a
wrong option.
EOF
}

names=$(cd "$root/eval/measure" && for f in *.sh; do printf '%s ' "${f%.sh}"; done)
names=${names% } all_names=$names
while [ $# -gt 0 ]; do
    case $1 in
    --quick) quick=quick ;;
    --help | -h) usage; exit 0 ;;
    --only | --prefix | --out | --verify | --machine | --cells | --row | --set)
        [ $# -ge 2 ] && [ -n "$2" ] || die "$1 needs a value; see --help" 2
        case $1 in --only) only=$2 ;; --prefix) prefix=$2 ;; --out) out=$2 ;; --verify) published=$2 ;; --machine) machine=$2 ;;
        --cells) cells=$2 ;; --row) row=$2 ;; --set) sets="$sets --set $2" ;; esac
        shift ;;
    *) die "unknown option '$1'; see --help" 2 ;;
    esac
    shift
done
for name in $(echo "$only" | tr , ' '); do
    case $only in speed | cluster | interval) break ;; esac
    case " $names " in
    *" $name "*) ;;
    *) die "--only: no measurement '$name'; there is: $names" 2 ;;
    esac
done
if [ -n "$only" ]; then
    names=$(echo "$only" | tr , ' ' | xargs)
    [ -n "$names" ] || die "--only: no measurement in '$only'" 2
    twice=$(echo "$names" | tr ' ' '\n' | sort | uniq -d | xargs)
    [ -z "$twice" ] || die "--only: $twice is there twice" 2
    # In the order of a whole run, so that its rows stand as the published ones.
    case $only in speed | cluster | interval) ;; *) names=$(echo "$names" | tr ' ' '\n' | LC_ALL=C sort | xargs) ;; esac
fi
[ -z "$row" ] || [ "$only" = speed ] || die '--row: only with --only speed' 2
[ -z "$sets" ] || [ "$only" = interval ] || die '--set: only with --only interval' 2
if [ -n "$machine" ]; then
    [ -z "$only$published" ] || die '--machine measures what it measures: without --only and --verify' 2
    case $machine in */* | *.toml) [ -f "$machine" ] || die "--machine: no file '$machine'" 2; machine=$(realpath "$machine") ;; esac
    case $machine in *[[:space:]\'\"\\\$\`\*\?]*) die "--machine: '$machine' has a space, a quote or the like in its name" 2 ;; esac
fi
[ -z "$cells" ] || [ -n "$machine" ] || die '--cells: only with --machine' 2
if [ -n "$published" ]; then
    case $only in speed | cluster | interval) die "--verify: not with --only $only, whose numbers are in no results.tsv" 2 ;; esac
    file=${quick:-results}.tsv
    [ -f "$published/$file" ] || die "--verify: no $file in '$published'" 2
    published=$(cd "$published" && pwd)/$file
fi
if [ -n "$prefix" ]; then
    [ -x "$prefix/bin/ap1000" ] || die "--prefix: no bin/ap1000 in '$prefix'" 2
    prefix=$(cd "$prefix" && pwd)
fi
mkdir -p "$out" || die "--out: cannot make '$out'" 2
out=$(cd "$out" && pwd)
case $out in *[\'\"\\\$\`]*) die "--out: '$out' has a character in its name that gnuplot's scripts cannot have (a quote or the like)" 2 ;; esac
exec 7>"$out/lock"
flock -n 7 || die "--out: another run is under way in '$out'" 1

if [ -z "$prefix" ]; then
    need_to_build
    need_to_plot
    case $only in speed | cluster) need_rivals ;; esac
    [ "$only" != cluster ] || need_mpi
    case " $names " in *' jpi '*) need_java ;; esac
    install_missing
    prefix=$out/prefix
    build_installed "$out/build" "$prefix" || exit 1
    logged "$out/meson-install.log" meson install -C "$out/build" --no-rebuild || exit 1
fi
if [ -z "$only" ] && [ ! -x "$prefix/bin/jrun" ]; then
    say 'jpi is left out: JPI was not built, it needs a JDK and libasm-java'
    names=$(echo " $names " | sed 's/ jpi / /' | xargs)
fi
if [ -z "$only" ] && ! ls "$prefix"/lib/ap1000/counted-*.so >/dev/null 2>&1; then
    say 'processor is left out: no GCC here compiles counted, it needs the package gcc-VERSION-plugin-dev (GCC 11 to 14)'
    names=$(echo " $names " | sed 's/ processor / /' | xargs)
fi
command -v gnuplot >/dev/null || die 'gnuplot is missing (Debian: gnuplot-nox)'
use_prefix "$prefix"
if [ "$only" = speed ]; then
    step 'speed: measure (minutes)'
    sh "$root/eval/speed/run.sh" "$out" "$quick" "$row" || die 'speed: measurement failed'
    [ -z "$row" ] || exit 0
    step 'speed: growth to 65,536 cells'
    sh "$root/eval/speed/growth.sh" "$out" $quick || die 'growth: measurement failed'
    printf 'Tables, runs and figures: %s/speed\n' "${out#"$root/"}"
    exit 0
fi
if [ "$only" = interval ]; then
    mkdir -p "$out/data" "$out/programs"
    # shellcheck disable=SC2086 # options are words
    sh "$root/eval/intervals.sh" "$out" $sets || die 'intervals failed'
    awk -F '\t' "$(cat "$root/eval/digits.awk")"'NR > 2 && $4 != "-" && $3 != $4 { printf "%-45s %10.4g   %s\n", $1 ": " $2, $3, interval($4, $5) }' "$out/data/uncertainty.intervals.tsv"
    exit 0
fi
if [ "$only" = cluster ]; then
    step 'cluster: measure (minutes)'
    sh "$root/eval/speed/cluster.sh" "$out" $quick || die 'cluster: measurement failed'
    exit 0
fi
if [ -n "$machine" ]; then
    mkdir -p "$out/data" "$out/fits" "$out/figures" "$out/programs"
    ap1000 info --machine "$machine" --cells "${cells:-64}" >/dev/null || exit 2
    [ "${cells:-64}" -ge 2 ] || die "--cells $cells: 2 or more are wanted: what is measured goes from one to another" 2
    step 'measure on both machines'
    clear_line
    sh "$root/eval/beside.sh" "$root/eval/programs" "$out" "$machine" "${cells:-64}" $quick || die 'a measurement failed'
    printf 'Table: %s/beside.tsv  Data: %s/data  Figure: %s/figures/beside.png\n' "$out" "$out" "$out"
    exit 0
fi

eval=$root/eval
. "$eval/names.sh"
. "$eval/sidebyside.sh"
shown=${out#"$root/"}
# draw SCRIPT WHAT: what gnuplot says is shown if it fails.
draw() { logged "$out/programs/plot.log" gnuplot -d -c "$eval/style.gp" "$1" "$eval" "$out" || die "$2: plot failed"; }

# compared NAME...: compares what these have measured with the paper, on stdout
compared() {
    # shellcheck disable=SC2046
    (cd "$out/fits" && awk -f "$eval/digits.awk" -f "$eval/compare.awk" "$eval/paper.tsv" "$eval/otherpapers.tsv" "$eval/elsewhere.tsv" "$out/data/uncertainty.intervals.tsv" \
        $(for name in "$@"; do for figure in $(figures "$name"); do [ ! -f "$figure.tsv" ] || echo "$figure.tsv"; done; done))
}
# table PART FILE: the rows of the paper's figures, or how many are within bounds
table() { awk -v part="$1" -f "$eval/digits.awk" -f "$eval/table.awk" "$2"; }

# finished NAME: its figures beside the paper's and its pictures, at once. results.tsv has what is there so far, in the order of $names.
there=''
finished() {
    there="$there $1 "
    # shellcheck disable=SC2046
    compared $(for name in $names; do case $there in *" $name "*) echo "$name" ;; esac; done) >"$out/results.tsv" || die 'comparison failed'
    compared "$1" >"$out/programs/rows"
    clear_line
    table rows "$out/programs/rows"
    for script in $(pictures "$1"); do
        draw "$script" "$1"
    done
    [ "$1" != $headline ] || say "  drawn: $shown/figures/$1.png"
}

rm -rf "$out/this-computer" "$out/data" "$out/fits" "$out/figures" "$out/results.tsv" "$out/scope" "$out"/report.*
mkdir -p "$out/data" "$out/fits" "$out/figures" "$out/programs"
sh "$eval/intervals.sh" "$out" || die 'intervals failed'
side_by_side
if [ -z "$only" ]; then
    step 'PVM 3.4.6 on this computer, if it is installed'
    if sh "$root/eval/thiscomputer.sh" "$out/programs" "$out" $quick && [ -s "$out/this-computer/onetoone.tsv" ]; then
        draw "$root/eval/figures/thiscomputer.gp" this-computer
    fi
fi
step 'plot all differences'
if awk -F '\t' '$5 != "-" && $10 == "PVM/AP1000" { n = 1 } END { exit !n }' "$out/results.tsv"; then
    draw "$root/eval/figures/calibration.gp" calibration
fi
step 'report'
sh "$root/eval/report.sh" "$out" || die 'report failed'
clear_line
# What was asked for and has been measured: only a finished run has this file, and verify.sh and publish.sh look at it.
echo "${quick:-whole} $([ "$names" = "$all_names" ] || echo "$names" | tr ' ' ,)" >"$out/scope"
code=0
table sums "$out/results.tsv" || code=1
printf 'Report: %s/report.html  Every number: %s/results.tsv  Data: %s/data  Figures: %s/figures\n' "$shown" "$shown" "$shown" "$shown"
if [ -n "$published" ]; then
    sh "$root/eval/verify.sh" "$published" "$out/results.tsv" || code=1
fi
exit "$code"
