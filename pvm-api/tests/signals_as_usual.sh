# signals_as_usual.sh - read in by a test as its first command: the test begins again with SIGHUP and SIGINT as usual. A caller such as
# nohup has SIGHUP ignored, which then does not end a run, as it should; a shell cannot undo that.
# shellcheck disable=SC2128 # BASH is set in bash alone, which has to go on with bash
[ -n "${signals_as_usual-}" ] || exec env --default-signal=HUP,INT signals_as_usual=yes "${BASH-sh}" "$0" "$@"
