#!/usr/bin/env bash
# What the other GPUs of a host do to cases that the host bounds: `results/disturbed.sh PROGRAM OUT`, on four GPUs or more.
# On the first GPU the same cases again and again (OUT/alone, OUT/beside_*), on three others meanwhile
#   launches     cases that are launched step by step, and are verified
#   references   cases whose inputs and references take long
# each with all cores for what it computes, and with a fifth of them (*_on_few_cores).
set -euo pipefail
program=$1 out=$2
launched='^(carpet/c_comp.*=(180|2000)/.*stream.*rings=1|apsp/k(4|6|7)_.*watts/n=30000/p=8.3.*sources=64/|cahn_hilliard/a_global/n=(1024|2048)/.*_x=16/block_y=16/cells_per_thread=1/flow=copy|apsp/k1_.*watts_ring/n=30000/p=1e-10/)'
computed='^(cahn_hilliard/cpu_(serial/n=128|parallel/n=4096)|apsp/cpu_bfs_parallel/graph=watts_ring/n=10000|pcpd/cpu_multispin_parallel|replications/cpu_serial/clients=10000/model=mm1/replications=10/)'
long='^(carpet/cpu_serial|turning_bands/(streamed/line_length=2048|ours_irregular)|cahn_hilliard/c_texture/n=16384|carpet/a_dense/occupancy=0.35/steps=5000)'
scratch=$(mktemp -d)

again() { # WHAT GPU: without end
  while :; do
    case $1 in
      launches*) "$program" run --device "cuda:$2" --profile claims --filter "$launched" --processes 2 --budget 2 --out "$scratch/$RANDOM$RANDOM" ;;
      references*) "$program" verify --device "cuda:$2" --profile claims --filter "$long" --out "$scratch/$RANDOM$RANDOM" ;;
    esac || true
  done >/dev/null 2>&1
}
measure() { # NAME
  "$program" run --device cuda:0 --profile claims --filter "$launched|$computed" --processes 4 --budget 0.6 --out "$out/$1"
}

measure alone
set -m
for what in launches references launches_on_few_cores references_on_few_cores; do
  beside=()
  for gpu in 1 2 3; do
    if [[ $what == *few_cores ]]; then OMP_NUM_THREADS=$(($(nproc) / 5)) again $what $gpu & else again $what $gpu & fi
    beside+=($!)
  done
  sleep 3
  measure "beside_$what"
  for one in "${beside[@]}"; do kill -9 -- "-$one"; done
done
rm -rf "$scratch"
