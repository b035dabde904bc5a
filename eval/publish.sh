# publish.sh [OUT [FOLDER]] - makes the results of a run (eval/out, or OUT) the published ones: results.tsv of eval/published, or FOLDER, which
# `sh eval/run.sh --verify eval/published` holds other runs to. Of a run with --only, the rows of what it has measured: the others stay.
# For whoever changes the model or a measurement, after a look at what `sh eval/verify.sh eval/published eval/out` says has changed.
set -eu
eval=$(cd "$(dirname "$0")" && pwd)
out=${1-$eval/out}
published=${2-$eval/published}/results.tsv
[ -f "$out/results.tsv" ] && [ -f "$out/scope" ] || { echo "publish: no finished run in '$out'; sh eval/run.sh makes one" >&2; exit 1; }
scope=$(cat "$out/scope")
case $scope in
whole | 'whole '*) ;;
*) echo "publish: the run in '$out' was '$scope'; a whole one is wanted, or a whole one of some measurements" >&2; exit 1 ;;
esac
mkdir -p "$(dirname "$published")"
if [ "$scope" = whole ]; then
    cp "$out/results.tsv" "$published"
else
    [ -f "$published" ] || { echo "publish: nothing is published yet: a whole run comes first" >&2; exit 1; }
    quick=
    . "$eval/names.sh"
    # In the order of a whole run: that of the measurements.
    for file in "$eval"/measure/*.sh; do
        name=$(basename "$file" .sh) rows=$published
        case " $(echo "${scope#whole }" | tr , ' ') " in *" $name "*) rows=$out/results.tsv ;; esac
        for figure in $(figures "$name"); do awk -F '\t' -v f="$figure" '$1 == f' "$rows"; done
    done >"$out/published.rows"
    { sed 1q "$published"; cat "$out/published.rows"; } >"$out/published.tsv"
    rm "$out/published.rows"
    mv "$out/published.tsv" "$published"
fi
echo "$(($(wc -l <"$published") - 1)) rows in ${published#"$(dirname "$eval")/"}"
