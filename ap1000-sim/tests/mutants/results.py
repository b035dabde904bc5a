"""results.py - what became of the mutants: a row each in results.tsv, the list of those nobody can notice, the table by room; branches that
no test takes."""

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


def branch_lines(reach, files):
    """Branch coverage by room, of all tests of the map."""
    lines = ['room           branches      taken      never']
    for room, paths in files.items():
        branches = [n for p in paths for n in reach['files'].get(p, {}).get('branches', {}).values()]
        if branches:
            lines.append('%-12s %10d %8.1f %% %10d' % (room, len(branches), 100 * sum(n > 0 for n in branches) / len(branches), branches.count(0)))
    return lines
