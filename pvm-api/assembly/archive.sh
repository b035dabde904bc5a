# archive.sh OUTPUT LD NM OBJCOPY AR ARCHIVE...: a static library for users out of the archives of the parts it is made of.
# One object, so that no part is left out by the linker (start and end of a process, the clock); what is hidden in the
# shared library is local in this one, so that no name of a program can meet one of ours; and what is public is weak, so
# that a program may have a function of its own by such a name (a `sleep`, say), as with any archive.
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
