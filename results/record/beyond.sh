# Stages of record.sh: variants of ours beside the paper's best on the same work, each family in one call on one board. Swept are
# the points that searches found among the fastest. One command a size: what takes longest is the reference, of each command anew.

# B and C as printed and at their best, several_steps; ours, with and without the zeros.
carpet_fast='launch=(graph|overlap)'
carpet_rivals='[bc]_.*block=256/.*launch=stream/order=forward/(rings=1/)?sites_per_thread=1'
carpet_rivals+="|(b|c)_.*block=256/.*$carpet_fast/order=alternate/(sites_per_thread=16|rings=1/sites_per_thread=2)"
carpet_rivals+="|several_steps/.*$carpet_fast.*"
carpet_contest() { # REGEX of ours, FLAG...
  local ours=$1
  shift
  run carpet_beyond --filter "^carpet/($carpet_rivals|$ours)\$" --axis occupancy=0.093,0.35,0.59 \
    --axis launch=stream,graph,overlap --axis order=forward,alternate --axis sites_per_thread=1,2,16 "$@"
}

carpet_beyond() { # short walks by three processes, longer ones by one
  local processes=3 budget=0.3
  carpet_contest 'resident.*|ours.*launch=overlap.*zeros=computed' --axis steps=500 --axis warps=16 --axis block=256 \
    --axis tile_side=25 --axis steps_per_pass=8,16 --axis zeros=computed
  carpet_contest 'ours.*launch=overlap.*skipped' --axis steps=1000,2000 --axis tile_side=25,50 --axis steps_per_pass=8,16 --axis block=256
  processes=1
  carpet_contest 'ours.*(block=512/.*overlap.*=16/.*=(25|50)/.*skipped|block=512/.*overlap.*=8/.*=125/.*computed)' --axis steps=3000,5000 \
    --axis tile_side=25,50,125 --axis steps_per_pass=8,16 --axis zeros=computed,skipped --axis block=256,512
}

ch_swap=(--axis flow=swap --axis launch=graph --axis block_x=32 --axis block_y=4)
cahn_hilliard_beyond() { # the paper's best here is kernel A: B, C and D are slower at every size
  local processes=3 budget=0.3
  run cahn_hilliard_beyond --filter '^cahn_hilliard/a_global/' --axis n=1024,4096,8192
  run cahn_hilliard_beyond --filter '^cahn_hilliard/a_global/' --axis n=1024,4096,8192 "${ch_swap[@]}" --axis cells_per_thread=1,8
  run cahn_hilliard_beyond --filter '^cahn_hilliard/(march|ours)/' --axis n=1024,4096,8192 --axis rows=32,64,128
  run cahn_hilliard_beyond --filter '^cahn_hilliard/resident/' --axis n=256,512,1024
  run cahn_hilliard_beyond --filter '^cahn_hilliard/a_global/' --axis n=256,512 --axis dim=3 "${ch_swap[@]}"
  run cahn_hilliard_beyond --filter '^cahn_hilliard/ours_3d/' --axis n=256,512 --axis dim=3 --axis cells_per_lane=2 \
    --axis rows_of_threads=32 --axis planes=64,128
}

cahn_hilliard_largest() {
  local processes=1 budget=0.3
  run cahn_hilliard_beyond --filter '^cahn_hilliard/a_global/' --axis n=16384 "${ch_swap[@]}" --axis cells_per_thread=8
  run cahn_hilliard_beyond --filter '^cahn_hilliard/ours/' --axis n=16384
}

beyond_check() { # what ours add: memory and races
  local tool
  for tool in memcheck initcheck synccheck; do
    sanitize $tool ours --filter '^carpet/ours/' --axis steps=60 --axis occupancy=0.59 --axis tile_side=25 --axis zeros=computed,skipped
    sanitize $tool several_steps --filter '^carpet/several_steps/' --axis steps=60 --axis occupancy=0.59
    sanitize $tool marches --filter '^cahn_hilliard/(march|ours)/' --axis n=200
    sanitize $tool residents --filter '^(carpet|cahn_hilliard)/resident/' --axis steps=20 --axis n=60 --axis warps=6
    sanitize $tool march_3d --filter '^cahn_hilliard/ours_3d/' --axis n=40 --axis dim=3
  done
  sanitize racecheck compact_tiles --filter '^carpet/ours/' --axis steps=30 --axis occupancy=0.59 --axis tile_side=25 --axis zeros=computed,skipped
  sanitize racecheck several_steps --filter '^carpet/several_steps/' --axis steps=30
  sanitize racecheck march_2d --filter '^cahn_hilliard/ours/' --axis n=100 --axis steps=2
  sanitize racecheck resident --filter '^(carpet|cahn_hilliard)/resident/' --axis steps=20 --axis n=60 --axis warps=6
  sanitize racecheck march_3d --filter '^cahn_hilliard/ours_3d/' --axis n=24 --axis dim=3 --axis steps=2
}
