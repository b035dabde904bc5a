# answers.awk - what PVM 3.4.6 printed, forty lines a row: program, lines, with tabs between them; a tab inside a line is \t there, and a
# backslash \\. With name=PROGRAM it prints that program's lines from answers.tsv; else it makes rows of files PROGRAM.answers.
function row() { if (n) print program held; n = 0; held = "" }
BEGIN { FS = OFS = "\t" }
name != "" {
    if ($1 == name)
        for (i = 2; i <= NF; i++) {
            gsub(/\\\\/, "\001", $i)
            gsub(/\\t/, "\t", $i)
            gsub(/\001/, "\\", $i)
            print $i
        }
    next
}
FNR == 1 {
    row()
    program = FILENAME
    sub(/.*\//, "", program)
    sub(/\.answers$/, "", program)
}
{
    gsub(/\\/, "\\\\")
    gsub(/\t/, "\\t")
    held = held "\t" $0
    if (++n == 40) row()
}
END { row() }
