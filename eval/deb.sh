#!/bin/sh
# deb.sh - Debian packages of the project: libpvm3-ap1000, libpvm3-ap1000-dev, ap1000, ap1000-doc; ap1000-java where JPI was built, ap1000-openmpi
# and ap1000-mpich where these MPIs are; pvm-ap1000, which takes the place of Debian's pvm; in eval/out/deb. All others stand
# beside Debian's own pvm: everything is in /usr/lib/pvm-ap1000, but for the command, the manual pages (pvm_send.3ap1000)
# and pkg-config's files (ap1000-pvm3). What each package holds stands in deb/*.list.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
out=$root/eval/out
. "$root/eval/setup.sh"
here=$root/eval/deb
private=usr/lib/pvm-ap1000

usage() {
    cat <<EOF
usage: sh eval/deb.sh [--build DIR] [--pgo] [--out DIR] [--check] [--help]
Makes .deb packages in eval/out/deb. Installs missing Debian packages (as root or through sudo) and builds first.
  --build DIR   a build folder of meson to install from; default: one of its own, eval/out/deb-build
  --pgo         builds it guided by a profile first (pgo.sh): runs in process take up to a quarter less time, building twice as long
  --out DIR     where the packages go (default eval/out/deb)
  --check       then lintian over them, and a trial in a folder: unpacked, a program compiled by pkg-config, run, and PVM beside it;
                as root, with debootstrap: the same in a bare Debian 12, beside Debian's pvm, where they are removed again
EOF
}

build='' check='' pgo='' packages=$out/deb
while [ $# -gt 0 ]; do
    case $1 in
    --help | -h) usage; exit 0 ;;
    --check) check=yes ;;
    --pgo) pgo=yes ;;
    --build | --out)
        [ $# -ge 2 ] && [ -n "$2" ] || die "$1 needs a value; see --help" 2
        case $1 in --build) build=$2 ;; --out) packages=$2 ;; esac
        shift ;;
    *) die "unknown option '$1'; see --help" 2 ;;
    esac
    shift
done
mkdir -p "$out" "$packages" || die "--out: cannot make '$packages'" 2
packages=$(cd "$packages" && pwd)
need_to_build
need dpkg-dev 'makes packages, and finds what they depend on' dpkg-shlibdeps
[ -z "$check" ] || need lintian 'checks packages' lintian
install_missing
# shellcheck disable=SC2034 # setup.sh's
step 'build'
# The same packages from the same commit, on any day and in any folder.
commit_s=$(git -C "$root" log -1 --format=%ct 2>/dev/null || date +%s -r "$root/meson.build")
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$commit_s}"
date=$(date -u -R -d "@$SOURCE_DATE_EPOCH")
if [ -z "$build" ]; then
    build=$out/deb-build
    build_installed "$build" "/$private" || exit 1
else
    # shellcheck disable=SC2046 # a list of words
    logged "$out/meson-compile.log" ninja -C "$build" $(installed_targets "$build") || exit 1
fi
[ -z "$pgo" ] || sh "$root/eval/pgo.sh" "$build" || exit 1

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
step 'install into a folder'
logged "$out/meson-install.log" env DESTDIR="$work/all" meson install -C "$build" --no-rebuild || exit 1
prefix=$(cd "$build" && meson introspect --buildoptions | tr '{' '\n' | sed -n 's/.*"name": "prefix".*"value": "\([^"]*\)".*/\1/p;s/.*"value": "\([^"]*\)".*"name": "prefix".*/\1/p' | head -n 1)
[ -d "$work/all$prefix/bin" ] || die "nothing was installed in '$prefix'"
version=$(sed -n "s/.*version: '\([0-9.]*\)'.*/\1/p" "$root/meson.build" | head -n 1)
triplet=$(dpkg-architecture -qDEB_HOST_MULTIARCH) architecture=$(dpkg-architecture -qDEB_HOST_ARCH)

# take PACKAGE FROM TO: moves what a pattern of deb/PACKAGE.list names from the installed tree into the package's.
take() {
    mkdir -p "$work/$1/$private/$(dirname "$2")"
    for file in "$work/all$prefix"/$2; do
        [ -e "$file" ] || [ -L "$file" ] || die "$1: nothing fits '$2'"
        mv "$file" "$work/$1/$private/$(dirname "$2")/"
    done
}
# pages PACKAGE SECTION NAMES: manual pages into the usual folder, compressed. Those of section 3 are called 3ap1000: PVM has its own.
pages() {
    to=$work/$1/usr/share/man/man$2
    mkdir -p "$to"
    for page in "$work/all$prefix/share/man/man$2"/$3; do
        name=$(basename "$page" ".$2") end=$2
        [ "$2" != 3 ] || end=3ap1000
        sed "s|^\.so man3/\(.*\)\.3\$|.so man3/\1.3ap1000|; s|^\(\.TH [A-Z_0-9]*\) 3 |\1 3ap1000 |; s|(3)|(3ap1000)|g" "$page" >"$to/$name.$end"
        gzip -9n "$to/$name.$end"
        rm "$page"
    done
}
# flags PACKAGE: pkg-config's files under names of our own, in the folder where it looks.
flags() {
    to=$work/$1/usr/lib/$triplet/pkgconfig
    mkdir -p "$to"
    for file in "$work/$1/$private"/lib/pkgconfig/*.pc; do
        sed "s|^prefix=.*|prefix=/$private|; s/^\(Requires[.a-z]*:\)\(.*\)/\1\2/; /^Requires/s/\([gf]*pvm3\)/ap1000-\1/g" "$file" \
            >"$to/ap1000-$(basename "$file")"
    done
}
documents() { # PACKAGE: copyright and changes, as every package has them, and why lintian's remarks do not hold
    mkdir -p "$work/$1/usr/share/lintian/overrides"
    cat "$here/overrides" "$here/$1.overrides" >"$work/$1/usr/share/lintian/overrides/$1" 2>/dev/null || :
    to=$work/$1/usr/share/doc/$1
    mkdir -p "$to"
    {
        printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: PVM/AP1000\n\nFiles: *\n'
        printf 'Copyright: %s\nLicense: MIT\n' "$(sed -n 's/^Copyright (c) //p' "$root/LICENSE" | head -n 1)"
        sed -n '/^Permission/,$p' "$root/LICENSE" | sed 's/^$/./; s/^/ /'
    } >"$to/copyright"
    printf 'ap1000 (%s) unstable; urgency=medium\n\n  * Built by eval/deb.sh.\n\n -- PVM/AP1000 <pvm-ap1000@localhost>  %s\n' "$version" "$date" |
        gzip -9n >"$to/changelog.gz"
}
# control PACKAGE: its description from deb/PACKAGE.control, with version, architecture, what its programs need, and its size.
control() {
    mkdir -p "$work/$1/DEBIAN" "$work/debian"
    printf 'Source: ap1000\n\nPackage: %s\nArchitecture: any\n' "$1" >"$work/debian/control"
    elf=$(find "$work/$1" -type f \( -name '*.so*' -o -path '*/bin/*' \) -exec sh -c 'for f; do if head -c 4 "$f" | grep -q ELF; then echo "$f"; fi; done' sh {} +)
    needs=
    # shellcheck disable=SC2086 # a list of files
    [ -z "$elf" ] || needs=$(cd "$work" && dpkg-shlibdeps -O --ignore-missing-info -l"$work/libpvm3-ap1000/$private/lib" \
        -xlibpvm3-ap1000 -xlibpvm3 $elf 2>"$work/shlibs" | sed -n 's/^shlibs:Depends=//p')
    sed "s|@version@|$version|g; s|@architecture@|$architecture|; s|@needs@|$needs|; s|, *\$||; s|: *, |: |" "$here/$1.control" >"$work/$1/DEBIAN/control"
    size=$(du -sk --exclude=DEBIAN "$work/$1" | cut -f 1)
    sed -i "s|^Description:|Installed-Size: $size\nDescription:|" "$work/$1/DEBIAN/control"
    (cd "$work/$1" && find . -type f ! -path './DEBIAN/*' -printf '%P\n' | LC_ALL=C sort | xargs md5sum) >"$work/$1/DEBIAN/md5sums"
}

step 'packages'
for list in "$here"/*.list; do
    package=$(basename "$list" .list)
    needed=$(sed -n 's/^# only where \(.*\) was built$/\1/p' "$list")
    if [ -n "$needed" ] && [ ! -e "$work/all$prefix/$needed" ]; then
        say "$package is left out: $needed was not built"
        continue
    fi
    mkdir -p "$work/$package"
    while read -r pattern; do
        case $pattern in '' | '#'*) ;; *) take "$package" "$pattern" ;; esac
    done <"$list"
done
flags libpvm3-ap1000-dev
pages libpvm3-ap1000-dev 3 '*'
pages ap1000 5 '*'
[ ! -d "$work/ap1000-java" ] || pages ap1000-java 1 'jrun.*'
pages ap1000 1 '*'
# On PATH, but for the group server: Debian's pvm has one of that name. Where bash looks for completion.
for package in ap1000 ap1000-java; do
    for program in "$work/$package/$private/bin"/*; do
        name=$(basename "$program")
        [ -e "$program" ] && [ "$name" != pvmgs ] || continue
        mkdir -p "$work/$package/usr/bin"
        ln -s "../lib/pvm-ap1000/bin/$name" "$work/$package/usr/bin/$name"
    done
done
# Where Debian has no pvm, its names are ours: nothing but links.
sed "/^#/d; s|@triplet@|$triplet|g; s|@private@|$private|" "$here/pvm-ap1000.links" | while read -r link target; do
    mkdir -p "$work/pvm-ap1000/$(dirname "$link")"
    ln -s "$(realpath -ms --relative-to="/$(dirname "$link")" "/$target")" "$work/pvm-ap1000/$link"
done
mv "$work/ap1000/$private/share/bash-completion" "$work/ap1000/usr/share/"
# Documents stand as in the source, so that their links lead somewhere; what is in .github there is beside them.
documents=$work/ap1000-doc/usr/share/doc/ap1000-doc
for page in $(cd "$root" && find . -name '*.md' -not -path './.*' -not -path './*build*' -not -path './eval/out/*' | sort); do
    mkdir -p "$documents/$(dirname "$page")"
    sed 's|](\.github/|](|g; s|\(](\(\.\./\)*\)\.github/|\1|g' "$root/$page" >"$documents/$page"
done
for page in "$root"/.github/*.md "$root"/.github/CITATION.cff; do
    sed 's|](\.\./|](|g' "$page" >"$documents/$(basename "$page")"
done
cp -r "$root/examples" "$documents/"
find "$work/ap1000-doc" \( -name meson.build -o -name tests -prune \) -exec rm -rf {} +
rm -rf "$work/all$prefix/share/doc" # made above
left=$(find "$work/all$prefix" -mindepth 1 ! -type d)
[ -z "$left" ] || die "no package has: $left"
mkdir "$work/made"
for list in "$here"/*.control; do
    package=$(basename "$list" .control)
    rm -f "$packages/${package}"_*.deb
    [ -d "$work/$package" ] || continue
    find "$work/$package" -type f -path '*/bin/*' -o -type f -name '*.so*' | while read -r file; do
        if head -c 4 "$file" | grep -q ELF; then strip --strip-unneeded --remove-section=.comment "$file"; fi
    done
    find "$work/$package" -name '*.a' -exec strip --strip-debug --enable-deterministic-archives {} + 2>/dev/null || true
    find "$work/$package" -type d -exec chmod 755 {} +
    find "$work/$package" -type f -exec chmod u=rwX,go=rX {} +
    find "$work/$package" -type f -name '*.so*' -exec chmod 644 {} +
    documents "$package"
    control "$package"
    logged "$out/dpkg-deb.log" dpkg-deb --build --root-owner-group -Zxz "$work/$package" "$work/made" || exit 1
done
clear_line
(cd "$work/made" && cp -v ./*.deb "$packages") | sed "s/^.* -> '\(.*\)'$/\1/"
[ -n "$check" ] || exit 0
sh "$here/check.sh" "$work/made" && sh "$root/eval/chroot.sh" bookworm 'sh /given/inside.sh' "$work/made"/*.deb "$here/inside.sh" || [ $? -eq 77 ]
