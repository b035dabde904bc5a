# causes.sh AP1000 PROGRAM CAUSES PAGE - programs whose cause is known by construction (causes.c, causes.tsv), each at three sizes: the
# verdict's first line names it, and the page has that of the middle size. Prints how many are right.
set -u
checks=$(realpath "$(dirname "$0")/checks.sh") ap1000=$(realpath "$1") program=$(realpath "$2") causes=$(realpath "$3") page=$(realpath "$4")
. "$checks"

# shellcheck disable=SC2086 # options are words
grep -v '^#' "$causes" | while IFS='	' read -r cause wanted options; do
    for size in 1 2 3; do
        "$ap1000" run --report="$cause-$size.txt" $options "$program" "$cause" $size </dev/null || echo "$cause $size: ended with $?" >>wrong
        line=$(sed -n '/^verdict$/{n;p;}' "$cause-$size.txt")
        printf '%s\n' "$line" | grep -Eq "^Cause: $wanted" || echo "$cause $size: expectation: $wanted; actual: $line" >>wrong
        [ $size -ne 2 ] || printf '| %s | %s |\n' "$cause" "$line" | sed 's/| Cause: /| /; s/ (Computing costs nothing here: --cpu.)//' >>rows
    done
    echo "$cause" >>all
done
touch wrong
echo "$(($(wc -l <all) - $(cut -d' ' -f1 wrong | sort -u | wc -l))) of $(wc -l <all) causes are named at every size"
check "all causes: $(cat wrong)" test ! -s wrong
check "the page: $(grep -vxFf "$page" rows)" test -z "$(grep -vxFf "$page" rows)"
check 'there are 40' test "$(wc -l <all)" -eq 40

# Who is waited for leads: the one who works, not the one who waits for somebody who waits.
check 'who is waited for' grep -q '^Who is waited for: t40002 (cell 0) by ' late-1.txt
check 'who works longest on the path comes first' grep -q '^Who is waited for: t40004 (cell 2) by t40001 (host), ' work-1.txt
check 'sleeping is time, too' grep -q '^Imbalance: .* the busiest, t40004 (cell 2), works 30' sleep-1.txt
# The link with its half of the transfers: what carries is named, not what blocked messages hold.
check 'the busiest link' grep -Eq '^Busiest.*T-Net link, cell 7 \(7,0\) x\+ [0-9.]+ % carrying \([0-9.]+ % in use, with what blocked messages hold\)' link-1.txt
check 'a barrier in hardware leads to the last to come' grep -q '^Who is waited for: t40004 (cell 2) by ' meet-1.txt
check "the group server's lines are nobody's" sh -c '! grep " at server.c:" barrier-2.txt'
check 'a link twice as fast' grep -Eq '^  T-Net links twice as fast \(--set tnet.link_mb_per_s=50\): ' link-1.txt
"$ap1000" run --grid 32x1 --set tnet.link_mb_per_s=50 --report=faster.txt "$program" link 1
# On the terminal: what fits on a screen, the cause first; and all of it.
"$ap1000" run --report --cells 16 "$program" work 1 2>short
check 'a screen' test "$(wc -l <short)" -le 50
check 'what computing costs' sh -c "sed -n 2p short | grep -q '^computing costs nothing here: '"
check 'the cause first' sh -c "sed -n 3p short | grep -q '^Cause: unbalanced work'"
check 'the rest is named' grep -q '^The rest: --report=full, or --report=FILE' short
check 'no word about running ahead' sh -c '! grep "^Run ahead" short'
"$ap1000" run --report=full --cells 16 "$program" work 1 2>full
check 'all of it' grep -q '^messages / bytes sent, from (row) to (column)$' full
check 'as in a file' sh -c "grep -v '^of: ' full >a; grep -v '^of: ' work-1.txt | diff - a"
path() { sed -n 's/^The critical path takes \([0-9.]*\) ms.*/\1/p' "$1"; }
about=$(sed -n 's/^  T-Net links twice as fast.* -> about \([0-9.]*\) ms/\1/p' link-1.txt)
check "a link twice as fast: said $about, run $(path faster.txt) ms" awk -v a="$about" -v b="$(path faster.txt)" 'BEGIN { exit !(a > 0 && a / b < 1.1 && a / b > 0.9) }'
finish
