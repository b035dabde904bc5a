# mutants.sh make PROTOCOL_CPP        prints the protocol with all mistakes of this table in it, each behind a switch: MUTANT=1 is the first.
# mutants.sh find PROTOCOL_CPP BINARY the search, built with that, finds every one of them, and none without a switch.
# Each mistake leaves out one rule of the protocol; the first is how the paper words the invalidation of a copy.
set -u
what=$1 protocol=$2
# name|text of protocol.cpp|the same with the switch: ON stands for "this mistake is made", OFF for "it is not"
rows() {
    cat <<'ROWS'
an invalidation is forgotten if the copy is still on its way|invalidated_ = true;|if (OFF) invalidated_ = true;
an owner serves while it waits for acknowledgements|(waiting_ == wait::acknowledges \&\& wanted_ == b)|(OFF \&\& waiting_ == wait::acknowledges \&\& wanted_ == b)
who asks to write is thought to have a copy|, !has_copy, std::exchange|, OFF \&\& !has_copy, std::exchange
old news of the owner counts|if (version <= blocks_\[b\].version)|if (OFF \&\& version <= blocks_[b].version)
the owner does not wait for acknowledgements|waiting_ = copies.empty() ?|waiting_ = ON \|\| copies.empty() ?
a new owner leaves the copies|blocks_\[m.block\].copies = m.copies;|if (OFF) blocks_[m.block].copies = m.copies;
a held block is given away|return blocks_\[b\].holds > 0 |return (OFF \&\& blocks_[b].holds > 0) 
a lock that is taken is given|if (k.holder >= 0) {|if (OFF \&\& k.holder >= 0) {
a lock that is freed goes to nobody|if (k.queue.empty())|if (ON \|\| k.queue.empty())
requests that wait are not served|for (const message \&m : queue)|for (const message \&m : ON ? std::vector<message>() : queue)
a copy stays when the block goes|access_\[m.block\] = access_none;|if (OFF) access_[m.block] = access_none;
ROWS
}
if [ "$what" = make ]; then
    echo '#include <cstdlib>'
    echo 'static const char *const asked_for = std::getenv("MUTANT");'
    echo 'static const int mutant = asked_for != nullptr ? std::atoi(asked_for) : 0;'
    rows | awk '{
        n = split($0, part, "|")
        to = part[3]
        for (i = 4; i <= n; i++) # || in the text
            to = to "|" part[i]
        gsub(/\\\|/, "|", to)
        gsub(/OFF/, "(mutant != " NR ")", to)
        gsub(/ON/, "(mutant == " NR ")", to)
        print "s~" part[2] "~" to "~"
    }' | sed -f - "$protocol"
    exit
fi
binary=$3 failed=0 number=0
"$binary" 2000 >/dev/null || { echo 'not ok: something is found in the protocol as it is'; failed=1; }
while IFS='|' read -r name text _; do
    number=$((number + 1))
    if [ -z "$(sed -n "\~$text~p" "$protocol")" ]; then
        echo "not ok: $name: the text to change is not there"
        failed=1
    elif said=$(MUTANT=$number "$binary" 20000); then
        echo "not ok: $name: nothing was found"
        failed=1
    else
        echo "ok: $name: $(echo "$said" | sed -n '/^wrong: /{ s/ after:$//; p; q; }')"
    fi
done <<END
$(rows)
END
exit $failed
