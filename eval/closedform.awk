# closedform.awk PAPER - the parameters that follow from the paper's figures by arithmetic, from what `ap1000 info` prints on
# stdin (the sourced and assumed ones) and paper.tsv. Prints rows: section.name, value. The barrier's are not among them:
# groups are software, and calibrate solves for them with the whole simulator.
BEGIN { FS = "\t" }
FILENAME == ARGV[1] {
    paper[$1, $2] = $3
    next
}
/^\[/ { section = substr($0, 2, length($0) - 2) }
/^  / { split($0, word, " "); have[section "." word[1]] = word[2] }

function row(name, value) { printf "%s\t%.10g\n", name, value }

# PVM's five costs of a transfer, in the proportion 2 : 1 : 5 : 5 : 1, which is ours.
function pvm_parts(node, sum_us) {
    row(node ".pvm_initsend_us", sum_us * 2 / 14)
    row(node ".pvm_pack_us", sum_us / 14)
    row(node ".pvm_send_us", sum_us * 5 / 14)
    row(node ".pvm_recv_us", sum_us * 5 / 14)
    row(node ".pvm_unpack_us", sum_us / 14)
}

END {
    latency_us = paper["onetoone", "cell-cell latency"]
    ns_per_byte = 1000 * paper["onetoone", "cell-cell time per byte"]
    pvm_us = latency_us * paper["overhead", "cell-cell share at 0 byte"] / 100
    call_us = (latency_us - pvm_us - have["tnet.hop_us"]) / 2
    copy_ns = (ns_per_byte - 1000 / have["tnet.link_mb_per_s"]) / 2
    row("cell.send_us", call_us)
    row("cell.recv_us", call_us)
    row("cell.copy_ns_per_byte", copy_ns)
    row("cell.sync_call_us", 1000 * paper["barrier", "native cell-cell 4 tasks"] - have["snet.barrier_us"])
    pvm_parts("cell", pvm_us)

    # Host to cell and back: the mean of both ways, each of which has one end on the host and one on a cell.
    latency_us = paper["onetoone", "host-cell latency"]
    ns_per_byte = 1000 * paper["onetoone", "host-cell time per byte"]
    host_pvm_us = latency_us * paper["overhead", "host-cell share at 0 byte"] / 100
    row("host.copy_ns_per_byte", sprintf("%.3f", ns_per_byte - 1000 / have["host_interface.interface_mb_per_s"] \
                                 - 1000 / have["bnet.bus_mb_per_s"] - copy_ns))
    row("host.sync_call_us", 1000 * paper["barrier", "native host-cell 4 tasks"] - have["snet.barrier_us"])
    pvm_parts("host", 2 * host_pvm_us - pvm_us)
    calls_us = (have["host.send_us"] + have["host.recv_us"]) / 2 + call_us
    row("host_interface.latency_us", latency_us - host_pvm_us - calls_us - have["bnet.arbitration_us"])
}
