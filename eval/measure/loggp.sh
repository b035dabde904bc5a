# loggp.sh PROGRAMS OUT [quick] - LogGP parameters of PVM/AP1000, by the procedure that programs/loggp.c names.
# seconds: 1 1
. "$(dirname "$0")/../measuring.sh"
sizes='0 1000 2000 4000 8000 16000 32000'
compile loggp

# o is the mean of send and receive overhead; L what is left of half a round trip; g the gap of empty messages, from a to
# b; G the slope of the gap over the two longest messages.
tell() {
    awk -F '\t' -v path="$1" -v OFS='\t' '
        !/^#/ && $1 == 0 { o = ($2 + $3 + $4 + $5) / 4; L = $6 / 2 - 2 * o; g = $7 }
        !/^#/ { G = ($7 - gap) / ($1 - bytes + ($1 == bytes)); gap = $7; bytes = $1 }
        END { print path " L", sprintf("%.6g", L), "us"; print path " o", sprintf("%.6g", o), "us"
              print path " g", sprintf("%.6g", g), "us"; print path " G", sprintf("%.6g", G), "us/byte" }
    ' "$out/data/loggp.$1.tsv" >>"$out/fits/loggp.tsv"
}
for path in cell-cell host-cell; do
    table $path "LogGP, PVM/AP1000, $path; a is $([ $path = host-cell ] && echo the host || echo a cell), b a cell" '--cells 64'
    # shellcheck disable=SC2086 # sizes are words
    rows $path '--cells 64 --on host' ./loggp $path $sizes
    tell $path
done
