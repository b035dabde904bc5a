# limits.sh PREFIX - `--limits paper`: the limits of the original PVM/AP1000, for each way to ask for them; the command
# line wins over the environment.
. "$(dirname "$0")/common.sh"

compile limits "$here/limits.c" 'gpvm3 pvm3'

# original NAME COMMAND...: checks that the program finds the limits of the original.
original() {
    run "$@"
    ended "$1" 0
    echo 'as the original' | exactly "$1.out"
}
original run ap1000 run --cells 4 --limits paper ./limits
original variable env AP1000_LIMITS=paper ./limits
original command-line-wins env AP1000_LIMITS=none ap1000 run --limits paper ./limits
checks=$((checks + 1))
ap1000 up --name "limits$$" --limits paper >up.out || bad 'a machine with limits does not come up'
original up env "AP1000_NAME=limits$$" ./limits
original up-again env "AP1000_NAME=limits$$" ./limits # once for each master
ap1000 down --name "limits$$"

run free ap1000 run --cells 4 ./limits
ended free 1
run bad ap1000 run --limits moon ./limits
ended bad 2
echo "ap1000: --limits 'moon': none or paper is wanted" | exactly bad.err
run cells env AP1000_CELLS=4 ap1000 info --cells 16
ended cells 0
lines cells.out 1 'machine ap1000: 16 cells, 4x4, and a host'
finish
