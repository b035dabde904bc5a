# report.sh OUT - OUT/report.md and OUT/report.html from results.tsv, the figures and the text in report/text.md. It computes
# nothing: numbers in the text are looked up. Sections whose measurement was not made are left out.
set -eu
out=$1
here=$(cd "$(dirname "$0")" && pwd)/report
ap1000 info --cells 64 >"$out/programs/info"
if ap1000 info --machine workstations >"$out/programs/info.ws" 2>/dev/null; then ws=$out/programs/info.ws; else ws=; fi
awk -v info="$out/programs/info" -v papers="$here/../paper.tsv $here/../otherpapers.tsv" -v ws="$ws" -f "$here/../digits.awk" -f "$here/expand.awk" "$out/results.tsv" "$here/../elsewhere.tsv" "$here/hangs.tsv" "$here/text.md" >"$out/report.md"
awk -v out="$out" -f "$here/html.awk" "$out/report.md" >"$out/report.html"
