# failing.sh PREFIX - runs that fail become no results: each measurement whose commands fail ends with an error that names one, also where
# one run of many fails, and leaves no process; two runs do not write into one folder; what is not finished is not published.
. "$(dirname "$0")/common.sh"
command -v gnuplot >/dev/null || skip 'no gnuplot (Debian package gnuplot-nox)'

# A prefix whose ap1000 ends with 125 if its words match $FAILS, and waits for the file $HELD to go.
mkdir -p broken/bin
for part in lib include share; do ln -s "$prefix/$part" broken/$part; done
for file in "$prefix"/bin/*; do ln -s "$file" broken/bin/; done
rm broken/bin/ap1000
cat >broken/bin/ap1000 <<EOT
#!/bin/sh
while [ -n "\${HELD-}" ] && [ -e "\$HELD" ]; do sleep 0.1; done
if echo "\$*" | grep -Eq -e "\$FAILS"; then exit 125; fi
exec "$prefix/bin/ap1000" "\$@"
EOT
chmod +x broken/bin/ap1000
broken=$tmp/broken
export FAILS

# evaluate NAME OPTIONS...
evaluate() {
    name=$1
    shift
    sh "$here/../run.sh" --quick --prefix "$broken" --out "$tmp/$name.d" "$@" >"$name.out" 2>"$name.err"
    echo $? >"$name.code"
}

# Every measurement, all of whose runs fail: what its compilers make is never run, so here they make empty files.
mkdir blank
cat >blank/cc <<'EOT'
#!/bin/sh
for word; do
    [ "${last-}" != -o ] || { : >"$word" && chmod +x "$word"; }
    last=$word
done
EOT
chmod +x blank/cc
ln -s cc blank/c++
mkdir -p all/programs all/data all/fits
PATH=$prefix/bin:$PATH sh "$here/../intervals.sh" "$tmp/all" || bad 'intervals.sh'
FAILS='^(run|traffic) '
for file in "$here"/../measure/*.sh; do
    name=$(basename "$file" .sh)
    [ "$name" != jpi ] || [ -x "$prefix/bin/jrun" ] || continue
    PATH=$tmp/blank:$broken/bin:$PATH setsid -w sh "$here/../measurement.sh" "$name" "$tmp/all" quick >"$name.out" 2>"$name.err" </dev/null
    echo $? >"$name.code"
    checks=$((checks + 1))
    [ "$(cat "$name.code")" != 0 ] && grep -Eq "^$name: ap1000 (run|traffic) .*: exit code 125$" "$name.err" || {
        bad "$name: ended with $(cat "$name.code") though no run succeeded"; show "$name.err"; }
done

# One of many, in the middle of a pipeline, with a number that would look like one.
FAILS='host.send_us.low.toml.*barrier'
evaluate one --only sensitivity
ended one 1
check 'one: what failed is named' grep -q '^sensitivity: ap1000 run .*host.send_us.low.toml .*barrier.*: exit code 125$' one.err
check 'one: a result was made' test ! -f one.d/results.tsv
check 'one: it says that it is finished' test ! -f one.d/scope

# What a measurement has begun ends with it.
FAILS='barrier cell-cell -n 2( |$)'
evaluate left --only barrier
ended left 1
left() {
    for p in /proc/[0-9]*; do
        words=$(tr '\0' ' ' 2>/dev/null <"$p/cmdline") || continue
        case $words in *"$tmp/left.d"*) echo "$words" ;; esac
    done 2>/dev/null
}
for _ in $(seq 120); do left >processes; [ -s processes ] || break; sleep 0.5; done # a moment to die in
exactly processes </dev/null

# Two runs in one folder: the second is refused, and the first is what it would be alone.
FAILS='^nothing'
evaluate alone --only barrier
ended alone 0
touch held
HELD=$tmp/held evaluate both --only barrier &
first=$!
until [ -d both.d/fits ] || ! kill -0 $first 2>/dev/null; do sleep 0.1; done
run second sh "$here/../run.sh" --quick --prefix "$broken" --out "$tmp/both.d" --only loggp
rm held
wait $first
ended second 1
lines second.err 1 '.*another run is under way in .*both.d.*'
ended both 0
same alone.d/results.tsv both.d/results.tsv 'a run that another one wanted to join'

# Only a finished run is published, and only sound rows.
run publish sh "$here/../publish.sh" one.d "$tmp/published"
ended publish 1
rm both.d/scope
run publish sh "$here/../publish.sh" both.d "$tmp/published"
ended publish 1
lines publish.err 1 '.*no finished run.*'
sed -n '2p' alone.d/results.tsv >>alone.d/results.tsv
run publish sh "$here/../publish.sh" alone.d "$tmp/published"
ended publish 1
lines publish.err 1 'publish: no sound row: .*'
check 'nothing was published' test ! -e published

wrong() { # REGEX OPTIONS...
    pattern=$1
    shift
    evaluate wrong "$@"
    ended wrong 2
    lines wrong.err 1 "$pattern"
}
wrong '.*--only: barrier is there twice.*' --only barrier,loggp,barrier
wrong ".*--only: no measurement in ','.*" --only ,
wrong ".*--verify: not with --only interval.*" --only interval --verify "$here/../published"
mkdir 'a b'
echo 'base = "ap1000"' >'a b/x.toml'
wrong ".*--machine: '.*a b/x.toml' has a space.*" --machine "a b/x.toml"
mv 'a b/x.toml' "it's.toml"
wrong ".*--machine: '.*it's.toml' has a space, a quote.*" --machine "it's.toml"
run wrong sh "$here/../run.sh" --quick --prefix "$broken" --out "$tmp/d'4" --only loggp
ended wrong 2
lines wrong.err 1 ".*--out: '.*d'4' has a character.*"
finish
