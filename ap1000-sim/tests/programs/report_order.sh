#!/bin/sh
# report_order.sh AP1000 CALL_ORDER - a report is the same to the byte with one processor and with two, also if tasks make their calls in
# another order of real time.
set -u
checks=$(realpath "$(dirname "$0")/checks.sh") ap1000=$(realpath "$1") program=$(realpath "$2")
. "$checks"

for form in tsv json; do
    for processors in 1 2; do
        "$ap1000" run --tasks process --processors $processors --report=report.$form -n 3 "$program" >out 2>&1
        check "$processors processors: exit code" test $? -eq 0
        grep -v 'processors' report.$form >$processors.$form # the command that made it
    done
    check "$form of one and of two processors" diff 1.$form 2.$form
done
check 'the calls are there' grep -q '^critical_path.calls_ns.pvm_getrbuf	' 1.tsv
finish
