#!/bin/sh
# test_mutants.sh - the mutation test on a project of one function and two tests: what it notices and does not, that it ends what hangs, and
# leaves no process.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../programs/checks.sh"
for tool in git meson ninja gcov python3; do
    command -v "$tool" >/dev/null || { echo "no $tool here"; exit 77; }
done
unset CC CXX CFLAGS LDFLAGS # of whoever runs the tests
python3 "$here/test_operators.py" || exit 1

mkdir project project/src
cat >project/src/count.c <<'END'
int count(int n);
int never(int n);
int count(int n)
{
    int sum = 0;
    while (n > 0) {
        sum += n;
        n -= 1;
    }
    return sum;
}
int never(int n)
{
    return n + 1;
}
END
cat >project/src/idle.c <<'END'
int idle(int n);
int idle(int n)
{
    if (n > 0)
        return 2;
    return 1;
}
END
cat >project/test.c <<'END'
int count(int n);
int main(void) { return count(4) == 10 ? 0 : 1; }
END
cat >project/test.sh <<'END'
setsid sleep 1000 & echo $! >>"$PIDS"
./counts
END
cat >project/meson.build <<'END'
project('tiny', 'c')
counts = executable('counts', 'test.c', 'src/count.c', 'src/idle.c')
test('counts', counts, suite: 'unit')
test('leaves a process', find_program('sh'), args: files('test.sh'), depends: counts, suite: 'unit')
test('fails', find_program('false'), suite: 'unit')
END
{ git -C project init -q && git -C project add -A &&
    git -C project -c user.name=a -c user.email=a@b.c -c commit.gpgsign=false commit -qm 'a project of one function'; } || exit 99
export PIDS="$work/pids"

mutants() {
    command=$1
    shift
    PYTHONDONTWRITEBYTECODE=1 python3 "$here/mutants.py" --source project --rooms tiny=src --nice 0 --equivalents equivalents "$command" out "$@"
}
verdict() { # MUTATED-LINE: its verdict
    awk -F '\t' -v line="$1" '$11 == line { word = $7 } END { print word }' out/results.tsv
}

printf 'src/count.c\twhile (n > 0) {\twhile (n >= 0) {\tone more turn, which adds 0\n' >equivalents
mutants prepare >log
check 'prepare' test $? -eq 0
check 'a test that fails without a mutant is left out' grep -q '^fails: left out: ends with 1 without a mutant' log
mutants run --seed 3 --count 2 --bound 0.5 >>log
check 'a sample' test "$(grep -c '^[12]/2 ' log)" -eq 2
mutants run --seed 3 --count 5 --bound 0.5 --part 1/2 >log
check 'of the first half of five what was not tried yet' test "$(grep -c '^[12]/2 ' log)" -eq 2
second() {
    command=$1
    shift
    PYTHONDONTWRITEBYTECODE=1 python3 "$here/mutants.py" --source project --rooms tiny=src --nice 0 "$command" second "$@"
}
second prepare --like out >log2
check 'a second folder has the map of the first' cmp out/map.json second/map.json
second run --seed 3 --count 5 --bound 0.5 --part 2/2 >log2
check 'the second half there' test "$(grep -c '^[12]/2 ' log2)" -eq 2
check 'a part that is none' sh -c '! python3 "$0/mutants.py" run out --part 3/2 2>refused && grep -q "is no part" refused' "$here"
rm -rf second
mutants run --every --file src/count.c --bound 0.5 >>log
check 'all' test $? -eq 0
check 'none twice' test "$(cut -f 1 out/results.tsv | sort | uniq -d)" = ''
for row in 'killed sum -= n;' 'timed-out n += 1;' 'survived while (n >= 0) {' 'unreached return n - 1;'; do
    check "$row" test "$(verdict "${row#* }")" = "${row%% *}"
done

loop=$(awk -F '\t' '$11 == "n += 1;" { print $1 }' out/results.tsv)
mv pids all_pids
: >pids
PYTHONDONTWRITEBYTECODE=1 python3 "$here/mutants.py" --source project --rooms tiny=src --nice 0 run out "$loop" --first 'leaves a process' --bound 3600 >>log 2>&1 &
until [ -s pids ]; do sleep 0.1; done
kill $!
wait $!
check 'broken off' test $? -eq 143
check 'the file is as it was' git -C out/tree diff --quiet
for pid in $(cat pids all_pids); do
    kill -0 "$pid" 2>/dev/null && { check "process $pid is gone" false; kill "$pid"; }
done

mutants table >table
check 'the table has the room' grep -q '^tiny  *[1-9]' table
mutants list equivalent >list
check 'what nobody can notice' grep -qx '    + while (n >= 0) {' list
check 'and the sum' grep -q '^all  *[1-9].*%' table
check 'branches' sh -c 'python3 "$0/mutants.py" --source project --rooms tiny=src --nice 0 branches out | grep -q "^tiny  *[1-9]"' "$here"
check 'those never taken' sh -c 'python3 "$0/mutants.py" --source project --rooms tiny=src --nice 0 branches out --never src/ >never' "$here"
check 'each with its line' sh -c '! grep -vqE "^src/[^:]*:[0-9]+: [1-9][0-9]* of [1-9]" never'
id=$(sed -n 's/^\([0-9a-f]*\) src.*/\1/p' list | head -1)
check 'a mutant as a patch' sh -c 'python3 "$0/mutants.py" --source project --rooms tiny=src --nice 0 show out "$1" | git -C project apply --check -' "$here" "$id"
mutants run "$id" --bound 0.5 >again
check 'one mutant once more' grep -q "^1/1 $id " again
check 'an unknown one' sh -c '! python3 "$0/mutants.py" --source project --rooms tiny=src --nice 0 run out none 2>refused && grep -q "no mutant .none." refused' "$here"
git -C project -c user.name=a -c user.email=a@b.c -c commit.gpgsign=false commit -qm 'the next commit' --allow-empty
git -C out/tree checkout -q --detach "$(git -C project rev-parse HEAD)"
check 'a map of another commit' sh -c '! python3 "$0/mutants.py" --source project --rooms tiny=src --nice 0 run out 2>refused && grep -q "the map is of commit" refused' "$here"
finish
