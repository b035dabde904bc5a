# inside.sh - run by ../chroot.sh in a bare Debian, as root, with the packages beside it.
set -u
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 HOME=/root
failed=0
bad() {
    echo "in a bare Debian: $*" >&2
    failed=1
}
# apt WORDS: apt-get, its output shown if it fails.
apt() { apt-get -y --no-install-recommends "$@" >/tmp/apt.log 2>&1 || { tail -n 5 /tmp/apt.log >&2; bad "apt-get $* failed"; exit 1; }; }
# said WANTED COMMAND...: what it prints, on both streams, has a line that fits the pattern.
said() {
    wanted=$1
    shift
    got=$("$@" 2>&1) || bad "$*: exit code $?: $got"
    printf '%s\n' "$got" | grep -q -- "$wanted" || bad "$*: no line '$wanted' in: $got"
}
# Every file, but for what apt and Debian's packages themselves write down, and what is ours to begin with.
files() {
    find / -xdev \( -path /proc -o -path /run -o -path '/etc/*-' -o -path /tmp -o -path /given -o -path /root \
        -o -path /var/cache -o -path /var/log -o -path /var/lib/apt \
        -o -path '/var/lib/dpkg/*-old' -o -path /var/lib/dpkg/triggers \) -prune -o -print | LC_ALL=C sort
}

apt update
apt install bash-completion gcc g++ gfortran libc6-dev make pkg-config man-db pvm pvm-dev libpvm3
[ ! -e /given/ap1000-java_*.deb ] || apt install default-jdk-headless
files >/tmp/before
dpkg -L libpvm3 pvm pvm-dev | sort -u | while read -r f; do [ ! -f "$f" ] || md5sum "$f"; done >/tmp/debian

# Ours, with what they depend on. The one that takes the place of Debian's pvm comes later.
mkdir /given/instead && mv /given/pvm-ap1000_*.deb /given/instead/
apt install /given/*.deb
ours=$(for file in /given/*.deb; do dpkg-deb -f "$file" Package; done)
for package in $ours; do
    dpkg-query -W -f '${db:Status-Status}\n' "$package" | grep -qx installed || bad "$package is not installed"
    dpkg --verify "$package" | grep . && bad "$package: files are not as in the package"
done
md5sum -c --quiet /tmp/debian || bad "a file of Debian's pvm has changed"
[ "$(ldconfig -p | grep -c 'libpvm3\.so\.3.*ap1000')" -eq 0 ] || bad "our libpvm3 stands in the way of Debian's"

# The README's first screen, with the examples of ap1000-doc. The packages' names for pkg-config have ap1000- before them.
cp -r /usr/share/doc/ap1000-doc/examples /tmp/examples
cd /tmp/examples || exit 1
gunzip -r . 2>/dev/null
flags() { pkg-config --cflags --libs "ap1000-$1"; }
# shellcheck disable=SC2046 # flags are words
{
    gcc hello/hello.c $(flags pvm3) -o hello/hello || bad 'hello: gcc failed'
    gcc ring/ring.c $(flags gpvm3) -o ring/ring || bad 'ring: gcc failed'
    gcc pi/pi.c $(flags gpvm3) -lm -o pi/pi || bad 'pi: gcc failed'
    g++ -std=c++17 -O2 ompc/jacobi.cpp $(flags ompc) -o ompc/jacobi || bad 'ompc/jacobi: g++ failed'
}
cat >/tmp/f.f <<'END'
      program f
      include 'fpvm3.h'
      integer tid
      call pvmfmytid(tid)
      print *, 'tid', tid
      call pvmfexit(tid)
      end
END
# shellcheck disable=SC2046
gfortran /tmp/f.f $(flags fpvm3) -o /tmp/f || bad 'gfortran failed'
mkdir /tmp/bin && cp hello/hello ring/ring pi/pi ompc/jacobi /tmp/f /tmp/bin/
cd /tmp/bin || exit 1
said '.' ./hello
said '^time per hop: 100.73 us$' ap1000 run --cells 16 ./ring 8
said 'tid *262145' ./f
said '.' ap1000 run --cells 4 ./pi
said '.' ap1000 run --machine rwc-cluster --on cell ./jacobi 16
said 'Subcommands:' ap1000 --help
said 'link_mb_per_s *25 MB/s' ap1000 info tnet
said 'at node .* 1994\|simulated time' ap1000 run --machine workstations --cells 4 --report ./ring 3
said 'a machine of 64 cells is up' ap1000 up
said 'ring of 8' env AP1000_NAME= ./ring 8
said '^task  *node' ap1000 ps
said 'ended the machine' ap1000 down
said 'SYNOPSIS' man ap1000
said 'SYNOPSIS' man pvmrun
said 'SYNOPSIS' man pvmnode
said 'usage: pvmrun' pvmrun --help
said '^complete .*-F _ap1000 ap1000$' bash -c '. /usr/share/bash-completion/bash_completion; _completion_loader ap1000; complete -p ap1000'
# A makefile of the 1990s, beside Debian's pvm; and each document is there.
cp /tmp/examples/old/Makefile /tmp/examples/old/sum.c /tmp/bin/
root=/usr/lib/pvm-ap1000/share/pvm3
said '.' make -B PVM_ROOT=$root PVM_ARCH="$($root/lib/pvmgetarch)" CFLAGS='-std=gnu89 -w'
said '^sum 5$' ./sum
for page in NEWS.md CITATION.cff README.md ap1000-sim/USING.md examples/tutorial/README.md examples/old/README.md; do
    [ -e "/usr/share/doc/ap1000-doc/$page" ] || [ -e "/usr/share/doc/ap1000-doc/$page.gz" ] || bad "no $page"
done
said 'SIMULATED TIME' man 3ap1000 pvm_send
said 'simulated' apropos -s 1 ap1000
if command -v jrun >/dev/null; then
    jar=$(dirname "$(readlink -f /usr/bin/jrun)")/../share/java/jpi.jar
    javac -cp "$jar" -d . /tmp/examples/jpi/PingPong.java || bad 'javac failed'
    said '.' jrun -nt 2 PingPong
    said 'SYNOPSIS' man jrun
fi
said '.' man 3 pvm_send                  # Debian's own page, still the first
[ "$(man 3 pvm_send | grep -c 'SIMULATED TIME')" -eq 0 ] || bad "man 3 pvm_send is ours, not Debian's"

# Debian's PVM works beside ours.
cat >/tmp/real.c <<'END'
#include <pvm3.h>
#include <stdio.h>
int main(void) { int n = 0; pvm_mytid(); pvm_config(&n, 0, 0); printf("%d host\n", n); pvm_exit(); return 0; }
END
gcc /tmp/real.c -lpvm3 -o /tmp/bin/real || bad 'a program for the other PVM cannot be compiled'
export PVM_ALLOW_ROOT=yes PVM_ROOT=/usr/lib/pvm3 PVM_TMP=/tmp
pvmd -n127.0.0.1 </dev/null >/tmp/pvmd.log 2>&1 &
daemon=$!
while [ ! -s /tmp/pvmd.0 ] && kill -0 $daemon 2>/dev/null; do sleep 0.1; done
said '^1 host$' ./real
kill $daemon
wait $daemon 2>/dev/null
said '64\|65 host' ap1000 run ./real

# In the place of Debian's pvm, as on a Debian that has none: its own names, and a package of Debian that was built for it.
unset PVM_TMP
apt install /given/instead/*.deb
dpkg-query -W -f '${db:Status-Status}\n' pvm 2>/dev/null | grep -qx installed && bad "pvm-ap1000 has left Debian's pvm there"
gcc /tmp/real.c -lpvm3 -o ./instead || bad 'gcc -lpvm3 failed'
said '^6[45] host$' ./instead
said '^6[45] host$' ./real
gcc /tmp/real.c -I$PVM_ROOT/include -L$PVM_ROOT/lib/LINUX64 -lpvm3 -o ./rooted || bad 'the folder $PVM_ROOT gives no program'
said '^6[45] host$' ./rooted
said '.' make -B PVM_ROOT=$PVM_ROOT PVM_ARCH="$(pvmgetarch)" CFLAGS='-std=gnu89 -w'
said '^sum 5$' ./sum
said '6[45] hosts' sh -c 'echo conf | pvm; echo halt | pvm'
said 'up' pvmd
said 'ended the machine' ap1000 down
if apt-cache show netpipe-pvm >/dev/null 2>&1; then
    apt install netpipe-pvm
    said 'libpvm3.so.3 => .*libpvm3.so.3' ldd /usr/bin/NPpvm
fi
apt purge pvm-ap1000
apt install pvm pvm-dev libpvm3

# Gone again, and what they brought with them.
# shellcheck disable=SC2086 # a list of names
apt purge $ours
apt autoremove --purge
files >/tmp/after
diff /tmp/before /tmp/after >/tmp/left || bad "after they were removed: $(cat /tmp/left)"
md5sum -c --quiet /tmp/debian || bad "a file of Debian's pvm has changed"
[ "$failed" -ne 0 ] || echo "packages: in a bare Debian beside Debian's pvm: installed, tried, removed, nothing left"
exit $failed
