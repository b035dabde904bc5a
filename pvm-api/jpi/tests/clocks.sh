# clocks.sh BUILD_FOLDER JAVAC: the machine's clock in unchanged class files, computing by counted byte codes, and JPI's own costs.
. "$(dirname "$0")/common.sh"

# machine NAME LINE...: a machine file, an AP1000 with a section [layer.jpi].
machine() {
    name=$1
    shift
    printf 'base = "ap1000"\n[layer.jpi]\n' >"$name.toml"
    for line in "$@"; do
        echo "${line%% *} = { value = ${line#* }, kind = \"assumed\", source = \"this test\" }" >>"$name.toml"
    done
}
# microseconds WHAT LOW HIGH: a line "WHAT N" on stdout, N within.
microseconds() {
    n=$(sed -n "s/^$1 //p" "$work/out")
    [ "${n:-0}" -ge "$2" ] && [ "$n" -le "$3" ] || wrong "'$1' took ${n:-?} us, not $2 to $3"
}
on() { ap1000 run --machine "$work/$1.toml" --cells "$2" --on host "$jrun" $small "$3" "$4" -nw "$5" Clocks "$6" ${7-}; }

# Clocks, sleeps and seeds are the machine's, in lambdas and method references too; another run says the same.
machine plain
run 3 on plain 1 -nt 1 1 clocks
says out 'year 1994'
says out '1 processors' # the cell's, not this computer's
says out 'same truetruetrue'
says out 'slept 35'
says out 'dates true, [0-9a-f-]*-4[0-9a-f]*-[89ab][0-9a-f-]* [[].*'
says out 'waited false 8'
says err 'jpi: rank 0 on cell0 called System.exit\(3\)'
cp out first
run 3 on plain 1 -nt 1 1 clocks
cmp out first || wrong 'the second run differs'

# Thread.sleep(Duration) of Java 19: compiled against a Thread that has it.
mkdir -p stub/java/lang
echo 'package java.lang; public class Thread { public static void sleep(java.time.Duration d) throws InterruptedException {} }' >stub/java/lang/Thread.java
echo 'public class Later { public static void main(String[] a) throws Exception { long t = System.nanoTime();
Thread.sleep(java.time.Duration.ofMillis(250)); System.out.println("later " + (System.nanoTime() - t) / 1_000_000); } }' >Later.java
"$javac" --patch-module java.base=stub -implicit:none -d "$CLASSPATH" Later.java || failed=1
run 0 ap1000 run --machine plain.toml --cells 1 --on host "$jrun" $small -nt 1 Later
says out 'later 250'

# Java's serialization sees the classes as they were.
version=$("${javac%javac}java" -cp "$CLASSPATH:$build/jpi.jar" Clocks)
run 0 on plain 1 -nt 1 1 serial
says out 'made true'
says out "$version"

# Nine million byte codes at 10 ns: 90 ms. Two ranks share a processor, or have one each.
machine counted 'bytecode_ns 10'
run 0 on counted 1 -nt 1 1 count
microseconds '0 computed' 90000 90200
cp out first
run 0 on counted 1 -nt 1 1 count
cmp out first || wrong 'the second run differs'
run 0 on counted 1 -nt 2 1 count
microseconds '1 computed' 180000 180400
machine two 'bytecode_ns 10' 'processors_count 2'
run 0 on two 1 -nt 2 1 count
microseconds '0 computed' 90000 90200
microseconds '1 computed' 90000 90200
run 0 on two 1 -nt 3 1 count
microseconds '1 computed' 180000 180400 # the last to leave the barrier
run 0 on plain 1 -nt 1 1 count
microseconds '0 computed' 0 100
run 0 on two 1 -nt 1 1 thread
says out 'from a thread'
microseconds both 90000 90500

# A message that comes while another rank computes wakes the rank that waits for it: 30 ms + 90 ms.
run 0 on two 2 -nt 3 2 beside
microseconds '0 computed' 90000 90500
microseconds '1 computed' 120000 121500

# A round trip of 1000 byte: 2 x (send, receive, new object) and 2 x 2 x 1000 byte, on top of what it takes where these are 0.
run 0 on plain 2 -nt 2 2 message 1000
without=$(cat out)
machine costly 'send_us 1000' 'recv_us 2000' 'new_object_us 500' 'serialize_ns_per_byte 100' 'local_us 7000'
run 0 on costly 2 -nt 2 2 message 1000
more=$(($(cat out) - without))
[ "$more" -eq 7400000 ] || wrong "the costs of two messages are $more ns, not 7400000"
# In one Java virtual machine only local_us counts.
run 0 on costly 1 -nt 2 1 message 1000
[ "$(cat out)" -ge 14000000 ] && [ "$(cat out)" -le 14100000 ] || wrong "two local messages took $(cat out) ns, not 14 ms"
done_testing
