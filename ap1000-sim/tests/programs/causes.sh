# causes.sh AP1000 PROGRAM - programs whose cause is known by construction (causes.c): the verdict's first line names it.
set -u
checks=$(realpath "$(dirname "$0")/checks.sh") ap1000=$(realpath "$1") program=$(realpath "$2")
. "$checks"

# named MODE REGEX [OPTIONS]: the first line of the verdict; what was said instead is shown
named() {
    mode=$1 wanted=$2
    shift 2
    check "$mode: runs" "$ap1000" run --report="$mode.txt" "$@" "$program" "$mode"
    line=$(sed -n '/^verdict$/{n;p;}' "$mode.txt")
    printf '%s\n' "$line" | grep -Eq "^Cause: $wanted" || { echo "$mode: expectation: $wanted; actual: $line"; failures=$((failures + 1)); }
}
named master 'the master, t40001 \(host\): [89][0-9]\.[0-9] % of the critical path is its own time, most of it sleeping, and 4 tasks wait' --cells 4
named server 'a late sender, t40002 \(cell 0\): [789][0-9]\.[0-9] % of .* and 4 tasks wait for it' --cells 4
named late 'a late sender, t40002 \(cell 0\): [89][0-9]\.[0-9] % of .*sleeping, and 2 tasks wait for it' --cells 4
named unbalanced 'unbalanced work: t40004 \(cell 2\) works 30[0-9]\.[0-9]* ms, the 4 tasks of causes 15[0-9]\.[0-9]* ms on average: [12]\.[09][0-9]* times' --cells 4
named balanced 'the work itself, evenly spread: each of the 4 tasks of causes works about 10[0-9]\.' --cells 4
named link 'contention in the T-Net: of the [0-9.]* ms .* the link that carries most is cell 7 \(7,0\) x\+, for 640\.' --grid 32x1
named host 'messages between the host and the cells, over the host path: ' --cells 4

# Who is waited for leads: the one who works, not the one who waits for somebody who waits.
check 'who is waited for' grep -q '^Who is waited for: t40002 (cell 0) by ' late.txt
check 'who works longest on the path comes first' grep -q '^Who is waited for: t40004 (cell 2) by t40001 (host), ' unbalanced.txt
check 'sleeping is work' grep -q '^Imbalance: .* the busiest, t40004 (cell 2), works 30' unbalanced.txt
# The link with its half of the transfers: what carries is named, not what blocked messages hold.
check 'the busiest link' grep -Eq '^Busiest.*T-Net link, cell 7 \(7,0\) x\+ [0-9.]+ % carrying \([0-9.]+ % in use, with what blocked messages hold\)' link.txt
check 'a link twice as fast' grep -Eq '^  T-Net links twice as fast \(--set tnet.link_mb_per_s=50\): ' link.txt
"$ap1000" run --grid 32x1 --set tnet.link_mb_per_s=50 --report=faster.txt "$program" link
# On the terminal: what fits on a screen, the cause first; and all of it.
"$ap1000" run --report --cells 4 "$program" unbalanced 2>short
check 'a screen' test "$(wc -l <short)" -le 50
check 'what computing costs' sh -c "sed -n 2p short | grep -q '^computing costs nothing here: '"
check 'the cause first' sh -c "sed -n 3p short | grep -q '^Cause: unbalanced work'"
check 'the rest is named' grep -q '^The rest: --report=full, or --report=FILE' short
check 'no word about running ahead' sh -c '! grep "^Run ahead" short'
"$ap1000" run --report=full --cells 4 "$program" unbalanced 2>full
check 'all of it' grep -q '^messages / bytes sent, from (row) to (column)$' full
check 'as in a file' sh -c "grep -v '^of: ' full >a; grep -v '^of: ' unbalanced.txt | diff - a"
path() { sed -n 's/^The critical path takes \([0-9.]*\) ms.*/\1/p' "$1"; }
about=$(sed -n 's/^  T-Net links twice as fast.* -> about \([0-9.]*\) ms/\1/p' link.txt)
check "a link twice as fast: said $about, run $(path faster.txt) ms" awk -v a="$about" -v b="$(path faster.txt)" 'BEGIN { exit !(a > 0 && a / b < 1.1 && a / b > 0.9) }'
finish
