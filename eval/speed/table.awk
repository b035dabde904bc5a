# table.awk speed.tsv - the table for people: what each system costs, and that as a multiple of the process carrier with its spread.
BEGIN { FS = "\t"; names["process"] = "processes"; names["inprocess"] = "in process"; names["smpi"] = "SMPI"; names["sst"] = "SST/macro"; names["pvm"] = "PVM 3.4.6"
    printf "%-42s %-10s %10s %13s %9s  %s\n", "pattern", "system", "host us", "processor us", "peak MiB", "processor time, as a multiple of processes" }
/^#/ || $1 == "row" { next }
{
    what = sprintf("%s, %d tasks%s, per %s", $2, $3, $2 == "jacobi" ? sprintf(", %d x %d", $4, $4) : $4 > 0 || $2 == "pingpong" ? ", " $4 " bytes" : "", $5)
    printf "%-42s %-10s %10s %13s %9s  %s\n", what, names[$6], $8, $11, $14, \
        $7 == 0 ? "does not run, or not in time" : $18 == "-" ? "-" : sprintf("%s (%s to %s)%s", $18, $19, $20, $7 == 1 ? ", one run" : "")
}
