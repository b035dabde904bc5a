# real.sh - to be read in: how PVM 3.4.6 is run as Debian installs it, apart from everything else. Needs $work, a folder with
# a short name (a socket lies in it) that the caller removes, and commands pvmd and timeout.
export PVM_VMID=$$ PVM_TMP=$work PVM_ALLOW_ROOT=1

# Its root once more, with the group server where its daemon looks for it: Debian has that elsewhere.
PVM_ROOT=$work/root
export PVM_ROOT
arch=$(/usr/lib/pvm3/lib/pvmgetarch)
mkdir -p "$PVM_ROOT/bin/$arch"
for part in /usr/lib/pvm3/*; do [ "${part##*/}" = bin ] || ln -s "$part" "$PVM_ROOT"; done
for part in /usr/lib/pvm3/bin/"$arch"/* /usr/bin/pvmgs; do [ ! -x "$part" ] || ln -sf "$part" "$PVM_ROOT/bin/$arch"; done

address=$(hostname -I | cut -d' ' -f1) # hosts can only be added to one that has an address in a network; "": none

# start_real: the daemon runs, under an address, as not every computer knows its own name; $daemon is its pid, to be ended by a
# signal: one whose resource manager is gone does not hear the console any more. 77 if it does not start here.
start_real() {
    pvmd "-n${address:-127.0.0.1}" </dev/null >"$work/daemon" 2>&1 &
    daemon=$!
    until [ -s "$work/pvmd.$(id -u).$$" ]; do
        kill -0 $daemon 2>/dev/null || { echo 'skipped: pvmd does not start here:'; cat "$work/daemon"; return 77; }
        sleep 0.1
    done
}
