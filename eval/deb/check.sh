# check.sh FOLDER - packages made by deb.sh: lintian; unpacked into an empty folder they bring a program to run, by their own
# names alone; and none has a file of Debian's pvm.
set -u
folder=$1 failed=0
bad() {
    echo "packages: $*" >&2
    failed=1
}
# Why some of its remarks do not hold stands in *overrides.
lintian --allow-root --fail-on error,warning --tag-display-limit 0 "$folder"/*.deb || bad 'lintian found something'

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM
for package in "$folder"/*.deb; do
    dpkg-deb -x "$package" "$work/root" || bad "$package cannot be unpacked"
    case $package in */pvm-ap1000_*) continue ;; esac # it has Debian's names, in their place
    dpkg-deb -c "$package" | awk '$1 !~ /^d/ { sub(/^\./, "", $6); print $6 }' >>"$work/files"
done
[ "$(sort "$work/files" | uniq -d | wc -l)" -eq 0 ] || bad 'two packages have the same file'
for package in libpvm3 pvm pvm-dev; do # beside them, whether they are here or not
    dpkg -L "$package" 2>/dev/null | while read -r file; do [ -d "$file" ] || echo "$file"; done
done | sort >"$work/debian"
sort "$work/files" | comm -12 - "$work/debian" >"$work/both"
[ ! -s "$work/both" ] || bad "a file of Debian's pvm: $(cat "$work/both")"

# As if it were installed: pkg-config's and the library's paths with the folder before them.
cat >"$work/hello.c" <<'EOF'
#include <stdio.h>
#include <pvm3.h>
int main(void) { int inst = pvm_joingroup("all"); printf("%x %d\n", (unsigned)pvm_mytid(), inst); pvm_exit(); return 0; }
EOF
triplet=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
export PKG_CONFIG_PATH="$work/root/usr/lib/$triplet/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$work/root" AP1000_NAME=none
# shellcheck disable=SC2046 # words of a command
cc "$work/hello.c" $(pkg-config --cflags --libs ap1000-gpvm3) -o "$work/hello" || bad 'a program cannot be compiled'
said=$("$work/root/usr/bin/ap1000" run --cells 4 "$work/hello" 2>&1)
[ "$said" = '40001 0' ] || bad "the program has said: $said"
man -l "$work/root/usr/share/man/man3/pvm_send.3ap1000.gz" 2>/dev/null | grep -q 'SIMULATED TIME' || bad 'no manual page of pvm_send'
man -l "$work/root/usr/share/man/man1/ap1000.1.gz" 2>/dev/null | grep -q 'OPTIONS' || bad 'no manual page of ap1000'
[ "$failed" -eq 0 ] && echo 'packages: as they should be'
exit $failed
