# real.sh - for scripts to read in: runs PVM 3.4.6 as Debian installs it, apart from everything else. It needs $work, a
# folder under /tmp, whatever TMPDIR is (a socket in it has 108 bytes for its name), that the caller removes, and the commands pvmd and timeout.
export PVM_VMID=$$ PVM_TMP=$work PVM_ALLOW_ROOT=1

# A second root for PVM, which has the group server where the daemon looks for it; Debian has it elsewhere.
PVM_ROOT=$work/root
export PVM_ROOT
arch=$(/usr/lib/pvm3/lib/pvmgetarch)
mkdir -p "$PVM_ROOT/bin/$arch"
for part in /usr/lib/pvm3/*; do [ "${part##*/}" = bin ] || ln -s "$part" "$PVM_ROOT"; done
for part in /usr/lib/pvm3/bin/"$arch"/* /usr/bin/pvmgs; do [ ! -x "$part" ] || ln -sf "$part" "$PVM_ROOT/bin/$arch"; done

address=$(hostname -I | cut -d' ' -f1) # PVM can only add hosts to one that has an address in a network; "": it has none

# start_real: starts the daemon with that address, as not every computer knows its own name. $daemon is its pid; end it
# with a signal, because a daemon whose resource manager is gone does not hear the console any more. Returns 77 if it
# does not start here.
start_real() {
    pvmd "-n${address:-127.0.0.1}" </dev/null >"$work/daemon" 2>&1 &
    daemon=$!
    until [ -s "$work/pvmd.$(id -u).$$" ]; do
        kill -0 $daemon 2>/dev/null || { echo 'skipped: pvmd does not start here:'; cat "$work/daemon"; return 77; }
        sleep 0.1
    done
}
