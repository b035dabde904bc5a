# archive_machines.sh - how the rows of archive.rows reach a PVM: the simulated machine, four nodes of pvmrun, or PVM 3.4.6.
# archive.sh, which has set `form`, reads it in. Rows may use: run, framed, copies, waits, machine, start,
# until_it_says, finished.

archives=/usr/share/doc/pvm-examples
scratch=$tmp
bin=$tmp/bin
mkdir "$bin"
PATH=$bin:$PATH
for a in examples gexamples; do
    [ -f "$archives/$a.tar.gz" ] || skip "no $archives/$a.tar.gz (Debian package pvm-examples)"
done

# by_hand FLAGS...: compiles the sources that the archive's makefiles leave out. starter.c calls exit without an
# argument.
by_hand() {
    for x in starter ptest mbox; do
        cc -w -fno-builtin "tree/examples/$x.c" "$@" -o "$bin/$x" >"$x.cc.log" 2>&1 || { bad "$x.c does not build"; show "$x.cc.log"; return 1; }
    done
}

unpack() {
    mkdir tree
    for a in examples gexamples; do tar xzf "$archives/$a.tar.gz" -C tree; done
    rm -rf tree/examples/LINUX* tree/gexamples/LINUX* # executables that the archive contains
}

# The makefiles look for PVM two folders up, so the examples are unpacked inside a copy of the installed tree.
# fill_stacks: from here on each program starts with a stack full of one byte, another one for each form, and gets memory that
# is filled as well. So a row that shows what its program never set differs between the forms, on any computer.
fill_stacks() {
    cat >fill.c <<'end'
#include <stdlib.h>
#include <string.h>
__attribute__((constructor)) static void fill_stack(void)
{
    char below[200000];
    memset(below, atoi(getenv("ARCHIVE_FILL")), sizeof below);
    __asm__ volatile("" : : "r"(below) : "memory");
}
end
    cc -shared -fPIC fill.c -o fill.so || { bad 'fill.c does not build'; return; }
    case $form in
    source) ARCHIVE_FILL=0 ;;
    binaries) ARCHIVE_FILL=1 ;;
    real) ARCHIVE_FILL=170 ;;
    nodes) ARCHIVE_FILL=85 ;;
    esac
    export ARCHIVE_FILL MALLOC_PERTURB_=$((255 - ARCHIVE_FILL)) LD_PRELOAD="$PWD/fill.so"
}

build_source() {
    command -v gfortran >/dev/null || skip 'no gfortran'
    command -v make >/dev/null || skip 'no make'
    unpack
    root=$prefix/share/pvm3
    for d in include lib conf; do ln -s "$root/$d" "tree/$d"; done
    for a in examples gexamples; do
        (cd "tree/$a" && "$root/lib/aimk" all) >"$a.log" 2>&1 || { bad "aimk all fails in $a"; show "$a.log"; return 1; }
    done
    for x in hello gs; do ln -s $x "$bin/$x.pvm"; done # as Debian has them
    mv "tree/bin/$("$root/lib/pvmgetarch")"/* "$bin/"
    # shellcheck disable=SC2046 # flags are words
    by_hand $(flags)
}

build_binaries() {
    unpack
    # shellcheck disable=SC2046
    by_hand $(flags)
}

build_nodes() { build_binaries; }

flags() { pkg-config --cflags --libs gpvm3 pvm3; }

build_real() {
    sh "$here/../../pvm-api/oracle/is_here.sh" || skip 'no PVM 3.4.6 (Debian package pvm)'
    unset LD_LIBRARY_PATH PKG_CONFIG_PATH
    PATH=$bin:${PATH#*:*:}
    export PVM_ROOT=/usr/lib/pvm3 PVM_ALLOW_ROOT=1 PVM_VMID=$$ PVM_TMP=$tmp/t
    mkdir "$PVM_TMP"
    flags() { echo '-lgpvm3 -lpvm3'; }
    build_binaries
}

if [ "$form" = real ]; then
    # Starts a daemon of its own; `ep` is where it looks for programs to spawn.
    raise() {
        rm -f "$PVM_TMP"/*
        echo "* ep=$bin:/usr/bin" >hostfile
        pvmd -n127.0.0.1 hostfile </dev/null >daemon.log 2>&1 &
        daemon=$!
        until [ -s "$PVM_TMP/pvmd.$(id -u).$PVM_VMID" ]; do
            kill -0 $daemon 2>/dev/null || { show daemon.log; skip 'pvmd does not start here'; }
            sleep 0.05
        done
    }
    lower() { kill $daemon; wait $daemon; }
    limit=60 # it hangs now and then: archive.sh plays such a row again
    alone() { timeout $limit "$@"; }
    copies() { # uses the archive's own starter, which frames what the copies print
        n=$1
        shift
        timeout $limit starter -n "$n" "$@" 2>&1 | sed -E '/ program to be spawned /d; /^\[t[0-9a-f]+\] (BEGIN|EOF)$/d; s/^\[t[0-9a-f]+\] ?//'
    }
    machine() { :; }
    # The daemon's log has what its children print.
    of_children() { sed -nE 's,^\[t80[0-9a-f]*\] [0-9/]* [0-9:]* (\[t[0-9a-f]+\] .*),\1,p' "$PVM_TMP/pvml.$(id -u).$PVM_VMID"; }
elif [ "$form" = nodes ]; then
    # Three more daemons on this computer.
    printf '%s\n' 'node1 ip=127.0.0.1' 'node2 ip=127.0.0.1' 'node3 ip=127.0.0.1' >nodes
    printf 'shift\nexec sh -c "$*"\n' >rsh
    unset AP1000_CLUSTER
    raise() { :; }
    on_nodes() { timeout 600 pvmrun --name node0 --rsh "sh $tmp/rsh" --hosts "$tmp/nodes" "$@"; }
    # The rows know tids of one host: those of the others, two tasks on each, become the last of these.
    as_on_one_host() {
        sed -E 's/\b(t|0x|)80001\b/\140004/g; s/\b(t|0x|)80002\b/\140005/g; s/\b(t|0x|)c0001\b/\140006/g; s/\b(t|0x|)c0002\b/\140007/g
            s/\b(t|0x|)100001\b/\140008/g; s/\b(t|0x|)100002\b/\140009/g; s/\b524289\b/262148/g; s/\b786433\b/262150/g; s/\b1048577\b/262152/g'
    }
    # For rows that start several programs by hand: these join the machine that a shell keeps, until nobody writes to its stdin.
    machine() {
        mkfifo stays
        on_nodes sh -c 'echo "$AP1000_CLUSTER" >joins.new; mv joins.new joins; cat >/dev/null' <stays >up.log 2>&1 &
        exec 8>stays
        for _ in $(seq 600); do
            [ ! -s joins ] || break
            sleep 0.05
        done
        [ -s joins ] || { cat up.log; return 1; }
        AP1000_CLUSTER=$(cat joins)
        export AP1000_CLUSTER
    }
    lower() { rm -f stays joins; }
    alone() {
        { if [ -e joins ]; then timeout 600 "$@"; else on_nodes "$@"; fi; echo $? >code; } 2>&1 | as_on_one_host
        return "$(cat code)"
    }
    copies() {
        n=$1
        shift
        on_nodes -n "$n" "$@" 2>&1 | as_on_one_host | sed -E 's/^\[t[0-9a-f]+\] ?//'
    }
    of_children() { sed -nE '/^\[t[0-9a-f]+\]/p' printed; }
else
    AP1000_NAME=archive-$$
    export AP1000_NAME
    raise() { rm -f staying; }
    lower() { [ ! -e staying ] || ap1000 down >down.log 2>&1; }
    # For rows that start several programs by hand. The others have a machine each.
    machine() { : >staying && ap1000 up --cells 3 >up.log 2>&1 || cat up.log; }
    alone() {
        if [ -e staying ]; then timeout 600 "$@"; else (unset LD_LIBRARY_PATH; timeout 600 ap1000 run --cells 3 "$@"); fi
    }
    copies() {
        n=$1
        shift
        (unset LD_LIBRARY_PATH; timeout 600 ap1000 run --cells 8 -n "$n" "$@" 2>&1) | sed -E 's/^\[t[0-9a-f]+\] ?//'
    }
    of_children() { sed -nE '/^\[t[0-9a-f]+\]/p' printed; }
fi

# framed PROGRAM ARGUMENTS: prints the program's output as it is, then how it ended, unless with 0.
framed() { { alone "$@" 2>&1; echo "exit code $?"; } | sed '/^exit code 0$/d'; }

# run PROGRAM ARGUMENTS: the same; then the lines of its children, sorted and without their tids.
run() {
    framed "$@" >printed
    sed -E '/^\[t[0-9a-f]+\]/d' printed
    of_children | sed -E 's,^\[t[0-9a-f]+\] ([^ ]*/)?,,; s/(t|0x)4[0-9a-f]{4}/TID/g; s/^/    /' | sort -u
}

# waits PROGRAM ARGUMENTS: prints a line if the program waits for ever, which a simulated machine knows.
waits() {
    "for_ever_$form" "$@" >printed 2>&1
    case $? in
    86 | 124) echo 'waits for ever' ;;
    *) echo 'ends:'; cat printed ;;
    esac
}
for_ever_real() { timeout 2 "$@"; }
for_ever_source() { alone "$@"; }
for_ever_nodes() { timeout 2 pvmrun "$@"; }
for_ever_binaries() { alone "$@"; }

# start PROGRAM ARGUMENTS: starts it by hand, beside others. Its output comes line by line, even without a terminal.
# Programs of an earlier row must not be taken for it.
start() {
    : >started
    rm -f over
    { stdbuf -oL timeout "${limit-600}" "$@" >started 2>&1; : >over; } &
}

# until_it_says TEXT: waits until the started program has printed the text.
until_it_says() {
    for _ in $(seq 600); do
        ! grep -qF -e "$1" started || return 0
        sleep 0.05
    done
    echo "it never said: $1"
}

# finished: waits until the started program has ended, which `wait` does not do in a pipe, and shows what it printed.
finished() {
    until [ -e over ]; do sleep 0.05; done
    echo '+ what was started:'
    cat started
}
