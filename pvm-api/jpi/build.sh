# build.sh JAVAC JAR TO ASM ASM_TREE ASM_COMMONS SOURCE...: compiles the sources and packs them as the jar file TO, which finds ASM beside itself, or where Debian has it.
set -eu
javac=$1 jar=$2 to=$3 asm=$4 tree=$5 commons=$6
shift 6
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/classes"
"$javac" -nowarn -XDignore.symbol.file -Xlint:unchecked -Xlint:-options -encoding UTF-8 -cp "$asm:$tree:$commons" -d "$work/classes" "$@" ||
    exit 1
printf 'Main-Class: jpi.JRun\nAutomatic-Module-Name: jpi\nEnable-Native-Access: ALL-UNNAMED\nClass-Path: asm.jar asm-tree.jar asm-commons.jar file:%s file:%s file:%s\n' "$asm" "$tree" "$commons" >"$work/manifest"
# The same bytes from the same sources: no times of today.
find "$work/classes" -exec touch -d 2000-01-01T00:00:00Z {} +
"$jar" --create --file "$to" --manifest "$work/manifest" -C "$work/classes" jpi -C "$work/classes" mpi
