# statics.sh LIBRARY: the variables of libap1000tasks.so that are written and shared by all tasks, which may run at the
# same time, are those below and no other. Everything else is a task's own, in struct inprocess_task or thread-local.
allowed=$(sed 's/ *#.*//' <<'END'
ignored        # at a task's beginning or end, which are the simulator's own doing and come one after the other
known
nothing
numbers
waiting
time_is_real   # when the library is loaded
zone           # for moments in the thread of the simulator
none           # never written: programs see them as variables
pvm_errlist
pvm_nerr
pvmtevdidlist
pvmtevinfo
completed      # of the compiler
END
)
found=$(nm --format=sysv "$1" | awk -F'|' '$7 ~ /^\.(data|bss)$/ { gsub(/ /, "", $1); sub(/\..*/, "", $1); if ($1 !~ /^_/) print $1 }' | LC_ALL=C sort -u)
status=0
for name in $found; do
    echo "$allowed" | grep -qx "$name" || { echo "$name: a variable that all tasks share" && status=1; }
done
for name in waiting; do # or nothing has been looked at
    echo "$found" | grep -qx "$name" || { echo "$name is not in $1" && status=1; }
done
exit $status
