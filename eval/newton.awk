# newton.awk PAPER INFO CLOSED - solves for the three unknowns of the PVM barrier by Newton's method on simulated runs of
# ./barrier in the current folder: what a group call costs on a cell, and what a request costs in the group server on a
# cell and on the host. A group call on the host is over before the first cell is heard of: it stays as assumed.
# Starts from the values in INFO (ap1000 info); CLOSED holds what arithmetic gave.
# Prints rows: parameter, value [us]; then residual, quantity, simulated, paper, unit, difference [%].
BEGIN { FS = "\t"; trial = "trial.toml" }
FILENAME == ARGV[1] {
    if ($1 == "barrier") paper_us[$2] = 1000 * $3
    next
}
FILENAME == ARGV[2] {
    if (/^\[/) section = substr($0, 2, length($0) - 2)
    split($0, word, " ")
    have[section "." word[1]] = word[2]
    next
}
{ closed[$1] = $2 }

function line(name, value) { split(name, part, "."); text[part[1]] = text[part[1]] part[2] " = " value "\n" }

# The machine with these three [us].
function write_trial(call, server, host_server,    name, section) {
    split("", text)
    for (name in closed) line(name, closed[name])
    line("cell.pvm_group_call_us", call)
    line("cell.pvm_group_server_us", server)
    line("host.pvm_group_server_us", host_server)
    print "base = \"" base "\"" >trial
    for (section in text) printf "[%s]\n%s", section, text[section] >trial
    close(trial)
}

# Time of the barrier on the trial machine [us].
function barrier(path, tasks,    command, row, last) {
    command = "ap1000 run --machine " trial " --on host ./barrier " path " -n " tasks " -r 1 </dev/null"
    while ((command | getline row) > 0) last = row
    if (close(command) != 0 || split(last, cell, "\t") != 3) failed = 1
    return cell[3]
}

function off(path, tasks) { return barrier(path, tasks) - paper_us["PVM/AP1000 " path " " tasks " tasks"] }
function rounded(us) { return sprintf("%.2f", us) + 0 }
function size(us) { return us < 0 ? -us : us }

# Both unknowns of a cell, from 4 and 64 tasks on cells alone.
function solve_cells(    i, f4, f64, c4, c64, s4, s64, det, step) {
    step = 10
    for (i = 0; i < 6; i++) {
        write_trial(call, server, host_server)
        f4 = off("cell-cell", 4); f64 = off("cell-cell", 64)
        if (failed || (size(f4) < 0.05 && size(f64) < 0.5)) return
        write_trial(call + step, server, host_server)
        c4 = (off("cell-cell", 4) - f4) / step; c64 = (off("cell-cell", 64) - f64) / step
        write_trial(call, server + step, host_server)
        s4 = (off("cell-cell", 4) - f4) / step; s64 = (off("cell-cell", 64) - f64) / step
        det = c4 * s64 - s4 * c64
        if (det == 0) { failed = 1; return }
        call = rounded(call - (f4 * s64 - s4 * f64) / det)
        server = rounded(server - (c4 * f64 - f4 * c64) / det)
    }
    failed = 1
}

function solve_host(    i, f, slope, step) {
    step = 10
    for (i = 0; i < 6; i++) {
        write_trial(call, server, host_server)
        f = off("host-cell", 4)
        if (failed || size(f) < 0.05) return
        write_trial(call, server, host_server + step)
        slope = (off("host-cell", 4) - f) / step
        if (slope == 0) break
        host_server = rounded(host_server - f / slope)
    }
    failed = 1
}

function residual(path, tasks,    quantity, us) {
    quantity = "PVM/AP1000 " path " " tasks " tasks"
    us = barrier(path, tasks)
    printf "residual\tbarrier %s\t%.3f\t%g\tus\t%.3f\n", quantity, us, paper_us[quantity], 100 * (us / paper_us[quantity] - 1)
}

END {
    call = have["cell.pvm_group_call_us"]
    server = have["cell.pvm_group_server_us"]
    host_server = have["host.pvm_group_server_us"]
    solve_cells()
    solve_host()
    if (failed) exit 1
    printf "cell.pvm_group_call_us\t%s\ncell.pvm_group_server_us\t%s\n", call, server
    printf "host.pvm_group_server_us\t%s\n", host_server
    write_trial(call, server, host_server)
    residual("cell-cell", 4)
    residual("cell-cell", 64)
    residual("host-cell", 4)
}
