# verify.sh PUBLISHED RESULTS - holds RESULTS, the results.tsv of a run, to PUBLISHED, to the byte, and says which rows differ. A run of
# some measurements alone is held to their rows alone. Exit code: 0, all rows are the published ones; 1, some are not.
set -eu
awk -F '\t' '
    function row() { return $1 "\t" $2 }
    FNR == 1 { head[FILENAME] = $0; next }
    FILENAME == ARGV[1] { published[row()] = $0; order[++n] = row(); next }
    { here[row()] = $0; measured[$1] = 1; rows++ }
    !(row() in published) { say("is not published; here it is", $0) }
    function say(what, line,    f) {
        split(line, f, "\t")
        printf "%s, %s: %s %s %s\n", f[1], f[2], what, f[3], f[4]
        wrong++
    }
    END {
        if (head[ARGV[1]] != head[ARGV[2]]) { print "the columns differ: published " head[ARGV[1]] "; here " head[ARGV[2]]; wrong++ }
        for (i = 1; i <= n; i++) {
            split(order[i], f, "\t")
            if (!(f[1] in measured)) continue
            if (!(order[i] in here)) { say("is missing here; published is", published[order[i]]); continue }
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
