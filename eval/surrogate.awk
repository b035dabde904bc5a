# surrogate.awk - the machine's parameters, and what follows from them, as arithmetic: a stand-in for the simulator that is
# fast enough to calibrate hundreds of times. Loaded before sample.awk. The formulas are those of machines/README.md;
# measure/uncertainty.sh holds them against the simulator, on the machine as it is and on sampled ones.
#   paper[figure, quantity]   the paper's figures, or ones that round to them
#   have[section.name]        `ap1000 info`: what is sourced or assumed, and how a calibrated sum is shared; or one draw of it
#   p[section.name]           what calibrate(p, paper, have) derives: all that the formulas need [us, ns/byte]

# PVM's five costs of a transfer: their sum is calibrated, how they share it is what `have` says.
function pvm_parts(p, have, node, sum_us,    name, n, i, all) {
    n = split("initsend pack send recv unpack", name, " ")
    for (i = 1; i <= n; i++) all += have[node ".pvm_" name[i] "_us"]
    for (i = 1; i <= n; i++) p[node ".pvm_" name[i] "_us"] = sum_us * have[node ".pvm_" name[i] "_us"] / all
}

# A message of so many bytes: at its sender, in a server that takes it, at the receiver who waits for it, between host and
# cell [us].
function sent(p, node, bytes) { return p[node ".pvm_send_us"] + p[node ".send_us"] + bytes * p[node ".copy_ns_per_byte"] / 1000 }
function asked(p, node, bytes) { return p[node ".pvm_initsend_us"] + p[node ".pvm_pack_us"] + sent(p, node, bytes) }
function got(p, node, bytes) {
    return p[node ".recv_us"] + p[node ".pvm_recv_us"] + p[node ".pvm_unpack_us"] + bytes * p[node ".copy_ns_per_byte"] / 1000
}
function way(p, bytes) {
    return p["host_interface.latency_us"] + p["bnet.arbitration_us"] + bytes / p["bnet.bus_mb_per_s"] + bytes / p["host_interface.interface_mb_per_s"]
}

# What each task costs the server: its request (8 byte) taken, looked at, served, and its answer (4 byte) sent [us].
function task_us(p, node) { return got(p, node, 8) + p[node ".pvm_call_us"] + p[node ".pvm_group_server_us"] + sent(p, node, 4) }

# The barrier of n tasks on cells: one processor does the first member's request and call, serves all, answers all, that
# member last, who then takes its answer; with the small calls around it [us].
function barrier_cells(p, n) {
    return asked(p, "cell", 8) + p["cell.pvm_group_call_us"] + n * task_us(p, "cell") + got(p, "cell", 4) + 11 * p["cell.pvm_call_us"] + p["cell.pvm_clock_us"]
}

# Of the host and n - 1 cells: a cell's request crosses, all cells are served and answered one by one, the last answer
# crosses. What the host itself asks is served before, and answered while that answer is on its way [us].
function barrier_host(p, n) {
    return asked(p, "cell", 8) + way(p, 8) + (n - 1) * task_us(p, "host") + way(p, 4) + got(p, "cell", 4) \
        + p["host.pvm_call_us"] + 9 * p["cell.pvm_call_us"] + p["cell.pvm_clock_us"]
}

# All-to-all among n cells, as long as the network is not full: a task sends to all others and takes from all others [us].
function alltoall_cells(p, n, bytes) {
    return p["cell.pvm_initsend_us"] + p["cell.pvm_pack_us"] + (n - 1) * (sent(p, "cell", bytes) + got(p, "cell", bytes))
}

# The share of PVM's own part in a transfer of n byte [%].
function share(p, path, n) { return 100 * p[path ".pvm_us"] / (p[path ".latency_us"] + p[path ".us_per_byte"] * n) }

# PVM/WS on one host: the four tasks of a barrier, and the daemon between them, take turns on one processor. A transfer
# then is two of the daemon's pieces of work, and the task's own ends [us].
function ws_local(p, barrier_us,    each) {
    each = asked(p, "workstation", 8) + got(p, "workstation", 8) + sent(p, "workstation", 4) + got(p, "workstation", 4) \
        + p["workstation.pvm_group_call_us"] + p["workstation.pvm_group_server_us"] + 13 * p["workstation.pvm_call_us"] \
        + 2 * (8 + 4) * p["pvmd.copy_ns_per_byte"] / 1000
    return (barrier_us - 4 * each) / 16
}
function ws_latency(p) { return asked(p, "workstation", 0) + got(p, "workstation", 0) + 2 * p["pvmd.local_us"] }

# By arithmetic from the one-to-one lines and the native barriers, then the group's costs from the three barriers. 0: these figures leave no service on the host.
function calibrate(p, paper, have,    name, lat, hlat, b, hb, pvm, hpvm, call) {
    split("", p)
    for (name in have) p[name] = have[name]
    lat = paper["onetoone", "cell-cell latency"]; b = paper["onetoone", "cell-cell time per byte"]
    hlat = paper["onetoone", "host-cell latency"]; hb = paper["onetoone", "host-cell time per byte"]
    pvm = lat * paper["overhead", "cell-cell share at 0 byte"] / 100
    hpvm = hlat * paper["overhead", "host-cell share at 0 byte"] / 100
    call = (lat - pvm - have["tnet.hop_us"]) / 2
    p["cell.send_us"] = 2 * call * have["cell.send_us"] / (have["cell.send_us"] + have["cell.recv_us"])
    p["cell.recv_us"] = 2 * call - p["cell.send_us"]
    p["cell.sync_call_us"] = 1000 * paper["barrier", "native cell-cell 4 tasks"] - have["snet.barrier_us"]
    p["host.sync_call_us"] = 1000 * paper["barrier", "native host-cell 4 tasks"] - have["snet.barrier_us"]
    p["cell.copy_ns_per_byte"] = (1000 * b - 1000 / have["tnet.link_mb_per_s"]) / 2
    p["host.copy_ns_per_byte"] = 1000 * hb - 1000 / have["host_interface.interface_mb_per_s"] - 1000 / have["bnet.bus_mb_per_s"] - p["cell.copy_ns_per_byte"]
    p["host_interface.latency_us"] = hlat - hpvm - (have["host.send_us"] + have["host.recv_us"]) / 2 - call - have["bnet.arbitration_us"]
    pvm_parts(p, have, "cell", pvm)
    pvm_parts(p, have, "host", 2 * hpvm - pvm)
    p["cell-cell.pvm_us"] = pvm; p["cell-cell.latency_us"] = lat; p["cell-cell.us_per_byte"] = b
    p["host-cell.pvm_us"] = hpvm; p["host-cell.latency_us"] = hlat; p["host-cell.us_per_byte"] = hb

    p["cell.pvm_group_server_us"] = p["cell.pvm_group_call_us"] = p["host.pvm_group_server_us"] = 0
    p["cell.pvm_group_server_us"] = 1000 * (paper["barrier", "PVM/AP1000 cell-cell 64 tasks"] - paper["barrier", "PVM/AP1000 cell-cell 4 tasks"]) / 60 - task_us(p, "cell")
    p["cell.pvm_group_call_us"] = 1000 * paper["barrier", "PVM/AP1000 cell-cell 4 tasks"] - barrier_cells(p, 4)
    p["host.pvm_group_server_us"] = (1000 * paper["barrier", "PVM/AP1000 host-cell 4 tasks"] - barrier_host(p, 4)) / 3
    p["workstation.pvm_group_server_us"] = p["host.pvm_group_server_us"]
    p["pvmd.local_us"] = ws_local(p, 1000 * paper["barrier", "PVM/WS same host 4 tasks"])
    return p["host.pvm_group_server_us"] >= 0
}
