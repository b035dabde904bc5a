# sample.awk PAPER INFO INFO_WS - how far what is not known lets our figures vary: each calibrated figure of the paper's is drawn,
# evenly, from those that round to what it prints, and each number of the machine that is assumed, or whose share of a
# calibrated sum is ours, from its plausible range (`ap1000 info` has them; the T-Net's channels are whole, its buffers at one end or
# the other); the machine is calibrated on them by arithmetic (surrogate.awk, loaded before), and what follows is computed;
# `samples` times, from a seed. The middle 95 % are the interval. Draws that leave less than no service on the host are no
# machine; they are thrown away, and counted.
#   -v samples=N -v seed=S                     how many, and where the sequence of draws begins
#   -v tasks='2 4 ...' -v bytes='0 250 ...'    for which the barriers and the shares are computed
#   -v only=intervals     rows: figure, quantity, surrogate, low, high (of that measurement's quantities)
#   -v only=barrier-PATH  rows: tasks, surrogate, low, high [us]; share-PATH: bytes and [%], for bands in figures
#   -v only=machine -v draw=K   the K-th sampled machine as a machine file, for the simulator; 0: as the paper prints it
#   -v only=machines -v files=PREFIX   all of them, as PREFIX1.toml ...
#   -v only=prior -v most_host_us=N -v least_service_us=S   what another prior leaves of the barrier of the host and 63 cells: a send and
#                         a receive of the host take at most N us each, and the service on the host at least S;
#                         -v candidate=walk|interface: of another mechanism
#   -v only=end -v of_name=NAME -v to=low|high   the machine with one number at that end of its range, calibrated anew, as a
#                         file; short of the end where that would leave less than no service on the host: its first line says where
#   -v only=closed        the AP1000's parameters that follow by arithmetic from the paper's figures as printed: section.name, value
#   -v only=copy          what moves if the message controller does a part of a cell's copying beside its processor: one-to-one times, which the
#                         calibration holds, do not
#   -v only=names         the numbers of the AP1000 that are drawn
#   -v assumed=no         what is assumed stays as it is: the rounding alone
#   -v only=draw -v draw=K      what the surrogate says of that machine, as intervals, without an interval
BEGIN { FS = "\t" }
FILENAME == ARGV[1] {
    if ($2 == "PVM/AP1000 host-cell 64 tasks") wanted_us = 1000 * $3
    if (/^#/ || $1 == "figure" || $5 != "calibrated") next
    printed[$1, $2] = $3; rounding[$1, $2] = $7
    key[++nkeys] = $1 SUBSEP $2
    next
}
/^\[/ { section = substr($0, 2, length($0) - 2) }
/^  / {
    split($0, word, " ")
    name = section "." word[1]
    if (name in have) next
    have[name] = nominal[name] = word[2]
    if (FILENAME == ARGV[2]) of_ap1000[name] = 1
    if (match($0, /; plausible [0-9.]+ to [0-9.]+: /) && section != "control" && section != "ethernet" && section != "udp" && name != "pvmd.ack_percent" && section !~ /\.processor$/) { # these move no interval
        split(substr($0, RSTART), range, " ")
        low[name] = range[3]
        high[name] = range[5] + 0
        drawn[++ndrawn] = name
    }
}

# Even on 0..1: the minimal standard generator of Park and Miller (1988), whose products a double holds whole.
function random() { state = 16807 * state % 2147483647; return state / 2147483647 }

function draw_figures(    i) {
    for (i = 1; i <= nkeys; i++) figure[key[i]] = printed[key[i]] + rounding[key[i]] * (2 * random() - 1)
}
function draw_machine(    i, u) {
    for (i = 1; i <= ndrawn; i++) {
        u = random()
        if (drawn[i] == "tnet.buffer_bytes") u = u < 0.5 ? 0 : 1
        have[drawn[i]] = low[drawn[i]] + u * (high[drawn[i]] - low[drawn[i]])
        if (drawn[i] == "tnet.channels") have[drawn[i]] = low[drawn[i]] + int(u * (high[drawn[i]] - low[drawn[i]] + 1))
    }
}

# What is asked for, from the machine p: result[name], names in order.
function compute(    i, n) {
    nresults = 0
    for (i = 1; i <= ntasks; i++) {
        n = task[i]
        add("barrier", "PVM/AP1000 cell-cell " n " tasks", "barrier-cell-cell", n, barrier_cells(p, n))
        add("barrier", "PVM/AP1000 host-cell " n " tasks", "barrier-host-cell", n, barrier_host(p, n))
        add("barrier", "native cell-cell " n " tasks", "native-cell-cell", n, 1000 * figure["barrier", "native cell-cell 4 tasks"])
        if (n <= 64) add("barrier", "PVM/WS same host " n " tasks", "native-ws", n, 1000 * n / 4 * figure["barrier", "PVM/WS same host 4 tasks"])
        add("barrier", "native host-cell " n " tasks", "native-host-cell", n, 1000 * figure["barrier", "native host-cell 4 tasks"])
    }
    for (i = 1; i <= nbytes; i++) {
        n = byte[i]
        add("overhead", "cell-cell share at " n " byte", "share-cell-cell", n, share(p, "cell-cell", n))
        add("overhead", "host-cell share at " n " byte", "share-host-cell", n, share(p, "host-cell", n))
    }
    for (n = 4; n <= 64; n += 60) # up to 1000 byte the cells' processors decide, beyond that the network
        for (i = 0; i <= 1000; i += 1000)
            add("alltoall", "PVM/AP1000 cell-cell " n " tasks at " i " byte", "alltoall-" n, i, alltoall_cells(p, n, i))
    for (i = 1; i <= 2; i++) {
        n = i == 1 ? "cell-cell" : "host-cell"
        line_of("native-" n, p[n ".latency_us"] - p[n ".pvm_us"], p[n ".us_per_byte"])
        line_of(n, p[n ".latency_us"], p[n ".us_per_byte"])
        loggp(n, i == 1 ? "cell" : "host")
    }
    line_of("ws-same-host", ws_latency(p), 2 * (p["workstation.copy_ns_per_byte"] + p["pvmd.copy_ns_per_byte"]) / 1000)
    # What the calibration leaves of its own numbers.
    add("uncertainty", "calibrated: a group call on a cell", "", 0, p["cell.pvm_group_call_us"])
    add("uncertainty", "calibrated: a request in the server on a cell", "", 0, p["cell.pvm_group_server_us"])
    add("uncertainty", "calibrated: a request in the server on the host", "", 0, p["host.pvm_group_server_us"])
    add("uncertainty", "calibrated: latency of the host interface", "", 0, p["host_interface.latency_us"])
}
# What fit.gp finds of a transfer that takes latency + per_byte * n.
function line_of(path, latency, per_byte) {
    add("onetoone", path " latency", "", 0, latency)
    add("onetoone", path " time per byte", "", 0, per_byte)
    add("onetoone", path " bandwidth", "", 0, 1 / per_byte)
    add("onetoone", path " half-performance length", "", 0, latency / per_byte)
}
# As programs/loggp.c measures them: what is on the wire or in the interface, half of the rest, the busier end, the slowest stage.
function loggp(path, from,    wire, byte_us) {
    wire = from == "cell" ? p["tnet.hop_us"] : p["host_interface.latency_us"] + p["bnet.arbitration_us"]
    byte_us = from == "cell" ? 1 / p["tnet.link_mb_per_s"] : 1 / p["host_interface.interface_mb_per_s"]
    add("loggp", path " L", "", 0, wire)
    add("loggp", path " o", "", 0, (p[path ".latency_us"] - wire) / 2)
    add("loggp", path " g", "", 0, more(asked(p, from, 0), got(p, "cell", 0)))
    add("loggp", path " G", "", 0, more(byte_us, more(p[from ".copy_ns_per_byte"], p["cell.copy_ns_per_byte"]) / 1000))
}
function more(a, b) { return a > b ? a : b }
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

function machine_file(file,    name, part, text, s) {
    for (name in of_ap1000)
        if (p[name] != nominal[name]) {
            split(name, part, ".")
            text[part[1]] = text[part[1]] sprintf("%s = %.6f\n", part[2], p[name])
        }
    print "base = \"ap1000\"" >file
    for (s in text) printf "[%s]\n%s", s, text[s] >file
    close(file)
}

# A row of `only=prior`: the middle and the middle 95 % of values[1..n].
function told(what, values, n,    k) {
    for (k = 1; k <= n; k++) one[k] = values[k]
    sort(n)
    printf "%s\t%.3g\t%.3g\t%.3g\n", what, quantile(0.5, n), quantile(0.025, n), quantile(0.975, n)
}
# Other mechanisms that grow faster with the tasks, each with one number more, drawn: `walk`, the server finds who asks by walking its list of
# members, 0 to 5 us for each that it passes, on a cell and on the host; `interface`, each message occupies the host interface for 20 to 400 us,
# beside the host's work: first all requests pass, then all answers. The barrier of the host and 63 cells; -1: cannot be calibrated.
function other_way(    extra, base, take, send, rest, idle) {
    idle = p["host.pvm_group_server_us"]
    if (candidate == "walk") {
        extra = 5 * random()
        p["host.pvm_group_server_us"] = idle - 2 * extra
        if (p["cell.pvm_group_server_us"] < 33.5 * extra) return -1
        return barrier_host(p, 64) + 2016 * extra
    }
    extra = 20 + 380 * random()
    base = barrier_host(p, 1)
    send = sent(p, "host", 4)
    rest = 1000 * figure["barrier", "PVM/AP1000 host-cell 4 tasks"] - base - send - 2 * more(extra, send)
    take = rest / 3 > extra ? rest / 3 : rest - 2 * extra
    p["host.pvm_group_server_us"] = take - (task_us(p, "host") - idle - send)
    return base + take + send + 62 * (more(extra, take) + more(extra, send))
}
function prior(    b, times, services, near, n) {
    for (n = 1; n <= ndrawn; n++)
        if (drawn[n] ~ /^host\.(send|recv)_us$/ && most_host_us + 0 > 0) high[drawn[n]] = most_host_us
    n = 0
    state = seed
    while (kept < samples) {
        draw_figures()
        draw_machine()
        calibrate(p, figure, have)
        b = candidate == "" ? barrier_host(p, 64) : other_way()
        if (b < 0 || p["host.pvm_group_server_us"] < least_service_us + 0) { thrown++; continue }
        times[++kept] = b / 1000
        services[kept] = p["host.pvm_group_server_us"]
        if (b > 0.99 * wanted_us && b < 1.01 * wanted_us) near[++n] = services[kept]
    }
    printf "share of the draws that can be calibrated\t%.2g\t-\t-\n", 100 * kept / (kept + thrown)
    told("host-cell 64 tasks", times, kept)
    told("a request in the server on the host", services, kept)
    printf "share of them within 1 %% of the paper\t%.2g\t-\t-\n", 100 * n / kept
    printf "share of all draws within 1 %% of the paper\t%.2g\t-\t-\n", 100 * n / (kept + thrown)
    if (n > 1) told("a request in the server on the host, of these", near, n)
}

function unit(r) { return of[r] ~ /^(barrier|native|alltoall)-/ ? 1000 : 1 } # results.tsv has ms

function shown(    r) {
    if (only == "machine") { machine_file("/dev/stdout"); return }
    compute()
    for (r = 1; r <= nresults; r++) printf "%s\t%.6g\n", row[r], result[r] / unit(r)
}

END {
    if (draw == "") draw = -1
    ntasks = split(tasks, task, " "); nbytes = split(bytes, byte, " ")
    for (i = 1; i <= nkeys; i++) figure[key[i]] = printed[key[i]]
    if (only == "names") {
        for (i = 1; i <= ndrawn; i++) if (drawn[i] in of_ap1000) print drawn[i]
        exit
    }
    if (only == "closed") {
        calibrate(p, figure, have)
        n = split("send recv copy sync_call pvm_initsend pvm_pack pvm_send pvm_recv pvm_unpack", part, " ")
        for (i = 1; i <= 2 * n; i++) {
            name = (i > n ? "host." : "cell.") part[(i - 1) % n + 1] (part[(i - 1) % n + 1] == "copy" ? "_ns_per_byte" : "_us")
            if (name !~ /^host.(send|recv)_us/) printf "%s\t%.10g\n", name, name ~ /copy/ ? sprintf("%.3f", p[name]) : p[name]
        }
        printf "host_interface.latency_us\t%.10g\n", p["host_interface.latency_us"]
        n = split("cell.pvm_group_call_us cell.pvm_group_server_us host.pvm_group_server_us", part, " ")
        for (i = 1; i <= n; i++) printf "%s\t%.10g\n", part[i], sprintf("%.2f", p[part[i]])
        exit
    }
    if (only == "copy") {
        for (i = 2; i >= 0; i--) {
            calibrate(p, figure, have)
            p["cell.copy_ns_per_byte"] *= i / 2
            name = (i == 2 ? "all" : i == 1 ? "half" : "none") " of the copying by the processor: "
            printf "%sLogGP G\t%.4g\tus/byte\n", name, more(1 / p["tnet.link_mb_per_s"], p["cell.copy_ns_per_byte"] / 1000)
            printf "%sall-to-all of 64 cells at 1000 byte\t%.4g\tms\n", name, more(alltoall_cells(p, 64, 1000), 63 * 1000 / p["tnet.link_mb_per_s"]) / 1000
        }
        exit
    }
    if (only == "end") {
        have[of_name] = to == "low" ? low[of_name] : high[of_name]
        near = nominal[of_name]
        far = have[of_name]
        for (tries = 0; tries < 30 && !calibrate(p, figure, have); tries++) have[of_name] = near + (far - near) * (0.9 ^ (tries + 1))
        printf "# %s = %.4g, asked for %s\n", of_name, have[of_name], far
        machine_file("/dev/stdout")
        exit
    }
    if (only == "prior") { prior(); exit }
    calibrate(p, figure, have)
    if (draw == "0") { shown(); exit }
    compute()
    for (r = 1; r <= nresults; r++) centre[r] = result[r]
    state = seed
    while (kept < samples) {
        draw_figures()
        if (assumed != "no") draw_machine()
        if (!calibrate(p, figure, have)) {
            if (++thrown < 100 * samples) continue
            printf "sample: fewer than one draw in %d leaves a service on the host: these numbers cannot be calibrated\n", 100 * samples / (kept + 1) >"/dev/stderr"
            exit 1
        }
        kept++
        if (only == "machines") { machine_file(files kept ".toml"); continue }
        if (draw == kept) { shown(); exit }
        compute()
        for (r = 1; r <= nresults; r++) all[r, kept] = result[r]
    }
    if (only == "machines") exit
    for (r = 1; r <= nresults; r++) {
        if (only != "intervals" && only != of[r]) continue
        for (k = 1; k <= kept; k++) one[k] = all[r, k]
        sort(kept)
        scale = only == "intervals" ? unit(r) : 1
        head = only == "intervals" ? row[r] : at[r]
        printf "%s\t%.6g\t%.6g\t%.6g\n", head, centre[r] / scale, quantile(0.025, kept) / scale, quantile(0.975, kept) / scale
    }
    if (only != "intervals") exit
    printf "uncertainty\tsamples\t%d\t-\t-\n", kept
    printf "uncertainty\tsamples thrown away\t%d\t-\t-\n", thrown
    printf "uncertainty\tnumbers drawn\t%d\t-\t-\n", ndrawn
    for (name in nominal) have[name] = nominal[name]
    for (i = 1; i <= nkeys; i++) figure[key[i]] = printed[key[i]]
    calibrate(p, figure, have)
    before = barrier_host(p, 64)
    have["host.send_us"] += 1
    calibrate(p, figure, have)
    printf "uncertainty\thost-cell 64 tasks, for each us of a send and a receive of the host\t%.4g\t-\t-\n", barrier_host(p, 64) - before
}
