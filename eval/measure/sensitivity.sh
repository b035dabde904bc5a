# sensitivity.sh PROGRAMS OUT [quick] - how far each headline figure moves when one parameter of the machine moves by 10 %.
# Data: parameter, figure, its change [%] at -10 % and at +10 %. headline.sh has the figures.
# seconds: 46 5
. "$(dirname "$0")/../measuring.sh"
eval=$(dirname "$programs")
percent=10
parameters=$(ap1000 info --cells 64 | awk '/^\[/ { s = substr($1, 2, length($1) - 2) } /^  / && s != "machine" { print s "." $1 }')
if [ "$quick" = quick ]; then
    parameters='cell.copy_ns_per_byte cell.pvm_send_us cell.pvm_group_server_us host_interface.latency_us'
fi
compile onetoone
compile alltoall
compile barrier gpvm3
work=$PWD/machines
rm -rf "$work"
mkdir "$work"

value() { ap1000 info --cells 64 | awk -v p="$1" '/^\[/ { s = substr($1, 2, length($1) - 2) } s "." $1 == p { print $2 }'; }
# machine NAME PARAMETER FACTOR: the AP1000 with one number changed
machine() {
    printf 'base = "ap1000"\n[%s]\n%s = %s\n' "${2%%.*}" "${2#*.}" \
        "$(awk -v v="$(value "$2")" -v f="$3" 'BEGIN { printf "%.10g", v * f }')" >"$work/$1.toml"
}
printf 'base = "ap1000"\n' >"$work/base.toml"
for p in $parameters; do
    machine "$p.less" "$p" 0.9
    machine "$p.more" "$p" 1.1
done
(cd "$work" && ls ./*.toml) | sed 's|^\./||; s|\.toml$||' |
    xargs -P "$(nproc)" -I NAME sh -c 'sh "$1/headline.sh" "$2/NAME.toml" >"$2/NAME.rows"' sh "$eval" "$work"

table change "change of each headline figure when one parameter changes by $percent %" '--cells 64'
printf 'figure\tparameter\tless_percent\tmore_percent\n' >>"$out/data/sensitivity.change.tsv"
for p in $parameters; do
    awk -F '\t' -v p="$p" -v OFS='\t' '
        function change(new, old,    c) { c = 100 * (new / old - 1); return c < 0.0005 && c > -0.0005 ? 0 : sprintf("%.3f", c) }
        FILENAME ~ /base.rows$/ { base[$1] = $2; next }
        FILENAME ~ /less.rows$/ { less[$1] = $2; next }
        { print $1, p, change(less[$1], base[$1]), change($2, base[$1]) }
    ' "$work/base.rows" "$work/$p.less.rows" "$work/$p.more.rows" >>"$out/data/sensitivity.change.tsv"
done
awk -F '\t' -v OFS='\t' '!/^#/ && $3 != "less_percent" && ($3 != 0 || $4 != 0) {
    print $1 " by " $2 " -10 %", $3, "%"; print $1 " by " $2 " +10 %", $4, "%" }' "$out/data/sensitivity.change.tsv" >>"$out/fits/sensitivity.tsv"
