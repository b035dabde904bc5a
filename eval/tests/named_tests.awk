# named_tests.awk - for named.sh: reads pages, prints each test and suite that one of them names and that is not there. Names stand in
# commands (`meson test ...`), after the word suite, and in the last column of tables of tests. -v tests, -v suites: what there is.
BEGIN {
    while ((getline line < tests) > 0) test[line]
    while ((getline line < suites) > 0) suite[line]
    suite["jpi"] # where there is a JDK
    sometimes = "^(jpi |suci java$|ompc splash2$|libfuzzer )"
}

FNR == 1 { paragraph(); page = FILENAME }
/^[ \t]*$/ { paragraph(); next }
/^    / && text == "" { listing($0); next }
{ text = text " " $0 }
/^\|/ {
    n = split($0, cells, "|")
    if (cells[n - 1] ~ /^ *(checked by|tests to run) *$/) of_tests = 1
    else if (of_tests) column(cells[n - 1])
}
END {
    paragraph()
    printf "%d tests and suites named\n", looked
    exit missing > 0 || looked < 100
}

function paragraph(n, i, pieces, was_suite) {
    n = split(text, pieces, "`")
    for (i = 2; i <= n; i += 2) {
        listing(pieces[i])
        was_suite = is_suite(pieces[i - 1], was_suite)
        if (was_suite) known("suite", pieces[i], suite)
    }
    text = ""
    of_tests = 0
}

# What stands after `suite `, and all after `suites `. Before: the text before a name; last: 2, a name after suites has been.
function is_suite(before, last) {
    if (before ~ /(^|[^a-z])[Ss]uites $/ || last == 2 && before ~ /^(, | and )$/) return 2
    return before ~ /(^|[^a-z])[Ss]uite $/
}

function column(text, n, i, pieces, was_suite) {
    n = split(text, pieces, "`")
    for (i = 2; i <= n; i += 2) {
        was_suite = is_suite(pieces[i - 1], was_suite)
        if (!was_suite && pieces[i] !~ /\//) known("test", pieces[i], test)
    }
}

# A command line: what follows `meson test`, up to a comment.
function listing(text, n, i, words) {
    if (!sub(/.*meson test /, "", text)) return
    sub(/  #.*/, "", text)
    while (match(text, /'[^']*'/)) {
        known("test", substr(text, RSTART + 1, RLENGTH - 2), test)
        text = substr(text, 1, RSTART - 1) substr(text, RSTART + RLENGTH)
    }
    n = split(text, words, " ")
    for (i = 1; i <= n; i++) {
        if (words[i] ~ /^(-C|--setup)$/) i++
        else if (words[i] == "--suite") known("suite", words[++i], suite)
        else if (words[i] !~ /^-/) known("test", words[i], test)
    }
}

function known(kind, name, list) {
    if (name ~ /NAME|CONCEPT/) return
    looked++
    if (name in list || kind == "test" && name ~ sometimes) return
    missing++
    printf "%s: there is no %s `%s`\n", page, kind, name
}
