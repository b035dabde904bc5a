# measure.sh [RUNS [THREADS...]]: the SMP half of OMPC++'s paper on this computer: examples/ompc's LU and FFT as threads, with its three barriers.
# A row for each number of threads, up to that of processors: the least time of RUNS (100) runs, and the mean share of barriers in that run.
set -eu
here=$(cd "$(dirname "$0")" && pwd) runs=${1:-100}
[ $# -lt 2 ] && set -- "$runs" $(seq "$(nproc)")
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
# row KERNEL BARRIER THREADS OPTIONS...
row() {
    for _ in $(seq "$runs"); do
        "./$@" | awk 'NR == 1 { sub(/.*PEs: /, ""); all = $1 } $1 == "barriers" { print all, 100 * $(NF - 1) / all }'
    done | sort -n | awk -v of="$1\t$2${4+, no shared memory}\t$3" 'NR == 1 { printf "%s\t%s\t%.1f\n", of, $1, $2 }'
}
printf 'kernel\tbarrier\tthreads\tseconds\tbarriers_percent\n'
for kernel in lu fft; do
    # What a thread counts is its own.
    sed 's/^static double flops/static thread_local double flops/' "$here/../../../examples/ompc/$kernel.cpp" >$kernel.cpp
    c++ -O2 -std=c++17 -pthread -I "$here" $kernel.cpp -o $kernel
    row $kernel tree 1 -a private
    for barrier in central polarity tree; do
        for threads; do row $kernel $barrier "$threads"; done
    done
done
