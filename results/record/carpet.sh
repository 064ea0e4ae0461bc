# Stages of record.sh: random walks on carpets.

# A, B, C as printed, and the recommended settings beside it: named, so that no table of the GPU is taken. In one call, for they
# share a reference. The paper leaves the block open: of two that are good at large s the faster counts.
printed='launch=wait/order=forward/(rings=1/)?sites_per_thread=1$'
recommended='launch=graph/order=alternate'
both_forms() { # NAME FLAG...
  local name=$1
  shift
  run "$name" --filter "^carpet/([abc]_.*$printed|[ab]_.*$recommended/sites_per_thread=16$|c_.*$recommended/rings=1/sites_per_thread=2$)" \
    --axis launch=wait,graph --axis order=forward,alternate --axis sites_per_thread=1,2,16 --interleave "$@"
}

carpet_evidence() { # all that the paper's figures and table need, on one board by one build
  carpet
  carpet_wait
  carpet_blocks
}

carpet() { # Table I, Figs 11 and 12
  local all=0.093,0.35,0.59 processes=5 budget=0.5
  both_forms carpet --axis steps=250,500,1000,2000,3000,5000 --axis occupancy=$all --axis block=256,512
  run carpet --filter '^carpet/cpu_' --axis steps=250,500 --axis occupancy=0.093 --interleave
  run carpet --filter '^carpet/cpu_' --axis steps=1000,2000 --axis occupancy=0.093 --interleave
  run carpet --filter '^carpet/cpu_task_pool/' --axis steps=3000,5000 --axis occupancy=0.093 --interleave
  run carpet --filter "^carpet/c_compact/.*($printed|$recommended/rings=1/sites_per_thread=2$)" --axis launch=graph,wait \
    --axis order=forward,alternate --axis sites_per_thread=1,2 --axis steps=9500 --axis occupancy=0.093 --axis block=256,512 --interleave
  run carpet --filter '^carpet/(a_dense|b_diamond|c_compact)/' --axis steps=250000 --axis occupancy=0.093 # what does not fit
}

carpet_wait() { # what the host's wait after every step costs
  local processes=5 budget=0.5
  run carpet_wait --filter '^carpet/[abc]_.*order=forward/(rings=1/)?sites_per_thread=1$' --axis launch=wait,stream --axis order=forward \
    --axis sites_per_thread=1 --axis steps=1000,3000 --axis occupancy=0.093,0.35,0.59 --axis block=512 --interleave
}

carpet_walks() { # exponents: by retime-emulated, into results/emulation
  "$program" verify --out "$out/carpet_walks" --filter '^carpet/cpu_task_pool/' --axis steps=1000 \
    --axis occupancy=0.093,0.35,0.59 --axis start=random --axis seed=1..32:+1 2>>"$out/progress.log" >/dev/null || failed carpet_walks $?
}

carpet_pictures() { # Figs 1 to 3, where the walker is
  "$program" verify --filter '^carpet/c_compact/' --axis steps=180 --axis occupancy=0.093 --out "$out/carpet_pictures" \
    --save "$out/carpet_pictures/saved" || failed carpet_pictures $?
}

carpet_blocks() { # every block, in the L2 cache and beyond it
  local processes=5 budget=0.3
  both_forms carpet_blocks --axis steps=1000 --axis occupancy=0.093,0.35,0.59 --axis block=all
  both_forms carpet_blocks --axis steps=3000 --axis occupancy=0.093 --axis block=all
}

# Bytes that a step moves, late in a long walk: the arrays must not fit into the L2 cache. The first launches of a case are the
# last steps of its walk, from a random state, since that is verified first.
carpet_counters_of() { # SUFFIX FLAG...
  local suffix=$1 occupancy kernel sites
  shift
  for occupancy in 0.093 0.35 0.59; do
    for kernel in a_dense a_branchless b_diamond c_compact; do
      sites=(--axis sites_per_thread=16)
      [ $kernel = c_compact ] && sites=(--axis sites_per_thread=2)
      [ $# = 0 ] && sites=()
      count "$kernel${suffix}_$occupancy" $kernel 4 2 --filter "^carpet/$kernel/" --axis steps=3000 --axis occupancy=$occupancy "${sites[@]}" "$@"
    done
  done
}
carpet_counters() { carpet_counters_of "" --axis launch=stream --axis order=alternate; }
carpet_counters_printed() { carpet_counters_of _printed; }
