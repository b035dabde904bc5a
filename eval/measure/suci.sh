# suci.sh PROGRAMS OUT [quick] - Suci: ping-pong and file transfer over its datagrams beside TCP on PCs of its time, in C and with what its
# two Java versions spend on objects; then what its paper leaves open: resend times, windows, loss, many senders, the transport of PVM itself.
# seconds: 22 9
. "$(dirname "$0")/../measuring.sh"
# shellcheck disable=SC2046 # flags are words
cc -O2 "$programs/suci/bench.c" $(pkg-config --cflags --libs suci pvm3) -o suci-bench
sizes='100 1000 10000 100000'
repetitions=$(pick 10 3)

# The axis of the paper's Figure 4 ends at 1.2e6 byte/s: 10 Mb/s Ethernet, likely. Nothing else is known of its two nodes.
cat >suci-pc.toml <<'END'
base = "beowulf"
[machine]
transport = "daemons" # the programs' TCP is PvmRouteDirect: a connection of their own
[link]
link_mb_per_s = { value = 1.25, kind = "assumed", source = "Suci, Figure 4: the axis ends where 10 Mb/s do" }
gap_us = { value = 9.6, kind = "sourced", source = "IEEE 802.3: 96 bit times" }
END
# java NAME OBJECTS COPIES OBJECT_US [BASE]: the PCs where a packet takes the objects and copies that the paper counted, for the copies
# that it counted in the old version.
java() {
    printf 'base = "./%s.toml"\n[layer.suci]\nobjects_of_100_packets_count = %s\narraycopies_of_100_packets_count = %s\nobject_us = %s\narraycopy_ns_per_byte = 20\n' \
        "${5-suci-pc}" "$2" "$3" "$4" >"suci-$1.toml"
}
printf 'base = "./suci-pc.toml"\n[tcp]\nnodelay = 0\n' >suci-pc-nagle.toml
old='898 100' new='419 80' # 177,691 objects and 19,780 copies; 82,882 and 15,910
machine() { echo "--machine ./suci-$1.toml"; }

# at SERIES KEY [COLUMN]: the second (or that) column of a table where the first is KEY.
at() { awk -F '\t' -v k="$2" -v c="${3-2}" '$1 == k { print $c }' "$out/data/$measurement.$1.tsv"; }
over() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.4g", a / b }'; }
# bench SERIES MACHINE TASKS ARGUMENTS...: rows of suci-bench into a table; SERIES begins it.
bench() {
    file=$out/data/$measurement.$1.tsv options=$(machine "$2") tasks=$3
    shift 3
    echo "# command: ap1000 run $options --cells $tasks -n $tasks suci-bench $*" >>"$file"
    # shellcheck disable=SC2086 # options are words
    ap1000 run --quiet $options --cells "$tasks" -n "$tasks" ./suci-bench "$@" </dev/null 2>&1 | sed 's/^\[t[0-9a-f]*\] //' >"$file.rows"
    ! grep -v "^[0-9]*\(	\|$\)\|^[a-z_]*	" "$file.rows" >&2 || exit 1 # Suci's complaints
    if grep -q '^[a-z]*	' "$file"; then sed 1d "$file.rows" >>"$file"; else cat "$file.rows" >>"$file"; fi
    rm "$file.rows"
}
# pong SERIES MACHINE WAY: Figure 2 and 3. file SERIES MACHINE WAY LEAD_US: 4 and 5, each size by a program of its own, as in the paper.
pong() {
    table "pong-$1" "ping-pong over $3, $repetitions times: there and back" "$(machine "$2")"
    # shellcheck disable=SC2086 # sizes are words
    bench "pong-$1" "$2" 2 pingpong "$3" "$repetitions" $sizes
}
file() {
    table "file-$1" "file over $3: from the receiver's clock, $4 us before the sender begins, to its last byte" "$(machine "$2")"
    for n in $sizes; do bench "file-$1" "$2" 2 file "$3" "$4" "$n"; done
}
ratios() { for n in $sizes; do over "$(at "$1" "$n")" "$(at "$2" "$n")"; echo; done; }
most() { sort -n | tail -n 1; }
least() { sort -n | head -n 1; }

# ---- Figures 2 and 3. object_us is set by the old version's worst ratio, 184: the time is linear in it, so two runs give it, a third
# what is left. The window is not known: 32, each packet acknowledged; 1 and 8 are the interval.
pong tcp pc warm
pong c pc 32
java 0 $old 0
java 1 $old 1000
pong at0 0 32
pong at1 1 32
object_us=$(for n in $sizes; do echo "$(at pong-tcp "$n") $(at pong-at0 "$n") $(at pong-at1 "$n")"; done |
    awk '{ us = 1000 * (184 * $1 - $2) / ($3 - $2); if (NR == 1 || us < least) least = us } END { printf "%.2f", least }')
java old $old "$object_us"
java new $new "$object_us"
pong old old 32
pong new new 32
quantity 'time of an object that meets 1/184' "$object_us" us
quantity 'ping-pong, TCP over the old version, most' "$(ratios pong-old pong-tcp | most)" times
for w in 1 8; do
    pong "old-$w" old $w
    pong "new-$w" new $w
done
# ends WHICH OLD_OR_NEW: low and high over the windows.
ends() { for w in '' -1 -8; do ratios "pong-$2$w" pong-tcp | $1; done | sort -n | sed -n '1p;$p'; }
gain() { ratios "pong-old$1" "pong-new$1"; }
# shellcheck disable=SC2046 # low and high
{
    quantity 'ping-pong, TCP over the old version, least' "$(ratios pong-old pong-tcp | least)" times $(ends least old)
    quantity 'ping-pong, TCP over the new version, most' "$(ratios pong-new pong-tcp | most)" times $(ends most new)
    quantity 'ping-pong, TCP over the new version, least' "$(ratios pong-new pong-tcp | least)" times $(ends least new)
    quantity 'ping-pong, new version over old, most' "$(gain '' | most)" times $(for w in '' -1 -8; do gain "$w" | most; done | sort -n | sed -n '1p;$p')
}
# 100 repetitions, as in the paper, against those here: is it congestion?
repetitions=$(pick 100 10)
pong tcp-100 pc warm
pong c-100 pc 32
pong tcp-nagle pc-nagle warm
# shellcheck disable=SC2046 # points are words
{
    judge 'ping-pong: the old version reaches 1/42 to 1/184 of TCP' within 42 184 $(ratios pong-old pong-tcp)
    judge 'ping-pong: TCP 2 to 53 times faster than the new version' within 2 53 $(ratios pong-new pong-tcp)
    judge 'ping-pong: fewer repetitions hardly change the gap' alike 1 $(for n in $sizes; do
        over "$(over "$(at pong-c "$n")" "$(at pong-tcp "$n")")" "$(over "$(at pong-c-100 "$n")" "$(at pong-tcp-100 "$n")")"; echo; done)
    judge 'ping-pong in C: several times faster than TCP' within 2 1000 $(ratios pong-tcp pong-c)
    judge 'ping-pong in C: several times faster than TCP with Nagle' within 2 1000 $(ratios pong-tcp-nagle pong-c)
}
for n in $sizes; do
    for s in tcp tcp-nagle c old new; do quantity "ping-pong of $n byte, $s" "$(at "pong-$s" "$n")" us; done
done

# A constant cost of objects cannot give 51 times, as the objects fell to 0.47. Time-outs can: where a packet's objects take longer than the time
# after which it is sent again, it goes more than once. That time is swept, with objects of 0.2 ms.
java old-some $old 200
java new-some $new 200
for ms in 0 10 15 20 30 50; do
    pong "old-resend$ms" old-some "32:$((ms * 1000))"
    pong "new-resend$ms" new-some "32:$((ms * 1000))"
    what=$([ $ms = 0 ] && echo 'learnt' || echo "$ms ms")
    quantity "ping-pong, objects of 0.2 ms, resent after $what: new over old, most" "$(ratios "pong-old-resend$ms" "pong-new-resend$ms" | most)" times
done
# ---- Figures 4 and 5. TCP with its connection in the measured part, as in the paper, and without; the sender later than the receiver.
file tcp pc direct 0
file tcp-warm pc warm 0
file c pc 32 0
file new new 32 0
file old old 32 0
for ms in 1 10 100; do
    file "tcp-$ms" pc direct $((ms * 1000))
    file "c-$ms" pc 32 $((ms * 1000))
done
file daemons pc pvm 0
# shellcheck disable=SC2046 # points are words
{
    judge 'file: Suci above TCP, 4 to 116 times, with the objects of the ping-pong' within 4 116 $(ratios file-tcp file-new)
    judge 'file: Suci above TCP, 4 to 116 times, objects free' within 4 116 $(ratios file-tcp file-c)
    judge 'file: Suci above TCP at all sizes, objects free' within 1.05 1000 $(ratios file-tcp file-c)
}
for us in 60 600; do
    printf 'base = "./suci-pc.toml"\n[tcp]\nconnect_us = %s\n' $us >"suci-connect$us.toml"
    file "tcp-connect$us" "connect$us" direct 0
done
# shellcheck disable=SC2046 # low and high
{
    quantity 'file, TCP over Suci in C, most' "$(ratios file-tcp file-c | most)" times $(for us in 60 600; do ratios file-tcp-connect$us file-c | most; done)
    quantity 'file, TCP over Suci in C, least' "$(ratios file-tcp file-c | least)" times $(for us in 60 600; do ratios file-tcp-connect$us file-c | least; done)
}
for n in $sizes; do
    for s in tcp tcp-warm daemons c old new; do quantity "file of $n byte, $s" "$(at "file-$s" "$n")" us; done
done
for lead in 1 10 100; do
    quantity "file, TCP over Suci in C, the sender $lead ms later, most" "$(ratios "file-tcp-$lead" "file-c-$lead" | most)" times
done

# ---- Java beside Java. TCP in Java copies each byte once at each end and makes no object. The time of an object is set by the least gap of the
# ping-pong, 2 times at 100 kB; that of TCP's connection, with the classes that it loads, by the most of the file, 116 times at 100 byte.
java new-400 $new 400
pong new-400 new-400 32
pong java new-400 java-warm
object_us=$(awk -v t="$(at pong-java 100000)" -v low="$(at pong-new-resend0 100000)" -v high="$(at pong-new-400 100000)" \
    'BEGIN { printf "%.2f", 200 + 200 * (2 * t - low) / (high - low) }')
java java-new $new "$object_us"
java java-old $old "$object_us"
for w in 32 1 8; do file "java-new-$w" java-new $w 0; done
connect_us=$(awk -v s="$(at file-java-new-32 100)" -v t="$(at file-tcp 100)" 'BEGIN { printf "%.0f", 116 * s - t }')
sed "\$a java_connect_us = $connect_us" suci-java-new.toml >suci-java.toml
file java java java 0
pong java-new java-new 32
pong java-old java-old 32
quantity 'both in Java, an object that meets 2' "$object_us" us
quantity 'both in Java, a connection that meets 116' "$(over "$connect_us" 1000)" ms
# shellcheck disable=SC2046 # low and high, points are words
{
    quantity 'both in Java, file: Suci against TCP, most' "$(ratios file-java file-java-new-32 | most)" times
    quantity 'both in Java, file: Suci against TCP, least' "$(ratios file-java file-java-new-32 | least)" times \
        $(for w in 1 8 32; do ratios file-java "file-java-new-$w" | least; done | sort -n | sed -n '1p;$p')
    quantity 'both in Java, ping-pong: TCP against Suci, least' "$(ratios pong-java-new pong-java | least)" times
    quantity 'both in Java, ping-pong: TCP against Suci, most' "$(ratios pong-java-new pong-java | most)" times
    judge 'both in Java, file: Suci 4 to 116 times above TCP' within 4 116.5 $(ratios file-java file-java-new-32)
    judge 'both in Java, file: Suci above TCP at all sizes' within 1.05 1000 $(ratios file-java file-java-new-32)
    judge 'both in Java, ping-pong: the old version reaches 1/42 to 1/184 of TCP' within 42 184 $(ratios pong-java-old pong-java)
    for repetitions in $(pick 100 10) $(pick 10 3); do pong "java-$repetitions" java java-warm; pong "java-new-$repetitions" java-new 32; done
    judge 'both in Java, ping-pong: fewer repetitions hardly change the gap' alike 1 $(for n in $sizes; do
        over "$(over "$(at "pong-java-new-$(pick 10 3)" "$n")" "$(at "pong-java-$(pick 10 3)" "$n")")" \
            "$(over "$(at "pong-java-new-$(pick 100 10)" "$n")" "$(at "pong-java-$(pick 100 10)" "$n")")"; echo; done)
}

# ---- What the paper does not have: loss and window, 100 Mb/s. Of each cell byte/s from the first write to the last byte.
losses=$(pick '0 1 2 5 10' '0 5') windows=$(pick '1 2 4 8 16 32 64' '1 8 32') amount=$(pick 400000 100000)
for loss in $losses; do
    table "loss-$loss" "$amount byte from one node to another, $loss % of the datagrams lost" '--machine beowulf'
    file=$out/data/$measurement.loss-$loss.tsv
    printf 'window\tbyte_per_s\tpackets\trepeated\n' >"$file.rows"
    for w in $windows; do
        echo "# command: ap1000 run --machine beowulf --set udp.loss_ppm=$((loss * 10000)) --cells 2 -n 2 suci-bench many $w $amount" >>"$file"
        ap1000 run --quiet --machine beowulf --set udp.loss_ppm=$((loss * 10000)) --cells 2 -n 2 ./suci-bench many "$w" "$amount" </dev/null 2>&1 |
            awk -v w="$w" '$2 == 1 { print w "\t" $5 "\t" $6 "\t" $7 }' >>"$file.rows"
    done
    cat "$file.rows" >>"$file"
    rm "$file.rows"
    for w in $windows; do quantity "window $w, $loss % lost" "$(at "loss-$loss" "$w" | awk '{ printf "%.4g", $1 / 1e6 }')" MB/s; done
done

# ---- Four senders into one port of the switch that keeps 32 kB, and drops what finds no room. All acknowledge every second packet.
ports='--machine beowulf --set switch.port_queue_bytes=32768'
table many "$amount byte from each of four to a fifth, whose port of the switch keeps 32 kB" "$ports"
file=$out/data/$measurement.many.tsv
printf 'flow\tbyte_per_s\tpackets\trepeated\n' >"$file.rows"
for way in $windows reno rate direct hasty; do
    how=$(case $way in [0-9]*) echo "$way:0:2:1000" ;; hasty) echo "direct" ;; *) echo "$way" ;; esac)
    hasty=$([ $way != hasty ] || echo '--set tcp.min_timeout_ms=10')
    echo "# command: ap1000 run $ports $hasty --cells 5 -n 5 suci-bench many $how $amount" >>"$file"
    # shellcheck disable=SC2086 # options are words
    ap1000 run --quiet $ports $hasty --cells 5 -n 5 ./suci-bench many "$how" "$amount" </dev/null 2>&1 |
        awk -v w="$way" '$2 == 4 { print w "\t" $5 "\t" $6 "\t" $7 }' >>"$file.rows"
done
cat "$file.rows" >>"$file"
rm "$file.rows"
for way in $windows reno rate direct hasty; do
    what=$(case $way in [0-9]*) echo "window $way" ;; direct) echo TCP ;; hasty) echo 'TCP, time-outs of 10 ms at least' ;; *) echo "$way" ;; esac)
    quantity "four senders, $what" "$(at many "$way" | awk '{ printf "%.4g", $1 / 1e6 }')" MB/s
done

# ---- Programs of PVM, unchanged, over the three ways that their messages can go, with nothing lost and with 1 %. TCP's least time-out is
# 1 s (RFC 6298), Suci's 10 ms: TCP with that too.
examples=$(dirname "$programs")/../examples
for name in heat matmul pingpong; do
    # shellcheck disable=SC2046 # flags are words
    cc -O2 "$examples/$name/$name.c" $(pkg-config --cflags --libs gpvm3 pvm3) -lm -o "suci-$name"
done
table transports 'programs of examples/ over three transports' '--machine beowulf'
file=$out/data/$measurement.transports.tsv
printf 'transport\tlost_percent\theat_ms\tmatmul_ms\tpingpong_mb_per_s\n' >"$file.rows"
for transport in tcp hasty daemons suci; do
    what=$([ $transport = hasty ] && echo 'tcp with time-outs of 10 ms at least' || echo $transport)
    for loss in 0 1; do
        options="--machine beowulf $([ $transport = hasty ] && echo '--set tcp.min_timeout_ms=10' || echo "--set machine.transport=$transport") --set tcp.loss_ppm=$((loss * 10000)) --set udp.loss_ppm=$((loss * 10000))"
        echo "# command: ap1000 run --quiet $options suci-heat 8 64; suci-matmul 3 24; suci-pingpong 100000 10" >>"$file"
        # shellcheck disable=SC2086 # options are words
        {
            heat=$(ap1000 run --report $options ./suci-heat 8 64 </dev/null 2>&1 | awk '/ of simulated time/ { for (i = 2; i <= NF; i++) if ($i == "ms") print $(i - 1) }')
            matmul=$(ap1000 run --quiet $options ./suci-matmul 3 24 </dev/null | awk '/^time:/ { print $2 }')
            rate=$(ap1000 run --quiet $options ./suci-pingpong 100000 10 </dev/null | awk '/^cell-cell:/ { print $(NF - 1) }')
        }
        printf '%s\t%s\t%s\t%s\t%s\n' $transport $loss "$heat" "$matmul" "$rate" >>"$file.rows"
        quantity "heat, over $what, $loss % lost" "$heat" ms
        quantity "matmul, over $what, $loss % lost" "$matmul" ms
        quantity "bandwidth of examples/pingpong, over $what, $loss % lost" "$rate" MB/s
    done
done
cat "$file.rows" >>"$file"
rm "$file.rows"

# ---- What this computer needs itself, Java beside Java: of no row.
jar=$(dirname "$(command -v ap1000)")/../share/java/suci.jar port=$((20000 + $$ % 20000))
if [ -f "$jar" ] && command -v javac >/dev/null; then
    mkdir -p "$out/this-computer"
    javac -cp "$jar" -d . "$programs/suci/Real.java"
    printf 'quantity\tvalue\tunit\n' >"$out/this-computer/suci.tsv"
    for way in tcp suci; do
        : >ready
        java -cp "$jar:." Real $way $port $((port + 1)) >ready &
        until [ -s ready ] || ! kill -0 $!; do sleep 0.1; done
        java -cp "$jar:." Real $way $((port + 1)) $port >>"$out/this-computer/suci.tsv"
        wait $!
    done
fi
