"""known.py - traces that are written by hand, so that whoever reads what is made of them knows what must be there.

write(path, tasks, slices, messages, levels): times in us; a task is (tid, program, place, begins, ends), a slice (tid, begin, end, name,
category, arguments), a message (id, from, to, tag, bytes, sent, taken or None), a level (name, time, units).
"""

import json

A, B, C = 0x40001, 0x40002, 0x40003


def line(phase, time, **more):
    return {'ph': phase, 'pid': 1, 'ts': time, **more}


def lines_of(tasks, slices, messages, levels):
    """Pairs of a time and a line, in the order in which a run makes them."""
    for tid, program, place, begins, ends in tasks:
        yield begins, 0, {'ph': 'M', 'pid': 1, 'tid': tid, 'name': 'thread_name', 'args': {'name': f't{tid:x} {program} ({place})'}}
        yield begins, 1, line('i', begins, tid=tid, name='begins', cat='life', args={'program': program, 'node': 0})
        yield ends, 9, line('i', ends, tid=tid, name='ends', cat='life')
    for tid, begin, end, name, category, arguments in slices:
        yield begin, 5 - 1 / (1 + end - begin), line('B', begin, tid=tid, name=name, cat=category, args=arguments)
        yield end, 3 - 1 / (1 + end - begin), line('E', end, tid=tid)
    for number, sender, receiver, tag, size, sent, taken in messages:
        yield sent, 6, line('s', sent, tid=sender, id=number, name='message', cat='message',
                            args={'from': sender, 'to': receiver, 'tag': tag, 'bytes': size})
        if taken is not None:
            yield taken, 7, line('f', taken, tid=receiver, id=number, name='message', cat='message', bp='e')
    for name, time, units in levels:
        yield time, 8, {'ph': 'C', 'pid': 2, 'ts': time, 'name': name, 'args': {'in use': units}}


def write(path, tasks, slices=(), messages=(), levels=()):
    events = [event for _, _, event in sorted(lines_of(tasks, slices, messages, levels), key=lambda e: e[:2])]
    about = {'machine': 'ap1000', 'cells': 2, 'version': '0.2.0', 'command': ['x'], 'settings': []}
    with open(path, 'w', encoding='utf-8') as f:
        json.dump({'otherData': about, 'traceEvents': events}, f)


def small(path, names=('alpha', 'beta', 'gamma')):
    """A run of 1000 us with each state, three messages and a network. Every test of a picture knows it."""
    call, wait = 'call', 'wait'
    write(path,
          [(A, names[0], 'host', 0, 1000), (B, names[1], 'cell 0', 0, 1000), (C, names[2], 'cell 1', 200, 1000)],
          [(A, 0, 100, 'computing', 'computing', {}), (A, 100, 120, 'pvm_send', call, {}), (A, 120, 400, 'computing', 'computing', {}),
           (A, 400, 600, 'sleeping', 'sleeping', {}), (A, 600, 900, 'pvm_recv', call, {}), (A, 610, 880, 'waits', wait, {'for': 'message'}),
           (A, 900, 1000, 'computing', 'computing', {}),
           (B, 0, 50, 'computing', 'computing', {}), (B, 50, 300, 'pvm_recv', call, {}), (B, 60, 290, 'waits', wait, {'for': 'message'}),
           (B, 300, 800, 'computing', 'computing', {}), (B, 800, 820, 'pvm_send', call, {}), (B, 820, 1000, 'computing', 'computing', {}),
           (C, 200, 1000, 'pvm_barrier', call, {}), (C, 210, 980, 'waits', wait, {'for': 'barrier'})],
          [(1, A, B, 5, 1000, 120, 290), (2, B, A, 6, 3000, 820, 880), (3, B, C, 5, 500, 820, None)],
          [('T-Net links in use', 120, 4), ('T-Net links in use', 200, 0), ('T-Net links in use', 820, 2), ('T-Net links in use', 880, 0)])
