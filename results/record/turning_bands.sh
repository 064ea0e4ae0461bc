# Stages of record.sh: Gaussian random fields by turning bands.

best_cells=(--axis block=128 --axis unroll=8)
turning_bands_evidence() { # all that the paper's times need, on one board by one build; answers are below
  turning_bands_kernels
  turning_bands_points
  turning_bands_sizes
  turning_bands_printed
}

# Processes take the cases of a call in turns: what one claim or figure compares stands in one call.
turning_bands_kernels() { # the projection alone: Fig 4; line against cell; and what a field takes besides
  local processes=5 budget=0.5 each=(--interleave --axis n=128)
  run turning_bands_kernels --filter '^turning_bands/cell_parallel/' "${each[@]}" --axis timed=projection --axis block=all --axis unroll=all \
    --axis blocking=all
  run turning_bands_kernels --filter '^turning_bands/(line_parallel|cell_parallel)/' "${each[@]}" --axis timed=projection --axis line_length=2600
  run turning_bands_kernels --filter '^turning_bands/cell_blocked/' "${each[@]}" --axis timed=field,projection "${best_cells[@]}"
}

turning_bands_points() { # Fig 5
  local processes=5 budget=0.5 each=(--interleave --axis n=128 --axis timed=projection --axis mesh=regular,jittered,random)
  run turning_bands_points --filter '^turning_bands/(irregular|ours_irregular)/' "${each[@]}" --axis unroll=1,8 --axis blocking=all
}

turning_bands_sizes() { # Fig 3, on the GPU and on the host, also where an FFT has a prime to transform
  local processes=5 budget=0.5
  run turning_bands_sizes --filter '^turning_bands/(cell_blocked|streamed|fft_3d|cpu_fft_3d|ours|ours_streamed)/' --interleave \
    --axis n=64,128,256,512 "${best_cells[@]}"
  run turning_bands_sizes --filter '^turning_bands/cell_parallel/' --interleave --axis n=64,128,256,512 --axis block=128 --axis unroll=1 --axis blocking=0
  run turning_bands_sizes --filter '^turning_bands/(cpu_)?fft_3d/' --interleave --axis n=101
}

turning_bands_printed() { # the two times that the paper prints, each compared with that alone
  local processes=1 budget=0.5 streamed='^turning_bands/(streamed|ours_streamed)/'
  run turning_bands_printed --filter "$streamed" --axis n=1024 --axis line_length=2048 "${best_cells[@]}"
  run turning_bands_printed --filter "$streamed" --axis n=256 --axis nx=10000 --axis line_length=20000 "${best_cells[@]}"
}

turning_bands_shapes() { # launch shapes of ours, orders of points and single precision
  local budget=0.2 each=(--axis n=128 --axis timed=projection)
  run turning_bands_shapes --filter '^turning_bands/ours/' "${each[@]}" --axis block_x=all --axis block_y=all \
    --axis cells_per_thread=all --axis precision=double,float
  run turning_bands_shapes --filter '^turning_bands/ours/' "${each[@]}" --axis lines_at_once=8,16
  run turning_bands_shapes --filter '^turning_bands/cell_(parallel|blocked)/' "${each[@]}" --axis unroll=1,8 --axis precision=float
  each+=(--axis mesh=regular,jittered,random)
  run turning_bands_shapes --filter '^turning_bands/irregular/' "${each[@]}" --axis order=morton --axis unroll=1,8 --axis blocking=all
  run turning_bands_shapes --filter '^turning_bands/ours_irregular/' "${each[@]}" --axis block=all --axis points_per_thread=all
  run turning_bands_shapes --filter '^turning_bands/(ours_irregular|irregular)/' "${each[@]}" --axis precision=float
}

turning_bands_together() { # fields that share their directions
  local budget=0.2
  run turning_bands_together --filter '^turning_bands/ours/' --axis n=128 --axis directions=shared --axis fields=1,2,4,8 \
    --axis fields_together=all --axis precision=float,double
}

turning_bands_sanitizers() {
  local small=(--profile smoke --filter '^turning_bands/.*block' --axis n=11 --axis lines=40) tool kernel
  for tool in memcheck initcheck synccheck; do sanitize $tool turning_bands "${small[@]}"; done
  for kernel in cell_blocked project_tiles project_point_tiles; do
    sanitize racecheck $kernel "${small[@]}" --axis precision=float
  done
}

turning_bands_beyond() { # a field that fits into memory, but no FFT of it
  local budget=0.2
  run turning_bands_beyond --filter '^turning_bands/(ours|fft_3d)/' --axis n=1920
  run turning_bands_beyond --filter '^turning_bands/ours_streamed/' --axis n=1920
}

turning_bands_lines() { # how many lines take as long as an FFT
  local budget=0.2
  run turning_bands_lines --filter '^turning_bands/(ours|fft_3d)/' --axis n=128,256,512 --axis lines=16,64,256,1024,4096
}

turning_bands_statistics() { # Figs 6, 7 and 8, and models that the paper does not have
  local by_ours=(--filter '^turning_bands/ours/' --axis n=128)
  local anywhere=(--filter '^turning_bands/ours_irregular/' --axis n=128 --axis mesh=random)
  answers turning_bands_statistics "${by_ours[@]}" --axis fields=100 --axis index=-1,-2,-3 --axis correction=none,compression
  answers turning_bands_statistics "${by_ours[@]}" --axis fields=100 --axis index=-1,-2,-2.5,-3 --axis correction=hold --axis resolution=4
  answers turning_bands_statistics "${by_ours[@]}" --axis fields=10
  answers turning_bands_statistics "${anywhere[@]}" --axis line_maker=covariance --axis fields=10 --axis resolution=8
  answers turning_bands_statistics "${anywhere[@]}" --axis line_maker=covariance --axis fields=100 --axis resolution=8 --axis a=10,20
  answers turning_bands_statistics "${by_ours[@]}" --axis line_maker=covariance --axis covariance=gaussian,exponential --axis a=10 \
    --axis fields=10 --axis resolution=4 --axis lines=10,30,100,300,1000,3000
  answers turning_bands_statistics "${by_ours[@]}" --axis line_maker=spectrum --axis spectrum=k6_exp,von_karman --axis a=10 \
    --axis fields=100 --axis resolution=4 --axis correction=hold
  answers turning_bands_statistics --filter '^turning_bands/ours/' --axis n=512 --axis nx=1 --axis line_maker=covariance --axis fields=100 --axis resolution=8
}

# Two stages without a GPU: by retime-emulated, into results/emulation.
on_the_host=(--filter '^turning_bands/cpu_cell_parallel/' --axis mesh=regular)

turning_bands_directions() { # Sect. 3: banding by the number of lines, Halton against random. The directions alone decide: of one row of cells
  local set
  for set in 1 2 3 4 5; do
    answers turning_bands_directions "${on_the_host[@]}" --axis n=1 --axis nx=128 --axis line_maker=covariance --axis resolution=4 \
      --axis lines=16,64,256,1024,4096 --axis sequence=halton,random
  done
}

turning_bands_resolutions() { # Sects 3 and 6: finer lines, the compression by the mesh and by the lines, an index below -3
  local fields=("${on_the_host[@]}" --axis fields=10)
  answers turning_bands_resolutions "${fields[@]}" --axis n=64 --axis line_maker=covariance --axis resolution=1,4,16
  answers turning_bands_resolutions "${fields[@]}" --axis n=64 --axis index=-1,-2,-3,-3.5 --axis resolution=1,16
  answers turning_bands_resolutions "${fields[@]}" --axis n=32,64,128 --axis index=-1,-2,-3 --axis correction=compression
  answers turning_bands_resolutions "${fields[@]}" --axis n=64 --axis index=-1,-2,-3 --axis correction=compression --axis resolution=4
  seed=119 answers turning_bands_coarse "${on_the_host[@]}" --axis fields=1000 --axis n=32 --axis index=-1,-2,-3 --axis correction=compression
}

turning_bands_pictures() { # Figs 9 and 10: planes
  local plane=(--filter '^turning_bands/ours/' --axis n=192 --axis nx=1 --axis resolution=4 --axis correction=hold
    --save "$out/turning_bands_pictures/saved")
  answers turning_bands_pictures "${plane[@]}" --axis index=-3.9,-2,-1
  answers turning_bands_pictures "${plane[@]}" --axis line_maker=spectrum --axis a=8
}

turning_bands_counters() {
  local some=(--axis n=256 --axis timed=projection)
  count turning_bands_cell_parallel cell_parallel 0 1 --filter '^turning_bands/cell_parallel/' "${some[@]}"
  count turning_bands_cell_blocked cell_blocked 0 1 --filter '^turning_bands/cell_blocked/' "${some[@]}" "${best_cells[@]}"
  count turning_bands_ours project_tiles 0 1 --filter '^turning_bands/ours/' "${some[@]}"
  count turning_bands_ours_float project_tiles 0 1 --filter '^turning_bands/ours/' "${some[@]}" --axis precision=float
  count turning_bands_irregular cell_parallel 0 1 --filter '^turning_bands/irregular/' --axis n=128 --axis mesh=random
  count turning_bands_ours_irregular project_point_tiles 0 1 --filter '^turning_bands/ours_irregular/' --axis n=128 --axis mesh=random
}
