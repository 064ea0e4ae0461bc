# Stages of record.sh: variants of ours beside the paper's best on the same work, each run on one board. Swept are the points that
# searches found among the fastest. One command a size: what takes longest is the reference, of each command anew.

# B and C as printed and at their best, several_steps; ours, with and without the zeros.
carpet_contest() { # RUN, REGEX of blocks of B and C, REGEX of ours, FLAG...
  local name=$1 best="block=$2/.*launch=overlap/order=alternate" ours=$3 processes=3 budget=0.2
  local rivals='[bc]_.*block=256/.*launch=wait/order=forward/(rings=1/)?sites_per_thread=1'
  rivals+="|b_.*$best/sites_per_thread=(4|16)|c_.*$best/rings=1/sites_per_thread=[12]"
  rivals+='|several_steps/.*launch=overlap/.*steps_per_pass=8'
  shift 3
  run "$name" --filter "^carpet/($rivals|$ours)\$" --axis occupancy=0.093,0.35,0.59 --axis launch=wait,overlap \
    --axis order=forward,alternate --axis zeros=computed,skipped "$@"
}

carpet_beyond() {
  carpet_contest carpet_beyond '(128|256|512)' 'ours.*block=(256|512)/launch=overlap.*' --axis steps=500 \
    --axis block=128,256,512 --axis rows=16,64 --axis tile_side=25 --axis steps_per_pass=8,12,16 --axis sites_per_thread=1,2,4
  carpet_contest carpet_beyond 256 'ours.*launch=overlap.*' --axis steps=1000,2000 --axis block=256 --axis tile_side=25 \
    --axis steps_per_pass=8,16 --axis sites_per_thread=1,2,16
}

carpet_beyond_of() { # RUN STEPS: where a case takes seconds
  carpet_contest "$1" 256 'ours.*block=512/launch=overlap/.*(=16/tile_side=(25|50)/.*skipped|=8/tile_side=(50|125)/.*computed)' \
    --axis "steps=$2" --axis block=256,512 --axis tile_side=25,50,125 --axis steps_per_pass=8,16 --axis sites_per_thread=1,2,16
}
carpet_beyond_long() { carpet_beyond_of carpet_beyond_long 3000; }
carpet_beyond_longest() { carpet_beyond_of carpet_beyond_longest 5000; }

ch_swap=(--axis flow=swap --axis launch=graph --axis block_x=32 --axis block_y=4)
cahn_hilliard_beyond() { # the paper's best here is kernel A: B, C and D are slower at every size
  local processes=3 budget=0.2
  run cahn_hilliard_beyond --filter '^cahn_hilliard/a_global/' --axis n=1024,2048,4096,8192
  run cahn_hilliard_beyond --filter '^cahn_hilliard/(a_global|ours)/' --axis n=1024,2048,4096,8192 "${ch_swap[@]}" \
    --axis cells_per_thread=1,8 --axis rows=32,64,128
  run cahn_hilliard_beyond --filter '^cahn_hilliard/resident/' --axis n=256,512,1024
}

cahn_hilliard_largest() {
  local processes=3 budget=0.2
  run cahn_hilliard_largest --filter '^cahn_hilliard/(a_global|ours)/' --axis n=16384 "${ch_swap[@]}" --axis cells_per_thread=8
}

cahn_hilliard_beyond_3d() {
  local processes=3 budget=0.2
  run cahn_hilliard_beyond_3d --filter '^cahn_hilliard/a_global/' --axis n=256,512 --axis dim=3
  run cahn_hilliard_beyond_3d --filter '^cahn_hilliard/(a_global|ours_3d)/' --axis n=256,512 --axis dim=3 "${ch_swap[@]}" \
    --axis cells_per_lane=2 --axis rows_of_threads=32 --axis planes=64,128
}

# Of a walk the first launches are of the eleven last steps from a random state, which are verified first: with eight steps a pass
# the third is the last pass.
carpet_beyond_counters() { # what ours move and keep busy
  local last=(--axis launch=stream --axis steps_per_pass=8) steps occupancy
  for occupancy in 0.093 0.35 0.59; do
    for steps in 500:25:256 3000:50:512; do
      IFS=: read -r steps side block <<<"$steps"
      count "ours_${steps}_$occupancy" compact_tiles 2 1 --filter '^carpet/ours/' --axis steps=$steps --axis occupancy=$occupancy \
        --axis zeros=computed --axis tile_side=$side --axis block=$block "${last[@]}"
    done
  done
  count several_steps several_steps 2 1 --filter '^carpet/several_steps/' --axis steps=3000 --axis occupancy=0.35 "${last[@]}"
}

cahn_hilliard_beyond_counters() {
  count ch_ours march_2d 2 1 --filter '^cahn_hilliard/ours/' --axis n=8192 --axis steps=8 --axis launch=stream
  count ch_ours_one_step march_2d 2 1 --filter '^cahn_hilliard/ours/' --axis n=8192 --axis steps=4 --axis steps_per_pass=1 --axis launch=stream
  count ch_resident resident_2d 0 1 --filter '^cahn_hilliard/resident/' --axis n=1024
  count ch_ours_3d march_3d 1 1 --filter '^cahn_hilliard/ours_3d/' --axis n=512 --axis dim=3 --axis steps=4 --axis launch=stream \
    --axis cells_per_lane=2 --axis rows_of_threads=32 --axis planes=128
}

# What others' programs take, beside the runs of ours, on the same board.
peers() { PYTHONPATH=$(dirname "$0")/.. python3 -m results.peers "$program" "$@"; }
carpet_peers() { peers "$out/carpet_beyond_long" 3000 || failed carpet_peers $?; }
cahn_hilliard_peers() { peers "$out/cahn_hilliard_beyond" 1024 4096 8192 || failed cahn_hilliard_peers $?; }

beyond_check() { # what ours add: memory and races
  local tool
  for tool in memcheck initcheck synccheck; do
    sanitize $tool ours --filter '^carpet/ours/' --axis steps=60 --axis occupancy=0.59 --axis tile_side=25 --axis zeros=computed,skipped
    sanitize $tool several_steps --filter '^carpet/several_steps/' --axis steps=60 --axis occupancy=0.59
    sanitize $tool marches --filter '^cahn_hilliard/(march|ours)/' --axis n=200
    sanitize $tool resident --filter '^cahn_hilliard/resident/' --axis steps=20 --axis n=60 --axis warps=6
    sanitize $tool march_3d --filter '^cahn_hilliard/ours_3d/' --axis n=40 --axis dim=3
  done
  sanitize racecheck compact_tiles --filter '^carpet/ours/' --axis steps=30 --axis occupancy=0.59 --axis tile_side=25 --axis zeros=computed,skipped
  sanitize racecheck several_steps --filter '^carpet/several_steps/' --axis steps=30
  sanitize racecheck march_2d --filter '^cahn_hilliard/ours/' --axis n=100 --axis steps=2
  sanitize racecheck resident --filter '^cahn_hilliard/resident/' --axis steps=20 --axis n=60 --axis warps=6
  sanitize racecheck march_3d --filter '^cahn_hilliard/ours_3d/' --axis n=24 --axis dim=3 --axis steps=2
}
