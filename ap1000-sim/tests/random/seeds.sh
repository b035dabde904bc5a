#!/bin/bash
# seeds.sh FIRST LAST STEPS COMMAND... - COMMAND SEED STEPS SKIP plays a random PVM program; it must come out as planned for all
# seeds from FIRST to LAST. For one that does not, the shortest list of steps that still fails is sought, and printed.
set -u
first=$1 last=$2 steps=$3 failed=0
shift 3
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# fails SEED STEPS SKIP: a run that hangs is one that fails.
fails() { ! timeout 120 "${command[@]}" "$1" "$2" "$3" >"$dir/out" 2>&1 || ! grep -q ' 0 wrong$' "$dir/out"; }

# shrink SEED: fewer steps at the end, by halves; then each one out that is not needed.
shrink()
{
    local n=$steps skip= low=0 middle
    while [ $((n - low)) -gt 1 ]; do
        middle=$(((n + low) / 2))
        if fails "$1" $middle ''; then n=$middle; else low=$middle; fi
    done
    for ((i = n - 1; i >= 0; i--)); do
        if fails "$1" "$n" "$skip${skip:+,}$i"; then skip=$skip${skip:+,}$i; fi
    done
    fails "$1" "$n" "$skip"
    echo "the shortest that fails: ${command[*]} $1 $n '$skip'"
    cat "$dir/out"
}

command=("$@")
for ((seed = first; seed <= last; seed++)); do
    fails $seed "$steps" '' || continue
    echo "FAIL: seed $seed, $steps steps:"
    head -20 "$dir/out"
    shrink $seed
    failed=$((failed + 1))
done
echo "seeds $first to $last of $steps steps: $failed failed"
[ $failed -eq 0 ]
