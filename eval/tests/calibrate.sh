# calibrate.sh PREFIX - the machine file has the values that the calibration derives from the paper, and a wrong file
# is noticed.
. "$(dirname "$0")/common.sh"

run right sh "$here/../calibrate" --prefix "$prefix" --out "$tmp/o"
ended right 0
lines o/calibration.tsv 24 '[a-z_.]+	[0-9.]+	[0-9.]+	[a-zA-Z/]+	same'
lines o/calibration.tsv 5 'barrier .*	us	-?0\.0[0-9]*'
lines o/calibration.tsv 2 'onetoone ws-same-host .*	holds'

# The same sources with one number wrong.
mkdir -p wrong/ap1000-sim wrong/eval
(cd "$here/.." && cp -r calibrate setup.sh paper.tsv ./*.awk programs "$tmp/wrong/eval/")
cp -r "$here/../../ap1000-sim/machines" wrong/ap1000-sim/
sed -i 's/^pvm_group_server_us = { value = [0-9.]*/pvm_group_server_us = { value = 300/' wrong/ap1000-sim/machines/ap1000.toml
run wrong sh wrong/eval/calibrate --prefix "$prefix" --out "$tmp/w"
ended wrong 1
lines w/calibration.tsv 1 'cell.pvm_group_server_us	[0-9.]+	300	us	differs'
run mend sh wrong/eval/calibrate --write --prefix "$prefix" --out "$tmp/w"
ended mend 0
run mended sh wrong/eval/calibrate --prefix "$prefix" --out "$tmp/w"
ended mended 0
finish
