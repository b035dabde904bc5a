#!/bin/sh
# hostile.sh AP1000 PROGRAM PAGE_JS - a program with a hostile name, and titles and files called so too, through every output: traces, reports,
# plot, compare, the torus, sweep, the page. Nothing of a name is run by a shell, by gnuplot or by a page, each
# file is what its format wants, and the name stands in it.
# PROGRAM: trace_program.
set -u
checks=$(realpath "$(dirname "$0")/../../tests/programs/checks.sh") ap1000=$(realpath "$1") program=$(realpath "$2") page_js=$(realpath "$3")
. "$checks"

# What a shell (also inside double quotes), gnuplot, HTML, SVG, JSON, dot and printf would take for their own.
bad='a`cd;touch RUN1`$(touch RUN2)"'"'"'; touch RUN3 #\\ <\/script><script>RUN4<b>&amp;@x_y^z{w}%s%d%n ~
é'
bad=$(printf '%s' "$bad" | tr -d /) # a name of a file has none
ln -s "$program" "$bad"
HOME=$work
export HOME
echo nonsense >.gnuplot # whose settings are no part of a picture

"$ap1000" run --cells 2 -n 2 --trace "t$bad.json" --report=report.json "./$bad" >out 2>err
check 'the run' test $? -eq 0
"$ap1000" run --cells 2 -n 2 --trace other.json --report=report.txt "./$bad" >out 2>err
"$ap1000" run --cells 2 -n 2 --trace plain.json.gz --report=plain.json "$program" >out 2>err
json() { python3 -c 'import json, sys
sys.exit("a`cd;touch RUN1`$(touch RUN2)\"" not in str(json.load(open(sys.argv[1]))).replace("\\\\", "\\"))' "$1"; }
check 'the trace is JSON, with the name' json "t$bad.json"
check 'the report is JSON, with the name' json report.json
check "the report for people has the name, each time in one line: $(cat report.txt)" \
    test "$(grep -c 'a`cd;touch.*~?é' report.txt)" -gt 2 -a "$(grep -c '^é' report.txt)" -eq 0

# svg FILE: it is XML, and no script; shows FILE TEXT: has the text.
svg() { python3 -c 'import sys, xml.etree.ElementTree as e
names = {t.tag.rsplit("}", 1)[-1] for t in e.parse(sys.argv[1]).iter()}
sys.exit("script" in names or "b" in names)' "$1"; }
shows() { python3 -c 'import sys, xml.etree.ElementTree as e
sys.exit(sys.argv[2] not in "".join(e.parse(sys.argv[1]).getroot().itertext()))' "$1" "$2"; }
if command -v gnuplot >/dev/null; then
    "$ap1000" plot "t$bad.json" --out plotted --title "$bad" >out 2>err
    check "plot: $(cat err)" test $? -eq 0
    "$ap1000" compare "t$bad.json" plain.json.gz --out compared --title "$bad" >out 2>err
    check "compare: $(cat err)" test $? -eq 0
    "$ap1000" plot report.json --out torus --title "$bad" >out 2>err
    check "torus: $(cat err)" test $? -eq 0
    "$ap1000" sweep --cells 2,4 -n 2 --set cell.send_us=1,2 --out swept --title "$bad" -- "./$bad" >out 2>err
    check "sweep: $(cat err)" test $? -eq 0
    for file in plotted-spacetime plotted-matrix compared-compare torus-torus swept-scaling; do
        check "$file is a picture" svg $file.svg
        check "$file has its title" shows $file.svg 'RUN4<b>&amp;@x_y^z{w}%s%d%n'
    done
    check 'plot: the name as it is' shows plotted-spacetime.svg 'a`cd;touch RUN1`$(touch RUN2)"'"'"'; touch RUN3 #\\ <\script><script>RUN4<b>&amp;@x_y^z{w}%s%d%n ~'
    check 'sweep: a line for each run' test "$(grep -c '^[24]	' swept.tsv)" -eq 4
fi

"$ap1000" view "t$bad.json" --out page.html --title "$bad" >out 2>err
check 'view' test $? -eq 0
check 'the page ends no script early' test "$(grep -c '</script>' page.html)" -eq 2
if command -v node >/dev/null; then
    check 'the page has the name' sh -c 'node "$1" page.html "tasks.map(t => t.name).join()" "document.title" >said && grep -qF "a\`cd;touch RUN1\`" said && grep -qF "RUN4<b>&amp;@x_y" said' - "$page_js"
fi
check 'nothing was run' test -z "$(find "$work" -name 'RUN*')"
finish
