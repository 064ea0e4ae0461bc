# Stages of record.sh: the Cahn-Hilliard equation.

gpu_ch='^cahn_hilliard/(a_global|b_shared|c_texture|d_texture_shared)/'

cahn_hilliard_evidence() { # all that the paper's figures need, on one board by one build
  cahn_hilliard
  cahn_hilliard_small
  cahn_hilliard_blocks
  cahn_hilliard_more
  cahn_hilliard_3d
}

# As printed, blocks of 16 x 16; without copies, by a graph, in blocks that searches found among the fastest.
ch_forms=(--axis flow=copy,swap --axis launch=stream,graph --axis texture=array,linear --axis block_x=16,32 --axis block_y=4,16 --axis cells_per_thread=1,8)
ch_printed='16/block_y=16/(border=threads/|cells_per_thread=1/)?flow=copy/launch=stream(/texture=.*)?$'
ch_fast='(a_.*=32/block_y=4/.*|[bd]_.*=32/block_y=16/|c_.*=32/block_y=4/).*flow=swap/launch=graph(/texture=linear)?$'

cahn_hilliard() { # Figs 6 and 7, cells a thread; sizes around 4096 that 12 divides, and not
  local processes=5 budget=0.25 one='^cahn_hilliard/'
  run cahn_hilliard --interleave --filter "$one([abcd]_.*block_x=$ch_printed|$ch_fast|cpu_.*n=(16|32|64|128|256|512|1024|2048|4096)/.*copy$)" \
    "${ch_forms[@]}" --axis n=16,32,64,128,256,512,1024,1536,2048,3072,4092,4096,4104
  run cahn_hilliard --interleave --filter "$one([abcd]_.*block_x=$ch_printed|a_.*=32/block_y=4/cells_per_thread=8/flow=swap/launch=graph$)" \
    "${ch_forms[@]}" --axis n=8192
  run cahn_hilliard --interleave --filter "${one}a_global/" --axis n=4096,8192 --axis flow=swap --axis cells_per_thread=all --axis block_x=32 \
    --axis block_y=4
}

cahn_hilliard_small() { # fields that a CPU has done before a kernel is launched, and its slope: its processes differ by more
  local processes=10 budget=0.5
  run cahn_hilliard_small --interleave --filter "$gpu_ch|^cahn_hilliard/cpu_" --axis n=16,32,64
  run cahn_hilliard_small --interleave --filter '^cahn_hilliard/cpu_serial/' --axis n=2048,4096
}

cahn_hilliard_blocks() { # shapes of blocks; of B also with branches in place of its border
  local processes=5 budget=0.25 branches='b_.*=(16/block_y=16|32/block_y=(1|8|16)|128/block_y=1)/border=branches'
  run cahn_hilliard_blocks --interleave --filter "^cahn_hilliard/([ac]_|[bd]_.*border=threads|$branches)" --axis n=1024,4096 \
    --axis block_x=8,16,32,128 --axis block_y=1,4,8,16 --axis border=threads,branches
}

cahn_hilliard_more() { # precisions, integrators, launches, the mean of a long run kept
  local processes=5 budget=0.25 one='^cahn_hilliard/a_global/'
  run cahn_hilliard_more --interleave --filter "$gpu_ch.*n=4096/|$one" --axis n=4096 --axis precision=float,double --axis integrator=rk2,euler
  run cahn_hilliard_more --interleave --filter "$one" --axis n=128,512,1024 --axis flow=swap --axis launch=stream,graph
  run cahn_hilliard_more --interleave --filter '^cahn_hilliard/(a_global|cpu_parallel)/' --axis n=4096 --axis flow=swap \
    --axis update=plain,conserving
}

cahn_hilliard_3d() { # of which the paper shows a field
  local processes=1 budget=0.3
  run cahn_hilliard_3d --filter '^cahn_hilliard/(a_global|c_texture)/' --axis n=64,128,256,512 --axis dim=3 --axis texture=linear \
    --axis flow=copy,swap --axis block_x=32 --axis block_y=4
  run cahn_hilliard_3d --filter '^cahn_hilliard/cpu_' --axis n=64,128,256 --axis dim=3
}

cahn_hilliard_integrators() { # how far Euler and single precision stray, up to the largest step: by retime-emulated, into results/emulation
  local run=$out/cahn_hilliard_integrators resume=() integrator precision dt steps
  for case in rk2:double:0.0005:{20000,200000} {rk2:double,euler:double,rk2:float}:0.01:{1000,10000} {rk2,euler}:double:0.025:4000; do
    IFS=: read -r integrator precision dt steps <<<"$case"
    "$program" verify --out "$run" "${resume[@]}" --save "$run/saved" --filter '^cahn_hilliard/cpu_serial/' --axis n=40 \
      --axis precision=$precision --axis dt=$dt --axis steps=$steps --axis integrator=$integrator 2>>"$out/progress.log" >/dev/null ||
      failed cahn_hilliard_integrators $?
    resume=(--resume)
  done
}

cahn_hilliard_pictures() { # coarsening, droplets, a cube
  local one='^cahn_hilliard/a_global/' long=(--axis update=conserving --axis flow=swap --axis launch=graph)
  "$program" verify --filter $one --axis n=512 --axis dt=0.02 --axis steps=50000 "${long[@]}" \
    --out "$out/ch_coarsening" --save "$out/ch_coarsening/saved" || failed ch_coarsening $?
  "$program" verify --filter $one --axis n=256 --axis mean=-0.5 --axis boundary=mirror --axis dt=0.025 \
    --axis steps=40000 "${long[@]}" --out "$out/ch_droplets" --save "$out/ch_droplets/saved" || failed ch_droplets $?
  "$program" verify --filter $one --axis n=64 --axis dim=3 --axis steps=6000 --axis flow=swap --out "$out/ch_cube" \
    --save "$out/ch_cube/saved" || failed ch_cube $?
}

cahn_hilliard_late() { # coarsening to t = 1e4: nearly all of it is the reference on the CPU, 1.9e12 cell steps
  "$program" verify --filter '^cahn_hilliard/a_global/' --axis n=2048 --axis dt=0.0225 --axis steps=444500 --axis integrator=euler \
    --axis update=conserving --axis flow=swap --axis launch=graph --out "$out/ch_coarsening_late" || failed ch_coarsening_late $?
}

cahn_hilliard_counters() {
  local kernel texture
  for kernel in a_global b_shared c_texture d_texture_shared; do
    texture=()
    [ $kernel = c_texture ] && texture=(--axis texture=linear)
    count "ch_$kernel" step_2d 4 2 --filter "^cahn_hilliard/$kernel/" --axis n=8192 --axis flow=swap --axis steps=4 "${texture[@]}"
  done
  count ch_a_global_cells8 step_2d 4 2 --filter '^cahn_hilliard/a_global/' --axis n=8192 --axis flow=swap \
    --axis steps=4 --axis cells_per_thread=8 --axis block_x=32 --axis block_y=4
}
