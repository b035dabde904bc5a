# format.sh ROOT: every C and C++ file of the project is as clang-format would have it by ROOT/.clang-format, and no line of
# one is longer than 120 columns. To mend: clang-format -i FILE. 77: there is no clang-format of version 14, the one of
# Debian 12 (package clang-format); another version may break other lines.
set -u
cd "$1" || exit 1
case $(clang-format --version 2>/dev/null) in
*'version 14.'*) ;;
*) echo 'skipped: no clang-format of version 14 (Debian 12, package clang-format)'; exit 77 ;;
esac
# fpvm3.h is Fortran; prefix/ and eval/out/ are made by builds.
files=$(find pvm-api bnet-snet ap1000-sim groups examples eval -path eval/out -prune -o -name fpvm3.h -o -name prefix -prune -o \
    '(' -name '*.c' -o -name '*.h' -o -name '*.cpp' -o -name '*.hpp' ')' -print | sort)
[ -n "$files" ] || { echo "no files in $1"; exit 1; }
# shellcheck disable=SC2086 # names are words
awk 'length > 120 { printf "%s:%d: %d columns\n", FILENAME, FNR, length; long++ } END { exit long > 0 }' $files &&
    clang-format --dry-run --Werror $files &&
    echo "$(echo "$files" | wc -l) files"
