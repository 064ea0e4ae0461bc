# Stages of record.sh: random walks on carpets.

carpet() { # Table I, Figs 11 and 12: the variants at their best and as printed
  local all=0.093,0.35,0.59
  run carpet --filter '^carpet/[abc]_' --axis steps=250,500,1000,2000,3000,4000,5000 --axis occupancy=$all
  run carpet --filter '^carpet/[abc]_' --axis steps=500,1000,2000,3000,5000 --axis occupancy=$all \
    --axis sites_per_thread=1 --axis launch=stream --axis order=forward
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
  run carpet_blocks --filter '^carpet/[abc]_' --axis steps=3000 --axis occupancy=0.093,0.35,0.59 --axis block=all
}

carpet_counters() { # bytes that a step moves, late in a long walk: the arrays must not fit into the L2 cache
  local occupancy kernel
  for occupancy in 0.093 0.35 0.59; do
    for kernel in a_dense a_branchless b_diamond c_compact; do
      count "${kernel}_$occupancy" $kernel 2990 2 --filter "^carpet/$kernel/" --axis steps=3000 \
        --axis occupancy=$occupancy --axis launch=stream
    done
  done
}
