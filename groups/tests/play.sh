# play.sh EXPECTED PROGRAM ARGUMENT...: checks that the program prints exactly the lines in the file EXPECTED and exits
# with 0.
expected=$1
shift
said=$(mktemp) || exit 2
trap 'rm -f "$said"' EXIT
"$@" > "$said"
code=$?
[ $code != 77 ] || { cat "$said"; exit 77; }
diff -u "$expected" "$said" || exit 1
exit $code
