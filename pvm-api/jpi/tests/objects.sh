# objects.sh BUILD_FOLDER JAVAC: all kinds of objects, to another Java virtual machine and within one.
. "$(dirname "$0")/common.sh"
run 0 ap1000 run --cells 2 --on host "$jrun" -nt 2 -J-Xmx512m Objects apart 20000000
says out '41 tried, 0 wrong'
lines out 1
lines err 0
run 0 ap1000 run --cells 2 --on host "$jrun" -nt 2 -nw 1 Objects together
says out '39 tried, 0 wrong'
lines out 1
# An object of a class that the receiver does not have, and one of a class that is not the user's.
run 1 ap1000 run --cells 2 --on host "$jrun" -nt 2 Strange unknown
says err 'jpi: rank 1 on cell1: jpi.JException: an object of class Secret has come, which is not on the class path here'
run 1 ap1000 run --cells 2 --on host "$jrun" -nt 2 Strange foreign
says err 'jpi: rank 1 on cell1: jpi.JException: an object of class org.objectweb.asm.ClassTooLargeException has come, which is neither of the user.s program nor of Java'
run 1 ap1000 run --cells 2 --on host "$jrun" -nt 2 Strange deep
says err 'jpi: rank 0 on cell0: jpi.JException: an object of class Strange.Link cannot be sent: its parts hang on each other deeper than the stack of this thread .*'
# A class path with a star.
mkdir stars && jar cf stars/all.jar -C classes . && CLASSPATH="$work/stars/*"
run 1 ap1000 run --cells 2 --on host "$jrun" -nt 2 Strange unknown
says err 'jpi: rank 1 on cell1: jpi.JException: an object of class Secret has come, which is not on the class path here'
done_testing
