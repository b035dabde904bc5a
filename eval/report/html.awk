# html.awk REPORT_MD - the report as one HTML page that needs no other file: figures stand in it as SVG (from out/figures).
# Knows the Markdown that report/text.md uses, no more: # headings, paragraphs, - lists (an item goes on with two spaces), | tables, ``` blocks, a picture alone on
# its line, **bold** and `code`.
BEGIN {
    print "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>PVM/AP1000: evaluation</title>\n<style>"
    print "body { font: 16px/1.55 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff }"
    print "h1, h2, h3 { line-height: 1.2 } h2 { margin-top: 2.5rem; border-bottom: 1px solid #ddd; padding-bottom: .2rem }"
    print "table { border-collapse: collapse; font-size: .9rem; margin: 1rem 0 } th, td { padding: .2rem .7rem; border-bottom: 1px solid #e5e5e5; text-align: left }"
    print "td.right, th.right { text-align: right; font-variant-numeric: tabular-nums }"
    print "pre { font-size: .75rem; line-height: 1.35; background: #f6f6f6; padding: .8rem; overflow-x: auto } code { background: #f3f3f3 }"
    print "figure { margin: 1rem 0 } figure svg { width: 100%; height: auto } figcaption { color: #555; font-size: .9rem }"
    print "@page { size: A4; margin: 12mm } @media print { body { font: 10.5px/1.4 sans-serif; margin: 0; padding: 0; max-width: none } h1 { font-size: 1.3rem; margin: .3rem 0 } h2 { font-size: 1rem; margin: .7rem 0 .3rem } p, ul { margin: .35rem 0 } table { margin: .3rem 0; font-size: 9.5px } td, th { padding: .02rem .5rem } figure.half { display: inline-block; vertical-align: top; width: 46%; margin: .2rem 1% } figcaption { font-size: 9px } .appendix { break-before: page } }"
    print "</style>\n</head>\n<body>"
}
/^```/ { close_all(); print in_code ? "</pre>" : "<pre>"; in_code = !in_code; next }
in_code { print escaped($0); next }
/^$/ { close_all(); next }
/^# Appendix/ { appendix = 1 } # before it, figures stand two by two
/^#+ / {
    close_all()
    n = index($0, " ")
    printf "<h%d%s>%s</h%d>\n", n - 1, /^# Appendix/ ? " class=\"appendix\"" : "", inline(substr($0, n + 1)), n - 1
    next
}
/^!\[/ { close_all(); picture($0); next }
/^\|/ { row($0); next }
/^- / { if (state != "ul") { close_all(); print "<ul>"; state = "ul" } print "<li>" inline(substr($0, 3)); next }
/^  / && state == "ul" { print inline(substr($0, 3)); next } # an item goes on
{ if (state != "p") { close_all(); print "<p>"; state = "p" } print inline($0) }
END { close_all(); print "</body>\n</html>" }

function close_all() {
    if (state != "") print "</" state ">"
    state = ""
}

function escaped(s) {
    gsub(/&/, "\\&amp;", s)
    gsub(/</, "\\&lt;", s)
    gsub(/>/, "\\&gt;", s)
    return s
}

function inline(s) {
    s = escaped(s)
    while (match(s, /`[^`]*`/))
        s = substr(s, 1, RSTART - 1) "<code>" substr(s, RSTART + 1, RLENGTH - 2) "</code>" substr(s, RSTART + RLENGTH)
    while (match(s, /\*\*[^*]*\*\*/))
        s = substr(s, 1, RSTART - 1) "<b>" substr(s, RSTART + 2, RLENGTH - 4) "</b>" substr(s, RSTART + RLENGTH)
    return s
}

function row(line,    cell, n, i) {
    n = split(line, cell, /[ ]*\|[ ]*/)
    if (state != "table") {
        close_all()
        print "<table>"
        state = "table"
        head = line
        return
    }
    if (line ~ /^\|[-:|]+$/) { # the row under the head says which columns stand right
        for (i = 2; i < n; i++) right[i] = cell[i] ~ /:$/ ? " class=\"right\"" : ""
        split(head, cell, /[ ]*\|[ ]*/)
        for (i = 2; i < n; i++) printf "<th%s>%s</th>", right[i], inline(cell[i])
        print ""
        return
    }
    printf "<tr>"
    for (i = 2; i < n; i++) printf "<td%s>%s</td>", right[i], inline(cell[i])
    print "</tr>"
}

function picture(line,    caption, file, text, inside) {
    caption = line
    sub(/^!\[/, "", caption)
    sub(/\]\([^)]*\)$/, "", caption)
    file = line
    sub(/.*\]\(/, "", file)
    sub(/\)$/, "", file)
    print appendix ? "<figure>" : "<figure class=\"half\">"
    while ((getline text < (out "/" file)) > 0) {
        if (!inside && text !~ /<svg/) continue # what stands before it is for a file of its own
        inside = 1
        print text
    }
    if (!inside) { print "report: no figure " file >"/dev/stderr"; exit 1 }
    print "<figcaption>" inline(caption) "</figcaption>\n</figure>"
}
