#!/bin/sh
# vary.sh COMMAND ARGUMENTS... - runs a command as other computers and other people would, one way after the other, and says in which
# way it fails. It is no test, but is run by hand, in a build folder:
#     sh ../eval/tests/vary.sh meson test --no-rebuild --suite oracle
# Several ways at once: VARY=spaces sh vary.sh env VARY=umask sh vary.sh COMMAND...
# VARY='turkish load' takes only the ways named; VARY_LOGS is the folder for what the command prints (default: a new one).
set -u
[ $# -gt 0 ] || { sed -n '2,6s/^# //p' "$0"; exit 2; }
logs=${VARY_LOGS:-$(mktemp -d)}
home="$logs/a home with spaces"
mkdir -p "$home" && failed=0 busy= || exit 1
trap 'end_load' EXIT
trap 'exit 1' HUP INT TERM

end_load() { for pid in $busy; do kill "$pid" 2>/dev/null; done; busy=; }
start_load() { for _ in $(seq "$1"); do (while :; do :; done) & busy="$busy $!"; done; }

# as_other_user COMMAND...: as a user who is not root, to whom the present folder belongs meanwhile.
as_other_user() {
    mkdir -p "$logs/nobody" && chown -R nobody . "$logs/nobody" && chmod 755 "$logs"
    setpriv --reuid=nobody --regid=nogroup --clear-groups env HOME="$logs/nobody" USER=nobody LOGNAME=nobody "$@"
    code=$?
    chown -R root .
    return $code
}

# without_shm COMMAND...: with a /dev/shm of 64 KiB, in a name space of its own.
# shellcheck disable=SC2016 # the inner shell expands
without_shm() { unshare -m sh -c 'mount -t tmpfs -o size=64k none /dev/shm && exec "$@"' sh "$@"; }

# limited OPTION VALUE COMMAND...: with this ulimit.
# shellcheck disable=SC2016
limited() { option=$1 value=$2; shift 2; sh -c 'ulimit "$0" "$1" && shift && exec "$@"' "$option" "$value" "$@"; }

# shellcheck disable=SC2016
with_umask() { mask=$1; shift; sh -c 'umask "$0" && exec "$@"' "$mask" "$@"; }

# vary NAME PREFIX... -- COMMAND...: the command with PREFIX before it, unless VARY names others.
vary() {
    name=$1
    shift
    case " ${VARY-$name} " in
    *" $name "*) ;;
    *) return 0 ;;
    esac
    start=$(date +%s) verdict=passed
    "$@" >"$logs/$name.log" 2>&1 </dev/null || { verdict="FAILED ($?): $logs/$name.log"; failed=1; }
    printf '%-16s %5d s  %s\n' "$name" $(($(date +%s) - start)) "$verdict"
}

vary plain env "$@"
vary one_processor taskset -c 0 "$@"
vary one_at_a_time env AP1000_PROCESSORS=1 "$@"
vary sixteen env AP1000_PROCESSORS=16 "$@"
vary no_aslr setarch -R "$@"
vary big_environment env VARY_FILL="$(head -c 60000 /dev/zero | tr '\0' x)" "$@"
vary perturbed env MALLOC_PERTURB_=165 "$@"
vary old_processor env GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX512F,-AVX2,-AVX,-ERMS,-FSRM,-XSAVEC,-XSAVE "$@"
vary turkish env LANG=tr_TR.UTF-8 LC_ALL=tr_TR.UTF-8 "$@"
vary far_east env TZ=Asia/Kathmandu "$@"
vary spaces env HOME="$home" TMPDIR="$home" "$@"
mkdir -p "$logs/long/$(printf "%0150d" 0)"
vary long env TMPDIR="$logs/long/$(printf "%0150d" 0)" "$@"
vary umask with_umask 077 "$@"
vary small_stack limited -s 1024 "$@"
vary no_stack_limit limited -s unlimited "$@"
vary few_files limited -Sn 256 "$@"
vary no_terminal setsid -w "$@"
vary nice nice -n 19 "$@"
if [ "$(id -u)" = 0 ]; then
    vary other_user as_other_user "$@"
    vary no_shm without_shm "$@"
fi
case " ${VARY-load} " in *' load '*) start_load 40 && vary load env "$@" && end_load ;; esac
[ $failed = 0 ] && echo 'It failed nowhere.'
exit $failed
