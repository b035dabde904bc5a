# publish.sh [OUT [FOLDER]] - makes the results of a run (eval/out, or OUT) the published ones: results.tsv, or of a quick run quick.tsv, of
# eval/published, or FOLDER, which `sh eval/run.sh --verify eval/published` holds other runs to. Of a run with --only, the rows of what it has
# measured: the others stay. For whoever changes the model or a measurement, after a look at what
# `sh eval/verify.sh eval/published/results.tsv eval/out/results.tsv` says has changed.
set -eu
eval=$(cd "$(dirname "$0")" && pwd)
out=${1-$eval/out}
[ $# -le 2 ] || { echo "publish: nobody asked for '$3': usage: sh eval/publish.sh [OUT [FOLDER]]" >&2; exit 2; }
[ -f "$out/results.tsv" ] && [ -f "$out/scope" ] || { echo "publish: no finished run in '$out'; sh eval/run.sh makes one" >&2; exit 1; }
read -r extent only <"$out/scope" || :
# A row that is there twice, or without a number, is of no sound run.
awk -F '\t' 'NR > 1 && ($3 !~ /^[-+]?[0-9]/ || seen[$1, $2]++) { print "publish: no sound row: " $0; bad = 1 } END { exit bad || NR < 2 }' "$out/results.tsv" >&2 || exit 1
case $extent in whole) published=results.tsv quick='' ;; *) published=quick.tsv quick=quick ;; esac
published=${2-$eval/published}/$published
mkdir -p "$(dirname "$published")"
if [ -z "$only" ]; then
    cp "$out/results.tsv" "$published"
else
    [ -f "$published" ] || { echo "publish: nothing is published yet: a run of all measurements comes first" >&2; exit 1; }
    . "$eval/names.sh"
    # In the order of a run of all: that of the measurements.
    for file in "$eval"/measure/*.sh; do
        name=$(basename "$file" .sh) rows=$published
        case " $(echo "$only" | tr , ' ') " in *" $name "*) rows=$out/results.tsv ;; esac
        for figure in $(figures "$name"); do awk -F '\t' -v f="$figure" '$1 == f' "$rows"; done
    done >"$out/published.rows"
    { sed 1q "$published"; cat "$out/published.rows"; } >"$out/published.tsv"
    rm "$out/published.rows"
    mv "$out/published.tsv" "$published"
fi
echo "$(($(wc -l <"$published") - 1)) rows in ${published#"$(dirname "$eval")/"}"
