# uncertainty.sh PROGRAMS OUT [quick] - the surrogate with which intervals are computed (../surrogate.awk) beside the simulator:
# on the machine as the paper prints it and on machines sampled from the rounding of its figures and the ranges of what is
# assumed.
# seconds: 10 6
. "$(dirname "$0")/../measuring.sh"
eval=$(dirname "$programs")
draws=$(pick '0 1 2 3 4 5 6 7 8' '0 1')
compile barrier gpvm3
ap1000 info --cells 64 >info.uncertainty
ap1000 info --machine workstations >info.uncertainty.ws

# sampled ONLY DRAW
sampled() {
    awk -v samples=1000 -v seed=1994 -v tasks='4 16 64' -v only="$1" -v draw="$2" -f "$eval/surrogate.awk" -f "$eval/sample.awk" \
        "$eval/paper.tsv" info.uncertainty info.uncertainty.ws
}
table surrogate 'pvm_barrier, the simulator and the surrogate, on sampled machines (draw 0: as the paper prints)' '--cells 64'
printf 'draw\tpath\ttasks\tsimulated_us\tsurrogate_us\tdifference_percent\n' >>"$out/data/uncertainty.surrogate.tsv"
for draw in $draws; do
    sampled machine "$draw" >uncertainty.toml
    sampled draw "$draw" >uncertainty.draw
    for path in cell-cell host-cell; do
        for n in 4 16 64; do
            simulated=$(ap1000 run --machine ./uncertainty.toml --on host ./barrier $path -n $n -r 1 </dev/null | tail -n 1 | cut -f 3)
            awk -F '\t' -v OFS='\t' -v q="PVM/AP1000 $path $n tasks" -v draw="$draw" -v path=$path -v n=$n -v s="$simulated" \
                '$1 == "barrier" && $2 == q { print draw, path, n, s, 1000 * $3, sprintf("%.4f", 100 * (1000 * $3 / s - 1)) }' uncertainty.draw
        done
    done
done >>"$out/data/uncertainty.surrogate.tsv"
quantity 'surrogate off the simulator at most' "$(awk -F '\t' '/^[0-9]/ { d = $6 < 0 ? -$6 : $6; if (d > most) most = d } END { printf "%.4f", most }' \
    "$out/data/uncertainty.surrogate.tsv")" %
# The barrier of the host and 63 cells for each prior, side by side: how long a send and a receive of the host may take [us each], and a least
# service on the host.
prior() { # NAME OPTIONS
    # shellcheck disable=SC2086 # options are words
    awk -v samples=1000 -v seed=1994 -v only=prior $2 -f "$eval/surrogate.awk" -f "$eval/sample.awk" "$eval/paper.tsv" info.uncertainty info.uncertainty.ws |
        while IFS=$tab read -r what value low high; do
            quantity "$1: $what" "$value" "$(case $what in share*) echo % ;; host*) echo ms ;; *) echo us ;; esac)" "$low" "$high"
        done
}
for most in 100 150 190 400; do prior "prior to $most us" "-v most_host_us=$most"; done
prior 'prior to 400 us, a service of 50 us at least' '-v most_host_us=400 -v least_service_us=50'
prior 'candidate, a list of members is walked' '-v candidate=walk'
prior 'candidate, a busy host interface' '-v candidate=interface'
awk -v only=copy -f "$eval/surrogate.awk" -f "$eval/sample.awk" "$eval/paper.tsv" info.uncertainty info.uncertainty.ws >>"$out/fits/uncertainty.tsv"
for path in cell-cell host-cell; do
    quantity "the paper's barrier, 64 tasks over 4, $path" "$(awk -F '\t' -v p="PVM/AP1000 $path" '$1 == "barrier" && $2 == p " 4 tasks" { t = $3 } $1 == "barrier" && $2 == p " 64 tasks" { printf "%.3g", $3 / t }' "$eval/paper.tsv")" times
done
# Of two lines the paper prints the slopes and their reciprocals.
quantity "independent figures of the paper that set a number" "$(awk -F '\t' '$5 == "calibrated" && $6 !~ /reciprocal/' "$eval/paper.tsv" | wc -l)" count
# What the calibration leaves of its own numbers, and what the rounding alone does, from intervals.sh, which has run before.
awk -F '\t' -v OFS='\t' 'FILENAME ~ /rounding/ {
        if ($2 == "PVM/AP1000 host-cell 64 tasks" || $2 ~ /-cell share at 4000/) print $1 " " $2 ", rounding alone", $3, $1 == "overhead" ? "%" : "ms", $4, $5
        next
    }
    $2 ~ /^calibrated/ { print $2, $3, "us", $4, $5 }
    $2 ~ /^(samples|numbers)/ { print $2, $3, "count" }
    $2 ~ /, for each us of/ { print $2, $3, "us" }' "$out/data/uncertainty.intervals.tsv" "$out/data/uncertainty.rounding.tsv" >>"$out/fits/uncertainty.tsv"
