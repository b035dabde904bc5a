# expand.awk RESULTS ELSEWHERE HANGS TEXT - fills the report's text with what was measured. In the text:
#   {figure|quantity|format}     our value; {paper:figure|quantity|format} the paper's; {off:figure|quantity} the difference;
#                                {interval:figure|quantity} what the rounding of the paper's figures leaves open, {high:figure|quantity} its upper end
#   {ratio:figure|a|b|format}    our value of a over that of b
#   @if figure|quantity  @end    kept only if results.tsv has such a row (any, if no quantity is given), or all of several joined by ` & `; no nesting
#   @if paper  @end              kept only if something was measured that the paper has a figure of; @if elsewhere the same of elsewhere.tsv
#   {param:section.name}         a number of the AP1000, as ap1000 info prints it
#   @table figure [pattern]      its rows, those whose quantity matches; rows that follow each other and say the same of other numbers of
#                                tasks or cells are one
#   @free                        every number of the machine that nothing sourced gives: what fixes it, and what it changes
#   @against                     all rows that have a figure of the paper's (not of another one), in one table
#   @shapes figure|figure...     their rows of kind shape: what a paper says in words, and whether it holds; @what-ifs figure: of kind what-if
#   @linpack                     LINPACK's times at the full order, ours and Brent's
#   @elsewhere                   all rows that have a figure of elsewhere.tsv, with its mark and source
#   @picture name caption        out/figures/name.svg
#   @info  @info-ws              the machine's parameters (files `info` and `ws`, from ap1000 info)
# ELSEWHERE (elsewhere.tsv) has figures of the machine that are not the paper's; `{elsewhere:figure|quantity|format}`.
# A number that is asked for and was not measured ends with an error: the text never shows a gap.
BEGIN {
    FS = "\t"
    while ((getline line < info) > 0) parameter(line)
    close(info)
    for (i = split(papers, file, " "); i > 0; i--) {
        while ((getline line < file[i]) > 0)
            if (split(line, cell, "\t") > 3) {
                theirs[cell[1] "|" cell[2]] = cell[3]
                rounding[cell[1] "|" cell[2]] = cell[7]
            }
        close(file[i])
    }
}
FILENAME == ARGV[1] {
    if (FNR == 1) next
    value[$1 "|" $2] = $3; unit[$1 "|" $2] = $4; paper[$1 "|" $2] = $5; off[$1 "|" $2] = $6; kind[$1 "|" $2] = $7
    low[$1 "|" $2] = $8; high[$1 "|" $2] = $9
    measured[$1] = measured[$1 "|" $2] = 1
    of[$1 "|" $2] = $10
    if ($5 != "-" && $10 == "PVM/AP1000") measured["paper"] = 1
    order[++nrows] = $1 "|" $2
    next
}
FILENAME == ARGV[2] {
    if ($0 ~ /^#/ || $1 == "figure") next
    elsewhere[$1 "|" $2] = $3
    if (($1 "|" $2) in measured) { compared[++ncompared] = $1 "|" $2; mark[$1 "|" $2] = $9; from[$1 "|" $2] = $6 }
    if (($1 "|" $2) in measured) measured["elsewhere"] = 1
    next
}
FILENAME == ARGV[3] {
    if ($0 !~ /^#/) hangs[$1] = $2
    next
}
/^@if / {
    dropping = 0
    for (nparts = split(substr($0, 5), parts, " & "); nparts > 0; nparts--) dropping = dropping || !(parts[nparts] in measured)
    next
}
/^@end/ { dropping = 0; next }
dropping { next }
/^@table / { table(substr($0, 8)); next }
/^@against/ { against(); next }
/^@free/ { free(); next }
/^@shapes / { shapes(substr($0, 9), "shape"); next }
/^@what-ifs / { shapes(substr($0, 11), "what-if"); next }
/^@linpack/ { linpack(); next }
/^@elsewhere/ { others(); next }
/^@picture / { picture(substr($0, 10)); next }
/^@info-ws/ { if (ws != "") code(ws); next }
/^@info/ { code(info); next }
{ print filled($0) }

function stop(what) {
    print "report: " what >"/dev/stderr"
    failed = 1
    exit 1
}

# One {...}, without its braces.
function looked_up(what,    part, n, key) {
    n = split(what, part, "|")
    key = part[1] "|" part[2]
    sub(/^[a-z]*:/, "", key)
    if (what ~ /^param:/) {
        sub(/\|$/, "", key)
        if (!(key in number)) stop("the text asks for the number '" key "', which the machine has not")
        return number[key]
    }
    if (what ~ /^paper:/) {
        if (!(key in theirs)) stop("the text asks for '" key "' of a paper, which it has not")
        return sprintf(part[3], theirs[key])
    }
    if (what ~ /^elsewhere:/ && !(key in elsewhere)) stop("the text asks for '" key "' of elsewhere, which it has not")
    if (what ~ /^elsewhere:/) return sprintf(part[3], elsewhere[key])
    if (!(key in measured)) stop("the text asks for '" key "', which was not measured")
    if (what ~ /^ratio:/) {
        sub(/\|.*/, "", key)
        if (!((key "|" part[3]) in measured)) stop("the text asks for '" key "|" part[3] "', which was not measured")
        return sprintf(part[4], value[key "|" part[2]] / value[key "|" part[3]])
    }
    if (what ~ /^interval:/) return interval(low[key], high[key])
    if (what ~ /^high:/) return sprintf("%.3g", high[key])
    if (what ~ /^off:/) return signed(off[key])
    return sprintf(n > 2 ? part[3] : "%.4g", value[key])
}

function filled(line,    done) {
    while (match(line, /\{[^}]*\}/)) {
        done = done substr(line, 1, RSTART - 1) looked_up(substr(line, RSTART + 1, RLENGTH - 2))
        line = substr(line, RSTART + RLENGTH)
    }
    return done line
}

# A line of ap1000 info.
function parameter(line,    word, at) {
    if (line ~ /^\[/) section = substr(line, 2, length(line) - 2)
    if (line !~ /^  /) return
    split(line, word, " ")
    key = section "." word[1]
    numbers[++nnumbers] = key
    number[key] = word[2]
    at = match(line, / (sourced|calibrated|assumed|own) /)
    kind_of[key] = substr(line, RSTART + 1, RLENGTH - 2)
    unit_of[key] = word[3] == kind_of[key] ? "" : word[3]
    source[key] = substr(line, RSTART + RLENGTH)
    sub(/^ +/, "", source[key])
    if (match(source[key], /; plausible [^:]*: /)) {
        range[key] = substr(source[key], RSTART + 12, RLENGTH - 14)
        because[key] = substr(source[key], RSTART + RLENGTH)
        source[key] = substr(source[key], 1, RSTART - 1)
    }
}

function free(    i, j, ends, key, part, moves, q, other) {
    print "| number | value | what fixes it | plausible | what it changes, at its low and at its high end (or where it was run instead), all calibrated anew |"
    print "|---|---:|---|---|---|"
    for (i = 1; i <= nnumbers; i++) {
        key = numbers[i]
        if (kind_of[key] != "calibrated" && kind_of[key] != "assumed") continue
        moves = ""
        for (j = 1; j <= nrows; j++) {
            if (order[j] !~ / at its (low|high) end$/ || index(order[j], " by " key " at") == 0) continue
            q = order[j]
            sub(/^sensitivity\|/, "", q)
            sub(/ by .*/, "", q)
            if (order[j] ~ /high end$/) continue
            other = value["sensitivity|" q " by " key " at its high end"]
            moves = moves (moves == "" ? "" : "; ") sprintf("%s %+.1f, %+.1f %%", q, value[order[j]], other)
        }
        for (j = split("low high", ends, " "); j > 0; j--) {
            q = "sensitivity|" key ": run at, instead of its " ends[j] " end"
            if (q in value) moves = sprintf("(%s end: run at %s %s, beyond which no machine can be calibrated) ", ends[j], value[q], unit[q]) moves
        }
        if (moves == "") moves = key in hangs ? hangs[key] : "nothing that is shown moves by 0.05 %"
        printf "| %s | %s %s | %s: %s | %s | %s |\n", key, number[key], unit_of[key], kind_of[key], source[key],
               key in range ? range[key] ", " because[key] : "", moves
    }
}

# The quantity without its number of tasks or cells.
function kept_of(q) { sub(/ [0-9]+ (tasks|cells)/, " N", q); return q }
# Does the next row of the table say the same of another number of tasks?
function same(a, b, figure,    p, q) {
    p = substr(a, length(figure) + 2)
    q = substr(b, length(figure) + 2)
    return p != q && p ~ / [0-9]+ (tasks|cells)/ && kept_of(p) == kept_of(q) && value[a] == value[b] && unit[a] == unit[b] && paper[a] == "-" && paper[b] == "-"
}

function table(what,    figure, pattern, i, j, key, q, last) {
    figure = what
    sub(/ .*/, "", figure)
    pattern = substr(what, length(figure) + 2)
    print "| quantity | ours | interval | unit | paper | difference | kind |"
    print "|---|---:|---|---|---:|---:|---|"
    for (i = 1; i <= nrows; i++) {
        key = order[i]
        if (index(key, figure "|") != 1) continue
        q = substr(key, length(figure) + 2)
        if (kind[key] == "shape" || kind[key] == "what-if" || (pattern != "" && q !~ pattern)) continue
        for (j = i; j < nrows && same(key, order[j + 1], figure); j++) ;
        if (j > i) { # "native cell-cell 8 tasks" to "... 32 tasks"
            last = order[j]
            match(last, / [0-9]+ (tasks|cells)/)
            last = substr(last, RSTART + 1, RLENGTH - 1)
            match(q, / [0-9]+ (tasks|cells)/)
            q = substr(q, 1, RSTART + RLENGTH - 1) " to " last substr(q, RSTART + RLENGTH)
            i = j
        }
        printf "| %s | %s | %s | %s | %s | %s | %s |\n", q, shown(value[key], low[key], high[key], paper[key], kind[key]),
               told(key), unit[key], paper[key] == "-" ? "" : paper[key],
               off[key] == "-" ? "" : signed(off[key]), kind[key]
    }
}

# Its interval; without one, what is machine time and was not set is exact under the model alone.
function told(key) {
    if (low[key] != "-" || kind[key] == "calibrated" || unit[key] !~ /^([un]?m?s|MB\/s.*|us\/byte|Mflop\/s|MIPS)$/) return interval(low[key], high[key])
    return "exact under the model"
}

function shapes(figure, which,    i, key, q) {
    print which == "shape" ? "| the paper's words | here | all points |" : "| the paper's words, of a variant that the paper does not have | here | all points |"
    print "|---|---|---|"
    for (i = 1; i <= nrows; i++) {
        q = key = order[i]
        sub(/^[^|]*\|/, "", q)
        if (kind[key] == which && key ~ "^(" figure ")[|]")
            printf "| %s | %s | %s |\n", q, which == "shape" ? (value[key] ? "holds" : "does not hold") : (value[key] ? "so it is" : "not so"), high[key]
    }
}

function against(    i, key, part) {
    print "| | the paper, ± its rounding | ours | interval | difference | kind |"
    print "|---|---:|---:|---|---:|---|"
    for (i = 1; i <= nrows; i++) {
        key = order[i]
        split(key, part, "|")
        if (paper[key] != "-" && of[key] == "PVM/AP1000")
            printf "| %s: %s | %s ± %s %s | %s %s | %s | %s | %s |\n", part[1], part[2], paper[key], rounding[key], unit[key],
                   shown(value[key], low[key], high[key], paper[key], kind[key]), unit[key], interval(low[key], high[key]), signed(off[key]), kind[key]
    }
}

# A row for each number of cells that was measured; of orders only the one that PVM was measured at.
function linpack(    i, key, cells, rest) {
    print "| cells | PVM/AP1000, s | native, s | Brent's program (recalled), s | native against Brent's | kind | counted, plain, s | counted, by blocks, s |"
    print "|---:|---:|---:|---:|---:|---|---:|---:|"
    for (i = 1; i <= nrows; i++) {
        key = order[i]
        rest = key
        if (!sub(/^linpack\|native /, "", rest) || !(("linpack|PVM/AP1000 " rest) in measured)) continue
        cells = rest
        sub(/ .*/, "", cells)
        printf "| %s | %.3g | %.3g | %s | %s | %s | %.3g | %.3g |\n", cells, value["linpack|PVM/AP1000 " rest], value[key], paper[key] == "-" ? "" : paper[key],
               off[key] == "-" ? "" : signed(off[key]), kind[key], value["linpack|native, counted, " rest], value["linpack|native, blocked, " rest]
    }
}

# Figures of the machine that other publications give. A source that says "the same" is that of the row before.
function others(    i, key, part) {
    print "| | theirs | mark | ours | difference | kind | source |"
    print "|---|---:|---|---:|---:|---|---|"
    for (i = 1; i <= ncompared; i++) {
        key = compared[i]
        split(key, part, "|")
        printf "| %s: %s | %s %s | %s | %s %s | %s | %s | %s |\n", part[1], part[2], elsewhere[key], unit[key], mark[key],
               shown(value[key], low[key], high[key], paper[key], kind[key]), unit[key], signed(off[key]), kind[key], from[key]
    }
}

function picture(what,    name) {
    name = what
    sub(/ .*/, "", name)
    printf "![%s](figures/%s.svg)\n", filled(substr(what, length(name) + 2)), name
}

function code(file,    line) {
    print "```"
    while ((getline line < file) > 0) print line
    print "```"
    close(file)
}
END { exit failed }
