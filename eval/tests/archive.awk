# archive.awk - replaces tids and contexts by t1, t2 and c1, c2, in the order in which they first appear.
function name(letter, number)
{
    if (!((letter, number) in known)) known[letter, number] = letter (++count[letter])
    return known[letter, number]
}
function hex(digits, n, i)
{
    for (i = 1; i <= length(digits); i++) n = n * 16 + index("0123456789abcdef", substr(digits, i, 1)) - 1
    return n
}
BEGIN {
    tid = "400[0-9a-f][0-9a-f]"
    pattern = "(context:?|ctx =) [1-9][0-9]*|(t|0x|<)" tid "|(\\[| )" tid " |26[2-9][0-9][0-9][0-9]" # t40002 0x40002 [t40002] 262146
}
{
    rest = $0
    line = ""
    while (match(rest, pattern)) {
        found = substr(rest, RSTART, RLENGTH)
        line = line substr(rest, 1, RSTART - 1)
        rest = substr(rest, RSTART + RLENGTH)
        if (found ~ /^c/) {
            match(found, /[1-9].*/)
            line = line substr(found, 1, RSTART - 1) name("c", substr(found, RSTART))
        }
        else if (found ~ /^26/) line = line name("t", found + 0)
        else {
            match(found, tid)
            shown = name("t", hex(substr(found, RSTART, 5)))
            before = substr(found, 1, RSTART - 1)
            line = line (before ~ /[[ <]/ ? before : "") shown substr(found, RSTART + 5)
        }
    }
    print line rest
}
