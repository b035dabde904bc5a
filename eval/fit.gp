# fit.gp FILE SERIES [SUFFIX] - the straight line time = latency + bytes * us_per_byte through a data file.
# Prints rows: quantity, value, unit; a quantity is called after the series, and ends with SUFFIX. A run repeats to the byte, and what a
# line leaves of it is no error of chance: no standard errors (figures/onetoone_residuals.gp shows what is left). Each point weighs by its
# relative error (sigma proportional to the time itself), so that over a wide range of sizes the long messages do not drown the latency.
file = ARG1; series = ARG2; suffix = ARGC > 2 ? ARG3 : ""
set datafile separator tab
set fit quiet nolog
set print "-"
stats file using "bytes":"time_us" nooutput
latency = STATS_intercept; slope = STATS_slope
fit latency + slope * x file using "bytes":"time_us":(column("time_us")) yerrors via latency, slope

row(what, value, unit) = sprintf("%s %s%s\t%.6g\t%s", series, what, suffix, value, unit)
print row("latency", latency, "us")
print row("time per byte", slope, "us/byte")
print row("bandwidth", 1 / slope, "MB/s")
print row("half-performance length", latency / slope, "byte") # with it half the bandwidth is reached
