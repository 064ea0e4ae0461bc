# Stages of record.sh: cases that several GPUs of one host share, beside the same on one; on a machine with four.

gpus=(--axis gpus=1,2,4)

several_gpus_apsp() { # all pairs of 200000 vertices, numbers of pairs summed over the GPUs; what takes longest is the reference
  local processes=3 budget=1
  run several_gpus_apsp --filter '^apsp/ours(_gpus)?/' --axis graph=watts --axis n=200000 --axis sources=all \
    --axis distances=histogram "${gpus[@]}"
}

several_gpus_fields() { # as many cells as 1024^3 has; what takes longest is to look at 8.6 GB of them, so by one process
  local processes=1 budget=0.5
  run several_gpus_fields --filter '^turning_bands/ours(_gpus)?/' --axis n=256 --axis fields=64 "${gpus[@]}"
}

several_gpus_slabs() { # one field, of which each GPU makes a slab
  local processes=3 budget=0.5
  run several_gpus_slabs --filter '^turning_bands/ours(_gpus)?/' --axis n=512 "${gpus[@]}"
}

several_gpus_lattices() { # so many that four GPUs are full
  local processes=3 budget=0.5
  run several_gpus_lattices --filter '^pcpd/ours(_gpus)?/' --axis lattices=14784 --axis time=500 "${gpus[@]}"
}

several_gpus_replications() {
  local processes=3 budget=0.5
  run several_gpus_replications --filter '^replications/chosen(_gpus)?/' --axis model=pi --axis replications=10000 "${gpus[@]}"
  run several_gpus_replications --filter '^replications/chosen(_gpus)?/' --axis model=mm1 --axis replications=800000 "${gpus[@]}"
}

several_gpus_quick() { # the quick profile on all boards of this host, and on the first: how much sooner it ends
  local device begin
  for device in all cuda:0; do
    begin=$EPOCHREALTIME
    "$program" run --profile quick --device "$device" --out "$out/quick_${device%:0}" 2>>"$out/progress.log" || failed quick $?
    awk -v begin="$begin" -v end="$EPOCHREALTIME" -v on="$device" 'BEGIN { printf "%.2f s quick on %s\n", end - begin, on }' |
      tee -a "$out/quick_times.txt"
  done
}

several_gpus_spread() { # what launches bound, beside what computes references: by five processes on all boards, then on each alone
  local flags=(--profile quick --processes 5) here
  here=$(dirname "$0")
  "$program" run "${flags[@]}" --device all --out "$out/spread" \
    --filter '^(apsp/k.*/graph=watts/.*/sources=64/|carpet/c_compact/.*/steps=3000/)' 2>>"$out/progress.log" || failed spread $?
  python3 "$here/boards.py" alone "$program" "$out/spread" "$out/spread_alone" "${flags[@]}" 2>>"$out/progress.log" ||
    failed spread_alone $?
  save "$out/spread.txt" python3 "$here/boards.py" table "$out/spread" "$out/spread_alone"/*
}

two_gpus=(--axis gpus=2)
tiny_graph=(--axis graph=barabasi_albert --axis n=100 --axis m=4)
tiny_fields=(--axis n=40 --axis lines=70)

several_gpus_races() {
  sanitize racecheck batch_per_block --filter '^apsp/.*_gpus/' "${tiny_graph[@]}" "${two_gpus[@]}"
  sanitize racecheck simulate --filter '^pcpd/.*_gpus/' --profile smoke --axis d=0.5 --axis lattices=4 "${two_gpus[@]}"
  sanitize racecheck run_in_block --filter '^replications/.*_gpus/.*=mm1/' --profile smoke "${two_gpus[@]}"
  sanitize racecheck project_tiles --filter '^turning_bands/.*_gpus/' "${tiny_fields[@]}" --axis fields=2 "${two_gpus[@]}"
}

several_gpus_memory() {
  local tool
  for tool in memcheck initcheck synccheck; do
    sanitize $tool several_gpus --filter '^(apsp|pcpd|replications)/.*_gpus/' --profile smoke "${two_gpus[@]}"
    sanitize $tool sums --filter '^apsp/.*_gpus/' "${tiny_graph[@]}" --axis distances=histogram "${two_gpus[@]}"
    sanitize $tool fields_and_slabs --filter '^turning_bands/.*_gpus/' "${tiny_fields[@]}" --axis fields=1,3 "${two_gpus[@]}"
  done
}
