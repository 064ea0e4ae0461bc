# Stages of record.sh: all-pairs shortest paths.

# Sources are a sample, of each instance another: all of them take 701 s on the ring and 10 to 50 s elsewhere, a run of N = 30000.
on_samples() { # OF_RING OF_OTHERS NAME FLAG...
  local ring=$1 others=$2
  shift 2
  run "$@" --axis graph=watts_ring --axis sources=$ring
  run "$@" --axis graph=watts,barabasi_albert --axis sources=$others
}
sampled() { on_samples 4 64 "$@"; } # NAME FLAG...
apsp_graphs=watts_ring,watts,barabasi_albert apsp_sizes=1000,5000,10000,15000,20000,25000,30000

apsp_evidence() { # all that the paper's figures and table need of a GPU, on one board by one build
  apsp
  apsp_large
  apsp_ring
  apsp_small
  apsp_blocks
  apsp_instances
  apsp_all_sources
  apsp_counters
}

# What a claim or a figure compares is in one run, and each process takes it in an order of its own.
apsp() { # Figs 10 to 14 and 16, Table II, Listings 3 and 5; six and a half minutes
  local budget=0.1 processes=5 at='/graph=[a-z_]*/n=' plain='/.*levels_ahead=0/neighbours_at_once=1' cases
  cases="^apsp/[kl][^/]*(${at}[0-9]*|/.*instance=[12]/n=30000)$plain(/prefetched=5|/races=0)?$"
  cases+="|^apsp/k[^/]*${at}[0-9]*/.*levels_ahead=2/neighbours_at_once=8(/races=0)?$" # tuned
  cases+="|^apsp/k[^/]*${at}[13]0000$plain/races=1$|^apsp/l5[^/]*${at}30000$plain/prefetched=[037]$"
  on_samples 2 32 apsp --interleave --filter "$cases" --axis n=$apsp_sizes --axis instance=0..2:+1 --axis races=0,1 \
    --axis neighbours_at_once=1,8 --axis levels_ahead=0,2 --axis prefetched=all
  run apsp --interleave --filter '^apsp/cpu_bfs' --axis n=$apsp_sizes --axis graph=$apsp_graphs
  run apsp --interleave --filter '^apsp/cpu_floyd' --axis n=1000 --axis graph=$apsp_graphs
  run apsp --interleave --filter '^apsp/cpu_floyd' --axis n=2000 --axis graph=watts_ring
}

each_kernel() { # NAME MORE FLAG...: as printed and tuned; MORE: whose other cases, as printed
  local name=$1 more=$2 plain='.*levels_ahead=0/neighbours_at_once=1' tuned='.*levels_ahead=2/neighbours_at_once=8'
  shift 2
  local forms=(--axis neighbours_at_once=1,8 --axis levels_ahead=0,2)
  run "$name" --interleave --filter "^apsp/(k.*/block=256/($plain|$tuned)|$more$plain)" "${forms[@]}" "$@"
}
apsp_large() { # Sect. 4.3, from kernel to kernel; the slope of graph (3), which lies near to the claim's limit
  local budget=1.5 processes=15 instances=(--axis instance=0..2:+1 --axis prefetched=0,5)
  each_kernel apsp_large l5 --axis n=30000 --axis graph=watts,barabasi_albert --axis sources=32 "${instances[@]}"
  run apsp_large --interleave --filter '^apsp/k' --axis n=${apsp_sizes%,*} --axis graph=barabasi_albert --axis sources=32
}
apsp_ring() { # of the ring every level is a launch: the host's pace, by which processes differ. Fig 15's rise at 352
  local budget=5 processes=48
  each_kernel apsp_ring k7 --axis n=30000 --axis graph=watts_ring --axis sources=1 --axis block=256,320,352
}

apsp_small() { # where processes differ by half: Floyd beside the kernels
  local budget=0.1 processes=10
  run apsp_small --interleave --filter '^apsp/(k7|cpu_floyd/)' --axis n=1000 --axis graph=$apsp_graphs
}

apsp_floyd() { # two hours of one core: on a machine without a GPU, by retime-emulated, into results/emulation
  local budget=0.1 processes=3 each=(--axis graph=watts_ring --axis n=1000,2000,3000,5000,10000,15000)
  run apsp_floyd --interleave --filter '^apsp/cpu_floyd/' "${each[@]}" --timeout 3h
}

apsp_instances() { # Figs 11 to 14: ten of them, whose spread is the error
  local budget=0.1 processes=1
  on_samples 2 32 apsp_instances --filter '^apsp/k7' --axis n=$apsp_sizes --axis instance=0..9:+1
}

apsp_all_sources() { # the paper's problem in full, where that takes seconds: the samples are to say the same
  local budget=0.1 processes=1 both='^apsp/(k7|cpu_bfs)'
  run apsp_all_sources --axis sources=all --filter "$both" --axis n=1000 --axis graph=$apsp_graphs
  run apsp_all_sources --axis sources=all --filter "$both" --axis n=5000 --axis graph=watts,barabasi_albert
}

apsp_blocks() { # Fig 15
  local budget=1 processes=10
  on_samples 1 8 apsp_blocks --interleave --filter '^apsp/k7' --axis n=10000,30000 --axis block=32..512:+32
}

apsp_counters() { # a whole search in the graph of the widest levels
  local kernel
  for kernel in k1_frontier_copy k2_global_counter k3_shared_counter k4_packed_arcs k5_sorted_degree k6_update_array \
    k7_thread_counter; do
    count "apsp_$kernel" $kernel 0 4 --filter "^apsp/$kernel/" --axis graph=barabasi_albert --axis m=50 --axis n=10000 \
      --axis sources=1
  done
}

# Variants of ours, all sources, beside the paper's best kernels, of a sample, on one board: 9e8 distances of each run are compared.
apsp_beyond() {
  local budget=0.1 processes=1 sizes=1000,5000,10000,20000,30000 all=(--axis sources=all)
  local ours='^apsp/(ours|source_per_block|batch_per_block|bit_parallel)/'
  sampled apsp_beyond --filter '^apsp/k7' --axis n=$sizes
  sampled apsp_beyond --filter '^apsp/k[367]' --axis n=$sizes --axis neighbours_at_once=8 --axis levels_ahead=2
  sampled apsp_beyond --filter '^apsp/device_loop' --axis n=$sizes
  run apsp_beyond --filter "$ours" --axis n=30000 --axis graph=$apsp_graphs "${all[@]}"
  run apsp_beyond --filter "$ours" --axis n=1000,5000,10000,20000 --axis graph=$apsp_graphs "${all[@]}"
  run apsp_beyond --filter '^apsp/ours' --axis n=15000,25000 --axis graph=$apsp_graphs "${all[@]}"
  run apsp_beyond --filter '^apsp/cpu_(bfs|bit)_parallel' --axis n=1000,10000,30000 --axis graph=$apsp_graphs "${all[@]}"
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
