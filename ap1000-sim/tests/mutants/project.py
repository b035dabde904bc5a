"""project.py - a worktree of the project for mutants, its two builds (one plain, one that counts lines), its tests."""

import json
import os
import shlex
import subprocess

import processes

ROOMS = {'pvm-api': 'pvm-api/src', 'groups': 'groups/src', 'kernel': 'ap1000-sim/kernel', 'carriers': 'ap1000-sim/carriers',
         'control': 'ap1000-sim/control', 'observe': 'ap1000-sim/observe', 'command': 'ap1000-sim/command'}
SUITES = ['unit', 'conformance', 'groups', 'machine', 'trace', 'hosts', 'random', 'examples', 'oracle', 'native', 'inprocess', 'faults', 'limits']
# A slip that the compiler would name is no mutant worth a test.
C_WARNINGS = '-Dc_args=-Werror=int-conversion -Werror=incompatible-pointer-types'


class Project:
    """What `prepare` makes in a folder OUT: tree/ (a worktree, with two builds in eval/out/), map.json, results.tsv."""

    def __init__(self, source, out, rooms=None):
        self.source, self.out, self.rooms = os.path.abspath(source), os.path.abspath(out), rooms or ROOMS
        self.tree = os.path.join(self.out, 'tree')
        # As deep as the build of eval/test.sh: a ccache serves both.
        self.plain, self.coverage = (os.path.join(self.tree, 'eval', 'out', n) for n in ('plain', 'coverage'))

    def say(self, *command, env=None):
        """What a command prints; if it fails, the run ends with what it said."""
        p = subprocess.run(command, env={**os.environ, **(env or {})}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
        if p.returncode != 0:
            raise SystemExit(f'mutants: {" ".join(command)}: {(p.stderr or p.stdout).strip()[-2000:]}')
        return p.stdout

    def commit(self):
        return self.say('git', '-C', self.tree, 'rev-parse', 'HEAD').strip()

    def check_out(self):
        """The worktree at the commit of the source; what a broken-off run has left in a file is put back."""
        head = self.say('git', '-C', self.source, 'rev-parse', 'HEAD').strip()
        if not os.path.isdir(self.tree):
            os.makedirs(self.out, exist_ok=True)
            self.say('git', '-C', self.source, 'worktree', 'prune')
            self.say('git', '-C', self.source, 'worktree', 'add', '--detach', self.tree, head)
        self.say('git', '-C', self.tree, 'checkout', '--quiet', '--force', '--detach', head)

    def build_all(self, build, *options, env=None):
        if not os.path.exists(os.path.join(build, 'build.ninja')):
            self.say('meson', 'setup', build, self.tree, *options, env=env)
        self.say('ninja', '-C', build, '-j', '1')

    def counting_compilers(self):
        """CC and CXX that count the lines of the rooms alone: a test program that counted its own would not be run as it is elsewhere."""
        rooms = '|'.join(f'*/{folder}/*.c|*/{folder}/*.cpp' for folder in self.rooms.values())
        found = {}
        for variable, compiler in (('CC', 'cc'), ('CXX', 'c++')):
            plain = os.environ.get(variable, compiler)
            found[variable] = os.path.join(self.out, 'counting-' + compiler)
            # A branch to what an exception would clean up is none of the program's; a source that throws itself keeps them.
            without = f'{compiler} "$@" -O0 --coverage -fno-exceptions 2>/dev/null && exit\n' if compiler == 'c++' else ''
            with open(found[variable], 'w', encoding='utf-8') as f:
                f.write(f'#!/bin/sh\nfor word; do case $word in */tests/*) ;; {rooms})\n{without}exec {compiler} "$@" -O0 --coverage;; esac; done\n'
                        f'for word; do [ "$word" != -c ] || exec {plain} "$@"; done\nexec {plain} "$@" -lgcov\n')
            os.chmod(found[variable], 0o755)
            found[variable] = shlex.quote(found[variable])
        return found

    def put_back(self):
        self.say('git', '-C', self.tree, 'checkout', '--quiet', '--force', '--', '.')

    def ninja(self, targets, bound_s=900):
        """Builds targets in the plain build: None, or what the compiler said."""
        ended = processes.run(['ninja', '-C', self.plain, '-j', '1', *targets], bound_s)
        return None if ended.code == 0 else ended.output

    def introspect(self, build, what):
        return json.loads(self.say('meson', 'introspect', build, what))

    def tests(self, build, suites):
        """The tests of some suites: name -> command, environment, folder, and the files that must be built for it."""
        files, libraries = {}, set()
        for t in self.introspect(build, '--targets'):
            files[t['id']] = [os.path.relpath(f, build) for f in t['filename']]
            if t['installed'] or 'library' in t['type']:
                libraries.update(files[t['id']] if t['type'] in ('executable', 'shared library', 'static library') else [])
        found = {}
        for t in self.introspect(build, '--tests'):
            suite = t['suite'][0].rpartition(':')[2] if t['suite'] else ''
            if suites is None or suite in suites:
                needs = sorted({f for d in t['depends'] for f in files.get(d, [])})
                shared = sorted(libraries) if len(needs) != 1 or suite not in ('unit', 'model') else []
                found[t['name']] = {'command': t['cmd'], 'env': t['env'], 'cwd': t['workdir'] or build, 'needs': sorted({*needs, *shared}),
                                    'protocol': t['protocol']}
        return found

    def run_test(self, test, bound_s):
        return processes.run(test['command'], bound_s, {'MESON_TEST_ITERATION': '1', **test['env']}, test['cwd'])

    def files(self):
        """room -> its files, C and C++ sources without tests."""
        listed = self.say('git', '-C', self.tree, 'ls-files', *self.rooms.values()).splitlines()
        return {room: [f for f in listed if f.startswith(folder + '/') and f.endswith(('.c', '.cpp')) and '/tests/' not in f]
                for room, folder in self.rooms.items()}

    def read(self, path):
        with open(os.path.join(self.tree, path), encoding='utf-8', newline='') as f:
            return f.read()

    def write(self, path, text):
        with open(os.path.join(self.tree, path), 'w', encoding='utf-8', newline='') as f:
            f.write(text)
