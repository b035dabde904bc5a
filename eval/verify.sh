# verify.sh PUBLISHED RESULTS - holds RESULTS, the results.tsv of a run, to PUBLISHED, to the byte, and says which rows differ. A run of
# some measurements alone (the file `scope` beside RESULTS says which were asked for) is held to their rows alone; without such a file, to
# all. The rows must be there once each, and in their order. Exit code: 0, all rows are the published ones; 1, some are not; 2, there is nothing
# to compare.
set -eu
die() { echo "verify: $1" >&2; exit 2; }
[ $# -eq 2 ] || die 'the published rows and those of a run are wanted: sh eval/verify.sh eval/published/results.tsv eval/out/results.tsv'
for file; do
    [ ! -d "$file" ] || die "'$file' is a folder; a results.tsv is wanted"
    [ -r "$file" ] && [ -s "$file" ] || die "'$file' is empty, or cannot be read"
done
eval=$(cd "$(dirname "$0")" && pwd)
scope=$(dirname "$2")/scope quick='' only=''
[ ! -f "$scope" ] || read -r quick only <"$scope" || :
. "$eval/names.sh"
# shellcheck disable=SC2046 # names are words
wanted=$(for name in $(echo "$only" | tr , ' '); do figures "$name"; done | xargs)
awk -F '\t' -v wanted="$wanted" '
    BEGIN { for (i = split(wanted, w, " "); i > 0; i--) asked[w[i]] = 1 }
    function row() { return $1 "\t" $2 }
    FNR == 1 { head[++file] = $0; next } # both may have one name
    file == 1 {
        if (wanted != "" && !($1 in asked)) next
        published[row()] = $0
        order[++n] = row()
        next
    }
    !(row() in published) { say("is not published; here it is", $0); next }
    row() in here { say("is here twice; the second is", $0); next }
    { here[row()] = $0; came[++rows] = row() }
    function say(what, line,    f) {
        split(line, f, "\t")
        printf "%s, %s: %s %s %s\n", f[1], f[2], what, f[3], f[4]
        wrong++
    }
    END {
        if (head[1] != head[2]) { print "the columns differ: published " head[1] "; here " head[2]; wrong++ }
        for (i = 1; i <= n; i++) {
            split(order[i], f, "\t")
            if (!(order[i] in here)) { say("is missing here; published is", published[order[i]]); continue }
            if (order[i] != came[++at] && !moved++) { say("stands in another place than published:", published[order[i]]) }
            if (here[order[i]] == published[order[i]]) { same++; continue }
            split(published[order[i]], p, "\t")
            split(here[order[i]], h, "\t")
            value = p[3] " " p[4] == h[3] " " h[4] ? "the row \"" here[order[i]] "\" is not \"" published[order[i]] "\"" \
                : "published " p[3] " " p[4] ", here " h[3] " " h[4]
            gsub(/\t/, " ", value)
            print f[1] ", " f[2] ": " value
            wrong++
        }
        if (!rows) { print "there are no rows to hold to the published ones"; exit 1 }
        if (wrong) { printf "%d rows are the published ones to the byte, %d are not.\n", same, wrong; exit 1 }
        printf "All %d rows are the published ones, to the byte.\n", same
    }' "$1" "$2"
