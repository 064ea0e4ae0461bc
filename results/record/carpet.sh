# Stages of record.sh: random walks on carpets.

# In one call what one figure or claim compares: it shares a reference, and rounds. A, B and C as printed, in the blocks that are
# fastest beyond the L2 cache (carpet_blocks_long), also without the host's wait; as recommended, named, so that no table is taken.
one_site='order=forward/.*=1$'
recommended='launch=graph/order=alternate/(sites_per_thread=16|rings=1/sites_per_thread=2)$'
forms=(--axis launch=wait,stream,graph --axis order=forward,alternate --axis sites_per_thread=1,2,16)
carpet_evidence() { # all that the paper's figures and table need, on one board by one build
  carpet
  carpet_long
  carpet_blocks
  carpet_blocks_long
}

walk() { # FLAG...: adds to the run carpet, all of whose cases have the same number of processes
  local processes=5 budget=0.25
  run carpet --interleave "$@"
}
walks() { # MORE FLAG...; MORE: a regular expression of other cases
  local printed="a_dense.*=512/launch=wait/$one_site|[bc]_.*block=(256|512)/.*launch=wait/$one_site"
  local cases="$printed|(a_dense|[bc]_).*block=256/.*$recommended|$1"
  shift
  walk --filter "^carpet/($cases)" "${forms[@]}" --axis block=256,512 --axis occupancy=0.093,0.35,0.59 "$@"
}
branchless="a_b.*=512/launch=wait/$one_site"

carpet() { # Table I, Figs 11 and 12
  local stream="launch=stream/$one_site" few='occupancy=0.093/'
  walks "$branchless|[ab]_.*=512/$stream|c_.*=256/.*$stream|cpu_.*/$few" --axis steps=250,500,1000 --axis threads=1,2,4,8,16
  walks "c_.*=256/.*$stream|cpu_serial/${few}steps=2000|cpu_t.*/$few(.*=16|steps=2000/)" --axis steps=2000,3000 --axis threads=4,8,16
}

carpet_long() { # as far as the paper goes, and what does not fit; of each process 14 s an occupancy are the reference on the CPU
  walks "$branchless" --axis steps=5000
  walk --filter '^carpet/(a_dense|b_diamond|c_compact)/' --axis steps=250000 --axis occupancy=0.093
}

carpet_walks() { # exponents: by retime-emulated, into results/emulation
  "$program" verify --out "$out/carpet_walks" --filter '^carpet/cpu_task_pool/' --axis steps=1000 \
    --axis occupancy=0.093,0.35,0.59 --axis start=random --axis seed=1..32:+1 2>>"$out/progress.log" >/dev/null || failed carpet_walks $?
}

carpet_pictures() { # Figs 1 to 3, where the walker is
  "$program" verify --filter '^carpet/c_compact/' --axis steps=180 --axis occupancy=0.093 --out "$out/carpet_pictures" \
    --save "$out/carpet_pictures/saved" || failed carpet_pictures $?
}

# Every block; by one process, so that what it says differs by more.
blocks() { # RUN FORMS FLAG...
  local name=$1 cases=$2 processes=1 budget=0.3
  shift 2
  run "$name" --filter "^carpet/[abc]_.*($cases)" "${forms[@]}" --axis occupancy=0.093,0.35,0.59 "$@"
}
carpet_blocks() { blocks carpet_blocks "launch=wait/$one_site|$recommended" --axis steps=1000 --axis block=all; }
carpet_blocks_long() { blocks carpet_blocks_long "launch=wait/$one_site" --axis steps=3000 --axis block=128,256,512,1024; }

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
