"""pictures.py AP1000 PAGE_JS PI - what plot, compare, sweep (of PI) and view draw and say of runs that are known (known.py): the elements of
the SVG files by their places on the axes, the tables, and, where node is there, the page's own numbers and what its pen draws."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import known
import svg

AP1000, PAGE_JS, PI = map(os.path.abspath, sys.argv[1:])
failures = 0

# The seven states: how plot and the page call them, and their colour.
STATES = {'computing': ('computing', '#009e73'), 'in a call': ('in a call', '#0072b2'), 'waits for: a message': ('waits: message', '#f0e442'),
          'a barrier': ('barrier', '#cc79a7'), 'sleeping': ('sleeping', '#bbbbbb')}
# What known.small has of each: (row, from, to) in us.
BARS = {'computing': [(0, 0, 100), (0, 120, 400), (0, 900, 1000), (1, 0, 50), (1, 300, 800), (1, 820, 1000)],
        'in a call': [(0, 100, 120), (0, 600, 610), (0, 880, 900), (1, 50, 60), (1, 290, 300), (1, 800, 820), (2, 200, 210), (2, 980, 1000)],
        'waits for: a message': [(0, 610, 880), (1, 60, 290)], 'a barrier': [(2, 210, 980)], 'sleeping': [(0, 400, 600)]}
ARROWS = [(120, 0, 290, 1), (820, 1, 880, 0)]  # of the messages that were taken: when, and in which row
PATH = [(0, 0, 120, 0), (120, 0, 290, 1), (290, 1, 820, 1), (820, 1, 880, 0), (880, 0, 1000, 0)]
NAMES = ['t40001 alpha (host)', 't40002 beta (cell 0)', 't40003 gamma (cell 1)']
PAIRS = {(0, 1): (1, 1000), (1, 0): (1, 3000), (1, 2): (1, 500)}  # by sender and receiver: messages and bytes


def check(what, wanted, got):
    global failures
    if wanted != got:
        failures += 1
        print(f'FAIL: {what}: expected {wanted}, actual {got}')


def near(what, wanted, got, within):
    """Lists of rows of numbers, in any order; whole numbers are equal, others near."""
    wanted, got = sorted(wanted), sorted(got)
    if len(wanted) != len(got) or any(abs(a - b) > (0 if isinstance(b, int) else within) for w, g in zip(wanted, got) for a, b in zip(w, g)):
        check(what, wanted, [tuple(round(x, 2) for x in g) for g in got])


def ap1000(*words, code=0, **environment):
    p = subprocess.run([AP1000, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, env={**os.environ, **environment})
    check(f'{words}: exit code; it said {p.stderr!r}', code, p.returncode)
    return p


def page(path, *expressions, link=''):
    p = subprocess.run(['node', PAGE_JS, path, *expressions], stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True,
                       env={**os.environ, 'LINK': link})
    check(f'{path}{link}: its scripts run; they said {p.stderr[-400:]}', 0, p.returncode)
    return json.loads(p.stdout) if p.returncode == 0 else [None] * len(expressions)


# ---- plot ----------------------------------------------------------------------------------------------------------

def test_plot():
    known.small('small.json')
    ap1000('plot', 'small.json', '--title', 'headline')
    picture = svg.Picture('small-spacetime.svg')
    below, beside = picture.marks()
    check('the rows have names', NAMES, [text for text, _ in beside])
    time = svg.scale([m for m in below if re.fullmatch(r'[\d.]+', m[0])])
    row_of = lambda y: min(range(3), key=lambda r: abs(beside[r][1] - y))
    for title, (_, colour) in STATES.items():
        boxes = picture.boxes(picture.curve(title))
        check(f'{title}: its colour, in the key too', [colour] * (1 + len(BARS[title])), [b[0] for b in boxes])
        near(title, BARS[title], [(row_of((top + bottom) / 2), time(left), time(right)) for _, left, right, top, bottom in boxes[1:]], 1.5)
    lines = picture.lines(picture.curve('message'))[1:] # behind the key's
    near('arrows', ARROWS, [(time(x1), row_of(y1), time(x2), row_of(y2)) for x1, y1, x2, y2 in lines], 1.5)
    near('the critical path', PATH, [(time(x1), row_of(y1), time(x2), row_of(y2)) for x1, y1, x2, y2 in picture.lines(picture.curve('critical path'))[1:]], 1.5)
    check('the axis has its unit', True, any(text == 'simulated time (us)' for text, _, _ in picture.texts()))
    check('the headline', 1, sum(text == 'headline' for text, _, _ in picture.texts()))
    matrix_of('small', PAIRS, ['t40001', 't40002', 't40003'])


def matrix_of(name, pairs, tasks):
    matrix = svg.Picture(f'{name}-matrix.svg')
    below, beside = matrix.marks()
    columns, rows = [m for m in below if m[0] in tasks], [m for m in beside if m[0] in tasks]
    check('tasks below', tasks, [text for text, _ in columns])
    check('tasks beside', tasks, [text for text, _ in rows])
    at = lambda marks, place: min(range(len(marks)), key=lambda i: abs(marks[i][1] - place))
    said = {}
    for text, x, y in matrix.texts():
        if text.endswith(' B') or text.endswith(' msg'):
            said.setdefault((at(rows, y), at(columns, x)), []).append(text)
    check('what stands in the cells', {who: [f'{n} B', f'{m} msg'] for who, (m, n) in pairs.items()}, said)
    boxes = [(at(rows, (t + b) / 2), at(columns, (l + r) / 2), int(c[5:7], 16)) for c, l, r, t, b in matrix.boxes(matrix.curves[0][1])]
    check('a box in each of them', sorted(pairs), sorted(box[:2] for box in boxes))
    check('more bytes are darker', [who for who, _ in sorted(pairs.items(), key=lambda p: p[1][1])],
          [box[:2] for box in sorted(boxes, key=lambda b: -b[2])])


def test_part():
    """A part of a run: a task that only waits in it, but is sent something, has a row, and nobody else has its bytes."""
    A, B, C = known.A, known.B, known.C
    known.write('idle.json', [(A, 'master', 'host', 0, 100), (B, 'waits', 'cell 0', 0, 100), (C, 'works', 'cell 1', 0, 100)],
                [(A, 0, 100, 'computing', 'computing', {}), (B, 0, 100, 'waits', 'wait', {'for': 'message'}), (C, 0, 100, 'computing', 'computing', {})],
                [(1, A, B, 5, 1000, 50, None)])
    ap1000('plot', 'idle.json')
    matrix_of('idle', {(0, 1): (1, 1000)}, ['t40001', 't40002', 't40003'])
    known.write('sender.json', [(A, 'master', 'host', 0, 100), (B, 'waits', 'cell 0', 0, 100), (C, 'works', 'cell 1', 0, 100)],
                [(A, 0, 10, 'computing', 'computing', {}), (A, 10, 100, 'waits', 'wait', {'for': 'message'}), (B, 0, 100, 'waits', 'wait', {'for': 'message'}),
                 (C, 0, 100, 'computing', 'computing', {})], [(1, A, B, 5, 1000, 8, 60)])
    ap1000('plot', 'sender.json', '--from', '20us')
    below, beside = svg.Picture('sender-spacetime.svg').marks()
    check('a message that arrives in it has its sender', ['t40001 master (host)', 't40002 waits (cell 0)', 't40003 works (cell 1)'], [t for t, _ in beside])


def test_far():
    """Some microseconds late in a long run: the axis begins there, and no two of its marks are alike."""
    known.write('far.json', [(known.A, 'a', 'host', 0, 1e9 + 9)], [(known.A, 0, 1e9 + 2, 'computing', 'computing', {}), (known.A, 1e9 + 2, 1e9 + 9, 'pvm_send', 'call', {})])
    ap1000('plot', 'far.json', '--from', '1000s', '--to', '1000.000005s')
    picture = svg.Picture('far-spacetime.svg')
    marks = [m for m in picture.marks()[0] if re.fullmatch(r'[\d.]+', m[0])]
    check('far: marks', (True, len(marks)), (len(marks) > 3, len({m[0] for m in marks})))
    near('far: a bar', [(0, 2000)], [tuple(map(svg.scale(marks), b[1:3])) for b in picture.boxes(picture.curve('computing'))[1:]], 5)
    check('far: the axis says so', True, any(text == 'simulated time after 1000.000000000 s (ns)' for text, _, _ in picture.texts()))


def report(name, grid, *in_use):
    """What `plot` draws of a report: a run of 1000 ns."""
    rows = ['quantity\tvalue', 'machine\tap1000', *grid, 'time_ns\t1000', *(f'in_use_ns.{unit}\t{ns}' for unit, ns in in_use), 'verdict.words\tno']
    with open(name + '.tsv', 'w', encoding='utf-8') as f:
        f.write('\n'.join(rows) + '\n')
    ap1000('plot', name + '.tsv', '--out', name)


def test_torus():
    """Three cells by two: a link of cell 1 to the right is always in use, one of cell 5 up a fifth of the time, one of each side is idle."""
    report('t', ['grid.0\t3', 'grid.1\t2'], ('tnet.cell 1 (1,0) x+', 1000), ('tnet.cell 5 (2,1) y-', 200), ('processors.cell 1', 250), ('bnet.bus', 100))
    _, links, cells = [body for _, body in svg.Picture('t-torus.svg').curves]
    texts = [(text, float(x), float(y)) for x, y, text in svg.TEXT.findall(cells)]
    side = texts[1][1] - texts[0][1]
    place = lambda x, y: (round((x - texts[0][1]) / side, 1), round((y - texts[0][2]) / side, 1))
    check('cells', [('0', 0, 0), ('1', 1, 0), ('25.0 %', 1, 0.2), ('2', 2, 0), ('3', 0, 1), ('4', 1, 1), ('5', 2, 1)], [(t, *place(x, y)) for t, x, y in texts])
    strokes = [(colour.replace(' ', ''), place(*line[:2]), place(*line[2:])) for colour, d in re.findall(r"<path stroke='rgb([^']*)'\s+(d='[^']*')", links)
               for line in svg.Picture.lines("<path stroke='' " + d)]
    idle = '(221,221,221)'
    check('links that were in use', [('(102,37,6)', (1.3, 0.1), (1.7, 0.1)), ('(254,153,41)', (2.1, 0.7), (2.1, 0.3))], [s for s in strokes if s[0] != idle])
    check('links of cell 0', [(idle, (0.3, 0.1), (0.7, 0.1)), (idle, (-0.3, -0.1), (-0.7, -0.1)), (idle, (-0.1, 0.3), (-0.1, 0.7)),
                              (idle, (0.1, -0.3), (0.1, -0.7))], strokes[:4])
    check('four of each cell', 24, len(strokes))
    lowest = max(max(line[1], line[3]) for line in svg.Picture.lines(links))
    words = [(text, y > lowest) for text, _, y in svg.Picture('t-torus.svg').texts() if ': ' in text]
    check('what stands below all links', [("in each cell: its number, and the share of the run's time for which its processor worked", True),
                                          ("in use, of the run's time: the B-Net: 10.0 %", True)], words)


def test_links():
    report('l', [], ('links.#slow %d', 250), ('links."fa"st', 500))
    picture = svg.Picture('l-links.svg')
    below, beside = picture.marks()
    boxes = sorted(picture.boxes(picture.curves[0][1]), key=lambda b: b[3])
    check('links: the most used first', ['"fa"st', '#slow %d'], [text for text, _ in beside])
    near('links: their bars', [(0, 0, 50), (1, 0, 25)], [(i, svg.scale(below)(l), svg.scale(below)(r)) for i, (_, l, r, _, _) in enumerate(boxes)], 0.5)


def test_sweep():
    lines = ap1000('sweep', '--cells', '1,2,4', '--out', 's', '--', PI).stdout.splitlines()
    rows = [list(map(float, line.split('\t')[:4])) for line in lines if re.match('[124]\t', line)]
    picture = svg.Picture('s-scaling.svg')
    below, beside = picture.marks()
    check('sweep: the marks of its panels', ['1', '2', '4'] * 3, [text for text, _ in below])
    zeros = [i for i, m in enumerate(beside) if m[0] == '0'] + [len(beside)]
    for panel, curve in enumerate(('gnuplot_plot_1a', 'gnuplot_plot_2b', 'gnuplot_plot_2c')):
        x, y = svg.scale(below[3 * panel:][:3]), svg.scale(beside[zeros[panel]:zeros[panel + 1]])
        ends = lambda title: {(round(x(a), 2), round(y(b), 2)) for line in picture.lines(picture.curve(title)) for a, b in (line[:2], line[2:])}
        near('sweep: what the table says', [(row[0], row[1 + panel]) for row in rows], ends(curve), 0.02)
        if panel == 1:
            check('sweep: the ideal', {True}, {abs(a - b) < 0.02 for a, b in ends('ideal') if b < 3.5})


# ---- compare -------------------------------------------------------------------------------------------------------

def table(text):
    """{name: (A, B)} of the table that compare prints."""
    rows = [re.split(r'\s{2,}', line.strip()) for line in text.splitlines()]
    return {row[0]: (row[1], row[2]) for row in rows if len(row) == 5 and re.match(r'-?[\d.]+$', row[1])}


def test_compare():
    known.small('a.json')
    A, B, C = known.A, known.B, known.C
    known.write('b.json', [(A, 'alpha', 'host', 0, 2000), (B, 'beta', 'cell 0', 0, 2000), (C, 'gamma', 'cell 1', 0, 2000)],
                [(A, 0, 2000, 'sleeping', 'sleeping', {}), (B, 0, 2000, 'computing', 'computing', {}), (C, 0, 2000, 'computing', 'computing', {})],
                [(1, A, B, 5, 7000, 500, 1500)])
    rows = table(ap1000('compare', '--all', 'a.json', 'b.json').stdout)
    check('compare: the whole runs', {'time of the run [ms]': ('1', '2'), 'tasks': ('3', '3'), 'messages': ('3', '1'), 'bytes': ('4500', '7000'),
          'computing [ms]': ('1.210', '4'), 'in calls, working [ms]': ('0.120', '0'), 'waiting for messages [ms]': ('0.500', '0'),
          'waiting in barriers [ms]': ('0.770', '0'), 'sleeping [ms]': ('0.200', '2'), 'pvm_send, times': ('2', '0'), 'pvm_send [ms]': ('0.040', '0'),
          'pvm_recv, times': ('2', '0'), 'pvm_recv [ms]': ('0.550', '0'), 'pvm_barrier, times': ('1', '0'), 'pvm_barrier [ms]': ('0.800', '0')}, rows)
    picture = svg.Picture('b-compare.svg')
    below, beside = picture.marks()
    check('compare: the rows of both', NAMES + NAMES, [text for text, _ in beside])
    last = [m for m in below if re.fullmatch(r'[\d.]+', m[0])]
    time = svg.scale([last[-2], last[-1]])
    near('compare: A, sleeping', [(400, 600)], [(time(l), time(r)) for c, l, r, t, b in picture.boxes(picture.curve('sleeping', 0))[1:]], 3)
    ap1000('compare', 'b.json', 'a.json', '--out', 'ba')
    check('compare: what B alone has is in the key', set(), set(STATES) - {text for text, _, _ in svg.Picture('ba-compare.svg').texts()})
    check('compare: A is above B', True, beside[0][1] < beside[3][1])
    row_of = lambda y: min(range(6), key=lambda r: abs(beside[r][1] - y))
    for panel, wanted in enumerate([ARROWS, [(500, 3, 1500, 4)]]):
        lines = picture.lines(picture.curve('message', panel))[1 - panel:] # the key is in the first
        near(f'compare: arrows of {"AB"[panel]}', wanted, [(time(x1), row_of(y1), time(x2), row_of(y2)) for x1, y1, x2, y2 in lines], 3)
    for title, (_, colour) in STATES.items():
        check(f'compare: {title}: its colour', {colour}, {b[0] for b in picture.boxes(picture.curve(title, 0))})
    rows = table(ap1000('compare', '--all', '--from', '100us', '--to', '400us', '--tasks', 't40001,t40002', 'a.json', 'b.json').stdout)
    check('compare: a part', {'time of the part [ms]': ('0.300', '0.300'), 'tasks': ('2', '2'), 'messages': ('1', '0'), 'bytes': ('1000', '0'),
          'computing [ms]': ('0.380', '0.300'), 'in calls, working [ms]': ('0.030', '0'), 'waiting for messages [ms]': ('0.190', '0'),
          'sleeping [ms]': ('0', '0.300'), 'pvm_send, times': ('1', '0'), 'pvm_send [ms]': ('0.020', '0'), 'pvm_recv, times': ('1', '0'),
          'pvm_recv [ms]': ('0.200', '0')}, rows)
    known.small('served.json', ('alpha', 'pvmgs', 'gamma'))
    rows = table(ap1000('compare', '--all', '--no-servers', 'served.json', 'a.json').stdout)
    check('compare: without servers', (('2', '3'), ('0', '3'), ('0.480', '1.210')), (rows['tasks'], rows['messages'], rows['computing [ms]']))


# ---- view ----------------------------------------------------------------------------------------------------------

DRAW = '(drawn.length = 0, still_is = "", draw(), drawn)'


def test_rows():
    known.small('view.json')
    ap1000('view', 'view.json')
    drawn, places = page('view.html', DRAW, '[x_of(0), x_of(1e6), y_of(0), y_of(1), y_of(2)]')
    x0, x1, *heights = places
    time = lambda x: (x - x0) / (x1 - x0) * 1000
    row_of = lambda y: min(range(3), key=lambda r: abs(heights[r] - y))
    for title, (_, colour) in STATES.items():
        near(f'page: {title}', BARS[title], [(row_of(y + h / 2), time(x), time(x + w)) for kind, style, *rest in drawn if kind == 'box' and style == colour
                                             for x, y, w, h in [rest]], 1.5)
    between = [(style, (time(a), row_of(b), time(c), row_of(d))) for kind, style, *rest in drawn if kind == 'line' for a, b, c, d in [rest]
               if b in heights and d in heights]
    near('page: the critical path', PATH, [leg for style, leg in between if style == '#e31a1c'], 0.01)
    shares, = page('view.html', 'path_text()')
    check('page: what the critical path goes into', 'computing 70.0 %, messages 23.0 %, in a call 7.0 %', shares)
    lines = [leg for style, leg in between if style != '#e31a1c' and leg[1] != leg[3]]
    near('page: arrows', ARROWS, lines, 0.01)
    heads = [(time(a), row_of(b)) for kind, _, *rest in drawn if kind == 'line' for a, b, c, d in [rest] if b in heights and d not in heights and abs(b - d) < 8]
    near('page: heads of arrows', [(290, 1), (290, 1), (880, 0), (880, 0)], heads, 0.01)
    near('page: a message that nobody took', [(820, 1)], [(time(rest[0]), row_of(rest[1])) for kind, _, *rest in drawn if kind == 'dot'], 0.01)
    axis = {text: time(x) for kind, _, text, x, y in [d for d in drawn if d[0] == 'text' and re.fullmatch(r'[\d.]+ [um]s', d[2])]}
    near('page: the axis', [(float(t.split()[0]) * (1000 if t.endswith('ms') else 1),) for t in axis], [(x,) for x in axis.values()], 0.01)
    check('page: the axis is marked', True, len(axis) >= 4)
    check('page: names', NAMES, [d[2] for d in drawn if d[0] == 'text' and d[2].startswith('t4')])
    kinds, = page('view.html', 'kinds.map(k => [k.name, k.colour])')
    check('page: words and colours', [list(STATES[s]) for s in ('computing', 'in a call', 'waits for: a message', 'a barrier', 'sleeping')],
          [kinds[i] for i in (0, 1, 2, 3, 6)])


def test_page_matrix():
    known.small('view.json')
    ap1000('view', 'view.json')
    drawn, side, left, above, texts = page('view.html', '(tab(true), drawn.length = 0, draw(), drawn)', 'matrix_side()', 'left', 'above',
                                           '[0, 1, 2].map(r => [0, 1, 2].map(c => matrix_text(left + (c + 0.5) * matrix_side(), above + (r + 0.5) * matrix_side())))')
    boxes = [(round((y - above) / side), round((x - left) / side)) for kind, style, *rest in drawn if kind == 'box' and style.startswith('hsl') for x, y, w, h in [rest]]
    check('page: the matrix', sorted(PAIRS), sorted(boxes))
    for r in range(3):
        for c in range(3):
            messages, size = PAIRS.get((r, c), (0, 0))
            check('page: under the pointer', f'from {NAMES[r]}\nto {NAMES[c]}\n{messages} messages, {size} bytes', texts[r][c])


def test_numbers():
    known.small('view.json')
    ap1000('view', 'view.json')
    whole, part, some = page('view.html', 'selection_text({ from: 0, to: 1e6, first: 0, last: 2 })', 'selection_text({ from: 1e5, to: 4e5, first: 0, last: 0 })',
                             '(find("tag 5"), selection_text({ from: 0, to: 1e6, first: 0, last: 2 }))')
    check('page: numbers of the run', ['0.000 us to 1.000000 ms: 1.000000 ms', 'all 3 tasks', '', ' 40.3 %  computing', '  4.0 %  in a call', ' 16.7 %  waits: message',
          ' 25.7 %  barrier', '  6.7 %  sleeping', '  6.7 %  no task yet, or no more', '', 'sent: 3 messages, 4500 bytes', 'received: 2 messages, 4000 bytes',
          'from send to receipt:', '    median 115.000 us', '    longest 170.000 us', 'most bytes: 3000', f'    from {NAMES[1]}', f'    to {NAMES[0]}', '',
          'T-Net links in use: mean 0.44, at most 4'], whole.split('\n'))
    check('page: numbers of a part', ['100.000 us to 400.000 us: 300.000 us', NAMES[0], '', ' 93.3 %  computing', '  6.7 %  in a call', '',
          'sent: 1 messages, 1000 bytes', 'received: 0 messages, 0 bytes', 'from send to receipt:', '    median 170.000 us', '    longest 170.000 us',
          'most bytes: 1000', f'    from {NAMES[0]}', f'    to {NAMES[1]}', '', 'T-Net links in use: mean 1.07, at most 4'], part.split('\n'))
    check('page: of what is looked for', ['of the messages of tag 5 alone:', 'sent: 2 messages, 1500 bytes'], some.split('\n')[10:12])
    shown, = page('view.html', '(select_all(), byId("find").value = "tag 6", find("tag 6"), byId("sums").textContent)')
    check('page: the numbers follow what is looked for', True, 'of the messages of tag 6 alone:\nsent: 1 messages, 3000 bytes' in shown)
    sides, = page('view.html', '[0, 7e5].map(from => (view.selected = { from, to: from + 3e5, first: 0, last: 2 }, show_selection(), byId("sums").style.left === "auto"))')
    check('page: the numbers stand where they hide least', [True, False], sides)
    boxes, first, second = page('view.html', '(drawn.length = 0, still_is = "", draw(), drawn.filter(d => d[1] === "#56b4e9"))', 'x_of(120000)', 'x_of(820000)')
    high = lambda x: [round(box[5], 1) for box in boxes if box[0] == 'box' and x + 2 < box[2] < x + 5][0]
    check('page: the strip of the network, the greatest reaching to its top', (32, 16), (high(first), high(second)))
    way, = page('view.html', '[100, 850, 900].map(us => (view.cursor = us * 1000, draw(), view.under_way))')
    check('page: under way at the cursor, one of them for ever', [0, 2, 1], way)


def test_next():
    """Every match comes once, in the order of time, then they begin anew; also at the ends of a run."""
    times = [10, 20, 30, 30, 500, 960, 970, 980]
    known.write('next.json', [(known.A, 'a', 'host', 0, 1000), (known.B, 'b', 'cell 0', 0, 1000)],
                [(known.A, t, t + 1, 'pvm_send', 'call', {}) for t in sorted(set(times))] + [(known.A, 999, 1000, 'computing', 'computing', {})],
                [(i + 1, known.A, known.B, 5, 1, t, t + 1) for i, t in enumerate(times)])
    ap1000('view', 'next.json')
    picked, calls, anew = page('next.html', '(find("tag 5"), Array.from({ length: 10 }, () => (go_on(), messages.sent[view.picked] / 1000)))',
                               '(find("pvm_send"), view.from = data.from, view.to = data.to, Array.from({ length: 8 }, () => (go_on(), view.found.t / 1000)))',
                               '(find("tag 5"), view.from = 400000, view.to = 600000, go_on(), messages.sent[view.picked] / 1000)')
    check('page: Next', times + times[:2], picked)
    check('page: Next of calls', sorted(set(times)) + times[:1], calls)
    check('page: Next begins with what is seen', 500, anew)


def test_page_ends():
    """Links and hands that ask for what is not there; a run of more than a year; more tasks than the matrix has room for."""
    known.small('view.json')
    ap1000('view', 'view.json')
    for link in ('#select=0,10,5', '#select=0,10,-3,-2', '#select=0,10,0,99', '#servers=no&select=0,10'):
        page('view.html', 'say()', link=link)
    known.write('served.json', [(known.A, 'pvmgs', 'cell 0', 0, 10)], [(known.A, 0, 10, 'computing', 'computing', {})])
    ap1000('view', 'served.json')
    page('served.html', '(byId("servers").checked = false, lay_out(), select(200, 0, 400, 0), draw(), 1)')
    known.write('long.json', [(known.A, 'a', 'host', 0, 4e13)], [(known.A, 0, 4e13, 'computing', 'computing', {})])
    ap1000('view', 'long.json')
    page('long.html', '(view.from = 4e16 - 8, view.to = 4e16, keep_inside(), draw(), 1)')
    many = [(known.A + i, 'a', f'cell {i}', 0, 10) for i in range(512)]
    known.write('many.json', many, [(tid, 0, 10, 'computing', 'computing', {}) for tid, *_ in many], [(1, known.A + 511, known.A + 510, 1, 77, 1, 2)])
    ap1000('view', 'many.json')
    seen, text, shown = page('many.html', '(tab(true), move_matrix(0, 1e9), drawn.length = 0, draw(), drawn.filter(d => d[1].startsWith("hsl")))',
                             'matrix_text(left + 510.5 * matrix_side() - corner.x, above + 511.5 * matrix_side() - corner.y)', '[height, width]')
    check('page: the last row of a great matrix can be seen', True, len(seen) == 1 and seen[0][3] < shown[0] and seen[0][2] < shown[1])
    check('page: and be pointed at', True, (text or '').endswith('1 messages, 77 bytes'))


def test_live():
    """The page of a run that goes on is read again as it is seen, but not from under a hand; keys with Ctrl are the browser's."""
    known.small('view.json')
    ap1000('view', 'view.json')
    with open('view.html', encoding='utf-8') as f, open('live.html', 'w', encoding='utf-8') as live:
        live.write(f.read().replace('"live":false', '"live":true'))
    look = '(drawn.length = 0, byId("window").heard.later(), [drawn.length, location.hash])'
    seen = 'find=tag+5&tab=matrix&select=0%2C10%2C0%2C1&networks=no'
    check('page: read again', [1, [0, ''], [0, ''], [1, seen]], page(
        'live.html', '(find("tag 5"), tab(true), byId("networks").checked = false, view.selected = { from: 0, to: 10, first: 0, last: 1 }, view.playing = true, 1)',
        look, '(view.playing = false, document.activeElement = byId("find"), 1) && ' + look, '(document.activeElement = null, 1) && ' + look))
    check('page: as it was seen', [[True, 'tag 5', 10, False]], page(
        'live.html', '[view.matrix, view.find.text, view.selected.to, byId("networks").checked]', link='#' + seen))
    seen = 'from=4000&path=pressed&by-name=pressed'
    check('page: the end stays the end, and a button as it was', [1, [1, seen]], page(
        'live.html', '(document.activeElement = null, view.from = 4000, byId("path").heard.click(), byId("by-name").heard.click(), 1)', look))
    check('page: also when it is read again', [[4000, True, True]], page('live.html', '[view.from, view.to === data.to, view.by_name]', link='#' + seen))
    key = '(keep => (byId("window").heard.keydown({ key: "+", target: { type: "%s" }, preventDefault: () => {}, ctrlKey: %s }), view.to === keep))(view.to)'
    check('page: keys', [True, True, False], page('view.html', key % ('', 'true'), key % ('select-one', 'false'), key % ('button', 'false')))


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        tests = {name: f for name, f in globals().items() if name.startswith('test_')}
        drawn = [test_plot, test_part, test_far, test_torus, test_links, test_sweep, test_compare]
        if not shutil.which('gnuplot') and not shutil.which('node'):
            return 77
        for name, test in tests.items():
            if shutil.which('gnuplot' if test in drawn else 'node'):
                print(name)
                test()
    return failures > 0


sys.exit(main())
