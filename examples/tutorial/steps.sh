# steps.sh README [print] - runs the commands of a page, the lines `    $ COMMAND`, one after the other in this folder, and compares what
# each prints (both streams) with the lines below it; a line `    ...` stands for any number of lines. print: the page as it would be
# now. The exit code is 1 if a step prints something else or fails; what `|| :` follows may fail.
set -u
page=$1 mode=${2-} failed=0 command=''
: >expected

# compared: the command before this line has all its lines; runs it
compared() {
    [ -n "$command" ] || return 0
    sh -c "$command" >said 2>&1 </dev/null || { echo "step fails: $command" >&2; cat said >&2; failed=1; }
    awk -v mode="$mode" '
        FILENAME == "expected" { wanted[++n] = $0; if ($0 == "...") gap = n; next }
        { said[++m] = $0 }
        END {
            last = gap ? n - gap : 0
            ok = gap ? m >= n - 1 : m == n
            for (i = 1; i <= (gap ? gap - 1 : n); i++) ok = ok && said[i] == wanted[i]
            for (i = 0; i < last; i++) ok = ok && said[m - i] == wanted[n - i]
            if (mode == "print") {
                for (i = 1; i <= m; i++)
                    if (!gap || i < gap || i > m - last) print "    " said[i]
                    else if (i == gap) print "    ..."
            } else if (!ok)
                for (i = 1; i <= m; i++) print "said: " said[i]
            exit !ok
        }' expected said || { [ "$mode" = print ] || { echo "not as on the page: $command" >&2; failed=1; }; }
    command=''
    : >expected
}

while IFS= read -r line; do
    case $line in
    '    $ '*) compared; command=${line#'    $ '} ;;
    '    '*) if [ -n "$command" ]; then printf '%s\n' "${line#    }" >>expected; continue; fi ;;
    *) compared ;;
    esac
    [ "$mode" != print ] || printf '%s\n' "$line"
done <"$page"
compared
exit $failed
