# digits.awk - how many digits a number is shown with: no more than it is worth. Loaded before whoever prints.

# Decimals such that the last one shown is the last that means something: two digits of half the interval if they are 10 to 29,
# else one.
function worth(low, high,    half, d) {
    half = (high - low) / 2
    if (half <= 0) return 3
    for (d = 0; half * 10 ^ d < 3 && d < 9; d++) ;
    return d
}
function decimals_of(text) { return text ~ /\./ ? length(text) - index(text, ".") : 0 }

# A figure as it is shown: by its interval, by the digits of the paper's that it was set from, else three significant digits.
function shown(value, low, high, paper, kind) {
    if (value !~ /^[-+.0-9]/) return value
    if (low != "-" && low != "") return sprintf("%.*f", worth(low, high), value)
    if (paper != "-" && kind == "calibrated") return sprintf("%.*f", decimals_of(paper), value)
    return value >= 1000 ? sprintf("%.0f", value) : sprintf("%.3g", value)
}
function interval(low, high) {
    return low == "-" || low == "" ? "" : sprintf("%.*f to %.*f", worth(low, high), low, worth(low, high), high)
}
