# Stages of record.sh: replications of stochastic models.

replications_pi() { # Fig 5
  local budget=0.2 pi=(--axis model=pi)
  run replications_pi --filter '^replications/cpu_serial/' "${pi[@]}" --axis replications=1,2,3,4,5,6,8,10,15,20,30,40
  run replications_pi --filter '^replications/cpu_parallel/' "${pi[@]}" --axis replications=1,4,16,30,64,100,300
  run replications_pi --filter '^replications/(wlp|tlp)/' "${pi[@]}" --axis replications=1,2,4,5,6,8,10,20,30,40,64,65,100,200,300,500,528,529,700,1000
  run replications_pi --filter '^replications/in_block/' "${pi[@]}" --axis replications=1,10,30,64,65,100,200,500,700,1000,10000,100000
  run replications_pi --filter '^replications/wlp/' "${pi[@]}" --axis replications=10000
  run replications_pi --filter '^replications/tlp/' "${pi[@]}" --axis replications=10000,100000
}

all='^replications/(cpu_serial|cpu_parallel|wlp|tlp|in_block)/'
few=1,2,3,4,5,6,8,10,15,20,25,30,40,50,64,65,66,80,100,150,200,300,400,500,600,700,850,1000
many=2000,5000,10000,20000,50000,100000,200000

replications_mm1() { # Fig 6
  local budget=0.2 mm1=(--axis model=mm1)
  run replications_mm1 --filter "$all" "${mm1[@]}" --axis replications=$few
  run replications_mm1 --filter '^replications/(wlp|tlp|in_block|cpu_parallel)/' "${mm1[@]}" --axis replications=$many
  run replications_mm1 --filter '^replications/in_block/' "${mm1[@]}" --axis replications=1,10,30,100,200,500,1000,2000,5000,10000,20000,50000,100000,200000 \
    --axis block=32,64,256,512
}

replications_walk() { # Fig 7
  local budget=0.2 walk=(--axis model=walk)
  run replications_walk --filter "$all" "${walk[@]}" --axis replications=$few
  run replications_walk --filter "$all" "${walk[@]}" --axis replications=$many
  run replications_walk --filter '^replications/in_block/' "${walk[@]}" --axis replications=1,10,30,100,200,500,1000,2000,5000,10000,20000,50000,100000,200000 \
    --axis block=32,64,256
}

# Where a GPU of 132 multiprocessors may begin anew: its schedulers have one warp more each at multiples of 528, its blocks
# are all taken at 4224, its warps at 8448.
places=1,32,64,65,66,100,132,133,200,264,265,400,500,528,529,600,800,1000,1056,1057,1100,1300,1500,1584,1585,1700,1900,2112,2113,2300,2640,2641,2900,3168,3169,3500,3696,3697,4000,4224,4225,5000,6500,8000,8448,8449,10000,12672,12673,15000
steps_of() { # MODEL FLAG...
  local budget=0.1 model=$1
  shift
  run "replications_steps_$model" --filter '^replications/wlp/' --axis model="$model" "$@" --axis replications=$places
  run "replications_steps_$model" --filter '^replications/tlp/' --axis model="$model" "$@" \
    --axis replications=32,1024,2048,2049,2080,4224,8448,12000,16896,16897,20000,25000,30000,33792,33793,37000,42000,47000,50688,50689,55000,60000,67584,67585,75000,84480,84481,100000,118272,128000,135168,135169,160000,200000,270336,270337,320000,405504
}
replications_steps() {
  steps_of pi --axis draws=100000
  steps_of mm1
  steps_of walk
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

replications_counters() {
  local variant
  for variant in wlp tlp in_block; do
    count "replications_pi_$variant" run_ 0 1 --filter "^replications/$variant/" --axis model=pi --axis replications=64 --axis draws=1000000
    count "replications_mm1_$variant" run_ 0 1 --filter "^replications/$variant/" --axis model=mm1 --axis replications=64
    count "replications_walk_$variant" run_ 0 1 --filter "^replications/$variant/" --axis model=walk --axis replications=64
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
