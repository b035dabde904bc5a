# archive.sh OUTPUT LD OBJCOPY AR ARCHIVE...: a static library for users out of the archives of the parts it is made of.
# One object, so that no part is left out by the linker (start and end of a process, the clock); what is hidden in the
# shared library is local in this one, so that no name of a program can meet one of ours.
set -e
output=$1 ld=$2 objcopy=$3 ar=$4
shift 4
object=$output.o
rm -f "$output"
"$ld" -r --whole-archive "$@" -o "$object"
"$objcopy" --localize-hidden "$object"
"$ar" crD "$output" "$object"
rm -f "$object"
