# publish.sh [OUT] - makes the results of a whole run (eval/out, or OUT) the published ones: eval/published/results.tsv, which
# `sh eval/run.sh --verify eval/published` holds other runs to. For whoever changes the model or a measurement, after a look at
# what `sh eval/verify.sh eval/published eval/out` says has changed.
set -eu
eval=$(cd "$(dirname "$0")" && pwd)
out=${1-$eval/out}
[ -f "$out/results.tsv" ] && [ -f "$out/scope" ] || { echo "publish: no finished run in '$out'; sh eval/run.sh makes one" >&2; exit 1; }
[ "$(cat "$out/scope")" = whole ] || { echo "publish: the run in '$out' was '$(cat "$out/scope")'; a whole one is wanted" >&2; exit 1; }
mkdir -p "$eval/published"
cp "$out/results.tsv" "$eval/published/results.tsv"
echo "$(($(wc -l <"$eval/published/results.tsv") - 1)) rows in eval/published/results.tsv"
