# two_machines.sh PREFIX - two machines at the same time on one computer give the results that each gives alone, and do
# not share the names of groups.
. "$(dirname "$0")/common.sh"

archive=/usr/share/doc/pvm-examples/gexamples.tar.gz
[ -f "$archive" ] || skip "no $archive (Debian package pvm-examples)"
compile onetoone "$here/../programs/onetoone.c"
tar xzf "$archive"
compile ge gexamples/ge.c 'gpvm3 pvm3'

run alone ./onetoone cell-cell -r 5
ended alone 0
lines alone.out 18 '.*'
run ge_alone ./ge 6
ended ge_alone 0

pids=
for i in 1 2; do
    run "both$i" ./onetoone cell-cell -r 5 & pids="$pids $!"
    run "ge_both$i" ./ge 6 & pids="$pids $!"
done
# shellcheck disable=SC2086 # a list of words
wait $pids
for i in 1 2; do
    ended "both$i" 0
    same alone.out "both$i.out" 'one-to-one beside other machines'
    ended "ge_both$i" 0
    for gid in 0 1 2 3 4 5; do lines "ge_both$i.err" 1 "(\[t[0-9a-f]+\] )?group ge size 6 gid $gid: sync"; done
done

# A machine that stays up, and beside it private ones of another size.
export "AP1000_NAME=two$$"
if ap1000 up >up.log 2>&1; then
    run of_8 ap1000 run --cells 8 ./onetoone cell-cell -r 5
    run of_64 ap1000 run --cells 64 ./onetoone cell-cell -r 5
    run down ap1000 down
    ended of_8 0
    ended of_64 0
    ended down 0
    same alone.out of_64.out 'a private machine beside one that stays'
else
    bad 'ap1000 up'
    show up.log
fi
finish
