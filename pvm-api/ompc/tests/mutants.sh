# mutants.sh PROTOCOL_FOLDER TESTS_FOLDER: the search finds every mistake of this table. Each row leaves out one rule of the
# protocol, by a change to the text of protocol.cpp; the first is how the paper words the invalidation of a copy.
set -u
folder=$1 tests=$2
command -v g++ >/dev/null || { echo 'skipped: no g++'; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
compile() { g++ -std=c++17 -O0 -I"$folder" -I"$tests" "$@"; }
compile -c "$tests/explore.cpp" -o "$work/explore.o" && compile -c "$tests/test_explore.cpp" -o "$work/main.o" || exit 1
failed=0
while IFS='|' read -r name change; do
    [ -n "$name" ] || continue
    sed "$change" "$folder/protocol.cpp" >"$work/protocol.cpp"
    if cmp -s "$folder/protocol.cpp" "$work/protocol.cpp"; then
        echo "not ok: $name: the text to change is not there"
        failed=1
    elif ! compile "$work/protocol.cpp" "$work/explore.o" "$work/main.o" -o "$work/mutant"; then
        failed=1
    elif timeout 300 "$work/mutant" 20000 >"$work/said"; then
        echo "not ok: $name: nothing was found"
        failed=1
    else
        echo "ok: $name: $(grep -m 1 '^wrong: ' "$work/said" | sed 's/ after:$//')"
    fi
done <<'ROWS'
an invalidation is forgotten if the copy is still on its way|s/invalidated_ = true;/;/
an owner serves while it waits for acknowledgements|s/ || (waiting_ == wait::acknowledges && wanted_ == b)//
who asks to write is thought to have a copy|s/, !has_copy, std::exchange/, false, std::exchange/
old news of the owner counts|s/if (version <= blocks_\[b\].version)/if (false)/
the owner does not wait for acknowledgements|s/waiting_ = copies.empty() ? wait::nothing : wait::acknowledges/waiting_ = wait::nothing/
a new owner leaves the copies|s/blocks_\[m.block\].copies = m.copies;/;/
a held block is given away|s/blocks_\[b\].holds > 0 || //
a lock that is taken is given|s/if (k.holder >= 0) {/if (false) {/
a lock that is freed goes to nobody|s/if (k.queue.empty())/if (true)/
requests that wait are not served|s/for (const message &m : queue)/for (const message \&m : std::vector<message>())/
a copy stays when the block goes|s/access_\[m.block\] = access_none;/;/
ROWS
exit $failed
