# settings_list.sh AP1000 USING MANUAL: every setting that `ap1000 --help` lists stands in ap1000-sim/USING.md and in the manual page, with its
# option; and these have no AP1000_* that is none.
set -u
ap1000=$1 readme=$2 manual=$3
. "$(dirname "$0")/checks.sh"
"$ap1000" --help | sed -n 's/^  \(AP1000_[A-Z_]*\)=\([^ ]*\) *\(--[a-z-]*\)\{0,1\}.*/\1 \2 \3/p' >list
[ "$(wc -l <list)" -ge 21 ] || bad "only these are listed: $(cat list)"
sed 's/\\-/-/g' "$manual" >manual
while read -r variable value option; do
    for page in "$readme" manual; do
        grep -q "$variable\>" "$page" || bad "$page: no $variable"
        [ -z "$option" ] || grep -q -e "$option\>" "$page" || bad "$page: no $option"
    done
    case $option in '' | --report | --hardware-collectives | --name) continue ;; esac
    "$ap1000" run --help | grep -q -e "$option $value.* (Env:$variable)" || bad "ap1000 run --help: $option $value (Env:$variable) is wanted"
done <list
grep -oh 'AP1000_[A-Z_]*[A-Z]' "$readme" manual | sort -u | while read -r name; do
    grep -q "^$name " list || echo "$name is no setting"
done >none
[ ! -s none ] || bad "$(cat none)"
finish
