# Stages of record.sh: the Cahn-Hilliard equation.

gpu_ch='^cahn_hilliard/(a_global|b_shared|c_texture|d_texture_shared)/'

cahn_hilliard_evidence() { # all that the paper's figures need, on one board by one build
  cahn_hilliard
  cahn_hilliard_more
  cahn_hilliard_blocks
}

cahn_hilliard() { # Figs 6 and 7, cells a thread; sizes that B's and D's interiors divide, and their neighbours
  local processes=5 budget=0.5
  run cahn_hilliard --filter "$gpu_ch" --axis n=16,32,64,128,256,512,1024,1536,2048,3072,4092,4096,4104,8192,16384 --axis flow=copy,swap \
    --interleave
  run cahn_hilliard --filter '^cahn_hilliard/cpu_' --axis n=16,32,64,128,256,512 --interleave
  run cahn_hilliard --filter '^cahn_hilliard/cpu_' --axis n=1024,2048,4096 --interleave
  run cahn_hilliard --filter '^cahn_hilliard/a_global/' --axis n=4096,8192 --axis flow=swap --axis cells_per_thread=all \
    --axis block_x=32 --axis block_y=4,8 --interleave
}

cahn_hilliard_more() { # integrators, precisions, three dimensions, launches
  local processes=5 budget=0.3
  run cahn_hilliard_more --filter "$gpu_ch" --axis n=4096 --axis flow=copy,swap --axis integrator=rk2,euler \
    --axis precision=float,double --interleave
  run cahn_hilliard_more --filter '^cahn_hilliard/(a_global|c_texture|cpu_parallel)/' --axis n=64,128,256,512 \
    --axis dim=3 --axis flow=copy,swap --axis block_x=32 --axis block_y=4,8 --interleave
  run cahn_hilliard_more --filter '^cahn_hilliard/cpu_serial/' --axis n=64,128,256 --axis dim=3 --interleave
  run cahn_hilliard_more --filter '^cahn_hilliard/a_global/' --axis n=128,512,1024 --axis flow=swap --axis launch=stream,graph --interleave
  run cahn_hilliard_more --filter '^cahn_hilliard/(a_global|cpu_parallel)/' --axis n=4096 --axis flow=swap \
    --axis update=plain,conserving --interleave
}

cahn_hilliard_blocks() { # every block shape
  local processes=5 budget=0.15
  run cahn_hilliard_blocks --filter "$gpu_ch" --axis n=1024,4096 --axis flow=copy --axis block_x=all --axis block_y=all --interleave
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
  local kernel
  for kernel in a_global b_shared c_texture d_texture_shared; do
    count "ch_$kernel" step_2d 4 2 --filter "^cahn_hilliard/$kernel/" --axis n=8192 --axis flow=swap --axis steps=4
  done
  count ch_a_global_cells8 step_2d 4 2 --filter '^cahn_hilliard/a_global/' --axis n=8192 --axis flow=swap \
    --axis steps=4 --axis cells_per_thread=8 --axis block_x=32 --axis block_y=4
}
