# build.sh JAVAC JAR TO SOURCE...: compiles the sources and packs them as the jar file TO.
set -eu
javac=$1 jar=$2 to=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/classes"
"$javac" -nowarn -Xlint:-options -encoding UTF-8 -d "$work/classes" "$@"
printf 'Automatic-Module-Name: suci\nEnable-Native-Access: ALL-UNNAMED\n' >"$work/manifest"
# The same bytes from the same sources: no times of today.
find "$work/classes" -exec touch -d 2000-01-01T00:00:00Z {} +
"$jar" --create --file "$to" --manifest "$work/manifest" -C "$work/classes" suci
