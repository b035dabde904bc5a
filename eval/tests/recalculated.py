# recalculated.py REPORT.md - repeats the calibration with what the report says, and with nothing else: the paper's figures and their rounding, the
# plausible ranges, the formulas. Its own draws; the intervals must be the report's, as far as two samples agree. Exit code 1 if one is not.
import random
import re
import sys

text = open(sys.argv[1], encoding="utf-8").read()
random.seed(1)
KEPT = 3000

figures = {}  # of the paper: value, rounding
for name, value, rounding in re.findall(r"^\| (\w+: [^|]*?) \| ([\d.]+) ± ([\d.]+) .*\| calibrated \|$", text, re.M):
    figures[name] = (float(value), float(rounding))

numbers, ranges, section = {}, {}, ""
for line in text[text.index("## The machine\n"):].splitlines():
    if line.startswith("["):
        section = line[1:line.index("]")]
    m = re.match(r"  (\w+) +([\d.]+)", line)
    if not m or (section, m[1]) in numbers:
        continue
    numbers[section, m[1]] = float(m[2])
    m2 = re.search(r"; plausible ([\d.]+) to ([\d.]+): ", line)
    if m2:
        ranges[section, m[1]] = (float(m2[1]), float(m2[2]))

PARTS = ["pvm_initsend_us", "pvm_pack_us", "pvm_send_us", "pvm_recv_us", "pvm_unpack_us"]


class Node:
    def __init__(self, have, section):
        self.__dict__.update({name.removesuffix("_us"): v for (s, name), v in have.items() if s == section})

    def scale(self, own):
        old = sum(getattr(self, p.removesuffix("_us")) for p in PARTS)
        for p in PARTS:
            self.__dict__[p.removesuffix("_us")] *= own / old

    def sent(self, n):
        return self.pvm_send + self.send + n * self.copy_ns_per_byte / 1000

    def asked(self, n):
        return self.pvm_initsend + self.pvm_pack + self.sent(n)

    def got(self, n):
        return self.recv + self.pvm_recv + self.pvm_unpack + n * self.copy_ns_per_byte / 1000

    def task(self, server):
        return self.got(8) + self.pvm_call + server + self.sent(4)


def machine(paper, have):
    """What follows from one draw; None if no service is left on the host."""
    L = {p: paper[f"onetoone: {p} latency"] for p in ("cell-cell", "host-cell")}
    b = {p: paper[f"onetoone: {p} time per byte"] for p in L}
    own = {p: L[p] * paper[f"overhead: {p} share at 0 byte"] / 100 for p in L}
    barrier = lambda name: 1000 * paper["barrier: " + name]
    c, h, w = Node(have, "cell"), Node(have, "host"), Node(have, "workstation")
    c.scale(own["cell-cell"])
    h.scale(2 * own["host-cell"] - own["cell-cell"])
    native = L["cell-cell"] - own["cell-cell"] - have["tnet", "hop_us"]
    c.send, c.recv = native * c.send / (c.send + c.recv), native * c.recv / (c.send + c.recv)
    interface, bus = have["host_interface", "interface_mb_per_s"], have["bnet", "bus_mb_per_s"]
    c.copy_ns_per_byte = (1000 * b["cell-cell"] - 1000 / have["tnet", "link_mb_per_s"]) / 2
    h.copy_ns_per_byte = 1000 * b["host-cell"] - 1000 / interface - 1000 / bus - c.copy_ns_per_byte
    latency = L["host-cell"] - own["host-cell"] - (h.send + h.recv + native) / 2 - have["bnet", "arbitration_us"]
    way = lambda n: latency + have["bnet", "arbitration_us"] + n / bus + n / interface
    four, many = barrier("PVM/AP1000 cell-cell 4 tasks"), barrier("PVM/AP1000 cell-cell 64 tasks")
    server_c = (many - four) / 60 - c.task(0)
    ends = c.asked(8) + c.got(4)
    group_call = four - ends - 4 * c.task(server_c) - 11 * c.pvm_call - c.pvm_clock
    on_host = lambda n, server: ends + way(8) + way(4) + (n - 1) * h.task(server) + h.pvm_call + 9 * c.pvm_call + c.pvm_clock
    server_h = (barrier("PVM/AP1000 host-cell 4 tasks") - on_host(4, 0)) / 3
    if server_h < 0:
        return None
    each = w.asked(8) + w.got(8) + w.sent(4) + w.got(4) + w.pvm_group_call + server_h + 13 * w.pvm_call + 24 * have["pvmd", "copy_ns_per_byte"] / 1000
    local = (barrier("PVM/WS same host 4 tasks") - 4 * each) / 16
    out = {f"PVM/AP1000 host-cell {n} tasks": on_host(n, server_h) / 1000 for n in (2, 16, 64)}
    out["PVM/AP1000 cell-cell 16 tasks"] = (four + 12 * c.task(server_c)) / 1000
    for p in L:
        out[f"{p} share at 4000 byte"] = 100 * own[p] / (L[p] + 4000 * b[p])
        out[f"native-{p} latency"] = L[p] - own[p]
    out["ws-same-host latency"] = w.asked(0) + w.got(0) + 2 * local
    out["calibrated: a group call on a cell"] = group_call
    out["calibrated: a request in the server on a cell"] = server_c
    out["calibrated: a request in the server on the host"] = server_h
    out["calibrated: latency of the host interface"] = latency
    return out


all_of = {}
kept = thrown = 0
while kept < KEPT:
    paper = {name: v + r * random.uniform(-1, 1) for name, (v, r) in figures.items()}
    found = machine(paper, {**numbers, **{name: random.uniform(*ends) for name, ends in ranges.items()}})
    if found is None:
        thrown += 1
        continue
    kept += 1
    for name, v in found.items():
        all_of.setdefault(name, []).append(v)
wrong = 0
for name, values in all_of.items():
    values.sort()
    mine = values[KEPT // 40], values[-KEPT // 40]
    row = re.search(rf"^\| {re.escape(name)} \| [^|]* \| ([\d.]+) to ([\d.]+) \|", text, re.M)
    theirs = (float(row[1]), float(row[2])) if row else (0, 0)
    shown = 10.0 ** -len(row[1].partition(".")[2]) if row else 0  # a unit of the last digit shown
    ok = all(abs(a - b) <= 0.06 * (mine[1] - mine[0]) + shown for a, b in zip(mine, theirs))
    wrong += not ok
    print(f"{'same' if ok else 'WRONG'}: {name}: {mine[0]:.4g} to {mine[1]:.4g}, the report {theirs[0]:g} to {theirs[1]:g}")
share = 100 * kept / (kept + thrown)
print(f"{share:.1f} % of the draws can be calibrated")
sys.exit(wrong > 0)
