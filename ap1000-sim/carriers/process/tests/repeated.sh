#!/bin/bash
# repeated.sh AP1000 "PROGRAM ARGUMENTS"... - the same programs under small limits of the computer. Each run prints what it prints without, and
# ends with 0; or something was refused: a line says which limit it was, or what the program itself was refused, it prints no line that it
# does not print without, and it ends. (bash: its ulimit knows -S.)
set -u
ap1000=$(realpath "$1") whole=0 refused=0
shift
. "$(dirname "$0")/../../../tests/programs/checks.sh"

# under LIMITS COMMAND...: LIMITS are options of ulimit and their values, with commas between them. `u`: also as another user, since root has
# no limit of processes; so many more than that user has now.
under() {
    local limits=$1
    shift
    (
        for one in ${limits//,/ }; do
            case $one in
            u=*) exec setpriv --reuid=nobody --regid=nogroup --clear-groups bash -c 'cd /; ulimit -u $(($(ps --no-headers -Lu nobody | wc -l) + $1)); shift; exec "$@"' \
                bash "${one#u=}" "$@" ;;
            S*) ulimit -S "-${one:1:1}" "${one#*=}" ;;
            *) ulimit "-${one%%=*}" "${one#*=}" ;;
            esac
        done
        exec "$@"
    )
}
limits='n=1024 Sn=1024 n=64 f=1000000 Sf=1000000 v=20000000 n=1024,f=1000000,v=20000000'
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null && command -v ps >/dev/null; then
    # Where this tree may be read by all alone, or in a copy.
    chmod 755 "$work"
    limits="$limits u=200 u=5"
else
    echo 'left out: ulimit -u, which wants root and a second user'
fi
for command in "$@"; do
    # shellcheck disable=SC2086 # words
    "$ap1000" run --cells 8 $command >wanted 2>wanted.err </dev/null || bad "$command: code $?"
    sort wanted wanted.err >lines
    for limit in $limits; do
        # shellcheck disable=SC2086
        under "$limit" "$ap1000" run --cells 8 $command >out 2>err </dev/null
        code=$?
        if [ $code -eq 0 ] && cmp -s out wanted && cmp -s err wanted.err; then
            whole=$((whole + 1))
            continue
        fi
        refused=$((refused + 1))
        [ -s err ] || bad "ulimit $limit: $command: code $code and not a word"
        sort out | comm -23 - lines >new
        # A line that the program has only then: that it could not have all its tasks.
        grep -vE 'only|could not|cannot|started|spawn|of [0-9]+ answered' new | grep -q . && bad "ulimit $limit: $command: a wrong line: $(head -n 2 new)"
        [ $code -ne 0 ] || grep -qE 'ulimit|resource|Resource|limit' err || bad "ulimit $limit: $command: no word of the limit: $(head -n 3 err)"
        echo "ulimit $limit: $command: code $code: $(head -n 1 err | cut -c 1-140)"
    done
done
echo "$whole runs as without a limit, $refused with something refused"
[ $whole -ge $(($# * 2)) ] || bad "only $whole runs were whole"
finish
