# cc.sh real|machine OMPC_CC LIBRARY_FOLDERS: each program of threads/ and threads.cpp says the same, and ends with the same code, as threads and as
# tasks: on PVM 3.4.6, or on a simulated machine, where some cells have two of them.
set -u
where=$1 compile=$2 libraries=$3
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../oracle/either.sh"
failed=0
cd "$work" || exit
for kind in c cpp; do
    case $kind in c) cc=cc flags=-std=gnu11 files=/*.c ;; cpp) cc=c++ flags=-std=c++17 files=.cpp ;; esac
    env -u LD_LIBRARY_PATH $cc $flags -O1 -pthread "$here/threads"$files -o as_threads || exit
    rm -f ./*.o threads.a
    env -u LD_LIBRARY_PATH sh "$compile" $flags -O1 -D_FORTIFY_SOURCE=2 -c "$here/threads"$files || exit
    ar rc threads.a ./*.o || exit # main from an archive
    env -u LD_LIBRARY_PATH sh "$compile" threads.a -o as_tasks || exit
    compile=${compile%cc}c++
    for name in $(./as_threads); do
        echo '1 2 3 4 5 6' | ./as_threads $name >wanted
        code=$?
        echo '1 2 3 4 5 6' | played '--cells 5' ./as_tasks $name >said 2>errors
        got=$?
        if [ $got = $code ] && cmp -s wanted said && [ ! -s errors ]; then
            echo "ok: $name"
        else
            echo "not ok: $name: exit code $got, wanted $code; said:"
            cat said errors
            failed=1
        fi
    done
    [ $kind = c ] || continue
    if [ "$where" = real ]; then # a page that is asked for inside pvm_exit
        cc -shared -fPIC "$here/slow_end.c" -o slow_end.so || failed=1
        played '' env LD_PRELOAD="$work/slow_end.so" ./as_tasks asking >said 2>&1 || { echo "not ok: slow_end: exit code $?"; failed=1; }
    fi
    if [ "$where" = machine ]; then
        { played '' ./as_tasks misuse m; played '--cells 5' ./as_tasks misuse 6; } >said 2>&1
        if [ "$(grep -c 'pthread_mutex_lock: mutex, held then by t40001 ' said)" != 2 ] || ! grep -q 'pthread_join: t40002 ' said; then
            echo "not ok: the report of a deadlock, said:"
            cat said
            failed=1
        fi
    fi
    n=0
    for said in 'uses memory that the C library has given to another' 'a file that another' 'pthread_cancel: ' 'has used up its stack of 1024 KiB' 'a file that another' 'thread_local variable'; do
        if played '--cells 5' ./as_tasks misuse $n >said 2>&1 </dev/null || ! grep -q "^ompc: .*$said" said; then
            echo "not ok: misuse $n, wanted a line with: $said; said:"
            cat said
            failed=1
        fi
        n=$((n + 1))
    done
done
if command -v m4 >/dev/null; then # the macros
    m4 "$here/../src/ompc.m4" "$here/parmacs.C" >parmacs.c
    env -u LD_LIBRARY_PATH cc -w -pthread parmacs.c -o as_threads || failed=1
    env -u LD_LIBRARY_PATH sh "${compile%c++c++}cc" -w parmacs.c -o as_tasks || failed=1
    for words in -p1 '-p 2' '-p 7 -n 5000'; do
        # shellcheck disable=SC2086
        if ./as_threads $words >wanted && played '--cells 8' ./as_tasks $words >said 2>&1 </dev/null && cmp -s wanted said; then
            echo "ok: parmacs $words"
        else
            echo "not ok: parmacs $words; said:"
            cat said
            failed=1
        fi
    done
fi
while IFS='|' read -r words said; do # what the compilers say
    # shellcheck disable=SC2086
    if sh "${compile%c++}" $words >said 2>&1 || ! grep -q -e "$said" said; then
        echo "not ok: $words, wanted a line with: $said; said:"
        cat said
        failed=1
    fi
done <<'ROWS'
|no input files
none.c -o|^ompc-cc: -o: the name of a file is missing
-fopenmp none.c|^ompc-cc: -fopenmp: cannot be had
-fuse-ld=gold none.c|^ompc-cc: -fuse-ld=gold: cannot be had
ROWS
exit $failed
