# named.awk - for named.sh: reads pages, prints each name in backticks that is neither a file nor in a source, and each link to nothing.
# -v files: all files, one a line; -v words: all words of the sources; -v others: what is neither, with a word why it is right.
BEGIN {
    while ((getline line < files) > 0) { enter(line); real[line] }
    while ((getline line < words) > 0) word[line]
    while ((getline line < others) > 0) if (line !~ /^#/) { sub(/[ \t].*/, "", line); other[line] }
    source = "\\.(awk|c|cpp|f|gp|h|hpp|inc|java|md|rows|sed|sh|toml|tsv)$" # names of such files are files, and no members of a struct
}

# Each end of a path that begins at a folder's name, with the file's extension and without, and each folder on the way.
function enter(path, rest, stem) {
    for (rest = path; ; sub(/^[^\/]*\//, "", rest)) {
        there[rest]
        at[rest] = at[rest] path "\n"
        stem = rest
        if (sub(/\.[^.\/]*$/, "", stem)) there[stem]
        if (rest !~ /\//) break
    }
    if (sub(/\/[^\/]*$/, "", path) && !(path in real)) { real[path]; enter(path) }
}

FNR == 1 { finish(); page = FILENAME; listing = text = ""; blank = 1 }
/^ *```/ { listing = !listing; next }
listing || (/^    / && blank) { next } # not a sentence
{ blank = /^[ \t]*$/; text = text (blank ? "\n" : " ") $0 }
END {
    finish()
    printf "%d names and links on %d pages\n", looked, pages
    for (o in other) if (!(o in used)) { missing++; printf "eval/tests/named.others: no page needs %s any more\n", o }
    if (looked < 500) print "too few: the pages were not read"
    exit missing > 0 || looked < 500
}

# What stands in backticks, paragraph by paragraph: one left open ends there. "`FILE`: `NAME`" says that NAME is in that file.
function finish(n, m, i, j, paragraphs, pieces) {
    if (page == "") return
    pages++
    n = split(text, paragraphs, "\n")
    for (i = 1; i <= n; i++) {
        m = split(paragraphs[i], pieces, "`")
        for (j = 2; j <= m; j += 2) {
            piece(pieces[j])
            if (pieces[j + 1] == ": " && pieces[j] in at && pieces[j + 2] ~ /^[A-Za-z_0-9]+$/) inside(pieces[j], pieces[j + 2])
        }
        links(paragraphs[i])
    }
}

function piece(text, n, i, names) {
    n = split(text, names, /[ ,;()\[\]"'=|&<>{}+]+/)
    for (i = 1; i <= n; i++) name(names[i])
}

function name(s, stands_for_many) {
    sub(/[.:]+$/, "", s)
    stands_for_many = s ~ /[\/._]/ && s ~ /(^|[^A-Za-z])(NAME|FILE|ROOM|THEME|CONCEPT|FOLDER|PROGRAM|N)([^A-Za-z]|$)/
    if (stands_for_many || s ~ /^[\/-]/ && s !~ /^--/ || s ~ /[$~%@]/ || s !~ /[A-Za-z]/) return
    if (s ~ /\*/) { if (s ~ /[\/.]/) known(s, some(s)) }
    else if (s ~ /\//) known(s, file(s))
    else if (s ~ /^--/) known(s, s in word)
    else if (s ~ /^[A-Za-z_][A-Za-z0-9_-]*$/) known(s, s in word || s in there)
    else if (s ~ /^\.[a-z]+$/) known(s, substr(s, 2) in word) # an extension
    else if (s ~ source && s !~ /->|::/) known(s, s in there)
    else if (s ~ /^[A-Za-z_][A-Za-z0-9_-]*(\.|::|->)/) known(s, s in there || parts(s))
}

# From the page's own folder where it says ../ or ./, else any end of a path.
function file(s) {
    sub(/\/$/, "", s)
    if (s !~ /^\.\.?(\/|$)/) return s in there
    return resolved(s) in there || s ~ /^\.\/[^\/]*$/ && substr(s, 3) in word # ./program, in a command
}

# A pattern of paths: at least one fits.
function some(s, path) {
    if (s ~ /^\.\.?\//) s = resolved(s)
    gsub(/\./, "[.]", s)
    gsub(/\*/, "[^/]*", s)
    for (path in there) if (path ~ "^" s "$") return 1
    return 0
}

# A path that begins at the page, as one that begins at the top.
function resolved(s, folder) {
    folder = page
    if (!sub(/\/[^\/]*$/, "", folder)) folder = ""
    s = (folder == "" ? "" : folder "/") s
    sub(/\/$/, "", s)
    gsub(/\/\.\//, "/", s)
    while (sub(/[^\/]+\/\.\.(\/|$)/, "", s)) continue
    sub(/\/$/, "", s)
    return s
}

function parts(s, n, i, names) {
    n = split(s, names, /::|->|\./)
    for (i = 1; i <= n; i++) if (names[i] != "" && !(names[i] in word)) return 0
    return 1
}

function known(s, yes) {
    looked++
    if (yes) return
    used[s]
    if (s in other) return
    missing++
    printf "%s: `%s` is neither a file, nor in a source, nor in eval/tests/named.others\n", page, s
}

# One of the files whose path ends so has this word.
function inside(path, what, n, i, paths, line, found) {
    n = split(at[path], paths, "\n")
    for (i = 1; i < n && !found; i++) {
        while ((getline line < paths[i]) > 0)
            if (line ~ "(^|[^A-Za-z0-9_])" what "([^A-Za-z0-9_]|$)") found = 1
        close(paths[i])
    }
    looked++
    if (found) return
    missing++
    printf "%s: `%s` is not in `%s`\n", page, what, path
}

function links(text, target) {
    while (match(text, /\]\([^)]*\)/)) {
        target = substr(text, RSTART + 2, RLENGTH - 3)
        text = substr(text, RSTART + RLENGTH)
        sub(/#.*/, "", target)
        if (target == "" || target ~ /^[a-z]+:/) continue
        looked++
        if (resolved(target) in real) continue
        missing++
        printf "%s: a link leads to %s, which is not there\n", page, target
    }
}
