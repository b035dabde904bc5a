# archive.sh PREFIX FORM: the programs of Debian's pvm-examples, played as archive.rows says. FORM:
#   source    built by the archive's own makefiles through our aimk, on the simulated machine
#   binaries  Debian's executables, unchanged, on the simulated machine
#   nodes     Debian's executables, unchanged, on four nodes of pvmrun
#   real      Debian's executables on PVM 3.4.6: what stands in archive.rows is what PVM says
# A program's name after FORM: its rows only, printed as they would stand in archive.rows; all: every row so.
short_path=yes
. "$(dirname "$0")/common.sh"
form=$2 only=${3-}
case $form in
source | binaries | nodes | real) ;;
*) echo "archive.sh: '$form' is no form; source, binaries, nodes and real are"; exit 2 ;;
esac
. "$here/archive_machines.sh"
build_"$form" || finish
fill_stacks

# rows FILE: unpacks the rows of the file into folders in ./rows, each with title, play and says.
awk '
/^#/ && n == 0 { next }
/^== / { dir = sprintf("rows/%02d", ++n); system("mkdir -p " dir); print substr($0, 4) > (dir "/title"); part = "play"
         printf "" > (dir "/says"); next }
/^--$/ && part == "play" { part = "says"; next }
n { print > (dir "/" part) }
' "$here/archive.rows"

# Every program of the package and of the makefiles must have a row.
cat rows/*/title | sed 's/:.*//' | tr ' ' '\n' | sort -u >held
{ dpkg -L pvm-examples | sed -n 's,^/usr/bin/,,p'; ls "$bin"; } | sed 's/\.pvm$//' | sort -u >there
comm -13 held there | sed '/^srm$/d' >programs_without_a_row
exactly programs_without_a_row </dev/null

# On several nodes numbers of tasks have more digits, and whether a master still waits when it looks is up to the computer.
of_this_form() {
    if [ "$form" = nodes ]; then sed '/^waiting on kids to join/d' | tr -s ' '; else cat; fi
}
for row in rows/*; do
    of_this_form <"$row/says" >says
    mv says "$row/says"
done

# folded: without empty lines; a line that is said N times running stands once with "(N times)", and lines that differ
# by the number at their end only, which counts up by one, stand as one with "N to M".
folded() {
    awk '
    function put() {
        if (times) print last (times > 1 ? " (" times " times)" : "") (number != first ? " to " number : "")
        times = 0
    }
    /^$/ { next }
    times && $0 == last && number == first { times++; next }
    {
        counts = match($0, /[0-9]+$/)
        if (counts && times == 1 && head == substr($0, 1, RSTART - 1) && substr($0, RSTART) == number + 1) {
            number++
            next
        }
        put()
        times = 1
        last = $0
        head = counts ? substr($0, 1, RSTART - 1) : $0 "\n"
        first = number = counts ? substr($0, RSTART) : 0
    }
    END { put() }'
}

# play ROW: runs its commands on a fresh machine, and prints their output, with tids and contexts numbered as they
# first appear.
play() {
    raise
    # Rows use the functions of archive_machines.sh.
    (. "./$1/play") >"$1/raw" 2>&1 </dev/null
    lower
    sed -E -f "$here/archive.sed" "$1/raw" | awk -f "$here/archive.awk" | folded | of_this_form >"$1/printed"
}

for row in rows/*; do
    title=$(cat "$row/title")
    case " ${title%%:*} " in
    *" $only "*) ;;
    *) [ -z "$only" ] || [ "$only" = all ] || continue ;;
    esac
    play "$row"
    for _ in 1 2; do # under load PVM 3.4.6 itself loses the last line of a program now and then
        if [ "$form" != real ] || cmp -s "$row/says" "$row/printed"; then break; fi
        play "$row"
    done
    if [ -n "$only" ]; then
        echo "== $title"
        cat "$row/play"
        echo --
        cat "$row/printed"
    fi
    [ "$only" = all ] || same "$row/says" "$row/printed" "$title"
done
[ "$only" = all ] || finish
