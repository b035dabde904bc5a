"""trial.py - one mutant: build it, run the tests that reach it, fastest first, until one notices."""

from collections import namedtuple

import reach as reaching

Verdict = namedtuple('Verdict', 'word test seconds') # killed | timed-out | survived | unreached | uncompiled, the test that noticed, time of all

BOUND_FACTOR = 10 # a test may take so many times its own time, and `bound_s` more, before it counts as hanging


def passed(code):
    return code in (0, 77)


def try_mutant(project, tests, reach, mutant, source, most_s, bound_s, first=()):
    """Puts the mutant into the worktree's file and leaves it there: the next one of the file, or `put_back`, replaces it. `most_s`: the
    time of the tests of one mutant, by their own times without it; `first`: tests to be tried before all others."""
    names, reached = reaching.tests_of(reach, mutant.path, mutant.line)
    names = [t for t in first if t in tests] + [t for t in names if t not in first and t in tests]
    most_s = most_s if reached else most_s / 5 # what is not reached can hardly be noticed
    project.write(mutant.path, source[:mutant.start] + mutant.text + source[mutant.end:])
    spent, total, at, batch = 0.0, 0.0, 0, 2
    while at < len(names):
        some, at, batch = names[at:at + batch], at + batch, batch * 4
        if project.ninja(sorted({f for t in some for f in tests[t]['needs']})) is not None:
            return Verdict('uncompiled', '', total)
        for name in some:
            own = reach['tests'].get(name, 1)
            if spent + own > most_s and spent > 0:
                at = len(names)
                break
            spent += own
            ended = project.run_test(tests[name], bound_s + BOUND_FACTOR * own)
            total += ended.seconds
            if not passed(ended.code):
                return Verdict('timed-out' if ended.code == 'time' else 'killed', name, total)
    return Verdict('survived' if reached and names else 'unreached', '', total)
