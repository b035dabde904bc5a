# refusals.sh PVMNODE ROLES CHECKS: what pvmnode does not understand or find, it refuses with one line that names it.
pvmnode=$1 roles=$2
. "$3"
unset PVM_RSH PMI_RANK PMI_FD PMIX_RANK OMPI_COMM_WORLD_SIZE

refused '--mpi lam' "$pvmnode" --mpi lam true
refused '--poll often' "$pvmnode" --poll often true
refused '--poll -1' "$pvmnode" --poll -1 true
refused '--ports 80' "$pvmnode" --ports 80 true
refused '-n 0' "$pvmnode" -n 0 true
refused '--name -x' "$pvmnode" --name=-x true
refused 'a program' "$pvmnode"
refused 'no-such-file' "$pvmnode" --hosts no-such-file true
long() { printf "%$1s" '' | tr ' ' x; }
for option in lo=64 ip=64 dx=3072; do
    echo "far ${option%=*}=$(long ${option#*=})" >hosts
    refused "hosts:1: ${option%=*}=xxx.*: at most $((${option#*=} - 1)) characters" "$pvmnode" --hosts hosts true
done
echo "far ep=$(long 4096)" >hosts
refused 'hosts:1: far ep=xxx.*: a line of at most 4094 characters' "$pvmnode" --hosts hosts true

refused 'a command such as ssh' "$pvmnode" --rsh "ssh 'a" true
refused 'a command such as ssh' env PVM_RSH=' ' "$pvmnode" true

# The command that starts a daemon may lie in a folder with spaces, and have words with spaces.
mkdir 'a folder' && printf '#!/bin/sh\nfor word; do echo "$word"; done >words\n' >'a folder/rsh' && chmod +x 'a folder/rsh'
printf '* lo=me dx=/its/$pvmd\r\nfar ip=127.0.0.1 id=mine # away\n' >hosts
for rsh in "$PWD/a folder/rsh" "'$PWD/a folder/rsh'" "'./a folder/rsh' 'one word'"; do
    rm -f words
    "$pvmnode" --rsh "$rsh" --hosts hosts true >started.out 2>started.err
    check "--rsh $rsh is run" grep -qx far words
done
check 'by rsh the secret is in clear, and it is said' grep -q 'rsh sends the secret' started.err
check 'its words' test "$(cat words)" = "$(printf '%s\n' 'one word' -l me far '/its/$pvmd --join')"

# A host that does not come is a line, and with --all an error.
"$pvmnode" --rsh false --hosts hosts touch without-all >all.out 2>all.err
check 'a host that does not come: the run goes on' test -e without-all
check 'and it is said' grep -q 'far is not added' all.err
"$pvmnode" --all --rsh false --hosts hosts touch with-all >all.out 2>all.err
check '--all: exit code' test $? -eq 1
check '--all: nothing runs' test ! -e with-all

# A port for node 0 alone: the other daemon takes none outside --ports. And a program that only node 0 finds.
printf 'PATH=/usr/bin:/bin\neval "exec $2"\n' >here
echo 'far ip=127.0.0.1' >hosts
"$pvmnode" --all --ports 45001-45001 --rsh 'sh here' --hosts hosts touch without-port 2>ports.err
check '--ports: no other port' test $? -eq 1 -a ! -e without-port
check '--ports: it is said' grep -q 'cannot listen.*on no port of --ports' ports.err
mkdir bin && cp /bin/true bin/only-here
PATH="$PWD/bin:$PATH" "$pvmnode" --rsh 'sh here' --hosts hosts -n 2 only-here 2>only.err
check 'copies: a program that one node lacks' test $? -eq 127
check 'copies: it is said' grep -q 'only-here: there is no such program on one of the nodes' only.err

env --ignore-signal=CHLD "$pvmnode" sh -c 'exit 7'
check 'a parent ignores SIGCHLD: how the program ends is known' test $? -eq 7

# Without the library of the MPI that has started it: one line, from rank 0 alone.
cp "$pvmnode" ./pvmnode
refused 'pvmnode-openmpi.so is not there' env OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=0 ./pvmnode true
refused 'pvmnode-mpich.so is not there' env PMI_RANK=0 PMI_SIZE=2 ./pvmnode true
PMI_RANK=1 PMI_SIZE=2 ./pvmnode true 2>second.err
check 'rank 1 ends, too' test $? -eq 2
check 'and says nothing' test ! -s second.err
./pvmnode --mpi ./none.so true 2>third.err
check 'an engine that is not there: exit code' test $? -eq 1
check 'an engine that is not there: is named' grep -q './none.so' third.err

# An engine of another MPI than the one that has started three of us would make three machines of one node each.
for mpi in openmpi mpich; do
    engine=$(dirname "$pvmnode")/pvmnode-$mpi.so
    [ -e "$engine" ] || continue
    case $mpi in openmpi) others='PMI_SIZE=3 PMI_RANK=0' alone='OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1' ;; *) others='OMPI_COMM_WORLD_SIZE=3 OMPI_COMM_WORLD_RANK=0' alone= ;; esac
    # shellcheck disable=SC2086 # words
    env $others $alone timeout 600 "$pvmnode" --mpi "$engine" "$roles" >other.out 2>other.err
    check "$mpi, started by another: exit code" test $? -eq 2
    check "$mpi, started by another: a line" grep -q '3 of us have been started' other.err
    check "$mpi, started by another: nothing runs" test ! -s other.out
done

# Parts of the system that a task can take over on other machines.
"$pvmnode" "$roles" >roles.out 2>roles.err
check 'roles: codes' grep -qx 'hoster -24, tasker -24, manager -24' roles.out
check 'roles: a line for each' test "$(grep -c 'on this machine no task can be' roles.err)" -eq 3
"$pvmnode" "$roles" >closed.out <&- 2>&-
check 'nor does it need stdin and stderr' cmp roles.out closed.out

# A system that lets a user have one process. (Root has as many as he wants.)
chmod 711 .
as= && [ "$(id -u)" -ne 0 ] || as='setpriv --reuid 65534 --regid 65534 --clear-groups'
if $as ./pvmnode --help >help.out 2>&1 && ! $as prlimit --nproc=1 sh -c '(:); :' 2>/dev/null; then
    $as prlimit --nproc=1 ./pvmnode true 2>one.err
    check 'no process for a task' grep -q 'no room for another process' one.err
fi
finish
