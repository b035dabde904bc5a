# sample.awk PAPER INFO INFO_WS - how far the rounding of the paper's figures lets ours vary: each of its calibrated figures is drawn,
# evenly, from those that round to what it prints; the machine is calibrated on them by arithmetic (surrogate.awk, loaded
# before), and what follows is computed; `samples` times, from a seed. The middle 95 % are the interval. Draws that leave
# less than no service on the host are no machine; they are thrown away, and counted.
#   -v samples=N -v seed=S                     how many, and where the sequence of draws begins
#   -v tasks='2 4 ...' -v bytes='0 250 ...'    for which the barriers and the shares are computed
#   -v only=intervals     rows: figure, quantity, surrogate, low, high (of that measurement's quantities)
#   -v only=barrier-PATH  rows: tasks, surrogate, low, high [us]; share-PATH: bytes and [%], for bands in figures
#   -v only=machine -v draw=K   the K-th sampled machine as a machine file, for the simulator; 0: as the paper prints it
#   -v only=draw -v draw=K      what the surrogate says of that machine, as intervals, without an interval
BEGIN { FS = "\t" }
FILENAME == ARGV[1] {
    if (/^#/ || $1 == "figure" || $5 != "calibrated") next
    printed[$1, $2] = $3; rounding[$1, $2] = $7
    key[++nkeys] = $1 SUBSEP $2
    next
}
/^\[/ { section = substr($0, 2, length($0) - 2) }
/^  / { split($0, word, " "); if (!((section "." word[1]) in have)) have[section "." word[1]] = word[2] }

# Even on 0..1: the minimal standard generator of Park and Miller (1988), whose products a double holds whole.
function random() { state = 16807 * state % 2147483647; return state / 2147483647 }

function draw_figures(    i) {
    for (i = 1; i <= nkeys; i++) figure[key[i]] = printed[key[i]] + rounding[key[i]] * (2 * random() - 1)
}

# What is asked for, from the machine p: result[name], names in order.
function compute(    i, n) {
    nresults = 0
    for (i = 1; i <= ntasks; i++) {
        n = task[i]
        add("barrier", "PVM/AP1000 cell-cell " n " tasks", "barrier-cell-cell", n, barrier_cells(p, n))
        add("barrier", "PVM/AP1000 host-cell " n " tasks", "barrier-host-cell", n, barrier_host(p, n))
        add("barrier", "native cell-cell " n " tasks", "native-cell-cell", n, 1000 * figure["barrier", "native cell-cell 4 tasks"])
        add("barrier", "native host-cell " n " tasks", "native-host-cell", n, 1000 * figure["barrier", "native host-cell 4 tasks"])
    }
    for (i = 1; i <= nbytes; i++) {
        n = byte[i]
        add("overhead", "cell-cell share at " n " byte", "share-cell-cell", n, share(p, "cell-cell", n))
        add("overhead", "host-cell share at " n " byte", "share-host-cell", n, share(p, "host-cell", n))
    }
    add("onetoone", "native-cell-cell latency", "", 0, p["cell-cell.latency_us"] - p["cell-cell.pvm_us"])
    add("onetoone", "native-host-cell latency", "", 0, p["host-cell.latency_us"] - p["host-cell.pvm_us"])
    add("onetoone", "ws-same-host latency", "", 0, ws_latency(p))
}
function add(f, q, series, x, v) {
    result[++nresults] = v
    row[nresults] = f FS q
    of[nresults] = series
    at[nresults] = x
}

# The q-th part of the n values one[1..n], which are in order.
function quantile(q, n,    r, i) {
    r = 1 + q * (n - 1)
    i = int(r)
    return i < n ? one[i] + (r - i) * (one[i + 1] - one[i]) : one[n]
}
function sort(n,    i, j, gap, v) { # Shell's
    for (gap = int(n / 2); gap > 0; gap = int(gap / 2))
        for (i = gap + 1; i <= n; i++) {
            v = one[i]
            for (j = i; j > gap && one[j - gap] > v; j -= gap) one[j] = one[j - gap]
            one[j] = v
        }
}

function machine_file(    name, part, text, s) {
    for (name in p)
        if (name ~ /^(cell|host|host_interface)\./ && p[name] != have[name]) {
            split(name, part, ".")
            text[part[1]] = text[part[1]] sprintf("%s = %.6f\n", part[2], p[name])
        }
    print "base = \"ap1000\""
    for (s in text) printf "[%s]\n%s", s, text[s]
}

function unit(r) { return of[r] ~ /^(barrier|native)-/ ? 1000 : 1 } # results.tsv has ms

function shown(    r) {
    if (only == "machine") { machine_file(); return }
    compute()
    for (r = 1; r <= nresults; r++) printf "%s\t%.6g\n", row[r], result[r] / unit(r)
}

END {
    if (draw == "") draw = -1
    ntasks = split(tasks, task, " "); nbytes = split(bytes, byte, " ")
    for (i = 1; i <= nkeys; i++) figure[key[i]] = printed[key[i]]
    calibrate(p, figure, have)
    if (draw == "0") { shown(); exit }
    compute()
    for (r = 1; r <= nresults; r++) centre[r] = result[r]
    state = seed
    while (kept < samples) {
        draw_figures()
        if (!calibrate(p, figure, have)) { thrown++; continue }
        kept++
        if (draw == kept) { shown(); exit }
        compute()
        for (r = 1; r <= nresults; r++) all[r, kept] = result[r]
    }
    for (r = 1; r <= nresults; r++) {
        if (only != "intervals" && only != of[r]) continue
        for (k = 1; k <= kept; k++) one[k] = all[r, k]
        sort(kept)
        scale = only == "intervals" ? unit(r) : 1
        head = only == "intervals" ? row[r] : at[r]
        printf "%s\t%.6g\t%.6g\t%.6g\n", head, centre[r] / scale, quantile(0.025, kept) / scale, quantile(0.975, kept) / scale
    }
    if (only == "intervals") printf "uncertainty\tsamples thrown away\t%d\t-\t-\n", thrown
}
