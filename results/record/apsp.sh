# Stages of record.sh: all-pairs shortest paths.

# Sources are a sample, of each instance another: all of them take 701 s on the ring and 10 to 50 s elsewhere, a run of N = 30000.
sampled() { # NAME FLAG...
  run "$@" --axis graph=watts_ring --axis sources=4
  run "$@" --axis graph=watts,barabasi_albert --axis sources=64
}

apsp_evidence() { # all that the paper's figures and table need, on one board by one build
  apsp
  apsp_floyd
  apsp_blocks
  apsp_prefetched
  apsp_all_sources
  apsp_counters
}

apsp() { # Figs 10 to 14, Table II, Listings 3 and 5: as printed, and with latency hidden
  local budget=0.3 processes=5 hidden=(--axis neighbours_at_once=8 --axis levels_ahead=2) graphs=watts_ring,watts,barabasi_albert
  sampled apsp --filter '^apsp/[kl]' --axis n=30000 --axis instance=0,1 --interleave
  sampled apsp --filter '^apsp/k7' --axis n=1000,5000,10000,15000,20000,25000 --interleave
  run apsp --filter '^apsp/cpu_(bfs|floyd/)' --axis n=1000,2000 --axis graph=$graphs --interleave
  sampled apsp --filter '^apsp/k[1-6]' --axis n=1000,5000,10000,20000 --interleave
  sampled apsp --filter '^apsp/k7' --axis n=1000,5000,10000,15000,20000,25000,30000 "${hidden[@]}" --interleave
  sampled apsp --filter '^apsp/k[1-6]' --axis n=30000 "${hidden[@]}" --interleave
  run apsp --filter '^apsp/cpu_bfs' --axis n=5000,10000,20000,30000 --axis graph=$graphs --interleave
  sampled apsp --filter '^apsp/k7' --axis n=1000,5000,10000 --axis instance=1..4:+1 --interleave
}

apsp_floyd() { # Fig 16: Floyd as far as it goes within minutes; a case at 5000 takes one
  local budget=0.3 processes=1
  run apsp_floyd --filter '^apsp/cpu_floyd/' --axis n=1000,2000,3000,5000 --axis graph=watts_ring
}

apsp_all_sources() { # the paper's problem in full, where that takes seconds
  local budget=0.1 processes=1
  run apsp_all_sources --axis sources=all --filter '^apsp/k7' --axis n=1000,5000,10000 --axis graph=watts,barabasi_albert
}

apsp_blocks() { # Fig 15
  local budget=0.15 processes=5
  run apsp_blocks --filter '^apsp/k7' --axis graph=watts_ring --axis n=10000,30000 --axis block=all --axis sources=1 --interleave
  run apsp_blocks --filter '^apsp/k7' --axis graph=watts,barabasi_albert --axis n=10000,30000 --axis block=all --axis sources=16 --interleave
}

apsp_prefetched() { # how much of the frontier Listing 5 prefetches
  local budget=0.15 processes=5
  run apsp_prefetched --filter '^apsp/(k3|l5)_' --axis n=30000 --axis graph=watts,barabasi_albert --axis sources=64 --axis prefetched=all --interleave
}

apsp_counters() { # a whole search in the graph of the widest levels
  local kernel
  for kernel in k1_frontier_copy k2_global_counter k3_shared_counter k4_packed_arcs k5_sorted_degree k6_update_array \
    k7_thread_counter; do
    count "apsp_$kernel" $kernel 0 4 --filter "^apsp/$kernel/" --axis graph=barabasi_albert --axis m=50 --axis n=10000 \
      --axis sources=1
  done
}

# Variants of ours, all sources, beside the paper's best kernels, of a sample, on one board. A case of 30000 takes a quarter of a
# minute: every run's 9e8 distances are compared.
apsp_beyond() {
  local budget=0.1 processes=1 graphs=watts_ring,watts,barabasi_albert sizes=1000,5000,10000,20000,30000 all=(--axis sources=all)
  local ours='^apsp/(ours|source_per_block|batch_per_block|bit_parallel)/'
  sampled apsp_beyond --filter '^apsp/k7' --axis n=$sizes
  sampled apsp_beyond --filter '^apsp/k[367]' --axis n=$sizes --axis neighbours_at_once=8 --axis levels_ahead=2
  sampled apsp_beyond --filter '^apsp/device_loop' --axis n=$sizes
  run apsp_beyond --filter "$ours" --axis n=30000 --axis graph=$graphs "${all[@]}"
  run apsp_beyond --filter "$ours" --axis n=1000,5000,10000,20000 --axis graph=$graphs "${all[@]}"
  run apsp_beyond --filter '^apsp/ours' --axis n=15000,25000 --axis graph=$graphs "${all[@]}"
  run apsp_beyond --filter '^apsp/cpu_(bfs|bit)_parallel' --axis n=1000,10000,30000 --axis graph=$graphs "${all[@]}"
}
apsp_cpu_all() { # the host's share of it at the largest size, where a board was lent for too short a time
  local budget=0.1 processes=1
  run apsp_cpu_all --filter '^apsp/cpu_(bfs|bit)_parallel' --axis n=30000 --axis graph=watts,barabasi_albert --axis sources=all
}
apsp_peers() { peers "$out/apsp_beyond" 1000 10000 30000 || failed apsp_peers $?; }

apsp_histograms() { # graphs whose matrix is not wanted; of a million vertices a sample
  local budget=0.1 processes=1 counted=(--axis distances=histogram)
  run apsp_histograms --filter '^apsp/(ours|bit_parallel)/' --axis n=200000 --axis graph=watts --axis sources=all "${counted[@]}"
  run apsp_histograms --filter '^apsp/ours/' --axis n=200000 --axis graph=barabasi_albert --axis m=8 --axis sources=all "${counted[@]}"
  run apsp_histograms --filter '^apsp/(ours|cpu_bit_parallel)/' --axis n=200000 --axis graph=watts --axis sources=8192 "${counted[@]}"
  run apsp_histograms --filter '^apsp/ours/' --axis n=1000000 --axis graph=erdos_renyi --axis sources=4096 "${counted[@]}"
}

apsp_beyond_counters() { # what ours keep busy
  local all=(--axis n=30000 --axis sources=8192 --axis distances=histogram)
  count apsp_batch_ring batch_per_block 0 1 --filter '^apsp/batch_per_block/' --axis graph=watts_ring "${all[@]}"
  count apsp_batch_watts batch_per_block 0 1 --filter '^apsp/batch_per_block/' --axis graph=watts "${all[@]}"
  count apsp_bits_watts bit_parallel 0 1 --filter '^apsp/bit_parallel/' --axis graph=watts "${all[@]}"
  count apsp_source source_per_block 0 1 --filter '^apsp/source_per_block/' --axis graph=barabasi_albert "${all[@]}" --axis lanes_per_vertex=32
}

apsp_beyond_check() { # memory and races
  local name tiny=(--axis graph=barabasi_albert --axis n=100 --axis m=4)
  for name in source_per_block batch_per_block bit_parallel device_loop; do
    sanitize memcheck $name --filter "^apsp/$name/" "${tiny[@]}"
    sanitize racecheck $name --filter "^apsp/$name/" "${tiny[@]}"
  done
}
