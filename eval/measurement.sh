# measurement.sh NAME OUT [quick] - one measurement and its fits: data in OUT/data, figures of tables and fitted lines in OUT/fits, its
# process group in OUT/programs/NAME.group while it runs. Compares and draws nothing. Run by run.sh, in a session of its own.
set -eu
name=$1 out=$2 quick=${3-}
eval=$(cd "$(dirname "$0")" && pwd)
. "$eval/names.sh"
echo $$ >"$out/programs/$name.group"
# However it ends: what it has started and has not waited for ends with it (run.sh gives it a process group of its own).
ended() {
    code=$?
    rm -f "$out/programs/$name.group"
    if [ $code -ne 0 ]; then
        trap '' TERM
        [ "$(sed 's/.*) //' /proc/$$/stat | cut -d ' ' -f 3)" != $$ ] || kill -s TERM -- -$$
    fi
    exit $code
}
trap ended EXIT
# shellcheck disable=SC2086 # quick is a word or none
sh "$eval/measure/$name.sh" "$eval/programs" "$out" $quick
for figure in $(figures "$name"); do
    also='' # the same lines fitted over other lengths are other quantities
    [ "$figure" = "$name" ] || also=", $figure messages"
    for file in "$out/data/$figure".*.tsv; do
        series=${file##*/"$figure".}
        if grep -q '^bytes	transfers	' "$file"; then
            gnuplot -d -c "$eval/fit.gp" "$file" "${series%.tsv}" "$also" >>"$out/fits/$figure.tsv"
        fi
    done
done
