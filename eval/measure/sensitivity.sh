# sensitivity.sh PROGRAMS OUT [quick] - how far the figures that no calibration fixes move when one assumed number of the machine, or one share of
# a calibrated sum, goes to either end of its plausible range and the machine is calibrated anew. headline.sh has the figures.
# seconds: 70 6
. "$(dirname "$0")/../measuring.sh"
eval=$(dirname "$programs")
export linpack_charge # headline.sh runs LINPACK too
compile alltoall
compile barrier gpvm3
# shellcheck disable=SC2046 # flags are words
cc -O2 "$eval/../examples/linpack/linpack.c" $(pkg-config --cflags --libs pvm3) -lm -o linpack
work=$PWD/machines
rm -rf "$work"
mkdir "$work"
printf 'base = "ap1000"\n' >"$work/base.toml"
ap1000 info --cells 64 >info.sampled
ap1000 info --machine workstations >info.sampled.ws
parameters=$(awk -v only=names -f "$eval/surrogate.awk" -f "$eval/sample.awk" "$eval/paper.tsv" info.sampled info.sampled.ws)
[ "$quick" != quick ] || parameters='host.send_us cell.pvm_initsend_us tnet.buffer_bytes'
for p in $parameters; do
    for end in low high; do
        awk -v only=end -v of_name="$p" -v to=$end -f "$eval/surrogate.awk" -f "$eval/sample.awk" "$eval/paper.tsv" info.sampled info.sampled.ws >"$work/$p.$end.toml"
    done
done
(cd "$work" && ls ./*.toml) | sed 's|^\./||; s|\.toml$||' |
    xargs -P "$(nproc)" -I NAME sh -c 'sh "$1/headline.sh" "$2/NAME.toml" >"$2/NAME.rows"' sh "$eval" "$work"

# Where an end cannot be calibrated, the machine nearest to it was run.
for p in $parameters; do
    for end in low high; do
        at=$(awk -v p="$p" '$1 == "#" && $2 == p { sub(/,/, "", $4); d = $4 / $7 - 1; if ($7 != 0 && (d > 0.001 || d < -0.001)) print $4 }' "$work/$p.$end.toml")
        [ -z "$at" ] || quantity "$p: run at, instead of its $end end" "$at" "$(ap1000 info --cells 64 | awk -v p="$p" '/^\[/ { s = substr($0, 2, length($0) - 2) } s "." $1 == p { print $3; exit }')"
    done
done

table change 'change of each figure when one number goes to the low or high end of its plausible range, all calibrated anew' '--cells 64'
printf 'figure\tparameter\tlow_percent\thigh_percent\n' >>"$out/data/sensitivity.change.tsv"
for p in $parameters; do
    awk -F '\t' -v p="$p" -v OFS='\t' '
        function change(new, old,    c) { c = 100 * (new / old - 1); return c < 0.05 && c > -0.05 ? 0 : sprintf("%.1f", c) }
        FILENAME ~ /base.rows$/ { base[$1] = $2; next }
        FILENAME ~ /low.rows$/ { low[$1] = $2; next }
        { print $1, p, change(low[$1], base[$1]), change($2, base[$1]) }
    ' "$work/base.rows" "$work/$p.low.rows" "$work/$p.high.rows" >>"$out/data/sensitivity.change.tsv"
done
awk -F '\t' -v OFS='\t' '!/^#/ && $3 != "low_percent" && ($3 != 0 || $4 != 0) {
    print $1 " by " $2 " at its low end", $3, "%"; print $1 " by " $2 " at its high end", $4, "%" }' "$out/data/sensitivity.change.tsv" >>"$out/fits/sensitivity.tsv"
