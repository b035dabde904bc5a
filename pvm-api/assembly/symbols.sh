# symbols.sh LIBRARY LIST: checks that the library exports exactly the names in the list.
nm -D --defined-only "$1" | awk '{ print $3 }' | LC_ALL=C sort | diff -u "$2" -
