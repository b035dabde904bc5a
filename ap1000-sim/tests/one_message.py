"""one_message.py - which files one message goes through, from one Delivery::post to the next, instruction by instruction:
    gdb -q -batch -x ap1000-sim/tests/one_message.py --args ap1000 run --on cell PINGPONG
PINGPONG sends back and forth between two tasks. Prints how many files of the project it enters, how often, how often the
room (the folder) changes, and the files by their entries."""
import collections
import os
import gdb

WARM_UP = 60  # posts before the one that is looked at: everything is opened and allocated by then


def place():
    """The project's file and its room where the program stands; None elsewhere (libc, the C++ library, the program)."""
    sal = gdb.find_pc_line(gdb.selected_frame().pc())
    path = sal.symtab.fullname() if sal.symtab else ""
    for top in ("ap1000-sim", "pvm-api", "groups", "bnet-snet"):
        at = path.rfind("/" + top + "/")
        if at >= 0:
            parts = path[at + 1:].split("/")
            return "/".join(parts), "/".join(parts[:-1])
    return None


gdb.execute("set pagination off")
gdb.execute("set confirm off")
gdb.execute("set breakpoint pending on")
gdb.execute("handle all nostop noprint pass")
post = gdb.Breakpoint("ap1000::Delivery::post")
gdb.execute("run", to_string=True)
post.ignore_count = WARM_UP - 1
gdb.execute("continue", to_string=True)
first = gdb.selected_frame().pc()
entries, steps, rooms, now = collections.Counter(), 0, 0, None
while True:
    here = place()
    if here is not None and here != now:
        entries[here[0]] += 1
        rooms += now is not None and here[1] != now[1]
        now = here
    gdb.execute("stepi", to_string=True)
    steps += 1
    if gdb.selected_frame().pc() == first:
        break
tops = collections.Counter(name.split("/")[0] for name in entries)
print(f"{len(entries)} files ({', '.join(f'{n} in {top}' for top, n in tops.most_common())}), "
      f"{sum(entries.values())} entries, {rooms} changes of room, {steps} instructions")
for name, n in entries.most_common():
    print(f"{n:6} {name}")
gdb.execute("kill")
