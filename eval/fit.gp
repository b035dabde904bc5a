# fit.gp FILE SERIES - the straight line time = latency + bytes * us_per_byte through a data file, with standard errors.
# Prints rows: quantity, value, unit. Each point weighs by its relative error (sigma proportional to the time itself),
# so that over a wide range of sizes the long messages do not drown the latency.
file = ARG1; series = ARG2
set datafile separator tab
set fit quiet nolog errorvariables
set print "-"
stats file using "bytes":"time_us" nooutput
latency = STATS_intercept; slope = STATS_slope
fit latency + slope * x file using "bytes":"time_us":(column("time_us")) yerrors via latency, slope

# An error that is nothing but the rounding of doubles (points that lie on a line to the last digit) is 0.
row(what, value, err, unit) = sprintf("%s %s\t%.6g\t%s\n%s %s standard error\t%.3g\t%s", \
    series, what, value, unit, series, what, err < 1e-9 * abs(value) ? 0 : err, unit)
print row("latency", latency, latency_err, "us")
print row("time per byte", slope, slope_err, "us/byte")
print row("bandwidth", 1 / slope, slope_err / slope ** 2, "MB/s")
# The length at which half the bandwidth is reached.
print row("half-performance length", latency / slope, sqrt((latency_err / latency) ** 2 + (slope_err / slope) ** 2) * latency / slope, "byte")
