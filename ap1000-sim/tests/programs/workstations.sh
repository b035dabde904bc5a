# workstations.sh AP1000 COMMAND... - ordinary PVM programs print the same on workstations that lose 0, 5 and 20 % of
# their datagrams.
ap1000=$1
shift
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
bad() { echo "FAIL: $*"; exit 1; }

for loss in 0 5 20; do # percent
    printf 'base = "workstations"\n[udp]\nloss_ppm = %s\n' $((10000 * loss)) >"$tmp/$loss.toml"
done

for command; do
    for loss in 0 5 20; do
        # shellcheck disable=SC2086 # a command has words
        "$ap1000" run --machine "$tmp/$loss.toml" $command >"$tmp/$loss.out" || bad "$command with $loss % loss ended with $?"
        cmp -s "$tmp/0.out" "$tmp/$loss.out" || { diff "$tmp/0.out" "$tmp/$loss.out"; bad "$command: other results with $loss % loss"; }
    done
    [ -s "$tmp/0.out" ] || bad "$command printed nothing"
    echo "same with 0, 5 and 20 % loss: ${command##*/}"
done
