# Stages of record.sh: all-pairs shortest paths.

# Sources are a sample, of each instance another: all of them take 701 s on the ring and 10 to 50 s elsewhere, a run of N = 30000.
sampled() { # NAME FLAG...
  run "$@" --axis graph=watts_ring --axis sources=4
  run "$@" --axis graph=watts,barabasi_albert --axis sources=64
}

apsp() { # Figs 11 to 14 and 16, Table II, Listings 3 and 5
  local budget=0.3 processes=3
  sampled apsp --filter '^apsp/[kl]' --axis n=30000 --axis instance=0..2:+1
  sampled apsp --filter '^apsp/[kl]' --axis n=1000,5000,10000,15000,20000,25000
}

apsp_cpu() { # the same on the host, whose processes differ by half
  local budget=0.3 processes=7 all=1000,5000,10000,15000,20000,25000,30000 every=watts_ring,watts,barabasi_albert
  run apsp_cpu --filter '^apsp/cpu_bfs' --axis n=$all --axis graph=$every
  run apsp_cpu --filter '^apsp/cpu_floyd' --axis n=1000,2000 --axis graph=$every
  run apsp_cpu --filter '^apsp/cpu_floyd' --axis n=3000 --axis graph=watts_ring # a third for the slope
}

apsp_more() { # with latency hidden; ten instances
  local budget=0.3 processes=1
  sampled apsp_more --filter '^apsp/[kl]' --axis n=1000,5000,10000,15000,20000,25000,30000 --axis neighbours_at_once=8 --axis levels_ahead=2
  sampled apsp_more --filter '^apsp/k7' --axis n=1000,5000,10000 --axis instance=0..9:+1
}

apsp_all_sources() { # the paper's problem in full, where that takes seconds; Floyd as far as it goes, two minutes a case at 5000
  local budget=0.1 processes=1 both='^apsp/(k7|cpu_bfs)' all=(--axis sources=all) hidden=(--axis neighbours_at_once=8 --axis levels_ahead=2)
  run apsp_all_sources "${all[@]}" --filter "$both" --axis n=1000 --axis graph=watts_ring
  run apsp_all_sources "${all[@]}" --filter "$both" --axis n=1000,5000,10000,30000 --axis graph=watts,barabasi_albert
  run apsp_all_sources "${all[@]}" --filter '^apsp/k7' --axis n=1000,5000,10000,30000 --axis graph=watts,barabasi_albert "${hidden[@]}"
  run apsp_all_sources --filter '^apsp/cpu_floyd' --axis n=1000,2000,3000,5000 --axis graph=watts_ring,watts,barabasi_albert
}

apsp_blocks() { # Fig 15
  local budget=0.15 processes=3
  run apsp_blocks --filter '^apsp/k7' --axis graph=watts_ring --axis n=10000,30000 --axis block=all --axis sources=1
  run apsp_blocks --filter '^apsp/k7' --axis graph=watts,barabasi_albert --axis n=10000,30000 --axis block=all --axis sources=16
}

apsp_prefetched() { # how much of the frontier Listing 5 prefetches
  local budget=0.15 processes=3
  run apsp_prefetched --filter '^apsp/(k3|l5)_' --axis n=30000 --axis graph=watts,barabasi_albert --axis sources=64 --axis prefetched=all
}

apsp_counters() { # a whole search in the graph of the widest levels
  local kernel
  for kernel in k1_frontier_copy k2_global_counter k3_shared_counter k4_packed_arcs k5_sorted_degree k6_update_array \
    k7_thread_counter; do
    count "apsp_$kernel" $kernel 0 4 --filter "^apsp/$kernel/" --axis graph=barabasi_albert --axis m=50 --axis n=10000 \
      --axis sources=1
  done
}
