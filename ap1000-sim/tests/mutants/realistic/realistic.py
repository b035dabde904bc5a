#!/usr/bin/env python3
"""realistic.py - tries bugs that people have thought up (bugs.txt) as mutants.py tries mutants. See ../README.md."""

import argparse
import difflib
import os
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.abspath(os.path.join(HERE, '..', '..', '..', '..'))
sys.path.insert(0, os.path.dirname(HERE))

# pylint: disable=wrong-import-position
import mutants
import operators
import processes
import results
import trial
from project import Project, ROOMS


def read_bugs(path):
    """(id, room, file, what is wrong, lines as they are, lines as they would be) of each bug."""
    bugs = []
    with open(path, encoding='utf-8') as f:
        for n, line in enumerate(f.read().splitlines(), 1):
            kind, text = line[:1], line[1:].strip()
            if kind == '@' and len(text.split(None, 3)) == 4:
                bugs.append((*text.split(None, 3), [], []))
            elif kind in ('-', '+') and bugs:
                bugs[-1][4 if kind == '-' else 5].append(text)
            elif kind not in ('', '#'):
                raise SystemExit(f"{path}:{n}: '{line}': want a line that begins with # or -, +, or @ ID ROOM FILE TEXT")
    return bugs


def bug_as_mutant(bug, source):
    """The bug as a mutant of the source; None if its lines are not there exactly once."""
    name, _, path, text, was, becomes = bug
    lines = source.splitlines(True)
    bare = [l.strip() for l in lines]
    at = [i for i in range(len(lines) - len(was) + 1) if bare[i:i + len(was)] == was]
    if len(at) != 1:
        return None
    same = next((k for k, (a, b) in enumerate(zip(was, becomes)) if a != b), 0)
    start = sum(map(len, lines[:at[0]]))
    end = start + sum(map(len, lines[at[0]:at[0] + len(was)]))
    return operators.Mutant(name, path, at[0] + 1 + same, 'realistic', start, end, ''.join(l + '\n' for l in becomes), text, '')


def print_patch(bug):
    path = os.path.join(SOURCE, bug[2])
    with open(path, encoding='utf-8', newline='') as f:
        source = f.read()
    m = bug_as_mutant(bug, source) or sys.exit(f'realistic: the lines of {bug[0]} are not in {bug[2]} exactly once')
    changed = source[:m.start] + m.text + source[m.end:]
    sys.stdout.writelines(difflib.unified_diff(source.splitlines(True), changed.splitlines(True), 'a/' + bug[2], 'b/' + bug[2]))


def suite_tests(project, suite):
    return [t['name'] for t in project.introspect(project.plain, '--tests') if t['suite'][0].rpartition(':')[2] == suite]


def main():
    parser = argparse.ArgumentParser(description='Bugs thought up by hand: see ../README.md.')
    parser.add_argument('out', help='the folder of `mutants.py prepare`; - to have the bugs as patches for `git apply`')
    parser.add_argument('ids', nargs='*', help='only these bugs, or these rooms')
    parser.add_argument('--bugs', default=os.path.join(HERE, 'bugs.txt'), help='the list of bugs')
    parser.add_argument('--first', default='', help='TEST,...: tests to try before those that reach the line')
    parser.add_argument('--most', type=float, default=60, help='time of the tests of one bug [s]')
    parser.add_argument('--bound', type=float, default=5, help='a test hangs after ten times its own time and this [s]')
    args = parser.parse_intermixed_args()
    bugs = [b for b in read_bugs(args.bugs) if not args.ids or b[0] in args.ids or b[1] in args.ids]
    if args.out == '-':
        for bug in bugs:
            print_patch(bug)
        return
    processes.quiet(15)
    project = Project(SOURCE, args.out, ROOMS)
    reach, tests = mutants.load_map(project), project.tests(project.plain, None)
    unmapped = suite_tests(project, 'model')
    project.put_back()
    noticed = tried = 0
    try:
        for bug in bugs:
            project.put_back()
            source = project.read(bug[2])
            m = bug_as_mutant(bug, source)
            if m is None:
                print(f'{bug[0]} {bug[2]}: its lines are not there exactly once: mend {os.path.basename(args.bugs)}', flush=True)
                continue
            mapped = m.path in reach['files']
            first = ([] if mapped else unmapped) + [t for t in args.first.split(',') if t]
            # trial.py takes a fifth of the time for lines that no test is known to reach.
            v = trial.try_mutant(project, tests, reach, m, source, args.most * (1 if mapped else 5), args.bound, first)
            tried += 1
            noticed += v.word in ('killed', 'timed-out')
            results.add_row(os.path.join(args.out, 'realistic.tsv'),
                            dict(m._asdict(), commit=reach['commit'][:8], room=bug[1], verdict=v.word, test=v.test, seconds='%.1f' % v.seconds))
            print(f'{bug[0]} {m.path}:{m.line}: {v.word} {v.test} ({v.seconds:.1f} s): {bug[3]}', flush=True)
    finally:
        project.put_back()
    print(f'{noticed} of {tried} noticed')


if __name__ == '__main__':
    main()
