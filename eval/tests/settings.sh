# settings.sh PREFIX - the messages of a machine that is up about variables that it does not read, and about a spawn that finds no
# program; the library of flows where it is installed; help in several ways. Wrong settings: ap1000-sim/tests/programs/errors.tsv.
. "$(dirname "$0")/common.sh"

compile settings "$here/settings.c"

# said NAME CODE TEXT COMMAND...: checks that the command ends with the code, and that TEXT is all of its stderr.
said() {
    name=$1 code=$2 text=$3
    shift 3
    run "$name" "$@"
    ended "$name" "$code"
    [ -z "$text" ] || text="$text
"
    printf '%s' "$text" | exactly "$name.err"
}

# ---- the environment ----
said quiet 0 '' ./settings
staying=settings$$
uid=$(id -u)
trap 'ap1000 down --name "$staying" >down.log 2>&1; rm -rf "$tmp"' EXIT
ap1000 up --cells 4 --name "$staying" >up.out || bad 'no machine is up'
said joined 0 "libpvm: without effect, because this program joins the machine that is up (ap1000-$uid-$staying): AP1000_CELLS=8, \
AP1000_TRACE=t.json; \`ap1000 up\` takes them" env "AP1000_NAME=$staying" AP1000_CELLS=8 AP1000_PROCESSORS=1 AP1000_TRACE=t.json ./settings
said joined-slip 0 'libpvm: AP1000_CELL in the environment is no setting and has no effect: is AP1000_CELLS meant?' \
    env "AP1000_NAME=$staying" AP1000_CELL=4 ./settings
AP1000_NAME=$staying timeout 600 ./settings wait >wait.out 2>&1 &
until [ -s wait.out ]; do sleep 0.05; done
said down 0 '' ap1000 down --name "$staying"
echo "ap1000: ended the machine ap1000-$uid-$staying and the 1 task on it" | exactly down.out
wait

# ---- command lines ----
said extra 2 "ap1000: '--celsl' is no option of ap1000 info; --cells is (see ap1000 info --help)" ap1000 info --celsl
# The library that has SimGrid in it is found where it is installed. 15 times 10000 bytes at 25 MB/s through one port, and one hop of 0.16 us.
said flows 0 '' ap1000 traffic --tnet flow --pattern hotspot --cells 16
lines flows.out 1 'hotspot.16.10000.flow.15.*.6000\.160'
# On 4x4 cells these two go one step along each ring, and share no link; a file has pairs of cells.
printf '0 5\n\n1 6 # a comment\n' >pairs
{ ap1000 traffic --cells 16; ap1000 traffic --cells 16 --pattern ./pairs; } >patterns.out
lines patterns.out 2 '(tornado|complement).16.10000.wormhole.16.400\.320.400\.320'
lines patterns.out 1 '\./pairs.16.10000.wormhole.2.400\.320.400\.320'
said folder 2 "ap1000: --pattern './..': is a folder" ap1000 traffic --pattern ./..
# Where it saturates: the model and single flits, in the same step of loads.
said saturation 0 '' ap1000 traffic --saturation --pattern transpose --bytes 400 --cells 16
lines saturation.out 1 'transpose.16.400.*.(11\.2499.11\.8751).\1'
said flows-run 0 '' ap1000 run --tnet flow --cells 4 -n 2 ./settings
ldd "$prefix/bin/ap1000" >libraries
lines libraries 0 '.*simgrid.*'
said help 0 '' ap1000 help
ap1000 --help | exactly help.out
said help-run 0 '' ap1000 help run
ap1000 run --help | exactly help-run.out
said version 0 '' ap1000 -v
ap1000 --version | exactly version.out
# How much faster this computer is than one of today, as the option takes it.
said fast 0 '' ap1000 run --machine dragonfly --cells 2 -n 2 --cpu "$(ap1000 info --this-computer --machine dragonfly | sed -n '1s/.*--cpu \([^ ]*\) .*/\1/p')" ./settings
said part 0 '' ap1000 info tnet
lines part.out 1 '\[tnet\]'
lines part.out 1 '\[.*\]'

# ---- a spawn of a program that does not exist ----
trap "rm -rf $tmp" EXIT # the machine is down
HOME=$tmp PVM_PATH=/nowhere PATH=/usr/bin
export HOME PVM_PATH PATH
unset PVM_ROOT
run spawn "$prefix/bin/ap1000" run ./settings spawn slave
ended spawn 0
lines spawn.err 1 "ap1000: t[0-9a-f]+ on the host cannot spawn 'slave': no such program in $tmp, /nowhere, $tmp/pvm3/bin/[A-Z0-9]+, .*, /usr/bin"
lines spawn.err 1 '.*'
run path "$prefix/bin/ap1000" run ./settings spawn ./slave
lines path.err 1 "ap1000: t[0-9a-f]+ on the host cannot spawn './slave': $tmp/\./slave does not exist"

# ---- beside another PVM: the flags of pkg-config say where the library is ----
run unaided env -u LD_LIBRARY_PATH ./settings
ended unaided 0
finish
