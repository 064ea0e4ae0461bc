# Stages of record.sh: replications of stochastic models.

replications_evidence() { # all that the paper's figures and table need, on one board by one build
  replications_pi
  replications_mm1
  replications_walk
  replications_steps
  replications_index
  replications_counters
}

# Processes take the cases of a call in turns.
replications_pi() { # Fig 5; of the host as few numbers as its crossover and its slope take, as a replication takes 57 ms
  local processes=10 budget=0.4 pi=(--interleave --axis model=pi)
  run replications_pi --filter '^replications/cpu_serial/' "${pi[@]}" --axis replications=1,4,5,6,40
  run replications_pi --filter '^replications/wlp/' "${pi[@]}" --axis replications=1,4,5,6,30,40,64,65,100
  run replications_pi --filter '^replications/cpu_parallel/' "${pi[@]}" --axis replications=40
  run replications_pi --filter '^replications/in_block/' "${pi[@]}" --axis replications=1,30,40,100,1000
}

few=1,2,3,4,5,6,8,10,20,30,40,64,65,100,200,500,700,1000
many=2000,5000,10000,20000,50000,100000,200000
numbers_of() { # MODEL BLOCKS: Figs 6 and 7, beyond them what the choice of a launch takes, and the blocks of `in_block` for that
  local budget=0.2 each=(--interleave --axis model="$1") in_block=1,10,30,100,200,500,1000,$many
  processes=5 run "replications_$1" --filter '^replications/cpu_serial/' "${each[@]}" --axis replications=1,2,3,4,5,6,8,10,20
  processes=5 run "replications_$1" --filter '^replications/cpu_serial/' "${each[@]}" --axis replications=30,40,64,100,200,500,1000
  processes=5 run "replications_$1" --filter '^replications/(wlp|tlp|in_block|cpu_parallel)/' "${each[@]}" --axis replications=$few
  processes=5 run "replications_$1" --filter '^replications/(tlp|in_block)/' "${each[@]}" --axis replications=$many
  processes=1 run "replications_blocks_$1" --filter '^replications/in_block/' --axis model="$1" --axis replications=$in_block --axis block="$2"
}
replications_mm1() { numbers_of mm1 256,512; } # Fig 6
replications_walk() { numbers_of walk 32,64; } # Fig 7

# Where a GPU of 132 multiprocessors may begin anew: its schedulers have one warp more each at multiples of 528, its blocks
# are all taken at 4224, its warps at 8448. Below the first step, and so below 30 replications, the board is idle in part.
steps_of() { # MODEL VARIANT NUMBERS FLAG...
  local processes=5 budget=0.2 model=$1 variant=$2 numbers=$3
  shift 3
  run "replications_steps_$model" --filter "^replications/$variant/" --interleave --axis model="$model" --axis replications="$numbers" "$@"
}
warps=1,30,64,65,132,133,264,265,400,528,529,800,1056,1057,1300,1584,1585,2112,2113,2640
replications_steps() {
  steps_of pi wlp $warps --axis draws=100000
  steps_of walk wlp $warps,2641,4224,4225,8448,8449
  steps_of walk tlp 32,1024,2048,2049,2080,4224,8448,12000,16896,16897,25000,33792,33793,42000,50688,50689,60000,67584,67585,84480,135168,135169,270336,270337
}

replications_index() { # what it costs to work out a warp's number
  local processes=5 budget=1
  run replications_index --filter '^replications/wlp/' --interleave --axis model=mm1,walk --axis replications=64,1000 --axis warp_index=all
}

replications_chosen() { # by the table that follows from the runs above: its records do not enter it
  local budget=0.2 some=1,10,30,100,300,1000,3000,10000
  run replications_chosen --filter '^replications/(wlp|tlp|in_block|chosen)/' --axis model=mm1,walk --axis replications=$some,30000,100000,200000
  run replications_chosen --filter '^replications/(tlp|in_block|chosen)/' --axis model=pi --axis replications=$some
}

replications_tuning() { # launch shapes of ours
  local budget=0.1 shapes=(--axis block=all --axis blocks_per_multiprocessor=all)
  run replications_tuning --filter '^replications/in_block/' --axis model=pi "${shapes[@]}" --axis generator=taus88,mwc64x
  run replications_tuning --filter '^replications/in_block/' --axis model=walk "${shapes[@]}"
  run replications_tuning --filter '^replications/in_block/' --axis model=mm1,walk --axis block=all --axis replications=30,1000,10000
  run replications_tuning --filter '^replications/wlp/' --axis model=mm1,walk --axis warps_per_block=all --axis replications=64,1000,10000
  run replications_tuning --filter '^replications/tlp/' --axis model=mm1,walk --axis block=all --axis replications=64,1000,100000
}

replications_generators() {
  local budget=0.2
  run replications_generators --filter '^replications/in_block/' --axis generator=taus88,philox,mwc64x --axis model=pi,mm1,walk --axis replications=30,1000
  run replications_generators --filter '^replications/(wlp|tlp)/' --axis generator=taus88,xorwow,philox,mwc64x --axis model=pi,mm1,walk --axis replications=30
  run replications_generators --filter '^replications/(wlp|tlp)/' --axis model=mm1,walk --axis generator=taus88,xorwow,philox,mwc64x \
    --axis replications=1000
}

replications_counters() { # Fig 8 and Table 1
  local variant
  for variant in wlp tlp in_block; do
    count "replications_walk_$variant" run_ 0 1 --filter "^replications/$variant/" --axis model=walk --axis replications=64
  done
}

replications_more_counters() {
  local variant
  for variant in wlp tlp in_block; do
    count "replications_pi_$variant" run_ 0 1 --filter "^replications/$variant/" --axis model=pi --axis replications=64 --axis draws=1000000
    count "replications_mm1_$variant" run_ 0 1 --filter "^replications/$variant/" --axis model=mm1 --axis replications=64
  done
  count replications_pi_in_block_mwc64x run_ 0 1 --filter '^replications/in_block/' --axis model=pi --axis replications=64 --axis draws=1000000 \
    --axis generator=mwc64x
}

replications_accesses() { # Table 1 without a GPU: by retime-emulated, into results/emulation
  run replications_accesses --filter '^replications/(wlp|tlp)/' --axis model=walk --axis replications=64
}

replications_sanitizers() {
  local small=(--profile smoke --filter '^replications/(wlp|tlp|in_block)/' --axis generator=taus88,philox,mwc64x) tool
  for tool in memcheck initcheck synccheck; do sanitize $tool replications "${small[@]}"; done
  sanitize racecheck run_in_block --profile smoke --filter '^replications/in_block/' --axis generator=taus88
}
