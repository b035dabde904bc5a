# play.sh EXPECTED PROGRAM ARGUMENT...: the program prints exactly the lines in the file EXPECTED, and ends well.
expected=$1
shift
said=$(mktemp) || exit 2
trap 'rm -f "$said"' EXIT
"$@" > "$said"
code=$?
[ $code != 77 ] || { tail -n 1 "$said"; exit 77; }
diff -u "$expected" "$said" || exit 1
exit $code
