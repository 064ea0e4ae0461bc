# Stages of record.sh: searches of the tuning axes.

search() { # NAME FLAG...: tunes into the folder NAME; a search that was killed goes on
  local name=$1 resume=() begin=$SECONDS
  shift
  [ -e "$out/$name/header.json" ] && resume=(--resume)
  save "$out/$name.txt" "$program" tune --out "$out/$name" "${resume[@]}" "$@"
  echo "$name: $((SECONDS - begin)) s, $(grep -c '^  winner' "$out/$name.txt" 2>/dev/null) tuned"
}

# Sizes at which a run takes less than 10 ms.
carpet_tuned=(--filter '^carpet/(a_dense|a_branchless|b_diamond|c_compact)/' --axis steps=125,250,500 --axis occupancy=0.093 \
  --axis order=alternate)
ch_tuned=(--filter "$gpu_ch" --axis n=256,512,1024 --axis flow=swap)
apsp_tuned=(--filter '^apsp/k' --axis graph=watts --axis n=2000,5000,10000 --axis sources=8)
apsp_blocks_tuned=(--axis block=32,64,128,256,512,1024)

tune_sweep() { # the whole spaces
  search tune_sweep_apsp --table "$out/best.json" --strategy exhaustive --evaluations 100% "${apsp_tuned[@]}" "${apsp_blocks_tuned[@]}"
  search tune_sweep_cahn_hilliard --table "$out/best.json" --strategy exhaustive --evaluations 100% "${ch_tuned[@]}"
  search tune_sweep_carpet --table "$out/best.json" --strategy exhaustive --evaluations 100% "${carpet_tuned[@]}"
}

tune_default() { # and what a search finds of them
  search tune_default_apsp --evaluations 30% "${apsp_tuned[@]}" "${apsp_blocks_tuned[@]}"
  search tune_default_cahn_hilliard --evaluations 30% "${ch_tuned[@]}"
  search tune_default_carpet --evaluations 30% "${carpet_tuned[@]}"
}

tune_check() { # the winners once more, by another process
  local budget=0.3
  run tune_check_apsp --tuned "$out/tune_default_apsp/best.json" "${apsp_tuned[@]}"
  run tune_check_cahn_hilliard --tuned "$out/tune_default_cahn_hilliard/best.json" "${ch_tuned[@]}"
  run tune_check_carpet --tuned "$out/tune_default_carpet/best.json" "${carpet_tuned[@]}"
}

tune_failures() { # every way in which a candidate can go wrong, on this GPU; needs retime-failing beside PROGRAM
  "$(dirname "$program")/retime-failing" tune --filter '^failing/ways' --strategy exhaustive --evaluations 100% \
    --timeout 5 --out "$out/tune_failures" >"$out/tune_failures.txt" 2>&1 || failed tune_failures $?
}

tune() { # examples/tuner_bench/tune_score.py reads what these write
  tune_sweep
  tune_default
  tune_check
}

search_on_boards() { # NAME FLAG...: the whole space on all boards of this host, then searches on one and on all
  local name=tune_boards_$1 seed
  shift
  search "$name-sweep" --device all --strategy exhaustive --evaluations 100% "$@"
  for seed in 1 2 3; do
    search "$name-one-$seed" --device cuda:0 --evaluations 100 --seed $seed "$@"
    search "$name-all-$seed" --device all --evaluations 100 --seed $seed "$@"
  done
}

tune_boards_walk() { search_on_boards c_compact --filter '^carpet/c_compact/' --axis steps=2000 --axis occupancy=0.093 --axis launch=graph; }
tune_boards_graph() { search_on_boards k6 --filter '^apsp/k6_' --axis graph=watts --axis n=5000 --axis sources=8; }
tune_boards() { # of what the GPU bounds, and of what launches do; examples/tuner_bench/tune_boards.py says what it gained
  tune_boards_walk
  tune_boards_graph
}
