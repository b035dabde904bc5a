# pages.awk - makes the manual pages of all calls from calls.txt, their Fortran synopses from the sources of libfpvm3, and their examples
# from the functions example_PAGE:
#   awk -v out=FOLDER -v version=3.4.6 -v date="November 2026" -f pages.awk ../fortran/src/*.c examples/*.c calls.txt
# One file NAME.3 a page; each further name of a page is a file that names the first one.

function troff(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    sub(/^[.']/, "\\\\\\&&", text)
    return text
}
function put(line) { print line > file }
function section(title) { put(".SH " title) }
# A page of ours as a reference, with the section; what is none is left as it is.
function reference(name) { return ".BR " name " (3)" }

function begin_page(    i) {
    file = out "/" names[1] ".3"
    put(".\\\" made from pvm\\-api/manual/calls.txt by pages.awk")
    put(".TH " toupper(names[1]) " 3 \"" date "\" \"PVM/AP1000\" \"PVM " version "\"")
    section("NAME")
    line = names[1]
    for (i = 2; i <= nnames; i++) line = line ", " names[i]
    put(line " \\- " troff(does))
    for (i = 2; i <= nnames; i++) {
        print ".so man3/" names[1] ".3" > (out "/" names[i] ".3")
        close(out "/" names[i] ".3")
    }
}
# The Fortran call for a C call: most have its name; one packs every type, and one deals with one host.
function in_fortran(name) {
    if (name ~ /^pvm_pk(byte|cplx|dcplx|double|float|int|long|short|str)$/) return "pvmfpack"
    if (name ~ /^pvm_upk(byte|cplx|dcplx|double|float|int|long|short|str)$/) return "pvmfunpack"
    if (name ~ /^pvm_(add|del)hosts$/) sub(/s$/, "", name)
    gsub(/_/, "", name)
    sub(/^pvm/, "pvmf", name)
    return name
}
# The names of a C function's arguments, without the lengths of texts, which a Fortran program does not write.
function arguments(text,    n, i, words, list) {
    n = split(text, words, ",")
    for (i = 1; i <= n; i++) {
        sub(/\(\*?/, "", words[i])
        sub(/ *$/, "", words[i])
        sub(/.*[ *]/, "", words[i])
        if (words[i] !~ /_len$/) list = list (list == "" ? "" : ", ") words[i]
    }
    return list
}
function read_fortran(    name) {
    while (match(source, /(X\(pvmf[a-z]+, \([^)]*\))|(void pvmf[a-z]+_\([^)]*\))/)) {
        found = substr(source, RSTART, RLENGTH)
        source = substr(source, RSTART + RLENGTH)
        match(found, /pvmf[a-z]+/)
        name = substr(found, RSTART, RLENGTH)
        found = substr(found, RSTART + RLENGTH)
        sub(/^[_, ]*\(/, "", found)
        sub(/\)$/, "", found)
        fortran[name] = arguments(found)
    }
}
function put_calls(    i, group, any, shown) {
    section("SYNOPSIS")
    put(".nf")
    put("#include <pvm3.h>")
    put(".PP")
    for (i = 1; i <= ncalls; i++) {
        put(".BI \"" troff(calls[i]) ";\"")
        group = group || calls[i] ~ /pvm_(joingroup|lvgroup|gsize|getinst|gettid|freezegroup|barrier|bcast|gather|scatter|reduce)\(/
    }
    for (i = 1; i <= nnames; i++)
        if (in_fortran(names[i]) in fortran && !(in_fortran(names[i]) in shown)) {
            if (!any) { put(".PP"); put("! Fortran; include 'fpvm3.h'"); any = 1 }
            put(".BI \"call " in_fortran(names[i]) "(" fortran[in_fortran(names[i])] ")\"")
            shown[in_fortran(names[i])]
        }
    put(".fi")
    put(".PP")
    put("Link with " (group ? "\\-lgpvm3 \\-lpvm3, the flags of pkg\\-config gpvm3." : "\\-lpvm3, the flags of pkg\\-config pvm3."))
}
function put_list(title, n, heads, texts,    i) {
    if (n == 0) return
    section(title)
    for (i = 1; i <= n; i++) {
        put(".TP")
        put(".B " troff(heads[i]))
        put(troff(texts[i]))
    }
}
function put_example(    n, i, lines) {
    if (!(names[1] in example)) return
    section("EXAMPLES")
    put(".nf")
    n = split(example[names[1]], lines, "\n")
    for (i = 1; i < n; i++) put(troff(lines[i]))
    put(".fi")
}
function put_see(    i, n, words) {
    section("SEE ALSO")
    n = split(see, words, " ")
    for (i = 1; i <= n; i++) put(reference(words[i]) ",")
    put(".BR ap1000 (1)")
}
function end_page(    i) {
    if (nnames == 0) return
    if (!alone) { error_names[++nerrors] = "PvmSysErr"; error_texts[nerrors] = "there is no machine" (cost ~ /^GROUP/ ? ", or no group server" : "") }
    begin_page()
    put_calls()
    section("DESCRIPTION")
    if (ntexts == 0) put(toupper(substr(does, 1, 1)) troff(substr(does, 2)) ".")
    for (i = 1; i <= ntexts; i++) {
        if (i > 1) put(".PP")
        put(troff(texts[i]))
    }
    put_list("ARGUMENTS", nargs, arg_names, arg_texts)
    if (returns != "") { section("RETURN VALUE"); put(troff(toupper(substr(returns, 1, 1)) substr(returns, 2)) ".") }
    put_list("ERRORS", nerrors, error_names, error_texts)
    section("SIMULATED TIME")
    put("Costs: " troff(cost) ".")
    put("A name in capitals is a cost of the machine file: PACK is the line pvm_pack_us of the node's kind, and so on;")
    put("REQUEST is an empty message to the host and back, with control.handle_us.")
    put("\\fBap1000 info\\fR shows them all with their sources.")
    if (differs != "") { section("DIFFERENCES FROM PVM 3.4.6"); put(troff(differs)) }
    put_example()
    put_see()
    close(file)
    pages++
    nnames = ncalls = ntexts = nargs = nerrors = alone = 0
    does = returns = cost = differs = see = ""
}
# "WORD the rest" and "A, B the rest" in two: all words that end in a comma belong to the first.
function split_head(line, where,    head) {
    head = ""
    while (match(line, /^[^ ]+, /)) { head = head substr(line, 1, RLENGTH); line = substr(line, RLENGTH + 1) }
    match(line, /^[^ ]+/)
    where["head"] = head substr(line, 1, RLENGTH)
    where["text"] = substr(line, RLENGTH + 2)
}

FILENAME ~ /examples\/[a-z]+\.c$/ {
    if (/^static void example_/) { shows = $3; sub(/^example_/, "", shows); sub(/\(.*/, "", shows) }
    else if ($0 == "}") shows = ""
    else if (shows != "" && $0 != "{") example[shows] = example[shows] substr($0, 5) "\n"
    next
}
FILENAME ~ /\.c$/ { sub(/\\$/, ""); gsub(/  +/, " "); source = source " " $0; next }
/^#/ { next }
source != "" { gsub(/  +/, " ", source); read_fortran(); source = "" }
/^$/ { end_page(); next }
{ key = $1; rest = substr($0, length(key) + 2) }
key == "page" { nnames = split(rest, names, " "); next }
key == "does" { does = rest; next }
key == "c" { calls[++ncalls] = rest; next }
key == "text" { texts[++ntexts] = rest; next }
key == "arg" { split_head(rest, h); arg_names[++nargs] = h["head"]; arg_texts[nargs] = h["text"]; next }
key == "returns" { returns = rest; next }
key == "error" { split_head(rest, h); error_names[++nerrors] = h["head"]; error_texts[nerrors] = h["text"]; alone = alone || h["head"] == "PvmSysErr"; next }
key == "alone" { alone = 1; next }
key == "cost" { cost = rest; next }
key == "differs" { differs = rest; next }
key == "see" { see = rest; next }
{ print FILENAME ":" FNR ": unknown word " key > "/dev/stderr"; bad = 1 }
END { end_page(); exit bad || pages == 0 }
