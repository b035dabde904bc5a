# real_console.sh PREFIX - `ap1000 console --real` and `ap1000 ps --real`: the tasks of a machine that pvmrun has running here.
. "$(dirname "$0")/common.sh"

compile waiter "$here/waiter.c"
arch=$(uname -m | sed 's/x86_64/LINUX64/')

# A machine of one node, whose master says how it is called and waits. Other tests may have machines of their own beside it.
mkfifo said
pvmrun --name alpha ./waiter >said 2>waiter.err &
read -r machine <said
check 'the machine has a name' [ -n "$machine" ]

run ps ap1000 ps --real --name "$machine" </dev/null
ended ps 0
exactly ps.out <<'EOF'
                    HOST      TID   FLAG 0x COMMAND
                   alpha    40001       4/c -           
EOF

printf 'conf\nkill t40001\n' >commands
run console ap1000 console --real --name "$machine" <commands
ended console 0
sed -e "s/ *$arch /     ARCH /" -e 's/0x[0-9a-f]\{8\}/DSIG/' console.out >console.said
exactly console.said <<'EOF'
1 host, 1 data format
                    HOST     DTID     ARCH   SPEED       DSIG
                   alpha    40000     ARCH    1000 DSIG
EOF
wait $!
check 'the master was killed from the console' [ $? -eq 143 ]

run nobody ap1000 ps --real --name pvmnode-none </dev/null
ended nobody 2
check 'what is named is not there' grep -qE '^ap1000: (--real --name pvmnode-none: there is no such machine here, but:|--real: no machine of pvmrun or pvmnode runs)' nobody.err
finish
