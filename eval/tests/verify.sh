# verify.sh PREFIX - a run is compared with published results: they are equal to the byte, or the rows that differ are
# named; and what publish.sh publishes.
. "$(dirname "$0")/common.sh"
command -v gnuplot >/dev/null || skip 'no gnuplot (Debian package gnuplot-nox)'

evaluate() { # NAME OPTIONS...: LogGP alone, in full
    name=$1
    shift
    sh "$here/../run.sh" --only loggp --prefix "$prefix" --out "$tmp/$name.d" "$@" >"$name.out" 2>"$name.err"
    echo $? >"$name.code"
}
evaluate first
ended first 0
[ -f first.d/results.tsv ] || finish
rows=$(($(wc -l <first.d/results.tsv) - 1))

mkdir published
# One row is changed, one is missing, and one is added.
awk -F '\t' -v OFS='\t' 'NR == 2 { $3 = "123.5" } NR != 3 { print } END { print "loggp\tnothing", 7, "us", "-", "-", "predicted" }' \
    first.d/results.tsv >published/results.tsv
changed=$(awk -F '\t' 'NR == 2 { print $2 }' first.d/results.tsv)
added=$(awk -F '\t' 'NR == 3 { print $2 }' first.d/results.tsv)
evaluate differs --verify published
ended differs 1
lines differs.out 1 "loggp, $changed: published 123\.5 .*, here .*"
lines differs.out 1 "loggp, $added: is not published; here it is .*"
lines differs.out 1 'loggp, nothing: is missing here; published is 7 us'
lines differs.out 1 "$((rows - 2)) rows are the published ones to the byte, 3 are not\."

# A row twice, rows in another order, a measurement that was asked for and is not there, and one that nobody asked for.
held() { # NAME CODE LINE
    run "$1" sh "$here/../verify.sh" published/results.tsv "$1/results.tsv"
    ended "$1" "$2"
    lines "$1.out" 1 "$3"
}
# Rows of a measurement that was not asked for do not count.
{ cat first.d/results.tsv; printf 'elsewhere\tspeed\t1\tms\t-\t-\tpredicted\t-\t-\t-\n'; } >published/results.tsv
held first.d 0 "All $rows rows are the published ones, to the byte\."
cp first.d/results.tsv published/results.tsv
for name in twice order missing whole; do mkdir $name; cp first.d/scope $name; cp first.d/results.tsv $name; done
sed -n 3p first.d/results.tsv >>twice/results.tsv
held twice 1 "loggp, $added: is here twice; .*"
{ sed -n 1p first.d/results.tsv; sed 1d first.d/results.tsv | tac; } >order/results.tsv
held order 1 "loggp, $changed: stands in another place than published.*"
echo 'whole barrier,loggp' >missing/scope
printf 'barrier\tspeed\t1\tms\t-\t-\tpredicted\t-\t-\t-\n' >>published/results.tsv
held missing 1 'barrier, speed: is missing here; published is 1 ms'
echo whole >whole/scope
held whole 1 'barrier, speed: is missing here; published is 1 ms'

# A run of one measurement publishes its rows, in their place; a quick one nothing.
mkdir partly
awk -F '\t' -v OFS='\t' '$1 == "loggp" { if (!n++) print "loggp", "old", 1; next } { print }' "$here/../published/results.tsv" >partly/results.tsv
run publish sh "$here/../publish.sh" first.d "$tmp/partly"
ended publish 0
awk -F '\t' 'NR == FNR { if ($1 == "loggp") row[++rows] = $0; next } $1 == "loggp" { if (!n++) for (i = 1; i <= rows; i++) print row[i]; next } { print }' \
    first.d/results.tsv "$here/../published/results.tsv" >wanted
cmp -s wanted partly/results.tsv || bad 'publish: not the rows of this run among the others'
# A quick run is held to, and published among, the quick rows.
echo 'quick loggp' >first.d/scope
sed '2s/.*/loggp\told\t1/' first.d/results.tsv >partly/quick.tsv
cp partly/results.tsv whole_rows
run publish sh "$here/../publish.sh" first.d "$tmp/partly"
ended publish 0
cmp -s first.d/results.tsv partly/quick.tsv || bad 'publish: not the rows of a quick run'
cmp -s whole_rows partly/results.tsv || bad 'publish: a quick run has changed the rows of whole ones'
echo 'quick' >first.d/scope
mkdir empty
run publish sh "$here/../publish.sh" first.d "$tmp/empty"
ended publish 0
cmp -s first.d/results.tsv empty/quick.tsv || bad 'publish: not all rows of a quick run'
echo 'quick loggp' >first.d/scope
rm empty/quick.tsv
run publish sh "$here/../publish.sh" first.d "$tmp/empty"
ended publish 1
lines publish.err 1 '.*nothing is published yet.*'

refused() { # REGEX OPTIONS...
    pattern=$1
    shift
    evaluate refused "$@"
    ended refused 2
    lines refused.err 1 "$pattern"
}
refused ".*--verify: no results.tsv in 'nowhere'.*" --verify nowhere
refused ".*--verify: no quick.tsv in 'published'.*" --verify published --quick
finish
