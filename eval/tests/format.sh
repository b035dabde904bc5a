# format.sh ROOT: checks that every C and C++ file of the project is laid out as clang-format does it with
# ROOT/.clang-format, and that no line is longer than 120 columns.
# To mend a file: clang-format -i FILE. The exit code is 77 without clang-format 14, which Debian 12 has (package
# clang-format); another version may break lines in other places.
set -u
cd "$1" || exit 1
case $(clang-format --version 2>/dev/null) in
*'version 14.'*) ;;
*) echo 'skipped: no clang-format of version 14 (Debian 12, package clang-format)'; exit 77 ;;
esac
# fpvm3.h is Fortran; builds make prefix/ and eval/out/.
files=$(find pvm-api bnet-snet ap1000-sim groups examples eval -path eval/out -prune -o -name fpvm3.h -o -name prefix -prune -o \
    '(' -name '*.c' -o -name '*.h' -o -name '*.cpp' -o -name '*.hpp' ')' -print | sort)
[ -n "$files" ] || { echo "no files in $1"; exit 1; }
# shellcheck disable=SC2086 # names are words
awk 'length > 120 { printf "%s:%d: %d columns\n", FILENAME, FNR, length; long++ } END { exit long > 0 }' $files &&
    clang-format --dry-run --Werror $files &&
    echo "$(echo "$files" | wc -l) files"
