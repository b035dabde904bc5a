# errors.sh AP1000 PROGRAM TABLE [print] - every row of the table: a command that a user gets wrong, its exit code, and the one line that
# it is answered with. In that line * stands for anything. PROGRAM: round_trips. print: the rows as they are now, to make the table by.
set -u
ap1000=$(realpath "$1") program=$(realpath "$2") table=$(realpath "$3") mode=${4-}
. "$(dirname "$(realpath "$0")")/checks.sh"
mkdir bin work work/folder
ln -s "$ap1000" bin/ap1000
ln -s "$program" work/prog
cd work || exit 2
export PATH="$work/bin:$PATH" AP1000_COMMAND="$ap1000"
export AP1000_NAME=none

# What the rows read: machine files that are wrong in one place each, a trace, half of it, a report.
echo 'cells = = 4' >broken.toml
printf 'base = "ap1000"\n[tnet]\nhop = 1\n' >key.toml
printf 'base = "ap1000"\n[moon]\nhop_us = 1\n' >section.toml
printf 'base = "ap1000"\n[tnet]\nhop_us = -1\n' >range.toml
printf 'base = "ap1000"\n[tnet]\nhop_us = "fast"\n' >text.toml
printf 'base = "./circle.toml"\n' >circle.toml
printf '[machine]\nkind = "moon"\n' >kind.toml
printf 'base = "ap1000"\n[tnet]\nhop_us = { value = 1, kind = "sourced" }\n' >source.toml
printf '[machine]\ncells = 4\n' >few.toml
printf 'base = "ap1000"\n[machine]\ngrid = "2by2"\n' >grid.toml
ap1000 run --cells 2 --trace t.json --report=report.json ./prog >/dev/null 2>&1 || { echo 'the trace cannot be made'; exit 1; }
head -c 2000 t.json >half.json
printf '{"traceEvents":[{"ph":"B","pid":1,"tid":"x","ts":"late","name":"pvm_send"}]}' >type.json
printf '{"traceEvents":[{"ph":"B","pid":1,"tid":262145.5,"ts":1,"name":"pvm_send"}]}' >fraction.json
printf '{"traceEvents":[]}' >none-in-it.json
printf '{\n "machine": "ap1000", "grid": [0, -1], "time_ns": 1, "in_use_ns": {"tnet": {}}}' >grid.json
head -c 200 report.json >half-report.json
printf 'quantity\tvalue\nmachine\tap1000\ncells\t2\ntime_ns\t5\ntasks.t40001.calls.pvm_send.times\t1\n' >half-report.tsv

rows=0
tab=$(printf '\t')
while IFS=$tab read -r code command wanted; do
    case $code in '' | '#'*) continue ;; esac
    rows=$((rows + 1))
    said=$(sh -c "$command" 2>&1 >printed </dev/null)
    got=$?
    [ "$got" -ne 2 ] || [ ! -s printed ] || bad "$command: prints before it refuses"
    said=$(printf '%s\n' "$said" | sed "/ message was never read: by /d; s|$work|FOLDER|g; s|$ap1000|ap1000|g") # prog leaves one
    if [ "$mode" = print ]; then
        printf '%s\t%s\t%s\n' "$got" "$command" "$said"
        continue
    fi
    # A line as a pattern of awk: all but the star stands for itself.
    if [ "$got" != "$code" ] || ! printf '%s\n' "$said" | wanted="$wanted" awk '
            BEGIN { p = ENVIRON["wanted"]; gsub(/[][\\.^$+?(){}|]/, "\\\\&", p); gsub(/\*/, ".*", p) }
            NR == 1 { ok = $0 ~ "^" p "$" }
            END { exit !(ok && NR == 1) }'; then
        printf '%s\n  exit code %s, not %s; said:\n%s\n  not:\n%s\n' "$command" "$got" "$code" "$said" "$wanted"
        bad "$command"
    fi
done <"$table"
[ "$rows" -ge 75 ] || [ "$mode" = print ] || bad "only $rows rows"
finish
