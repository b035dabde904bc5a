# digits.awk - how many digits a number is shown with: no more than it is worth, and never more than three that mean something,
# unless a paper has printed more. Loaded before whoever prints.

# Decimals such that the last one shown is the last that means something: two digits of half the interval if they are 10 to 29,
# else one.
function worth(low, high,    half, d) {
    half = (high - low) / 2
    if (half <= 0) return 3
    for (d = 0; half * 10 ^ d < 3 && d < 9; d++) ;
    return d
}
# Both ends of an interval, outward to the digits that its width is worth, with a tab between; two `-` if there is no width.
function outward(low, high,    d, n, m) {
    if (high - low <= 0) return "-\t-"
    d = worth(low, high)
    n = int(low * 10 ^ d)
    if (n > low * 10 ^ d) n--
    m = int(high * 10 ^ d)
    if (m < high * 10 ^ d) m++
    return sprintf("%.*f\t%.*f", d, n / 10 ^ d, d, m / 10 ^ d)
}
function decimals_of(text) { return text ~ /\./ ? length(text) - index(text, ".") : 0 }

# Decimals of three significant digits.
function three(value,    d) {
    if (value < 0) value = -value
    for (d = 0; value > 0 && value * 10 ^ d < 99.95 && d < 9; d++) ;
    return d
}
function fewer(a, b) { return a < b ? a : b }

# A figure as it is shown: by its interval, by the digits of the paper's that it was set from, else three significant digits.
function shown(value, low, high, paper, kind) {
    if (value !~ /^[-+.0-9]/) return value
    if (low != "-" && low != "") return sprintf("%.*f", fewer(worth(low, high), three(value)), value)
    if (paper != "-" && kind == "calibrated") return sprintf("%.*f", decimals_of(paper), value)
    return value >= 1000 ? sprintf("%.0f", value) : sprintf("%.*f", three(value), value)
}
# Nothing if both ends are the same with the digits that are shown.
function interval(low, high,    d, a, b) {
    if (low == "-" || low == "") return ""
    d = worth(low, high)
    a = sprintf("%.*f", d, low)
    b = sprintf("%.*f", d, high)
    return a == b ? "" : a " to " b
}
# A difference in per cent; what rounds to nothing has no minus.
function signed(percent) { return sprintf("%+.1f %%", percent > -0.05 && percent < 0 ? 0 : percent) }
