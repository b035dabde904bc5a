# sidebyside.sh - run.sh's measurements, as many at once as there are processors, the headline first, then the longest first. Sourced; it
# compares and draws nothing: it calls `finished NAME` in this shell as soon as NAME is measured.
. "$root/eval/slots.sh"
headline=onetoone
running='' # NAME:BEGAN_MS of each measurement under way
waiting='' # names not begun
spent_ms=0 # by measurements that have ended, and their weight: what this computer needs for a unit of weight
spent_weight=0
ticker=''

now_ms() { echo $(($(date +%s%N) / 1000000)); }

# in_order: the names in the order in which they begin
in_order() {
    for name in $names; do
        if [ "$name" = $headline ]; then echo "1000000 $name"; else echo "$(weight "$name") $name"; fi
    done | sort -k 1,1rn -k 2 | cut -d ' ' -f 2 | tr '\n' ' '
}

# begin: the next one, unless none is left. What it prints goes to programs/NAME.log.
begin() {
    next=${waiting%% *}
    [ -n "$next" ] || return 0
    waiting=${waiting#* }
    # shellcheck disable=SC2086
    (
        code=0
        setsid -w sh "$root/eval/measurement.sh" "$next" "$out" $quick >"$out/programs/$next.log" 2>&1 9>&- || code=$?
        [ ! -p "$out/programs/ended" ] || echo "$next $code" 1<>"$out/programs/ended"
    ) &
    running="$running $next:$(now_ms)"
}

# end_all: ends what is still under way, with all that it has started.
end_all() {
    [ -z "$ticker" ] || kill "$ticker" 2>/dev/null || :
    for group in "$out"/programs/*.group; do
        [ ! -f "$group" ] || kill -s TERM -- "-$(cat "$group")" 2>/dev/null || :
    done
    rm -f "$out/programs/slots" "$out/programs/ended"
}

# seconds_left: by what this computer has done so far, or nothing
seconds_left() {
    [ $spent_weight -gt 0 ] || return 0
    now=$(now_ms) all=0 longest=0
    for name in $waiting; do all=$((all + $(weight "$name") * spent_ms / spent_weight)); done
    for one in $running; do
        rest=$(($(weight "${one%:*}") * spent_ms / spent_weight - now + ${one#*:}))
        [ $rest -gt 0 ] || rest=1000 # it takes longer than others did by weight
        all=$((all + rest))
        [ $rest -le $longest ] || longest=$rest
    done
    all=$((all / slots))
    [ $all -gt $longest ] || all=$longest
    echo $((all / 1000 + 1))
}

# shown_progress: on a terminal, a line of how far it is
shown_progress() {
    [ -t 1 ] || return 0
    left=$(seconds_left)
    under_way=$(for one in $running; do printf ' %s' "${one%:*}"; done)
    printf '\r\033[K[%d/%d] measuring%s%.60s' "$measured" "$to_measure" "${left:+, about $left s left}:" "$under_way"
}

# side_by_side: measures all $names
side_by_side() {
    slots=$(nproc)
    rm -f "$out"/programs/slots "$out"/programs/ended "$out"/programs/*.group
    make_slots "$out/programs/slots" "$slots"
    mkfifo "$out/programs/ended"
    exec 8<>"$out/programs/ended"
    trap end_all EXIT
    trap 'exit 130' INT
    trap 'exit 143' HUP TERM
    waiting=$(in_order)
    # shellcheck disable=SC2086
    set -- $waiting
    measured=0 to_measure=$#
    while [ -n "$waiting" ] && [ "$(echo "$running" | wc -w)" -lt "$slots" ]; do begin; done
    if [ -t 1 ]; then (while sleep 1; do echo tick >&8; done) & ticker=$!; fi
    while [ $measured -lt $to_measure ]; do
        shown_progress
        read -r name code <&8
        [ "$name" != tick ] || continue
        if [ "$code" != 0 ]; then
            clear_line
            tail -n 20 "$out/programs/$name.log" >&2
            die "$name: measurement failed"
        fi
        began=$(echo "$running" | tr ' ' '\n' | sed -n "s/^$name://p")
        spent_ms=$((spent_ms + $(now_ms) - began)) spent_weight=$((spent_weight + $(weight "$name")))
        running=$(echo "$running" | tr ' ' '\n' | grep -v "^$name:" | tr '\n' ' ') || :
        measured=$((measured + 1))
        begin
        finished "$name"
    done
    end_all
    trap - EXIT INT HUP TERM
    ticker=''
}
