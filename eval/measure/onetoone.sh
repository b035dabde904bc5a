# onetoone.sh PROGRAMS OUT [quick] - measures one-to-one transfers, host-cell and cell-cell, on a machine of 64 cells.
# Writes OUT/data/onetoone.<path>.tsv. Wants ap1000 on PATH and pvm3 known to pkg-config. Fits and draws nothing.
set -eu
programs=$1 out=$2
cells=64 tasks=4 rounds=50
sizes='0 250 500 750 1000 1250 1500 1750 2000 2250 2500 2750 3000 3250 3500 3750 4000'
if [ "${3-}" = quick ]; then rounds=5 sizes='0 500 1000 2000 3000 4000'; fi

cd "$out/programs"
# shellcheck disable=SC2046 # flags are words
cc -O2 "$programs/onetoone.c" $(pkg-config --cflags --libs pvm3) -o onetoone
machine=$(ap1000 info)
for path in cell-cell host-cell; do
    run="ap1000 run --cells $cells --on host ./onetoone $path -n $tasks -r $rounds $sizes"
    {
        echo "# one-to-one, $path: mean time of one transfer, initsend to unpacked; $tasks tasks placed"
        echo "# command: $run"
        echo '# machine, as ap1000 info prints it:'
        printf '%s\n' "$machine" | sed 's/^/# /'
        $run </dev/null
    } >"$out/data/onetoone.$path.tsv"
done
