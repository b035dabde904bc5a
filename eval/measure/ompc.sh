# ompc.sh PROGRAMS OUT [quick] - OMPC++: shared memory above PVM. FFT and LU of examples/ompc on a model of the paper's PC cluster, with
# what the paper varied (write locks, barriers) and what it did not (where data lie, answering while computing, pins); the same on cells.
# And with computing as the compiler counts it, in place of what a flop and a check were set to.
# seconds: 300 17
. "$(dirname "$0")/../measuring.sh"
n=$(pick 512 128) log2=$(pick 16 10) points=$(pick 65536 1024)
counts=$(pick '1 2 4 8 16' '1 2 4') most=$(pick 16 4)
cells=$(pick '1 4 16 64' '1 4')
examples=$(dirname "$programs")/../examples/ompc
for source in "$examples/lu.cpp" "$examples/fft.cpp" "$programs/ompc_barrier.cpp"; do
    # shellcheck disable=SC2046 # flags are words
    beside c++ -O2 -std=c++17 "$source" $(pkg-config --cflags --libs ompc) -o "ompc-$(basename "$source" .cpp)"
done
for name in lu fft; do
    # shellcheck disable=SC2046
    ! can_count || beside c++ -O2 -std=c++17 "$examples/$name.cpp" $(pkg-config --cflags --libs ompc) $(pkg-config --cflags pvm3-counted) -o "counted-$name"
done
await

# What the software costs. The flops, checks and locks of the paper's PCs are in rwc-cluster.toml; those of a cell are theirs by the
# clock rates, 166 and 25 MHz, but for the flops, which are LINPACK's: 4.17 Mflop/s.
cat >ompc-looks.toml <<'END'
base = "rwc-cluster"
[layer.ompc]
poll_us = { value = 1000, kind = "assumed", source = "a PE that computes looks every 1 ms: the paper does not say" }
END
cat >ompc-cells.toml <<'END'
base = "ap1000"
[layer.ompc]
lu_flop_ns    = { value = 240, kind = "assumed", source = "4.17 Mflop/s, as LINPACK here" }
fft_flop_ns   = { value = 240, kind = "assumed", source = "4.17 Mflop/s, as LINPACK here" }
check_ns      = { value = 1245, kind = "assumed", source = "rwc-cluster.toml, by the clock rates 166 and 25 MHz" }
fft_access_ns = { value = 1642, kind = "assumed", source = "rwc-cluster.toml, by the clock rates 166 and 25 MHz" }
END
for base in rwc-cluster ap1000; do
    cat >"ompc-counted-$base.toml" <<END
base = "$base"
[layer.ompc]
lu_flop_ns = 0
check_ns = 0
fft_flop_ns = 0
fft_access_ns = 0
END
done
# The ends of what is assumed of the PC cluster: all that makes messages dear, and all that makes them cheap.
cat >ompc-dear.toml <<'END'
base = "rwc-cluster"
[node]
copy_ns_per_byte = 30
[pm]
send_us = 10
recv_us = 10
[layer.ompc]
miss_us = 20
handler_us = 20
END
cat >ompc-cheap.toml <<'END'
base = "rwc-cluster"
[node]
copy_ns_per_byte = 8
[pm]
send_us = 2
recv_us = 2
END
cluster='--machine rwc-cluster --on cell'
looks='--machine ./ompc-looks.toml --on cell'
kernel() { if [ "$1" = lu ]; then echo "-n $n"; else echo "-m $log2"; fi; }
what() { if [ "$1" = lu ]; then echo "LU $n"; else echo "FFT $points"; fi; }

# row COMMAND_OUTPUT: what a kernel prints, as a row of the table. second: LU's interior, FFT's transposition.
row() {
    awk 'NR == 1 { pes = $0; sub(/.* on /, "", pes); sub(/ PEs.*/, "", pes); all = $0; sub(/.*PEs: /, "", all); sub(/ s,.*/, "", all) }
        $1 == "interior" || $1 == "transpose" { second = $4; mean = $7 }
        $1 == "barriers" { printf "%s\t%s\t%s\t%s\t%s\t%s\n", pes, all, second, mean, $4, $7 }' "$1"
}
# solve SERIES LU|FFT MACHINE_OPTIONS PES PROGRAM_OPTIONS: a table, a run for each number of PEs.
solve() {
    series=$1-$2 kernel=$2 options=$3 pes=$4 more=$5
    table "$series" "$(what "$kernel"), OMPC++: $options $more" "$(echo "$options" | sed 's/--on cell//; s/--hardware-collectives//')"
    file=$out/data/$measurement.$series.tsv
    printf 'pes\toverall_s\tsecond_pe0_s\tsecond_mean_s\tbarrier_pe0_s\tbarrier_mean_s\n' >"$file.rows"
    for p in $pes; do
        size=
        case $options in *ompc-cells* | *-ap1000.toml*) size="--cells $p" ;; esac
        program=ompc-$kernel
        case $options in *ompc-counted*) program=counted-$kernel ;; esac
        echo "# command: ap1000 run $options $size ./$program -p $p $(kernel "$kernel") $more" >>"$file"
        # shellcheck disable=SC2086 # options are words
        ap1000 run --quiet $options $size "./$program" -p "$p" $(kernel "$kernel") $more </dev/null >"$file.said"
        row "$file.said" >>"$file.rows"
    done
    cat "$file.rows" >>"$file"
    rm "$file.rows" "$file.said"
}
# at SERIES-KERNEL PES COLUMN
at() { awk -F '\t' -v p="$2" -v c="$3" '$1 == p { print $c }' "$out/data/$measurement.$1.tsv"; }
# share SERIES-KERNEL PES COLUMN: of the overall time, in %
share() { awk -F '\t' -v p="$2" -v c="$3" '$1 == p { printf "%.2f", 100 * $c / $2 }' "$out/data/$measurement.$1.tsv"; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.4g", a / b }'; }

both() { # SERIES MACHINE PES OPTIONS
    beside solve "$1" lu "$2" "$3" "$4"
    beside solve "$1" fft "$2" "$3" "$4"
    await
}
both private "$cluster" 1 '-a private'
both plain "$cluster" "$counts" ''
both first "$cluster" "$counts" '-f'
both locks "$cluster" "$counts" '--ompc-write-locks'
both pins "$cluster" "$counts" '-a pins'
both looks "$looks" "$counts" ''
for barrier in master_worker cascade; do both "$barrier" "$cluster" "$counts" "--ompc-barrier=$barrier"; done
both first-looks "$looks" "$most" '-f'
both first-dear '--machine ./ompc-dear.toml --on cell' "$most" '-f'
both first-cheap '--machine ./ompc-cheap.toml --on cell' "$most" '-f'
# The size of a block is not in the paper. The program's own is 32 doubles; with 2 a block is one complex number. The dear ends of small
# blocks are left out.
sweep=$(pick '1 2 16' '1 2 4')
for b in 2 8 128 512; do
    beside solve "block$b" fft "$cluster" "$sweep" "-b $b"
    beside solve "block$b-first" fft "$cluster" "$([ $b = 2 ] && echo '1 2' || echo "$sweep")" "-b $b -f"
done
await
both cells "--machine ./ompc-cells.toml --on cell" "$cells" ''
both cells-first "--machine ./ompc-cells.toml --on cell" "$cells" '-f'
both cells-bnet "--machine ./ompc-cells.toml --on cell --hardware-collectives" "$cells" '-f --ompc-tell=mcast'
both cells-nobody "--machine ./ompc-cells.toml --on cell" "$cells" '-f --ompc-tell=nobody'
if can_count; then
    both counted-private '--machine ./ompc-counted-rwc-cluster.toml --on cell' 1 '-a private'
    both counted '--machine ./ompc-counted-rwc-cluster.toml --on cell' "1 $most" ''
    both counted-cells '--machine ./ompc-counted-ap1000.toml --on cell' "$cells" ''
fi
many=$(pick 64 4)
for barrier in master_worker cascade shuffle_exchange group snet; do
    table "bare-$barrier" "a barrier that all $many cells enter together: $barrier" "--cells $many"
    rows "bare-$barrier" "--cells $many --on cell --hardware-collectives" ./ompc-ompc_barrier 10 "--ompc-pes=$many" "--ompc-barrier=$barrier"
    quantity "$many cells, bare barrier, $barrier" "$(at "bare-$barrier" "$many" 2)" us
done

for kernel in fft lu; do
    name=$(what $kernel)
    alone=$(at "private-$kernel" 1 2) one=$(at "plain-$kernel" 1 2)
    quantity "$name, without shared memory" "$alone" s
    for p in $counts; do
        pe=$([ "$p" = 1 ] && echo PE || echo PEs)
        quantity "$name, $p $pe" "$(at "plain-$kernel" "$p" 2)" s
        quantity "$name, $p $pe, all data on PE 0 at first" "$(at "first-$kernel" "$p" 2)" s
        quantity "$name, $p $pe, a look every 1 ms" "$(at "looks-$kernel" "$p" 2)" s
        quantity "$name, $p $pe, pins" "$(at "pins-$kernel" "$p" 2)" s
        quantity "$name, $p $pe, write locks over none" "$(ratio "$(at "locks-$kernel" "$p" 2)" "$(at "plain-$kernel" "$p" 2)")" times
    done
    quantity "$name, 1 PE over without shared memory" "$(ratio "$one" "$alone")" times
    for series in plain first looks; do
        where=$([ $series = plain ] || echo ", $([ $series = first ] && echo 'all data on PE 0 at first' || echo 'a look every 1 ms')")
        # shellcheck disable=SC2046 # low and high: over what is assumed of the cluster
        quantity "$name, $most PEs, barriers of PE 0$where" "$(share $series-$kernel "$most" 5)" % \
            $([ $series != first ] || for s in first first-looks first-dear first-cheap; do share $s-$kernel "$most" 5; echo; done | sort -n | sed -n '1p;$p')
        quantity "$name, $most PEs, barriers, mean$where" "$(share $series-$kernel "$most" 6)" %
    done
    for barrier in master_worker cascade; do
        quantity "$name, $most PEs, $barrier over shuffle exchange" "$(ratio "$(at "$barrier-$kernel" "$most" 2)" "$(at "plain-$kernel" "$most" 2)")" times
    done
    for p in $cells; do
        quantity "$name, AP1000, $p cells" "$(at "cells-$kernel" "$p" 2)" s
        quantity "$name, AP1000, $p cells, all data on PE 0 at first" "$(at "cells-first-$kernel" "$p" 2)" s
        quantity "$name, AP1000, $p cells, the same, owners told over the B-Net" "$(at "cells-bnet-$kernel" "$p" 2)" s
        quantity "$name, AP1000, $p cells, the same, owners told to nobody" "$(at "cells-nobody-$kernel" "$p" 2)" s
    done
    [ -x "counted-$kernel" ] || continue
    quantity "$name, without shared memory, counted" "$(at "counted-private-$kernel" 1 2)" s
    quantity "$name, 1 PE, counted" "$(at "counted-$kernel" 1 2)" s
    quantity "$name, $most PEs, counted" "$(at "counted-$kernel" "$most" 2)" s
    for p in $cells; do quantity "$name, AP1000, $p cells, counted" "$(at "counted-cells-$kernel" "$p" 2)" s; done
done

for b in 2 8 128 512; do
    for p in $sweep; do
        quantity "$(what fft), blocks of $b doubles, on $p" "$(at "block$b-fft" "$p" 2)" s
        first=$(at "block$b-first-fft" "$p" 2)
        [ -z "$first" ] || quantity "$(what fft), blocks of $b doubles, on $p, all data on one at first" "$first" s
    done
done

# What the paper says in words, judged on all points (measuring.sh has the rule). Data on PE 0 at first, as SPLASH-2's main() leaves them, is
# the repetition; where they are used is a what-if, and its rows say so. Write locks of LU set write_lock_ns.
curve() { for p in $2; do at "$1" "$p" 2; done; }
shares() { for p in $2; do share "$1" "$p" 5; echo; done; }
many=${counts#1 }
# judge_block JUDGE B SERIES WHERE: the two sentences on FFT's curve, with blocks of B doubles.
judge_block() {
    # shellcheck disable=SC2046 # points are words
    {
        $1 "$(what fft), blocks of $2: slower on 2 PEs than on 1$4" rises $(curve "$3-fft" '1 2')
        [ -z "$(at "$3-fft" "$most" 2)" ] || $1 "$(what fft), blocks of $2: faster on $most PEs than on 2$4" falls $(curve "$3-fft" "2 $most")
    }
}
for b in 2 8 32 128 512; do
    judge_block judge_what_if $b "$([ $b = 32 ] && echo plain || echo "block$b")" ' (data where they are used)'
    judge_block judge $b "$([ $b = 32 ] && echo first || echo "block$b-first")" ''
done
for kernel in fft lu; do
    name=$(what $kernel)
    # shellcheck disable=SC2046 # points are words
    {
        judge "$name: slower on 2 PEs than on 1" rises $(curve first-$kernel '1 2')
        if [ $kernel = fft ]; then judge "$name: faster from 2 PEs to $most" falls $(curve first-$kernel "$many")
        else judge "$name: almost linear from 2 PEs to $most" linear $(for p in $many; do echo "$p"; at first-$kernel "$p" 2; done); fi
        judge "$name: the barriers' share grows with the PEs" rises $(shares first-$kernel "$many")
        [ $kernel = lu ] || judge_what_if "$name: slower by 1.3 to 2.8 times with write locks (data where they are used)" within 1.3 2.8 \
            $(for p in $counts; do ratio "$(at locks-$kernel "$p" 2)" "$(at plain-$kernel "$p" 2)"; echo; done)
        judge_what_if "$name: master-worker or shuffle exchange, hardly any difference (data where they are used)" alike 1 \
            $(for p in $many; do ratio "$(at master_worker-$kernel "$p" 2)" "$(at plain-$kernel "$p" 2)"; echo; done)
    }
done
