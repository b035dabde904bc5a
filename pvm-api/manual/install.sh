# install.sh SOURCE MANDIR - for `meson install`: makes the pages of all calls, from the table, where pages of section 3 lie.
set -eu
to=$MESON_INSTALL_DESTDIR_PREFIX/$2/man3
mkdir -p "$to"
awk -v out="$to" -v version=3.4.6 -f "$1/pages.awk" "$1/calls.txt"
