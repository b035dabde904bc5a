"""test_operators.py - what the operators make of pieces of C and C++: each row a source, and lines that must be among its mutants, or not."""

import sys

import operators

IN = 'void f() { %s }'
ROWS = [ # source, some of what it must become, some of what it must not become
    (IN % 'a = b < c;', ['a = b <= c;', 'a = b >= c;'], []),
    (IN % 'if (a && b) g();', ['if (a || b) g();', 'if (!(a && b)) g();', 'if (a && b) ;'], []),
    (IN % 'vector<int> v(n);', [], ['vector<=int> v(n);', ';']),
    (IN % 'int *p = &x;', [], ['int /p = &x;', ';']),
    (IN % 'x = n + 8;', ['x = n - 8;', 'x = n + 9;', 'x = n + 7;', 'x = n + 0;', ';'], []),
    (IN % "x = 1'000 + 0x10 + 2.5;", ["x = 1'000 - 0x10 + 2.5;"], ["x = 2'000 + 0x10 + 2.5;", "x = 1'000 + 0x11 + 2.5;"]),
    (IN % 'g(a, h(b, c));', ['g(h(b, c), a);', 'g(a, h(c, b));', ';'], []),
    (IN % 'g("a < b", a);', ['g(a, "a < b");'], ['g("a <= b", a);']),
    (IN % 'x = std::max(a, b) + calloc(n, 4);', ['x = std::min(a, b) + calloc(n, 4);'], ['x = std::max(b, a) + calloc(n, 4);', 'x = std::max(a, b) + calloc(4, n);']),
    (IN % 'x = strcmp(a, b) == 0;', ['x = strcmp(a, b) != 0;'], ['x = strcmp(b, a) == 0;']),
    (IN % 'x = strncmp(a, b, n) != 0;', ['x = strncmp(a, n, b) != 0;'], ['x = strncmp(b, a, n) != 0;']),
    (IN % 'x = strcmp(a, b);', ['x = strcmp(b, a);'], []),
    (IN % 'x = c ? a : b;', ['x = c ? b : a;'], []),
    (IN % 'return x;', ['return 0;'], ['return ;']),
    (IN % 'std::sort(a.begin(), b);', ['std::sort(b, a.begin());', ';', 'std::sort(a.end(), b);'], []),
    (IN % 'for (i = 0; i < n; i++) continue;', ['for (i = 1; i < n; i++) continue;', 'for (i = 0; i <= n; i++) continue;',
                                               'for (i = 0; i < n; i--) continue;', 'for (i = 0; i < n; i++) ;'], []),
    (IN % 'on = !off; ok = true;', ['on = off; ok = true;', 'on = !off; ok = false;'], []),
    ('#define F(a) (a < 1)\nint f(int a, int b); // a < b\n', [], ['int f(int b, int a); // a < b', 'int f(int a, int b); // a <= b']),
    ('static_assert(sizeof x == 4);', [], ['static_assert(sizeof x != 4);']),
]


def main():
    bad = 0
    for source, wanted, unwanted in ROWS:
        found = {m.becomes for m in operators.mutants_of('a.cpp' if 'std::' in source else 'a.c', source)}
        for inner in wanted + unwanted:
            text = IN % inner if source.startswith('void f()') else inner
            if (text in found) != (inner in wanted):
                print(f'{source}\n    {"lacks" if inner in wanted else "has"}: {text}')
                bad += 1
    many = operators.mutants_of('a.c', '\n'.join(IN % f'x = y{i} < {i};' for i in range(40)))
    moved = operators.mutants_of('a.c', '\n\n' + '\n'.join(IN % f'x = y{i} < {i};' for i in range(40)))
    for what, right in [('names stay when lines move', [m.id for m in many] == [m.id for m in moved]),
                        ('names differ', len({m.id for m in many}) == len(many)),
                        ('a larger sample has the smaller one', operators.draw(many, 7, 20)[:9] == operators.draw(many, 7, 9)),
                        ('another seed, another sample', operators.draw(many, 7, 9) != operators.draw(many, 8, 9)),
                        ('one of a line', len({m.line for m in operators.draw(many, 7, 1000)}) == 40)]:
        if not right:
            print(f'not so: {what}')
            bad += 1
    sys.exit(bad > 0)


if __name__ == '__main__':
    main()
