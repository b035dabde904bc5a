# is_here.sh - ends with 0 if the real PVM is installed, as Debian has it. Our own package pvm-ap1000 gives the same names where there is
# no Debian package pvm; it puts a link at /usr/lib/pvm3.
command -v pvm >/dev/null && command -v pvmd >/dev/null && [ -x /usr/lib/pvm3/lib/pvmd ] && [ ! -L /usr/lib/pvm3 ]
