"""svg.py - what a picture by gnuplot shows, read from its SVG file: marks of the axes, and of each curve the boxes, lines and texts."""

import html
import re
import xml.etree.ElementTree

NUMBER = r'(-?[\d.]+)'
MARK = re.compile(rf"d='M{NUMBER},{NUMBER} L{NUMBER},{NUMBER}\s*'/>\s*<g transform=\"[^\"]*\"[^>]*>\s*<text>(?:<tspan[^>]*>)?([^<]*)")
TEXT = re.compile(rf'<g transform="translate\({NUMBER},{NUMBER}\)[^>]*>\s*<text>(?:<tspan[^>]*>)?([^<]*)')
BOX = re.compile(r"<polygon fill = 'rgb\(([^)]*)\)' points = '([^']*)'")
PATH = re.compile(r"<path stroke='[^']*'[^>]*d='([^']*)'")


class Picture:
    def __init__(self, path):
        xml.etree.ElementTree.parse(path)  # it is well-formed
        with open(path, encoding='utf-8') as f:
            self.text = f.read()
        # A picture of two panels has its curves twice; the second have other ids.
        self.curves = re.findall(r'<g id="gnuplot_plot_\w+"[^>]*><title>([^<]*)</title>(.*?)(?=<g id="gnuplot_plot_|<path stroke=\'black\' )', self.text, re.S)

    def marks(self):
        """The marks of both axes: {text: place} of those below and of those at the left; a panel after the other in a list."""
        below, beside = [], []
        for x1, y1, x2, y2, text in MARK.findall(self.text):
            if x1 == x2:
                below.append((html.unescape(text).strip(), float(x1)))
            elif y1 == y2:
                beside.append((html.unescape(text).strip(), float(y1)))
        return below, beside

    def texts(self):
        return [(html.unescape(text).strip(), float(x), float(y)) for x, y, text in TEXT.findall(self.text)]

    def curve(self, title, panel=0):
        """What belongs to the curve with this title, which the key names; without one it is called as it is plotted."""
        found = [body for name, body in self.curves if html.unescape(name) == title]
        return found[panel] if len(found) > panel else ''

    @staticmethod
    def boxes(body):
        """(colour, left, right, top, bottom) of each."""
        out = []
        for colour, points in BOX.findall(body):
            pairs = [tuple(map(float, p.split(','))) for p in points.split()]
            xs, ys = [p[0] for p in pairs], [p[1] for p in pairs]
            out.append(('#%02x%02x%02x' % tuple(int(c) for c in colour.split(',')), min(xs), max(xs), min(ys), max(ys)))
        return out

    @staticmethod
    def lines(body):
        """(x1, y1, x2, y2) of each stroke of two points."""
        out = []
        for path in PATH.findall(body):
            for stroke in path.split('M')[1:]:
                points = [tuple(map(float, p.split(','))) for p in re.findall(rf'{NUMBER},{NUMBER}', stroke) for p in [','.join(p)]]
                out += [(*a, *b) for a, b in zip(points, points[1:])]
        return out


def scale(marks):
    """A function from the place in the picture to the number on an axis, by its first and last mark."""
    (a, at_a), (b, at_b) = [(float(text), at) for text, at in (marks[0], marks[-1])]
    return lambda at: a + (at - at_a) / (at_b - at_a) * (b - a)
