# misuse.sh AP1000 MISUSE - each kind of misuse ends its task alone: whichever of two is started first, each in a room of its own or all in one place
# (where one kind hits what nobody has). What is said of it bears the task's name.
set -u
ap1000=$1 misuse=$2 failed=0
for mappings in "" 4; do
    for layout in 0 1; do
        said=$(AP1000_MAPPINGS=$mappings "$ap1000" run --tasks inprocess "$misuse" $layout 2>&1 </dev/null | grep -v '^\[t\|^ap1000: t')
        case $said in "81 kinds, 0 survived" | "81 kinds, 1 survived") ;; *) echo "FAIL: mappings '$mappings', layout $layout: $said"; failed=1 ;; esac
    done
done
exit $failed
