# Stages of record.sh: all-pairs shortest paths.

apsp() { # Figs 11 to 16, Table II; where all sources would take hours, a sample of them
  local budget=0.15
  run apsp --filter '^apsp/k' --profile paper --axis graph=watts_ring --axis instance=0..2:+1 --axis sources=4
  run apsp --filter '^apsp/k' --profile paper --axis graph=watts,barabasi_albert --axis instance=0..2:+1 \
    --axis sources=64
  run apsp --filter '^apsp/cpu_bfs' --profile paper --axis instance=0
  run apsp --filter '^apsp/cpu_floyd' --profile paper --axis instance=0 --axis n=1000,2000
  run apsp --filter '^apsp/cpu_floyd' --profile paper --axis instance=0 --axis graph=watts_ring --axis n=3000 # a third for the slope
}

apsp_best() { # Table II once more, with latency hidden
  local budget=0.15
  run apsp_best --filter '^apsp/k' --profile paper --axis graph=watts_ring --axis instance=0 --axis sources=4 \
    --axis neighbours_at_once=8 --axis levels_ahead=2
  run apsp_best --filter '^apsp/k' --profile paper --axis graph=watts,barabasi_albert --axis instance=0 \
    --axis sources=64 --axis neighbours_at_once=8 --axis levels_ahead=2
  run apsp_best --filter '^apsp/k' --axis n=10000 --axis graph=watts,barabasi_albert --axis instance=0 --axis sources=64 \
    --axis neighbours_at_once=all --axis levels_ahead=all
}

apsp_blocks() { # Fig 15
  local budget=0.1
  run apsp_blocks --filter '^apsp/k7' --profile paper --axis graph=watts_ring --axis instance=0 --axis n=10000,30000 \
    --axis block=all --axis sources=4
  run apsp_blocks --filter '^apsp/k7' --profile paper --axis graph=watts,barabasi_albert --axis instance=0 \
    --axis n=10000,30000 --axis block=all --axis sources=64
}

apsp_listings() { # Listings 3 and 5, which stand in kernel 3; kernel 4 is the other answer to what Listing 5 is for
  local budget=0.15 listings='^apsp/(k[34]|l[35])_'
  run apsp_listings --filter "$listings" --profile paper --axis n=10000,30000 --axis graph=watts_ring --axis sources=4
  run apsp_listings --filter "$listings" --profile paper --axis n=10000,30000 --axis graph=watts,barabasi_albert --axis sources=64
  run apsp_listings --filter '^apsp/l5_' --profile paper --axis n=10000,30000 --axis graph=watts,barabasi_albert \
    --axis instance=0..2:+1 --axis sources=64 --axis prefetched=all
}

apsp_counters() { # a whole search in the graph of the widest levels
  local kernel
  for kernel in k1_frontier_copy k2_global_counter k3_shared_counter k4_packed_arcs k5_sorted_degree k6_update_array \
    k7_thread_counter; do
    count "apsp_$kernel" $kernel 0 4 --filter "^apsp/$kernel/" --axis graph=barabasi_albert --axis m=50 --axis n=10000 \
      --axis sources=1
  done
}
