# intervals.sh OUT [--set SECTION.NAME=VALUE]... - what the rounding of the paper's figures and the ranges of what is assumed do to ours:
# data/uncertainty.intervals.tsv, which compare.awk puts into results.tsv, and data/uncertainty.<series>.tsv, the bands of
# figures; data/uncertainty.rounding.tsv has the same with the rounding alone. No simulation: sample.awk says how.
set -eu
out=$1
shift
eval=$(cd "$(dirname "$0")" && pwd)
samples=1000 seed=1994
ap1000 info --cells 64 "$@" >"$out/programs/info"
ap1000 info --machine workstations >"$out/programs/info.ws"

# sampled ONLY HEADER ENDING [ASSUMED]: ASSUMED is no for the rounding alone.
sampled() {
    file=$out/data/uncertainty.$1.tsv only=$1
    [ "$1" != rounding ] || only=intervals
    {
        echo "# middle 95 % of $samples machines, calibrated on figures that round to the paper's, what is assumed from its ranges; seed $seed"
        printf '%s\tcentre%s\tlow%s\thigh%s\n' "$2" "$3" "$3" "$3"
        awk -v samples=$samples -v seed=$seed -v only="$only" -v assumed="${4-yes}" -v tasks='2 4 8 16 32 64 128 256 512 1024' \
            -v bytes="$(seq -s ' ' 0 250 4000)" -f "$eval/surrogate.awk" -f "$eval/sample.awk" \
            "$eval/paper.tsv" "$out/programs/info" "$out/programs/info.ws"
    } >"$file"
}
sampled intervals 'figure	quantity' ''
sampled rounding 'figure	quantity' '' no
for path in cell-cell host-cell; do
    sampled barrier-$path tasks _us
    sampled share-$path bytes _percent
done
