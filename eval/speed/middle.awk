# middle.awk - the middle of measurements, for the other scripts here: awk -f middle.awk -f OTHER.awk.
function sort_values(v, n,    i, j, x) {
    for (i = 2; i <= n; i++) {
        x = v[i]
        for (j = i - 1; j > 0 && v[j] > x; j--) v[j + 1] = v[j]
        v[j + 1] = x
    }
}
# Sorts v[1..n], so that v[1] and v[n] are the lowest and the highest, and returns the median.
function median(v, n) { sort_values(v, n); return n % 2 ? v[(n + 1) / 2] : (v[n / 2] + v[n / 2 + 1]) / 2 }
