# barrier_option.sh AP1000 BARRIERS ALGORITHM: --barrier and $AP1000_BARRIER choose the algorithm for each way to start
# a machine. A wrong name is refused in one line.
set -u
ap1000=$1 barriers=$2 algorithm=$3 failed=0
export AP1000_NAME=none
unset AP1000_BARRIER
said=$(mktemp) || exit 2
trap 'rm -f "$said"' EXIT

bad() {
    echo "$*" >&2
    failed=1
}

# refused WHERE COMMAND...: checks for exit code 2 and one line with the value, what would be right, and its origin.
wanted="ap1000: --barrier 'slow': an algorithm is wanted: central, tree or dissemination"
environment=' (AP1000_BARRIER in the environment)'
refused() {
    where=$1
    shift
    "$@" >"$said" 2>&1 </dev/null
    code=$?
    [ "$code" -eq 2 ] || bad "$*: exit code $code, not 2"
    [ "$(cat "$said")" = "$wanted$where" ] || bad "$*: said: $(cat "$said")"
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
AP1000_BARRIER=slow "$barriers" 2 1 >"$said" 2>&1 && bad 'a private machine of an unknown algorithm'
[ "$(cat "$said")" = "$wanted$environment" ] ||
    bad "a private machine: said: $(cat "$said")"

# A task is told the algorithm of its machine when it joins.
seen central "$ap1000" run "$algorithm"
seen tree "$ap1000" run --barrier tree "$algorithm"
seen tree env AP1000_BARRIER=dissemination "$ap1000" run --barrier tree "$algorithm"
seen dissemination env AP1000_BARRIER=dissemination "$ap1000" run "$algorithm"

# A program that is started by hand gets the barriers of the machine that is up, whatever its environment says; a line
# tells it that its own setting is ignored.
export "AP1000_NAME=barrier-option-$$"
"$ap1000" up --cells 4 --barrier tree >"$said" || bad "up: $(cat "$said")"
unheard="libpvm: without effect, because this program joins the machine that is up (ap1000-$(id -u)-$AP1000_NAME):\
 AP1000_BARRIER=dissemination; \`ap1000 up\` takes them"
seen "$unheard
tree" env AP1000_BARRIER=dissemination "$algorithm"
seen "$unheard
4 tasks, 3 barriers, 0 bad" env AP1000_BARRIER=dissemination "$barriers" 4 3
"$ap1000" down || bad 'down'
exit $failed
