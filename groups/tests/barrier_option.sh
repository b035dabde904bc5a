# barrier_option.sh AP1000 BARRIERS ALGORITHM STUCK: --barrier and $AP1000_BARRIER choose the algorithm for each way to
# start a machine. A wrong name is refused in one line.
set -u
ap1000=$(realpath "$1") barriers=$(realpath "$2") algorithm=$(realpath "$3") stuck=$(realpath "$4")
export AP1000_NAME=none
unset AP1000_BARRIER
. "$(dirname "$0")/../../ap1000-sim/tests/programs/checks.sh"

# refused WHERE COMMAND...: checks for exit code 2 and one line with the value, what would be right, and its origin.
wanted="ap1000: --barrier 'slow': central, tree or dissemination is wanted"
environment=' (AP1000_BARRIER in the environment)'
refused() {
    where=$1
    shift
    "$@" >said 2>&1 </dev/null
    code=$?
    [ "$code" -eq 2 ] || bad "$*: exit code $code, not 2"
    [ "$(cat said)" = "$wanted$where" ] || bad "$*: said: $(cat said)"
}

# refused_with LINE COMMAND...: exit code 2 and that line alone
refused_with() {
    line=$1
    shift
    "$@" >said 2>&1 </dev/null
    [ $? -eq 2 ] && [ "$(cat said)" = "$line" ] || bad "$*: said: $(cat said)"
}

# seen WHAT COMMAND...: checks what the command prints.
seen() {
    want=$1
    shift
    got=$("$@" 2>&1)
    [ "$got" = "$want" ] || bad "$*: '$got', not '$want'"
}

refused '' "$ap1000" run --barrier slow "$barriers" 2 1
refused '' env AP1000_NAME= "$ap1000" up --barrier slow
refused "$environment" env AP1000_BARRIER=slow "$ap1000" run "$barriers" 2 1
AP1000_BARRIER=slow "$barriers" 2 1 >said 2>&1 && bad 'a private machine of an unknown algorithm'
[ "$(cat said)" = "$wanted$environment" ] ||
    bad "a private machine: said: $(cat said)"

# A task is told the algorithm of its machine when it joins.
seen central "$ap1000" run "$algorithm"
# It holds no barrier: it is said that the wish changed nothing.
without() { printf '%s\nap1000: --barrier %s had no effect: no pvm_barrier was called' "$1" "$1"; }
seen "$(without tree)" "$ap1000" run --barrier tree "$algorithm"
seen tree "$ap1000" run --quiet --barrier tree "$algorithm"
seen "$(without tree)" env AP1000_BARRIER=dissemination "$ap1000" run --barrier tree "$algorithm"
seen "$(without dissemination)" env AP1000_BARRIER=dissemination "$ap1000" run "$algorithm"

# Why a wish changed nothing: a group that was never frozen; its word is not said where it was heard.
never='group team was never frozen (pvm_freezegroup)'
seen "ap1000: --barrier tree had no effect: $never" "$ap1000" run --cells 4 --barrier tree "$stuck" barrier
# The group server tells the end of a barrier to all other tasks: on the B-Net, so the hardware has an effect.
seen '' "$ap1000" run --cells 4 --hardware-collectives "$stuck" barrier
seen "central
ap1000: --hardware-collectives had no effect: neither pvm_barrier nor pvm_mcast was called" "$ap1000" run --hardware-collectives "$algorithm"
seen 'ap1000: --hardware-collectives had no effect: no pvm_mcast went to all other tasks of the machine' \
    "$ap1000" run --cells 4 --hardware-collectives "$algorithm" some
seen '4 tasks, 3 barriers, 0 bad' "$ap1000" run --cells 4 --barrier tree "$barriers" 4 3
seen '4 tasks, 3 barriers, 0 bad' "$ap1000" run --cells 4 --hardware-collectives "$barriers" 4 3
seen "4 tasks, 3 barriers, 0 bad
ap1000: --barrier tree had no effect: the barriers were held on the S-Net (--hardware-collectives)" \
    "$ap1000" run --cells 4 --hardware-collectives --barrier tree "$barriers" 4 3
refused_with "ap1000: --hardware-collectives: machine workstations has neither B-Net nor S-Net; a machine of kind ap1000 is wanted" \
    "$ap1000" run --machine workstations --hardware-collectives "$barriers" 4 3

# A program that is started by hand gets the barriers of the machine that is up, whatever its environment says; a line
# tells it that its own setting is ignored.
export "AP1000_NAME=barrier-option-$$"
"$ap1000" up --cells 4 --barrier tree >said || bad "up: $(cat said)"
unheard="libpvm: without effect, because this program joins the machine that is up (ap1000-$(id -u)-$AP1000_NAME):\
 AP1000_BARRIER=dissemination; \`ap1000 up\` takes them"
seen "$unheard
tree" env AP1000_BARRIER=dissemination "$algorithm"
seen "$unheard
4 tasks, 3 barriers, 0 bad" env AP1000_BARRIER=dissemination "$barriers" 4 3
"$ap1000" down || bad 'down'
finish
