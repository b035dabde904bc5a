"""processes.py - runs a command with a bound on its time, memory and output, and ends whatever it leaves behind."""

import ctypes
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import namedtuple

Ended = namedtuple('Ended', 'code seconds output') # code: the exit code, minus a signal, or the reason why it was ended: 'time', 'memory', 'output'

PR_SET_CHILD_SUBREAPER = 36
MOST_MEMORY_KB = 4 << 20  # of all processes of a test together
MOST_OUTPUT_BYTES = 64 << 20
KEPT_OUTPUT_BYTES = 4000


def quiet(niceness):
    """Lower priority, and every orphan below us becomes our child, whatever session it has made for itself."""
    os.nice(max(0, niceness - os.nice(0)))
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise SystemExit('mutants: prctl(PR_SET_CHILD_SUBREAPER) is refused: what a mutant leaves behind could not be found')
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda n, _: sys.exit(128 + n)) # so that what runs is ended, and the sources are put back


def stat_of(pid):
    """(parent, resident KiB) of a process, or None if it is gone."""
    try:
        with open(f'/proc/{pid}/stat', 'rb') as f:
            fields = f.read().rpartition(b') ')[2].split()
        return int(fields[1]), int(fields[21]) * resource.getpagesize() // 1024
    except (OSError, IndexError, ValueError):
        return None


def below(root):
    """All processes that stem from root, without it: pid -> resident KiB."""
    stats = {int(d): stat_of(d) for d in os.listdir('/proc') if d.isdigit()}
    children = {}
    for pid, stat in stats.items():
        if stat:
            children.setdefault(stat[0], []).append(pid)
    found, open_ones = {}, [root]
    while open_ones:
        for pid in children.get(open_ones.pop(), []):
            found[pid] = stats[pid][1]
            open_ones.append(pid)
    return found


def end_all():
    """Ends every process below us, and takes up their exit codes, until there is none."""
    while True:
        left = below(os.getpid())
        for pid in left:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        try:
            while os.waitpid(-1, 0 if left else os.WNOHANG) != (0, 0):
                pass
        except ChildProcessError:
            pass
        if not left:
            return


def no_core():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(command, bound_s, env=None, cwd=None):
    """Runs a command to its end, or to a bound. Afterwards nothing of it is left, neither processes nor its folder for temporary files."""
    scratch = tempfile.mkdtemp(prefix='mutant')
    log = tempfile.TemporaryFile()
    began = time.monotonic()
    try:
        p = subprocess.Popen(command, cwd=cwd, env={**os.environ, **(env or {}), 'TMPDIR': scratch}, stdin=subprocess.DEVNULL, stdout=log,
                             stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=no_core)
        code = watch(p, log, began + bound_s)
    except OSError as e:
        code = f'not started: {e.strerror}'
    finally:
        seconds = time.monotonic() - began
        end_all()
        shutil.rmtree(scratch, ignore_errors=True)
    log.seek(max(0, os.fstat(log.fileno()).st_size - KEPT_OUTPUT_BYTES))
    return Ended(code, seconds, log.read().decode('utf-8', 'replace'))


def watch(p, log, deadline):
    pause = 0.01
    while True:
        try:
            return p.wait(pause)
        except subprocess.TimeoutExpired:
            pause = min(0.2, pause * 1.5)
        if time.monotonic() > deadline:
            return 'time'
        if os.fstat(log.fileno()).st_size > MOST_OUTPUT_BYTES:
            return 'output'
        if pause >= 0.2 and sum(below(os.getpid()).values()) > MOST_MEMORY_KB:
            return 'memory'
