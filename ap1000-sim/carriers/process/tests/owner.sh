#!/bin/sh
# owner.sh AP1000 PROGRAM STRANGER - only the owner gets into a machine: a program of another user, who knows its name, is no task of it, and
# neither ends it nor is told what runs there. Wants root (to be two users): 77, skipped, without.
set -u
ap1000=$(realpath "$1") program=$(realpath "$2") stranger=$(realpath "$3") failed=0
[ "$(id -u)" -eq 0 ] || { echo 'skipped: only root can be two users'; exit 77; }
other=$(id -u nobody 2>/dev/null) && command -v setpriv >/dev/null || { echo 'skipped: no user nobody, or no setpriv'; exit 77; }
dir=$(mktemp -d) || exit 2
export AP1000_NAME="owner-$$"
trap '"$ap1000" down >/dev/null 2>&1; rm -rf "$dir"' EXIT
chmod 755 "$dir"
# Where others may not pass ($TMPDIR of a careful user), the copies are of no use.
setpriv --reuid="$other" --regid="$other" --clear-groups test -x "$dir" || {
    rm -rf "$dir"
    dir=$(mktemp -d /tmp/owner.XXXXXX) && chmod 755 "$dir" || exit 2
}
# Copies that the other user may read, wherever this tree is.
cp "$ap1000" "$dir/ap1000"
cp "$program" "$dir/program"
cp "$stranger" "$dir/stranger"
libraries=$(ldd "$program" | awk '$1 ~ /^libg?pvm3/ { print $3 }')
# shellcheck disable=SC2086 # a list of files
cp $libraries "$dir/"
machines=${AP1000_MACHINE_PATH:-$(dirname "$ap1000")/../share/pvm-ap1000/machines}
cp -r "$machines" "$dir/machines"
chmod -R a+rX "$dir"
as_other() {
    (cd / && setpriv --reuid="$other" --regid="$other" --clear-groups env -u TMPDIR HOME=/ LD_LIBRARY_PATH="$dir" AP1000_MACHINE_PATH="$dir/machines" \
        AP1000_COMMAND="$dir/ap1000" "$@") >"$dir/said" 2>&1 </dev/null
    code=$?
}
bad() {
    echo "FAIL: $*: code $code: $(cat "$dir/said")"
    failed=1
}

"$ap1000" up --cells 4 >"$dir/up" || exit 1
socket=$(sed -n 's/.* is up (\(.*\))$/\1/p' "$dir/up")
[ -n "$socket" ] || exit 1

# By the name: the other user's own machines have other names.
as_other "$dir/ap1000" ps
[ $code -eq 2 ] && grep -q 'no machine is up' "$dir/said" || bad "ps of another user's machine"
as_other "$dir/ap1000" down
[ $code -eq 2 ] && grep -q 'no machine is up' "$dir/said" || bad "down of another user's machine"
# By the socket itself, as a program that goes round the names.
as_other env AP1000_SOCKET="$socket" "$dir/program" 2
[ $code -ne 0 ] || bad "a program joins another user's machine"
"$ap1000" ps >"$dir/said" 2>&1
code=$?
[ $code -eq 0 ] && grep -q '^no tasks$' "$dir/said" || bad 'the machine has a task now, or is no more'
# A program that does not use the library's own check: the machine does not answer, and is still there.
as_other "$dir/stranger" "$socket"
[ $code -eq 0 ] && grep -qx '0 of 2 answered' "$dir/said" || bad "another user's program is answered"
"$ap1000" ps >"$dir/said" 2>&1 && "$program" 2 >"$dir/said" 2>&1
code=$?
[ $code -eq 0 ] || bad 'the owner does not get in any more'
# And a machine of one's own, of the same name, beside it.
as_other "$dir/ap1000" up --cells 2
[ $code -eq 0 ] || bad 'no machine of the same name for another user'
as_other "$dir/program" 2
[ $code -eq 0 ] || bad "another user's own machine"
as_other "$dir/ap1000" down
[ $code -eq 0 ] || bad "ending another user's own machine"
"$ap1000" ps >"$dir/said" 2>&1 || bad 'the machine went with the other'
# The test's own instrument: the owner's question is answered.
"$stranger" "$socket" >"$dir/said" 2>&1
code=$?
[ $code -eq 0 ] && grep -qx '2 of 2 answered' "$dir/said" || bad 'the owner is not answered'
exit $failed
