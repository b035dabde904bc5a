# chroot.sh RELEASE COMMAND FILE... - runs the command as root in a bare Debian of its own (debootstrap, minbase), which has the files and folders in
# /given and is gone afterwards. RELEASE is Debian's name, as bookworm. Wants root, and debootstrap; without them it says so in one line and ends with 77.
set -u
release=$1 command=$2
shift 2
skip() {
    echo "skipped: no bare Debian: $*"
    exit 77
}
[ "$(id -u)" = 0 ] || skip 'that wants root'
command -v debootstrap >/dev/null || skip 'that wants debootstrap (a package of Debian)'
unshare --mount true 2>/dev/null || skip 'no file system may be mounted here'

work=$(mktemp -d -p /var/tmp) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
# From where this computer has its packages itself.
mirror=$(apt-get indextargets --format '$(REPO_URI) $(ORIGIN) $(COMPONENT)' 2>/dev/null | awk '$2 == "Debian" && $3 == "main" && $1 !~ /security/ { print $1; exit }')
debootstrap --variant=minbase "$release" "$work/root" ${mirror:+"$mirror"} >"$work/log" 2>&1 || {
    tail -n 5 "$work/log" >&2
    echo "chroot.sh: debootstrap of $release failed" >&2
    exit 1
}
mkdir "$work/root/given" && cp -r "$@" "$work/root/given/" || exit 1
# Its own /proc, /sys and /dev, which are gone when the last of its processes has ended. The rest of the environment stays outside.
unshare --mount --pid --fork --kill-child sh -c 'mount -t proc proc "$1/proc" && mount -t sysfs sys "$1/sys" && mount --rbind /dev "$1/dev" &&
    mount -t tmpfs shm "$1/dev/shm" && exec chroot "$1" env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin sh -c "$2"' sh "$work/root" "$command"
