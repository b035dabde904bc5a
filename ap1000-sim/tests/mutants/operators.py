"""operators.py - the single changes that can be made to a C or C++ file. Reads tokens, not grammar: the layout of .clang-format tells a
binary operator (spaces around it) from a template's bracket or a pointer's star. What a change yields need not compile."""

import hashlib
import re
from collections import namedtuple

Token = namedtuple('Token', 'kind text start end')
Mutant = namedtuple('Mutant', 'id path line operator start end text was becomes')

TOKEN = re.compile(r'''
  (?P<directive>^[ \t]*\#(?:[^\n]*\\\n)*[^\n]*)
| (?P<comment>//[^\n]*|/\*.*?\*/)
| (?P<string>R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\])*")
| (?P<char>'(?:\\.|[^'\\])+')
| (?P<number>\.?\d(?:'?[\w.]|(?<=[eEpP])[+-])*)
| (?P<name>[A-Za-z_]\w*)
| (?P<sign><<=|>>=|\.\.\.|->|::|\+\+|--|&&|\|\||[<>=!+\-*/%&|^]=|<<|>>|\S)''', re.X | re.S | re.M)

RELATIONAL = {'<': ['<=', '>='], '<=': ['<', '>'], '>': ['>=', '<='], '>=': ['>', '<'], '==': ['!='], '!=': ['==']}
ARITHMETIC = {'+': ['-'], '-': ['+'], '*': ['/'], '/': ['*'], '%': ['*'], '+=': ['-='], '-=': ['+='], '*=': ['/='], '|': ['&'], '&': ['|'],
              '|=': ['&='], '&=': ['|='], '^': ['|']}
LOGICAL = {'&&': ['||'], '||': ['&&']}
WORDS = {'true': 'false', 'false': 'true', 'min': 'max', 'max': 'min', 'begin': 'end', 'front': 'back', 'back': 'front',
         'upper_bound': 'lower_bound', 'lower_bound': 'upper_bound'}
NOT_CALLS = {'if', 'for', 'while', 'switch', 'return', 'sizeof', 'catch', 'alignof', 'decltype', 'static_assert', '__attribute__', 'alignas'}
NO_ORDER = {'min', 'max', 'calloc', 'pthread_equal'} # of two arguments
EQUALITY = {'strcmp', 'strncmp', 'memcmp'} # of the first two, if it is only asked whether they are equal
NO_STATEMENTS = {'if', 'for', 'while', 'switch', 'else', 'case', 'default', 'goto', 'using', 'typedef', 'struct', 'class', 'enum', 'auto', 'static'}
OPEN, CLOSE = '([{', ')]}'


def tokens_of(source):
    """The tokens of a file, without comments and lines of the preprocessor."""
    return [Token(m.lastgroup if m.lastgroup != 'mark' else 'string', m.group(), m.start(), m.end())
            for m in TOKEN.finditer(source) if m.lastgroup not in ('comment', 'directive')]


def partners(tokens):
    """For each bracket that opens, where it closes, and the other way round; those without a partner are left out."""
    pairs, stack = {}, []
    for i, t in enumerate(tokens):
        if t.kind == 'sign' and t.text in OPEN:
            stack.append(i)
        elif t.kind == 'sign' and t.text in CLOSE and stack:
            pairs[i] = stack[-1]
            pairs[stack.pop()] = i
    return pairs


def binary(source, t):
    """Whether a sign stands between spaces, as .clang-format lays out a binary operator."""
    return source[t.start - 1:t.start].isspace() and source[t.end:t.end + 1].isspace()


def of_signs(source, tokens):
    for t in tokens:
        if t.kind == 'sign' and binary(source, t):
            for name, table in (('relational', RELATIONAL), ('arithmetic', ARITHMETIC), ('logical', LOGICAL)):
                for other in table.get(t.text, []):
                    yield name, t.start, t.end, other
        elif t.text in ('++', '--'):
            yield 'arithmetic', t.start, t.end, '--' if t.text == '++' else '++'
        elif t.text == '!':
            yield 'negation', t.start, t.end, ''


def of_constants(tokens):
    """A number becomes one more, one less, or 0; a text stays: few texts are promised."""
    for t in tokens:
        if t.kind == 'number' and re.fullmatch(r'\d+[uUlL]*', t.text):
            value, suffix = re.fullmatch(r'(\d+)(\D*)', t.text).groups()
            n = int(value, 8 if value.startswith('0') and value.strip('0') and value.isdigit() and '8' not in value and '9' not in value else 10)
            for other in [n + 1] + ([n - 1] if n > 1 else []) + ([0] if n > 0 else []):
                yield 'constant', t.start, t.end, str(other) + suffix
        elif t.kind == 'name' and t.text in WORDS:
            yield 'word', t.start, t.end, WORDS[t.text]


def of_conditions(source, tokens, pairs):
    for i, t in enumerate(tokens[:-1]):
        if t.kind == 'name' and t.text in ('if', 'while') and i + 1 in pairs:
            start, end = tokens[i + 1].end, tokens[pairs[i + 1]].start
            yield 'condition', start, end, '!(' + source[start:end] + ')'
        elif t.text == '?' and t.kind == 'sign':
            yield from of_choice(source, tokens, pairs, i)


def of_choice(source, tokens, pairs, question):
    """c ? a : b becomes c ? b : a, where the three are easily found."""
    i, colon, depth = question + 1, None, 0
    while i < len(tokens):
        text = tokens[i].text
        if i in pairs and text in OPEN:
            i = pairs[i]
        elif text == '?':
            depth += 1
        elif text == ':' and depth:
            depth -= 1
        elif text == ':' and colon is None:
            colon = i
        elif text in (',', ';') or text in CLOSE:
            break
        i += 1
    if colon and question + 1 < colon < i - 1 and i < len(tokens):
        a, b = source[tokens[question + 1].start:tokens[colon - 1].end], source[tokens[colon + 1].start:tokens[i - 1].end]
        if a != b and '?' not in b:
            yield 'condition', tokens[question + 1].start, tokens[i - 1].end, b + ' : ' + a


def statements(tokens, pairs):
    """The statements that are expressions or leave something: (first token, token of the semicolon)."""
    starts = {'{', '}', ';', 'else', 'do'}
    for i, t in enumerate(tokens):
        before = tokens[i - 1].text if i else ';'
        after_head = before == ')' and i - 1 in pairs and tokens[pairs[i - 1] - 1].text in ('if', 'for', 'while')
        if before not in starts and not after_head or t.text in OPEN and t.text != '(':
            continue
        end = i
        while end < len(tokens) and tokens[end].text != ';' and tokens[end].text not in CLOSE:
            end = pairs[end] if end in pairs and tokens[end].text in OPEN else end
            end += 1
        if end < len(tokens) and tokens[end].text == ';' and end > i and is_expression(tokens[i:end]):
            yield i, end


def is_expression(part):
    """Whether tokens are a call, an assignment, a count, or a jump: no declaration, no definition."""
    if part[0].text in ('break', 'continue', 'return', 'throw', 'delete'):
        return True
    i = 0
    while part[i].text in ('*', '++', '--', '(') and i + 1 < len(part):
        i += 1
    if part[i].kind != 'name' or part[i].text in NO_STATEMENTS:
        return False
    while i + 2 < len(part) and part[i + 1].text == '::':
        i += 2
    following = part[i + 1].text if i + 1 < len(part) else ''
    if following in ('=', '+=', '-=', '*=', '/=', '|=', '&=', '^=', '<<=', '>>=', '->', '.', '[', '++', '--', '(') or i > 0 and part[0].text in ('++', '--'):
        return True
    return False


def of_statements(source, tokens, pairs, braces):
    depth, inside = 0, []
    for t in tokens:
        depth += (t.text == '{') - (t.text == '}')
        inside.append(depth > 0)
    for first, end in statements(tokens, pairs):
        if not inside[first]:
            continue
        if tokens[first].text == 'return' and end > first + 1:
            value = source[tokens[first + 1].start:tokens[end - 1].end]
            if not re.fullmatch(r'-?\d+|\{\}|true|false|nullptr|NULL', value):
                yield 'value', tokens[first + 1].start, tokens[end - 1].end, '{}' if braces else '0'
        else:
            yield 'statement', tokens[first].start, tokens[end - 1].end, ''


def arguments(tokens, pairs, opening):
    """The arguments of a call: pairs of the first and the last token of each."""
    found, first, i = [], opening + 1, opening + 1
    while i <= pairs[opening]:
        if i in pairs and tokens[i].text in OPEN:
            i = pairs[i]
        elif tokens[i].text == ',' or i == pairs[opening]:
            if i > first:
                found.append((first, i - 1))
            first = i + 1
        i += 1
    return found


def of_arguments(source, tokens, pairs):
    for i in range(1, len(tokens)):
        if tokens[i].text != '(' or i not in pairs or tokens[i - 1].kind != 'name' or tokens[i - 1].text in NOT_CALLS:
            continue
        parts = arguments(tokens, pairs, i)
        if any(tokens[k].kind == 'name' and tokens[k + 1].kind == 'name' for a, b in parts for k in range(a, b)):
            continue # a declaration
        name, end = tokens[i - 1].text, pairs[i]
        if name in NO_ORDER and len(parts) == 2:
            continue
        same = name in EQUALITY and end + 1 < len(tokens) and tokens[end + 1].text in ('==', '!=')
        for (a, b), (c, d) in list(zip(parts, parts[1:]))[same:]:
            left, right = source[tokens[a].start:tokens[b].end], source[tokens[c].start:tokens[d].end]
            if left != right:
                yield 'arguments', tokens[a].start, tokens[d].end, right + source[tokens[b].end:tokens[c].start] + left


def one_line(text):
    return ' '.join(text.split())


def mutants_of(path, source):
    """All mutants of a file, in the order of their places. The name (id) of one stays while its line stays, wherever that moves."""
    tokens = tokens_of(source)
    pairs = partners(tokens)
    found, seen = [], {}
    changes = [*of_signs(source, tokens), *of_constants(tokens), *of_conditions(source, tokens, pairs), *of_statements(source, tokens, pairs, path.endswith('.cpp')),
               *of_arguments(source, tokens, pairs)]
    for operator, start, end, text in sorted(changes, key=lambda c: (c[1], c[2], c[0], c[3])):
        line_start, line_end = source.rfind('\n', 0, start) + 1, (source + '\n').find('\n', end)
        was = one_line(source[line_start:line_end])
        becomes = one_line(source[line_start:start] + text + source[end:line_end])
        if was == becomes or 'static_assert' in was:
            continue
        times = seen[was, becomes] = seen.get((was, becomes), 0) + 1
        name = hashlib.sha256('\0'.join([path, was, becomes, str(times)]).encode()).hexdigest()[:8]
        found.append(Mutant(name, path, source.count('\n', 0, start) + 1, operator, start, end, text, was, becomes))
    return found


def draw(mutants, seed, count):
    """A sample in an order that the seed gives: more of it only adds to it. One of each line, so that no line counts twice."""
    drawn, lines = [], set()
    for m in sorted(mutants, key=lambda m: hashlib.sha256(f'{seed} {m.id}'.encode()).hexdigest()):
        if (m.path, m.line) not in lines and len(drawn) < count:
            lines.add((m.path, m.line))
            drawn.append(m)
    return drawn
