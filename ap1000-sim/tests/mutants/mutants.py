#!/usr/bin/env python3
"""mutants.py - how many slips the tests notice: makes small changes in the sources at random, one at a time, and runs the tests that reach
them. See README.md."""

import argparse
import difflib
import json
import os
import shutil
import sys

sys.dont_write_bytecode = True # nothing appears beside the sources

import operators
import processes
import reach as reaching
import results
import trial
from project import Project, C_WARNINGS, ROOMS, SUITES

HERE = os.path.dirname(os.path.abspath(__file__))


def progress(line):
    print(line, flush=True)


def path_in(project, name):
    return os.path.join(project.out, name)


def load_map(project):
    try:
        with open(path_in(project, 'map.json'), encoding='utf-8') as f:
            reach = json.load(f)
    except OSError:
        raise SystemExit(f'mutants: {project.out} has no map.json: run `mutants.py prepare` first')
    if reach['commit'] != project.commit():
        raise SystemExit(f'mutants: the map is of commit {reach["commit"][:8]}, the worktree at {project.commit()[:8]}: run `mutants.py prepare`')
    return reach


def all_mutants(project, room=None, path=None):
    """(mutant, its room) of all files, of one room, or of one file."""
    files = project.files()
    if path and path not in [f for some in files.values() for f in some]:
        raise SystemExit(f"mutants: no source '{path}' in {', '.join(project.rooms.values())}")
    return {m.id: (m, r) for r, some in files.items() if room in (None, r) for f in some if path in (None, f)
            for m in operators.mutants_of(f, project.read(f))}


def prepare(project, args):
    project.check_out()
    progress('builds (some minutes the first time)')
    project.build_all(project.plain, C_WARNINGS)
    if args.like:
        shutil.copy(os.path.join(args.like, 'map.json'), project.out)
        load_map(project)
        return
    project.build_all(project.coverage, env=project.counting_compilers())
    reach = reaching.draw_map(project, args.suites.split(',') if args.suites else None, args.longest, progress)
    with open(path_in(project, 'map.json'), 'w', encoding='utf-8') as f:
        json.dump(reach, f)
    progress(f'{len(reach["tests"])} tests, {len(reach["dropped"])} left out')


def run(project, args):
    reach, everything, kept = load_map(project), all_mutants(project, args.room, args.file), path_in(project, 'results.tsv')
    done = results.read_rows(kept)
    if args.ids:
        chosen = [everything[i][0] if i in everything else unknown(i) for i in args.ids]
    elif args.again:
        chosen = [everything[i][0] for i, row in done.items() if row['verdict'] in args.again.split(',') and i in everything]
    elif args.every:
        chosen = [m for m, _ in everything.values() if m.id not in done]
    else:
        k, n = args.part
        chosen = [m for m in operators.draw([m for m, _ in everything.values()], args.seed, args.count)[k - 1::n] if m.id not in done]
    tests, first = project.tests(project.plain, None), args.first.split(',') if args.first else []
    for name in first:
        if name not in tests:
            raise SystemExit(f"mutants: no test '{name}'; `meson test --list` has them")
    try:
        for i, m in enumerate(chosen, 1): # in the order of the draw: a part of a night is a sample, too
            project.put_back()
            v = trial.try_mutant(project, tests, reach, m, project.read(m.path), args.most, args.bound, first)
            row = dict(m._asdict(), commit=reach['commit'][:8], room=everything[m.id][1], verdict=v.word, test=v.test, seconds='%.1f' % v.seconds)
            results.add_row(kept, row)
            progress(f'{i}/{len(chosen)} {m.id} {m.path}:{m.line} {m.operator}: {v.word} {v.test} ({v.seconds:.1f} s)')
    finally:
        project.put_back()


def unknown(name):
    raise SystemExit(f"mutants: no mutant '{name}' in this commit; `mutants.py list` has those that were tried")


def table(project, args):
    rows, equivalents = results.read_rows(path_in(project, 'results.tsv')), results.read_equivalents(args.equivalents)
    if args.seed is not None:
        chosen = operators.draw([m for m, _ in all_mutants(project).values()], args.seed, args.count)
        rows = {m.id: rows[m.id] for m in chosen if m.id in rows}
    print('\n'.join(results.table(rows.values(), equivalents, project.rooms)))


def branches(project, args):
    reach, files = load_map(project), project.files()
    if args.never is None:
        print('\n'.join(results.branch_lines(reach, files)))
    for path in [f for some in files.values() for f in some if args.never is not None and args.never in f]:
        print(end=''.join(line + '\n' for line in results.never_taken(reach, path, project.read(path))))


def list_rows(project, args):
    equivalents = results.read_equivalents(args.equivalents)
    for row in results.read_rows(path_in(project, 'results.tsv')).values():
        if results.word_of(row, equivalents) in args.verdicts.split(','):
            print(f'{row["id"]} {row["path"]}:{row["line"]} {row["operator"]} {results.word_of(row, equivalents)} {row["test"]}'
                  f'\n    - {row["was"]}\n    + {row["becomes"]}')


def show(project, args):
    """The mutant as a patch, for `git apply`."""
    m = all_mutants(project).get(args.id, (None,))[0] or unknown(args.id)
    source = project.read(m.path)
    changed = source[:m.start] + m.text + source[m.end:]
    sys.stdout.writelines(difflib.unified_diff(source.splitlines(True), changed.splitlines(True), 'a/' + m.path, 'b/' + m.path))


def part(text):
    k, _, n = text.partition('/')
    if not (k.isdigit() and n.isdigit() and 1 <= int(k) <= int(n)):
        raise argparse.ArgumentTypeError(f"'{text}' is no part: 1/2 and 2/2 are the two halves")
    return int(k), int(n)


def arguments():
    parser = argparse.ArgumentParser(description='Mutation test: see README.md beside it.')
    parser.add_argument('--source', default=os.path.join(HERE, '..', '..', '..'), help='the project (default: the one this file is in)')
    parser.add_argument('--equivalents', default='equivalents.tsv', metavar='FILE', help='mutants nobody can notice: file, line, mutated line, reason (default: %(default)s)')
    parser.add_argument('--rooms', help='NAME=FOLDER,...: the rooms (default: those of this project)')
    parser.add_argument('--nice', type=int, default=15, help='priority of all that runs (default: %(default)s)')
    commands = parser.add_subparsers(dest='command', required=True)

    def command(name, function, text):
        c = commands.add_parser(name, help=text)
        c.add_argument('out', help='folder for worktree, builds, map and results')
        c.set_defaults(function=function)
        return c

    c = command('prepare', prepare, 'worktree, builds, and which tests reach which lines')
    c.add_argument('--suites', default=','.join(SUITES), help='the tests (an empty text: all)')
    c.add_argument('--like', metavar='OUT', help='another one that is prepared at this commit: its map is taken')
    c.add_argument('--longest', type=float, default=30, help='leave out tests that take longer [s]')
    c = command('run', run, 'try mutants; those with a result are not tried again')
    c.add_argument('--seed', type=int, default=1)
    c.add_argument('--count', type=int, default=300, help='size of the sample')
    c.add_argument('--part', type=part, default=(1, 1), metavar='K/N', help='the K-th of N parts of the sample, for several folders side by side')
    c.add_argument('--room', help='only one room')
    c.add_argument('--file', help='only one file')
    c.add_argument('--every', action='store_true', help='all mutants (of the room, of the file), instead of a sample')
    c.add_argument('--again', help='VERDICT,...: those with these results once more, instead of a sample')
    c.add_argument('--first', help='TEST,...: tests to try before those that reach the line')
    c.add_argument('--most', type=float, default=120, help='time of the tests of one mutant [s]')
    c.add_argument('--bound', type=float, default=5, help='a test hangs after ten times its own time and this [s]')
    c.add_argument('ids', nargs='*', metavar='ID', help='these mutants, instead of a sample')
    c = command('table', table, 'the share that is noticed, by room')
    c.add_argument('--seed', type=int, help='only the sample of this seed')
    c.add_argument('--count', type=int, default=300)
    c = command('branches', branches, 'branch coverage by room')
    c.add_argument('--never', metavar='PATH', help='instead, the lines with branches that are never taken, of the files that have this in their path')
    c = command('list', list_rows, 'the mutants with some results')
    c.add_argument('verdicts', nargs='?', default='survived,unreached', help='VERDICT,... (default: %(default)s)')
    c = command('show', show, 'a mutant as a patch')
    c.add_argument('id')
    return parser.parse_args()


def main():
    args = arguments()
    rooms = dict(r.split('=', 1) for r in args.rooms.split(',')) if args.rooms else ROOMS
    if getattr(args, 'room', None) and args.room not in rooms:
        raise SystemExit(f"mutants: no room '{args.room}': want one of {', '.join(rooms)}")
    processes.quiet(args.nice)
    args.function(Project(args.source, args.out, rooms), args)


if __name__ == '__main__':
    main()
