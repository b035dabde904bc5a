# archive.sh OUTPUT LD NM OBJCOPY AR ARCHIVE...: makes a static library for users from the archives of its parts.
# It has a single object, so that the linker leaves out no part (start and end of a process, the clock). Names that are
# hidden in the shared library are local here, so that they cannot clash with a program's. Public names are weak, so
# that a program may define a function of the same name (a `sleep`, say), as with any archive.
set -e
output=$1 ld=$2 nm=$3 objcopy=$4 ar=$5
shift 5
object=$output.o
rm -f "$output"
"$ld" -r --whole-archive "$@" -o "$object"
"$objcopy" --localize-hidden "$object"
"$nm" -g --defined-only -P "$object" | cut -d ' ' -f 1 > "$output.names"
"$objcopy" --weaken-symbols="$output.names" "$object"
"$ar" crD "$output" "$object"
rm -f "$object" "$output.names"
