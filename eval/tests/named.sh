# named.sh ROOT BUILD - every file, function and option that a page (*.md) names in backticks is there: a file of the tree, or a word of its
# sources; every link leads to a file, and every test that is named is one. What pages say of other software is in named.others. And
# the version is one. ROOT: the top folder; BUILD: a folder where Meson has set it up.
set -u
cd "$1" || exit 1
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
export LC_ALL=C

# All files but those that builds make; a build directory is known by its build.ninja.
find . -type d '(' -name .git -o -name prefix -o -path ./eval/out -o -exec test -e '{}/build.ninja' ';' ')' -prune -o -type f -print |
    sed 's|^\./||' | sort >"$tmp/files"
grep '\.md$' "$tmp/files" >"$tmp/pages"
grep -vE '\.(md|png|svg|pdf|gz|class|pyc)$|named\.others$' "$tmp/files" | tr '\n' '\0' | xargs -0 cat >"$tmp/text"
{ tr -cs 'A-Za-z0-9_' '\n' <"$tmp/text"; tr -cs 'A-Za-z0-9_-' '\n' <"$tmp/text"; } | sort -u >"$tmp/words"
# Tests and suites, as Meson knows them.
listed=$2/meson-info/intro-tests.json
grep -o '"name": *"[^"]*"' "$listed" | sed 's/.*: "//; s/"$//' | sort -u >"$tmp/tests"
tr -d '\n' <"$listed" | grep -o '"suite": \[ *"[^"]*"' | sed 's/"$//; s/.*[":]//' | sort -u >"$tmp/suites"
cat "$tmp/tests" >>"$tmp/words"

tr '\n' '\0' <"$tmp/pages" |
    xargs -0 awk -v files="$tmp/files" -v words="$tmp/words" -v others=eval/tests/named.others -f eval/tests/named.awk
names=$?
tr '\n' '\0' <"$tmp/pages" | xargs -0 awk -v tests="$tmp/tests" -v suites="$tmp/suites" -f eval/tests/named_tests.awk || names=1

# The version: of the build, at the top of the news, and in the citation.
built=$(sed -n "1,/version:/s/.*[^_]version: '\([0-9.]*\)'.*/\1/p" meson.build)
told=$(sed -n '/^## /{s/^## \([0-9.]*\).*/\1/p;q;}' .github/NEWS.md)
cited=$(sed -n 's/^version: //p' .github/CITATION.cff)
[ "$built" = "$told" ] && [ "$built" = "$cited" ] ||
    { echo "the version is $built in meson.build, $told at the top of NEWS.md, $cited in CITATION.cff"; exit 1; }
exit $names
