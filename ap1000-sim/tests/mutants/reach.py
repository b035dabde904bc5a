"""reach.py - which tests reach which lines: each test once in a build that counts lines (gcov), and how long it takes in the plain one.
A task that is ended by SIGKILL or _exit leaves no counts: a line that seems not to be reached is tried with the tests of its function."""

import json
import multiprocessing
import os
import subprocess

import processes


def counters(build, files):
    """Path of each object's counts (.gcda) -> the source, of some sources."""
    with open(os.path.join(build, 'compile_commands.json'), encoding='utf-8') as f:
        commands = json.load(f)
    found = {}
    for c in commands:
        source = os.path.realpath(os.path.join(c['directory'], c['file']))
        if source in files:
            found[os.path.join(build, os.path.splitext(c['output'])[0] + '.gcda')] = files[source]
    return found


def counted(build, notes):
    """Takes up the counts of one test: path -> {'lines': {line: count}, 'functions': ..., 'branches': {(line, n): taken}}. They start anew."""
    there = [g for g in notes if os.path.exists(g)]
    found = {}
    if there:
        out = subprocess.run(['gcov', '--json-format', '--stdout', '--branch-probabilities', *there], cwd=build, stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL).stdout
        wanted = {os.path.realpath(p): p for p in set(notes.values())}
        for line in out.splitlines():
            report = json.loads(line)
            for f in report['files']:
                path = next((p for full, p in wanted.items() if full.endswith('/' + p) and f['file'].endswith(p)), None)
                if path:
                    take(found.setdefault(path, {'lines': {}, 'functions': set(), 'branches': {}}), f)
    clear(build)
    return found


def take(into, f):
    for g in f['functions']:
        into['functions'].add((g['start_line'], g['end_line']))
    for row in f['lines']:
        n = row['line_number']
        into['lines'][n] = into['lines'].get(n, 0) + row['count']
        for i, b in enumerate(row['branches']):
            if not b['throw']:
                into['branches'][n, i] = into['branches'].get((n, i), 0) + b['count']


def clear(build):
    for folder, _, names in os.walk(build):
        for name in names:
            if name.endswith('.gcda'):
                os.unlink(os.path.join(folder, name))


def draw_map(project, suites, longest_s, progress):
    """Runs every test in both builds, side by side; the map as it is kept in map.json."""
    files = {os.path.realpath(os.path.join(project.tree, f)): f for room in project.files().values() for f in room}
    notes = counters(project.coverage, files)
    plain, slow = project.tests(project.plain, suites), project.tests(project.coverage, suites)
    result = {'commit': project.commit(), 'tests': {}, 'dropped': {}, 'files': {}}
    clear(project.coverage)
    timed, found = multiprocessing.SimpleQueue(), multiprocessing.SimpleQueue()
    workers = [start(time_tests, project, plain, longest_s, timed), start(count_tests, project, slow, notes, longest_s, timed, found)]
    while True:
        name, seconds, why, counts = found.get()
        if name is None:
            break
        if why:
            result['dropped'][name] = why
            progress(f'{name}: left out: {why}')
            continue
        result['tests'][name] = seconds
        enter(result['files'], name, counts)
        progress(f'{name}: {seconds:.2f} s')
    for worker in workers:
        worker.join()
    return result


def start(work, *args):
    """A process of its own: what its tests leave behind is found below it, and nobody else's. The last thing it gives is a None."""
    worker = multiprocessing.get_context('fork').Process(target=in_worker, args=(work, args[-1], args))
    worker.start()
    return worker


def in_worker(work, gives, args):
    processes.quiet(0)
    try:
        work(*args)
    finally:
        gives.put((None, 0, '', {}))


def time_tests(project, tests, longest_s, timed):
    for name, test in tests.items():
        ended = project.run_test(test, longest_s)
        why = '' if ended.code == 0 else 'longer than %g s' % longest_s if ended.code == 'time' else f'ends with {ended.code} without a mutant'
        timed.put((name, round(ended.seconds, 3), why, {}))


def count_tests(project, tests, notes, longest_s, timed, found):
    while True:
        name, seconds, why, _ = timed.get()
        if name is None:
            return
        counts = {}
        if not why:
            project.run_test(tests[name], 20 * longest_s)
            counts = counted(project.coverage, notes)
        found.put((name, seconds, why, counts))


def enter(files, name, found):
    for path, data in found.items():
        f = files.setdefault(path, {'lines': {}, 'functions': [], 'branches': {}})
        for n, count in data['lines'].items():
            row = f['lines'].setdefault(str(n), [])
            if count > 0:
                row.append(name)
        for (n, i), count in data['branches'].items():
            key = f'{n}.{i}'
            f['branches'][key] = f['branches'].get(key, 0) + (count > 0)
        f['functions'] = sorted({*map(tuple, f['functions']), *data['functions']})


def tests_of(reach, path, line):
    """(names of the tests that reach a line, fastest first; whether that is known of the line itself). A line without code of its own, as
    the second one of a statement, has the tests of its function; a line of no function, as of a table, those of its file."""
    f = reach['files'].get(path)
    if not f:
        return [], False
    names = set(f['lines'].get(str(line), []))
    itself = bool(names)
    if not names:
        for first, last in f['functions']:
            if first <= line <= last:
                names |= {t for n in range(first, last + 1) for t in f['lines'].get(str(n), [])}
    if not names:
        names = {t for row in f['lines'].values() for t in row}
    return sorted(names, key=lambda t: (reach['tests'][t], t)), itself or str(line) not in f['lines']
