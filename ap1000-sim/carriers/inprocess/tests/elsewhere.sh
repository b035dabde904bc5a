# elsewhere.sh AP1000 BUILD PROGRAMS [ROUNDS]: the programs of the list (programs.txt) say and do the same with turns in several threads as in
# one: stdout, stderr, exit code, report and trace, to the byte. 1, 2, 3 and 8 threads with every turn there, and 2 with the long ones alone.
set -u
ap1000=$1 build=$2 programs=$3 rounds=${4-1} bad=0 ran=0
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

# run NAME TURNS PROCESSORS PROGRAM...
run() {
    name=$1 turns=$2 processors=$3
    shift 3
    rm -rf "$work/$name"
    mkdir "$work/$name"
    AP1000_TURNS=$turns "$ap1000" run --tasks inprocess --processors "$processors" --report="$work/$name/report" --trace "$work/$name/trace.json" "$@" \
        > "$work/$name/out" 2> "$work/$name/err" < /dev/null
    echo "exit code $?" >> "$work/$name/out"
    sed -i -E "s/\[pid[0-9]+\]/[pidPID]/g; s,$work/$name,FOLDER,g; s,/tmp/oracle[A-Za-z0-9]{6},FILE,g" "$work/$name/out" "$work/$name/err"
}

while read -r kind program args; do
    [ "$kind" = inside ] || continue
    # shellcheck disable=SC2086 # words
    run one none 1 "$build/$program" $args
    round=0
    while [ "$round" -lt "$rounds" ]; do
        for way in "elsewhere 2" "elsewhere 3" "elsewhere 8" "some 2"; do
            # shellcheck disable=SC2086
            run other $way "$build/$program" $args
            ran=$((ran + 1))
            if ! diff -ru "$work/one" "$work/other" > "$work/diff"; then
                echo "$program $args, $way:"
                head -n 20 "$work/diff"
                bad=$((bad + 1))
            fi
        done
        round=$((round + 1))
    done
done < "$programs"
echo "$ran runs, $bad differ"
[ $bad = 0 ] && [ $ran -gt 0 ]
