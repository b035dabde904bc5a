# anetl.sh PROGRAMS OUT [quick] - A-NETL: objects on PCs under Windows NT. Ping-pong beside sockets (its Table 3), bandwidth of its three
# placements on hub and switch, what its software costs, past, now and future messages, trap against flag; and one n-body in three ways.
# seconds: 16 8
. "$(dirname "$0")/../measuring.sh"
sizes='1 100 500 1000'
placed_sizes=$(pick '10 100 500 1000 2000 4000 10000 20000 65536' '10 2000 65536')
messages=$(pick '1 3 6 12 24 48' '3 12')
uses=$(pick '1 10 100 300 1000 3000 10000' '1 1000')
tasks=$(pick '1 2 4 8 16 32' '1 4')
bodies=256
examples=$(dirname "$programs")/../examples/anetl
flags() { pkg-config --cflags --libs "$1"; }
# shellcheck disable=SC2046 # flags are words
{
    beside c++ -O2 -std=c++17 -fPIC -shared "$programs/anetl/ball.cpp" $(flags anetl) -o ball.so
    beside c++ -O2 -std=c++17 "$programs/anetl/pong.cpp" $(flags anetl) -o anetl-pong
    beside cc -O2 "$programs/anetl/sockets.c" $(flags pvm3) -o anetl-sockets
    beside c++ -O2 -std=c++17 "$programs/anetl/real.cpp" -pthread -o anetl-real
    beside c++ -O2 -std=c++17 -fPIC -shared "$examples/nbody.cpp" $(flags anetl) -o nbody.so
    beside c++ -O2 -std=c++17 "$examples/nbody_host.cpp" $(flags anetl) -o nbody_host
    beside c++ -O2 -std=c++17 "$examples/nbody_ompc.cpp" $(flags ompc) -o nbody_ompc
    beside cc -O2 "$examples/nbody_pvm.c" $(flags pvm3) -lm -o nbody_pvm
    await
}
cluster='--machine nt-cluster --on cell'
# From socket to socket: PVM's own software and heads take nothing.
cat >anetl-sockets.toml <<'END'
base = "nt-cluster"
[node]
pvm_initsend_us = 0
pvm_pack_us = 0
pvm_send_us = 0
pvm_recv_us = 0
pvm_unpack_us = 0
pvm_call_us = 0
[tcp]
header_bytes = 0
END
sockets='--machine ./anetl-sockets.toml --on cell'

# Three programs side by side: `series` runs one on a machine, a table of its own.
series() { # SERIES TITLE MACHINE COMMAND...
    name=$1 title=$2 options=$3
    shift 3
    table "$name" "$title" "$(echo "$options" | sed 's/--on cell//')"
    rows "$name" "$options" "$@"
}
# at SERIES FIRST COLUMN
at() { awk -F '\t' -v k="$2" -v c="$3" '$1 == k { print $c }' "$out/data/$measurement.$1.tsv"; }
calculate() { awk "BEGIN { printf \"%.${2-4}g\", $1 }"; }

# shellcheck disable=SC2086 # numbers are words
{
    beside series sockets 'from socket to socket: there and back' "$sockets" ./anetl-sockets $sizes
    beside series pong 'A-NETL: there and back, two nodes' "$cluster" ./anetl-pong pairs 1 $sizes --anetl-nodes 2
    beside series local 'A-NETL: there and back, two objects of one node' "$cluster" ./anetl-pong pairs local 1 1000 --anetl-nodes 1
    await
    for medium in switch hub; do
        for placement in 1 2 3; do
            beside series "placed-$medium-$placement" "A-NETL: placement ($placement) on a $medium" "$cluster --set machine.medium=$medium" \
                ./anetl-pong pairs $placement $placed_sizes --anetl-nodes "$([ $placement = 3 ] && echo 4 || echo 2)"
        done
        await
    done
    for way in now future past; do beside series "ask-$way" "messages from one object to three nodes: $way" "$cluster" ./anetl-pong ask $way $messages --anetl-nodes 4; done
    for way in trap flag; do beside series "use-$way" "a result of the same node, used so often: $way" "$cluster" ./anetl-pong use $way $uses --anetl-nodes 1; done
    await
}

for n in $sizes; do
    a=$(at pong "$n" 3) b=$(at sockets "$n" 2)
    plural=$([ "$n" = 1 ] && echo byte || echo bytes)
    quantity "A-NETL, $n $plural, there and back" "$a" us
    quantity "sockets, $n $plural, there and back" "$b" us
    quantity "overhead of A-NETL over sockets, $n $plural" "$(calculate "100 * ($a - $b) / $b" 3)" %
done
# The bandwidths at the ends of what is assumed of the PCs and no figure sets: each number at the least and the most that nt-cluster gives,
# with segment_us such that 100 bytes from socket to socket take what they take in Table 3.
number() { ap1000 info --machine nt-cluster | awk -v n="$1" '$1 == n { print $2; exit }'; }
segment=$(number segment_us)
ends="tcp.ack_us=5 tcp.ack_us=30 tcp.window_bytes=8192 tcp.window_bytes=65535
    node.send_us=3,node.recv_us=3,tcp.segment_us=$(calculate "$segment + 7" 6) node.send_us=20,node.recv_us=20,tcp.segment_us=$(calculate "$segment - 10" 6)
    switch.latency_us=1,tcp.segment_us=$(calculate "$segment + 1.5" 6) switch.latency_us=15,tcp.segment_us=$(calculate "$segment - 5.5" 6)"
table ends 'A-NETL: bandwidths at the ends of what is assumed, all pairs together, MB/s' '--machine nt-cluster'
file=$out/data/$measurement.ends.tsv
carried() { # PLACEMENT NODES BYTES MORE_OPTIONS...: MB/s
    placement=$1 nodes=$2 bytes=$3
    shift 3
    # shellcheck disable=SC2086 # options are words
    ap1000 run --quiet $cluster "$@" ./anetl-pong pairs $placement $bytes --anetl-nodes $nodes </dev/null | awk -F '\t' '$4 + 0 > m { m = $4 } END { print m }'
}
of_end() { # SETTINGS: a row
    end=$1
    # shellcheck disable=SC2046 # options are words
    set -- $(echo "$end" | tr , '\n' | sed 's/^/--set /')
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$end" "$(carried 1 2 10 "$@")" "$(carried 2 2 10 "$@")" "$(carried 3 4 10 "$@")" \
        "$(carried 3 4 '4000 65536' --set machine.medium=hub "$@")" "$(carried 3 4 '10000 65536' "$@")" >"ends.$end"
}
rm -f ends.*
for end in $ends; do beside of_end "$end"; done
await
{
    echo "# command: ap1000 run $cluster --set SETTING ./anetl-pong pairs PLACEMENT BYTES"
    printf 'setting\tplacement_1_mb_per_s\tplacement_2_mb_per_s\tplacement_3_mb_per_s\thub_most_mb_per_s\tswitch_most_mb_per_s\n'
    for end in $ends; do cat "ends.$end"; done
} >>"$file"
# banded NAME VALUE UNIT COLUMN: with the least and the most of the ends
banded() {
    # shellcheck disable=SC2046 # two words
    quantity "$1" "$2" "$3" $(awk -F '\t' -v c="$4" -v v="$2" 'BEGIN { low = high = v } /=/ && !/^#/ { if ($c + 0 < low + 0) low = $c; if ($c + 0 > high + 0) high = $c }
        END { print low, high }' "$file")
}
for placement in 1 2 3; do banded "10 bytes, placement ($placement)" "$(at placed-switch-$placement 10 4)" MB/s $((placement + 1)); done
# The most that all four hosts carry together, and the least length that comes within 5 % of it.
for medium in hub switch; do
    most=$(awk -F '\t' '$1 + 0 > 0 && $4 > m { m = $4 } END { print m }' "$out/data/$measurement.placed-$medium-3.tsv")
    banded "four hosts, $medium, most" "$most" MB/s "$([ $medium = hub ] && echo 5 || echo 6)"
    quantity "four hosts, $medium, most from so many bytes on" \
        "$(awk -F '\t' -v m="$most" '$1 + 0 > 0 && $4 >= 0.95 * m { print $1; exit }' "$out/data/$measurement.placed-$medium-3.tsv")" byte
done
# Where the switch's maximum comes from.
saved=$(calculate "$(number copy_ns_per_byte) - $(number overlap_ns_per_byte) / 2" 6)
quantity 'four hosts, switch, most, if overlap saves at any length' "$(carried 3 4 '10000 65536' --set node.copy_ns_per_byte="$saved")" MB/s
quantity 'four hosts, switch, most, if processors cost nothing' \
    "$(carried 3 4 '10000 65536' --set node.copy_ns_per_byte=0 --set tcp.segment_us=0 --set tcp.ack_us=0)" MB/s
local_us=$(calculate "$(at local 1 3) / 2" 6)
quantity 'message between objects of one node' "$local_us" us
few=$(echo "$uses" | cut -d' ' -f1)
flags_us="$few * $(number flag_ns) / 1000"
# A now to an object of the same node: two messages, and a switch to the method that has waited; and a look at the clock.
quantity 'switch to a method that has waited' "$(calculate "$(at use-flag "$few" 2) - $flags_us - $(number pvm_clock_us) - 2 * $(number local_message_us)" 6)" us
quantity 'trap of a future, beyond a flag' "$(calculate "$(at use-trap "$few" 2) - $(at use-flag "$few" 2) + $flags_us" 6)" us
for n in $messages; do
    [ "$n" != 1 ] || continue
    for way in now future past; do quantity "$n messages to three nodes, $way" "$(at ask-$way "$n" 2)" us; done
done
quantity 'uses from which a trap pays' "$(awk -F '\t' 'FNR == 1 { file++ } $1 + 0 == 0 { next } file == 1 { trap[$1] = $2; next } $2 >= trap[$1] { print $1; exit }' \
    "$out/data/$measurement.use-trap.tsv" "$out/data/$measurement.use-flag.tsv")" times

# One n-body, three ways, on cells.
table nbody "$bodies bodies, seconds a step, on cells: PVM, OMPC++, A-NETL" '--cells 32'
file=$out/data/$measurement.nbody.tsv
step() { # PROGRAM...: seconds a step
    # shellcheck disable=SC2086 # options are words
    ap1000 run --quiet --cells "$p" --on cell "$@" </dev/null | sed 's/.*, \([0-9.]*\) s a step$/\1/'
}
for p in $tasks; do
    pvm=$(step ./nbody_pvm "$p" $bodies 4) ompc=$(step ./nbody_ompc $bodies 4 --ompc-pes "$p") anetl=$(step ./nbody_host $bodies 4 --anetl-nodes "$p")
    printf '%s\t%s\t%s\t%s\n' "$p" "$pvm" "$ompc" "$anetl"
done >"$file.rows"
{
    echo "# command: ap1000 run --cells TASKS --on cell ./nbody_pvm TASKS $bodies 4; ./nbody_ompc $bodies 4 --ompc-pes TASKS; ./nbody_host $bodies 4 --anetl-nodes TASKS"
    printf 'tasks\tpvm_s\tompc_s\tanetl_s\n'
    cat "$file.rows"
} >>"$file"
rm "$file.rows"
for p in $tasks; do
    column=2
    for way in PVM OMPC++ A-NETL; do
        quantity "$bodies bodies on $p $([ "$p" = 1 ] && echo cell || echo cells), $way" "$(at nbody "$p" $column)" s
        column=$((column + 1))
    done
done

# What this computer needs itself: of no row.
mkdir -p "$out/this-computer"
{
    ./anetl-real
    both_us=$(AP1000_TIME=real ap1000 run --quiet --cells 1 --on cell ./anetl-pong pairs local 1 --anetl-nodes 1 2>/dev/null </dev/null | tail -n 1 | cut -f 3)
    printf 'message between objects of one node\t%s\tus\n' "$(calculate "$both_us / 2")"
} >"$out/this-computer/anetl.tsv"
