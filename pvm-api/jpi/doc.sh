# doc.sh JAVADOC JAR SOURCES_TO DOC_TO PAGES_TO CLASSES SOURCE...: beside jpi.jar, CLASSES, a jar file of its sources, and pages of what programs
# call: as a jar file, and as a folder.
set -eu
javadoc=$1 jar=$2 sources=$3 doc=$4 pages=$5 classes=$6
shift 6
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/sources/jpi" "$work/sources/mpi" "$work/public" "$work/doc"
for file in "$@"; do cp "$file" "$work/sources/$(basename "$(dirname "$file")")/"; done
ln -s "$work/sources/mpi"/*.java "$work/public/"
for name in JApplication JComm JException JHandle JOperation JRequest JStatus Pvm; do
    ln -s "$work/sources/jpi/$name.java" "$work/public/"
done
# The other classes are no programs' business; javadoc takes them from jpi.jar. Its opinions differ with its version: they stop no build.
"$javadoc" -quiet -notimestamp -encoding UTF-8 -docencoding UTF-8 -Xdoclint:none -nohelp -noindex -windowtitle 'JPI' \
    -doctitle 'JPI: Java objects between the ranks of a parallel program' -cp "$classes" -d "$work/doc" "$work/public"/*.java ||
    exit 1
find "$work" -exec touch -h -d 2000-01-01T00:00:00Z {} +
"$jar" --create --no-manifest --file "$sources" -C "$work/sources" jpi -C "$work/sources" mpi
"$jar" --create --no-manifest --file "$doc" -C "$work/doc" .
rm -rf "$pages"
cp -r "$work/doc" "$pages"
