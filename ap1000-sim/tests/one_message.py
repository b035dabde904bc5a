"""one_message.py - which files one message goes through, from one Delivery::post to the next, instruction by instruction:
    gdb -q -batch -x ap1000-sim/tests/one_message.py --args ap1000 run --on cell PINGPONG
PINGPONG sends back and forth between two tasks. Prints how many files of the project it enters, how often, how often the
room (the folder) changes; the files by their entries, with their instructions and functions; and then its way, entry by
entry. What a compiler has put inline counts where it is written, so that a header is a file, too."""
import collections
import os
import gdb

WARM_UP = 60  # posts before the one that is looked at: everything is opened and allocated by then
TOPS = ("ap1000-sim", "pvm-api", "groups", "bnet-snet")
Entry = collections.namedtuple("Entry", "file functions")
known = {}  # by address


def function_at(pc):
    """The function whose text this is, also if it is inside another; "": it has no name."""
    block = gdb.block_for_pc(pc)
    while block is not None and block.function is None:
        block = block.superblock
    return block.function.print_name.split("(")[0].replace("ap1000::", "") if block is not None else ""


def place(pc):
    """The project's file and the function that this instruction is of; None elsewhere (libc, the C++ library, the program)."""
    if pc not in known:
        sal = gdb.find_pc_line(pc)
        path = sal.symtab.fullname() if sal.symtab else ""
        starts = [path.rfind(f"/{top}/") for top in TOPS]
        at = next((s for s in starts if s >= 0), -1)
        known[pc] = (path[at + 1:], function_at(pc)) if at >= 0 else None
    return known[pc]


gdb.execute("set pagination off")
gdb.execute("set confirm off")
gdb.execute("set breakpoint pending on")
gdb.execute("handle all nostop noprint pass")
post = gdb.Breakpoint("ap1000::Delivery::post")
gdb.execute("run", to_string=True)
post.ignore_count = WARM_UP - 1
gdb.execute("continue", to_string=True)
first = gdb.selected_frame().pc()
way, instructions, steps, pc = [], collections.Counter(), 0, None
while pc != first:
    here = place(gdb.selected_frame().pc())
    if here is not None:
        if not way or here[0] != way[-1].file:
            way.append(Entry(here[0], []))
        if here[1] not in way[-1].functions:
            way[-1].functions.append(here[1])
        instructions[here[0]] += 1
    gdb.execute("stepi", to_string=True)
    steps += 1
    pc = gdb.selected_frame().pc()

entries = collections.Counter(e.file for e in way)
rooms = [os.path.dirname(e.file) for e in way]
tops = collections.Counter(name.split("/")[0] for name in entries)
print(f"{len(entries)} files ({', '.join(f'{n} in {top}' for top, n in tops.most_common())}), "
      f"{len(way)} entries, {sum(a != b for a, b in zip(rooms, rooms[1:]))} changes of room, {steps} instructions")
for name, n in entries.most_common():
    functions = dict.fromkeys(f for e in way if e.file == name for f in e.functions if f)
    print(f"{n:6} {instructions[name]:6} {name}: {', '.join(functions)}")
print("its way:")
for e in way:
    print(f"  {e.file}: {', '.join(f for f in e.functions if f)}")
gdb.execute("kill")
