# pvm.sh BUILD_FOLDER JAVAC PROGRAM: tasks in Java and in C in one virtual machine, either of them the master.
program=$(cd "$(dirname "$3")" && pwd)/$(basename "$3")
. "$(dirname "$0")/common.sh"
cat >expected <<'END'
2 C tasks on 5 nodes
slept 10 tenths
true 6 [2, 4, 6][0.5, 0.0, 1.5]from Java, and back
true 6 [2, 4, 6][0.5, 0.0, 1.5]from Java, and back
pvm_send: Bad parameter (-2)
0 0 1
END
run 0 ap1000 run --cells 4 --on host "$jrun" -task PlainTask "$program"
diff expected "$work/out" || wrong 'Java spawns C'
says err 'ap1000: t40001 on the host \(jrun-here\) used -5 as a tid in pvm_send: it is the error PvmNoData .*'
lines err 1
cat >expected <<'END'
2 Java tasks
0 4 6 0.5 1.5 from C, and back
20 4 6 0.5 1.5 from C, and back
END
run 0 ap1000 run --cells 4 --on host "$program" master "$jrun"
diff expected "$work/out" || wrong 'C spawns Java'
lines err 0
# The families of pack and unpack, from C's list of types: each there and back.
run 0 ap1000 run --cells 2 --on host "$jrun" -task Families
says out '11 families, 0 wrong'
done_testing
