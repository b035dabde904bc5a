# chroot.sh FOLDER - packages made by deb.sh, as a user has them: a Debian of its own in a folder (debootstrap, minbase), Debian's pvm in it,
# ours beside it by apt; programs compiled and run, manual pages read; ours removed again, and nothing of it left. Wants root, and debootstrap;
# without them it says so in one line and is done. Ends with 1 if something is not as it should be.
set -u
packages=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
skip() {
    echo "packages: not tried in a bare Debian: $*"
    exit 0
}
[ "$(id -u)" = 0 ] || skip 'that wants root'
command -v debootstrap >/dev/null || skip 'that wants debootstrap (a package of Debian)'
unshare --mount true 2>/dev/null || skip 'no file system may be mounted here'

work=$(mktemp -d -p /var/tmp) || exit 2
trap 'rm -rf "$work"' EXIT
# From where this computer has its packages itself.
mirror=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 2>/dev/null | awk '$2 == "bookworm" && $3 == "main" { print $1; exit }')
debootstrap --variant=minbase bookworm "$work/root" ${mirror:+"$mirror"} >"$work/log" 2>&1 || {
    tail -n 5 "$work/log" >&2
    echo 'packages: debootstrap failed' >&2
    exit 1
}
mkdir "$work/root/packages"
cp "$packages"/*.deb "$here/inside.sh" "$work/root/packages/"
# Its own /proc and /dev, which are gone when the last of its processes has ended.
unshare --mount --pid --fork sh -c 'mount -t proc proc "$1/proc" && mount -t tmpfs shm "$1/dev/shm" && exec chroot "$1" sh /packages/inside.sh' sh "$work/root"
