"""results.py - what became of the mutants: a row each in results.tsv, the list of those nobody can notice, the table by room; branches that
no test takes, and the list that names them."""

import math
import os

COLUMNS = ['id', 'commit', 'room', 'path', 'line', 'operator', 'verdict', 'test', 'seconds', 'was', 'becomes']
WORDS = ['killed', 'timed-out', 'survived', 'unreached', 'equivalent', 'uncompiled']


def read_rows(path):
    """id -> its latest row."""
    if not os.path.exists(path):
        return {}
    with open(path, encoding='utf-8') as f:
        lines = [line.rstrip('\n').split('\t') for line in f if not line.startswith('#')]
    return {fields[0]: dict(zip(COLUMNS, fields)) for fields in lines if len(fields) == len(COLUMNS)}


def add_row(path, row):
    with open(path, 'a', encoding='utf-8') as f:
        f.write('\t'.join(str(row[c]) for c in COLUMNS) + '\n')


def read_equivalents(path):
    """(path, was, becomes) -> reason: three fields, and the reason, with tabs between."""
    found = {}
    if os.path.exists(path):
        with open(path, encoding='utf-8') as f:
            for number, line in enumerate(f, 1):
                fields = line.rstrip('\n').split('\t')
                if line.strip() and not line.startswith('#'):
                    if len(fields) != 4 or not all(fields):
                        raise SystemExit(f'mutants: {path}:{number}: want file, line, mutated line and reason, with tabs between')
                    found[tuple(fields[:3])] = fields[3]
    return found


def word_of(row, equivalents):
    alive = row['verdict'] in ('survived', 'unreached')
    return 'equivalent' if alive and (row['path'], row['was'], row['becomes']) in equivalents else row['verdict']


def interval(k, n):
    """Of a share k of n: where it may be, 95 of 100 times (Wilson)."""
    z = 1.96
    middle, half = (k + z * z / 2) / (n + z * z), z / (n + z * z) * math.sqrt(k * (n - k) / n + z * z / 4)
    return middle - half, middle + half


def table(rows, equivalents, rooms):
    """The lines of the table: how many of each verdict by room, and the share noticed of those that could be."""
    lines = ['room        ' + ''.join('%11s' % w for w in ['mutants'] + WORDS) + '   noticed']
    for room in [*rooms, 'all']:
        words = [word_of(r, equivalents) for r in rows if room in ('all', r['room'])]
        count = {w: words.count(w) for w in WORDS}
        noticed = count['killed'] + count['timed-out']
        could = noticed + count['survived'] + count['unreached']
        share = '-' if could == 0 else '%.0f %% (%.0f to %.0f)' % (100 * noticed / could, *(100 * x for x in interval(noticed, could)))
        lines.append('%-12s' % room + ''.join('%11d' % n for n in [len(words)] + [count[w] for w in WORDS]) + '   ' + share)
    return lines


# ---- branches ----

NEVER_ROOMS = ('pvm-api', 'groups', 'kernel') # each branch that is never taken there is named in never.tsv


def never_counts(reach, path, source):
    """(number of the line, text, branches that no test takes, branches) of the lines that have such branches, in order."""
    counts = {}
    for key, tests in reach['files'].get(path, {}).get('branches', {}).items():
        counts.setdefault(int(key.split('.')[0]), []).append(tests)
    lines = source.split('\n')
    return [(n, lines[n - 1].strip(), c.count(0), len(c)) for n, c in sorted(counts.items()) if 0 in c]


def never_taken(reach, path, source):
    """The same as lines to read."""
    return [f'{path}:{n}: {never} of {all_}: {text}' for n, text, never, all_ in never_counts(reach, path, source)]


def read_never(path):
    """(file, line) -> (branches, reason): three fields, and the reason, with tabs between. A line that stands several times in a file
    has one row, for all of them."""
    found = {}
    if os.path.exists(path):
        with open(path, encoding='utf-8') as f:
            for number, line in enumerate(f, 1):
                fields = line.rstrip('\n').split('\t')
                if not line.strip() or line.startswith('#'):
                    continue
                if len(fields) != 4 or not all(fields) or not fields[2].isdigit():
                    raise SystemExit(f'mutants: {path}:{number}: want file, line, how many branches and reason, with tabs between')
                if tuple(fields[:2]) in found:
                    raise SystemExit(f'mutants: {path}:{number}: the line is named already')
                found[tuple(fields[:2])] = (int(fields[2]), fields[3])
    return found


def never_by_text(reach, path, source):
    """text of a line -> (branches that no test takes, number of the first such line)."""
    found = {}
    for n, text, never, _ in never_counts(reach, path, source):
        before, first = found.get(text, (0, n))
        found[text] = before + never, first
    return found


def unnamed_in(reach, path, source, named):
    """Branches of a file that no test takes and never.tsv does not name."""
    return sum(max(0, never - named.get((path, text), (0, ''))[0]) for text, (never, _) in never_by_text(reach, path, source).items())


def branch_lines(reach, files, read, named):
    """Branch coverage by room, of all tests of the map, and how many of those never taken have no reason in never.tsv."""
    lines = ['room           branches      taken      never    without a reason']
    for room, paths in files.items():
        branches = [n for p in paths for n in reach['files'].get(p, {}).get('branches', {}).values()]
        if branches:
            unnamed = sum(unnamed_in(reach, p, read(p), named) for p in paths) if room in NEVER_ROOMS else '-'
            lines.append('%-12s %10d %8.1f %% %10d %10s' % (room, len(branches), 100 * sum(n > 0 for n in branches) / len(branches),
                                                          branches.count(0), unnamed))
    return lines


def compare_named(reach, files, read, named):
    """What never.tsv does not name, and what it names although a test takes it, or the line is gone."""
    lines, seen = [], set()
    for room in NEVER_ROOMS if any(r in files for r in NEVER_ROOMS) else files:
        for path in files.get(room, []):
            for text, (never, first) in never_by_text(reach, path, read(path)).items():
                seen.add((path, text))
                count = named.get((path, text), (0, ''))[0]
                if never > count:
                    lines.append(f'{path}:{first}: {never} never taken, {count} named: {text}')
                elif never < count:
                    lines.append(f'{path}:{first}: {count} named, {never} never taken: {text}')
    return lines + [f'{path}: named, and not there or taken: {text}' for path, text in named if (path, text) not in seen]


def reason_lines(files, named):
    """How many branches there are of each reason, by room."""
    room_of = {path: room for room, paths in files.items() for path in paths}
    counts = {}
    for (path, _), (n, reason) in named.items():
        row = counts.setdefault(reason, {})
        row[room_of.get(path, '-')] = row.get(room_of.get(path, '-'), 0) + n
    rooms = [r for r in [*files, '-'] if any(r in row for row in counts.values())]
    lines = [' '.join(['%-12s' % 'reason'] + ['%10s' % r for r in rooms])]
    for reason, row in sorted(counts.items(), key=lambda c: -sum(c[1].values())):
        lines.append(' '.join(['%-12s' % reason] + ['%10d' % row.get(r, 0) for r in rooms]))
    return lines
