# Stages of record.sh: random walks on carpets.

both_forms() { # NAME FLAG...: A, B, C as printed, and the recommended settings beside it: named, so that no table of the GPU is taken
  local name=$1 ours=(--axis launch=graph --axis order=alternate)
  shift
  run "$name" --filter '^carpet/[abc]_' "$@"
  run "$name" --filter '^carpet/[ab]_' "$@" --axis sites_per_thread=16 "${ours[@]}"
  run "$name" --filter '^carpet/c_' "$@" --axis sites_per_thread=2 "${ours[@]}"
}

carpet() { # Table I, Figs 11 and 12
  both_forms carpet --axis steps=250,500,1000,2000,3000,4000,5000 --axis occupancy=0.093,0.35,0.59
}

carpet_more() { # on the CPU, and as far as memory goes
  local all=0.093,0.35,0.59
  run carpet_more --filter '^carpet/cpu_' --axis steps=250,500,1000 --axis occupancy=$all
  run carpet_more --filter '^carpet/(a_dense|b_diamond|c_compact)/' --axis steps=250000 --axis occupancy=0.093 # what does not fit
  run carpet_more --filter '^carpet/cpu_task_pool/' --axis steps=2000,3000 --axis occupancy=$all
  run carpet_more --filter '^carpet/cpu_serial/' --axis steps=2000 --axis occupancy=0.093
  run carpet_more --filter '^carpet/c_compact/' --axis steps=9500 --axis occupancy=0.093
  run carpet_more --filter '^carpet/cpu_task_pool/' --axis steps=5000 --axis occupancy=0.093
}

carpet_pictures() { # Figs 1 to 3, where the walker is
  "$program" verify --filter '^carpet/c_compact/' --axis steps=180 --axis occupancy=0.093 --out "$out/carpet_pictures" \
    --save "$out/carpet_pictures/saved" || failed carpet_pictures $?
}

carpet_blocks() { # every block
  both_forms carpet_blocks --axis steps=3000 --axis occupancy=0.093,0.35,0.59 --axis block=all
}

carpet_counters() { # bytes that a step moves, late in a long walk: the arrays must not fit into the L2 cache
  local occupancy kernel sites walk
  for occupancy in 0.093 0.35 0.59; do
    for kernel in a_dense a_branchless b_diamond c_compact; do
      sites=16
      [ $kernel = c_compact ] && sites=2
      walk=(--filter "^carpet/$kernel/" --axis steps=3000 --axis occupancy=$occupancy)
      count "${kernel}_$occupancy" $kernel 2990 2 "${walk[@]}" --axis launch=stream --axis order=alternate --axis sites_per_thread=$sites
      count "${kernel}_printed_$occupancy" $kernel 2990 2 "${walk[@]}"
    done
  done
}
