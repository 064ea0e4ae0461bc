#!/usr/bin/env bash
# Records the runs that results/<gpu>/ holds: results/record.sh PROGRAM OUT_DIR STAGE...
# A stage is a function below. Each takes minutes; one that is killed leaves whole records behind. What fails is
# named, the rest goes on, and the exit status is 1 then.
set -uo pipefail
program=$1 out=$2
shift 2
mkdir -p "$out"
failures=0

failed() { # WHAT STATUS
  echo "$1: status $2"
  failures=$((failures + 1))
}

save() { # FILE COMMAND...: what it prints; no file where it prints nothing
  local file=$1
  shift
  "$@" >"$file.part" 2>>"$out/progress.log" || failed "$file" $?
  if [ -s "$file.part" ]; then mv "$file.part" "$file"; else rm "$file.part"; fi
}

run() { # NAME FLAG...: adds cases to the run NAME
  local name=$1 resume=()
  shift
  [ -e "$out/$name/header.json" ] && resume=(--resume)
  "$program" run --out "$out/$name" "${resume[@]}" --budget "${budget:-1}" "$@" 2>>"$out/progress.log" || failed "$name" $?
}

check() { # clocks, memory and races
  save "$out/device.json" "$program" device --json
  save "$out/device_check.txt" "$program" device --check
  local tool
  for tool in memcheck initcheck synccheck; do
    sanitize $tool smoke --profile smoke --filter '^carpet/[abc]_.*0.59|^cahn_hilliard/[abcd]_.*n=50|^apsp/k.*(ring|albert)/|^pcpd/.*d=0.75/.*block'
  done
}

races() { # racecheck looks at shared memory alone; without a filter on kernels it does not come back from loading all of them
  local kernel
  sanitize racecheck shared_step_2d --filter '^cahn_hilliard/[bd]_' --axis n=36 --axis steps=2
  sanitize racecheck simulate --filter '^pcpd/.*block' --profile smoke --axis d=0.5 --axis lattices=2
  for kernel in k3_shared_counter k4_packed_arcs k5_sorted_degree k6_update_array k7_thread_counter; do
    sanitize racecheck $kernel --filter "^apsp/$kernel/" --axis graph=ring --axis n=24 --axis neighbours_at_once=all
  done
}

sanitize() { # TOOL NAME FLAG...
  local tool=$1 name=$2 only=() status=0
  shift 2
  [ "$tool" = racecheck ] && only=(--kernel-name "kernel_substring=$name")
  timeout 100 compute-sanitizer --tool "$tool" --error-exitcode 9 "${only[@]}" "$program" verify "$@" --out "$out/scratch_sanitize" \
    >"$out/$tool.txt" 2>&1 || status=$?
  [ $status = 0 ] || failed "$tool, $name" $status
  echo "$tool, $name: status $status, $(grep -c ' correct' "$out/$tool.txt") cases, $(grep -h SUMMARY "$out/$tool.txt" | tail -1)" |
    tee -a "$out/sanitizer.txt"
  rm -rf "$out/scratch_sanitize" "$out/$tool.txt"
}

carpet() { # Table I, Figs 11 and 12: the variants at their best and as printed
  local all=0.093,0.35,0.59
  run carpet --filter '^carpet/[abc]_' --axis steps=250,500,1000,2000,3000,4000,5000 --axis occupancy=$all
  run carpet --filter '^carpet/[abc]_' --axis steps=500,1000,2000,3000,5000 --axis occupancy=$all \
    --axis sites_per_thread=1 --axis launch=stream --axis order=forward
}

carpet_more() { # on the CPU, and as far as memory goes
  local all=0.093,0.35,0.59
  run carpet_more --filter '^carpet/cpu_' --axis steps=250,500,1000 --axis occupancy=$all
  run carpet_more --filter '^carpet/(a_dense|b_diamond|c_compact)/' --axis steps=250000 --axis occupancy=0.093 # what does not fit
  run carpet_more --filter '^carpet/cpu_task_pool/' --axis steps=2000,3000 --axis occupancy=$all
  run carpet_more --filter '^carpet/cpu_serial/' --axis steps=2000 --axis occupancy=0.093
  run carpet_more --filter '^carpet/c_compact/' --axis steps=9500 --axis occupancy=0.093
  run carpet_more --filter '^carpet/cpu_task_pool/' --axis steps=5000 --axis occupancy=0.093
}

audit() { # twelve kernels' worth of equal code, and of code 2 % slower
  save "$out/audit.txt" "$program" audit --filter '^carpet/[abc]_' --axis steps=40 --axis occupancy=0.093,0.35,0.59 --sessions 10 --budget 0.25 \
    --inject 0 --inject 0.02 --json "$out/audit.json"
}

carpet_pictures() { # Figs 1 to 3, where the walker is
  "$program" verify --filter '^carpet/c_compact/' --axis steps=180 --axis occupancy=0.093 --out "$out/carpet_pictures" \
    --save "$out/carpet_pictures/saved" || failed carpet_pictures $?
}

carpet_blocks() { # every block
  run carpet_blocks --filter '^carpet/[abc]_' --axis steps=3000 --axis occupancy=0.093,0.35,0.59 --axis block=all
}

ncu_metrics=dram__bytes_read.sum,dram__bytes_write.sum,dram__throughput.avg.pct_of_peak_sustained_elapsed
ncu_metrics+=,lts__t_sectors.sum,lts__t_sector_hit_rate.pct,lts__throughput.avg.pct_of_peak_sustained_elapsed
ncu_metrics+=,l1tex__t_sector_hit_rate.pct,l1tex__throughput.avg.pct_of_peak_sustained_elapsed
ncu_metrics+=,smsp__inst_executed.sum,smsp__thread_inst_executed_per_inst_executed.ratio
ncu_metrics+=,smsp__issue_active.avg.pct_of_peak_sustained_active
ncu_metrics+=,sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active
ncu_metrics+=,sm__warps_active.avg.pct_of_peak_sustained_active,gpu__time_duration.sum
for reason in long_scoreboard short_scoreboard lg_throttle mio_throttle tex_throttle math_pipe_throttle barrier wait; do
  ncu_metrics+=,smsp__average_warps_issue_stalled_${reason}_per_issue_active.ratio
done

count() { # NAME KERNEL SKIP LAUNCHES FLAG...: hardware counters of some launches of one case, beside its record
  local run=$out/ncu_$1 kernel=$2 skip=$3 launches=$4
  shift 4
  rm -rf "$run"
  timeout 100 ncu --clock-control none --csv -k "regex:$kernel" --launch-skip "$skip" --launch-count "$launches" \
    --metrics "$ncu_metrics" "$program" verify "$@" --out "$run" 2>>"$out/progress.log" | grep '^"' >"$run.csv"
  if [ -s "$run.csv" ] && [ -d "$run" ]; then mv "$run.csv" "$run/counters.csv"; else
    failed "$run: no counters" 1
    rm -rf "$run" "$run.csv"
  fi
}

carpet_counters() { # bytes that a step moves, late in a long walk: the arrays must not fit into the L2 cache
  local occupancy kernel
  for occupancy in 0.093 0.35 0.59; do
    for kernel in a_dense a_branchless b_diamond c_compact; do
      count "${kernel}_$occupancy" $kernel 2990 2 --filter "^carpet/$kernel/" --axis steps=3000 \
        --axis occupancy=$occupancy --axis launch=stream
    done
  done
}

gpu_ch='^cahn_hilliard/(a_global|b_shared|c_texture|d_texture_shared)/'

cahn_hilliard() { # Figs 6 and 7, cells a thread
  run cahn_hilliard --filter "$gpu_ch" --profile paper --axis flow=copy,swap
  run cahn_hilliard --filter '^cahn_hilliard/cpu_' --axis n=128,256,512,1024,2048,4096 --axis flow=copy
  run cahn_hilliard --filter '^cahn_hilliard/a_global/' --axis n=8192 --axis flow=swap --axis cells_per_thread=all \
    --axis block_x=32,64,128 --axis block_y=1,2,4,8
}

cahn_hilliard_more() { # integrators, precisions, three dimensions, launches
  run cahn_hilliard_more --filter "$gpu_ch" --axis n=4096 --axis flow=copy,swap --axis integrator=rk2,euler \
    --axis precision=float,double
  run cahn_hilliard_more --filter '^cahn_hilliard/(a_global|c_texture|cpu_parallel|cpu_serial)/' --axis n=64,128,256,512 \
    --axis dim=3 --axis flow=swap --axis block_x=32 --axis block_y=4,8
  run cahn_hilliard_more --filter '^cahn_hilliard/a_global/' --axis n=128,512,1024 --axis flow=swap --axis launch=stream,graph
}

cahn_hilliard_blocks() { # every block shape
  run cahn_hilliard_blocks --filter "$gpu_ch" --axis n=1024,4096 --axis flow=swap --axis block_x=all --axis block_y=all
}

cahn_hilliard_pictures() { # coarsening, droplets, a cube
  local one='^cahn_hilliard/a_global/'
  "$program" verify --filter $one --axis n=512 --axis dt=0.02 --axis steps=50000 --axis flow=swap \
    --out "$out/ch_coarsening" --save "$out/ch_coarsening/saved" || failed ch_coarsening $?
  "$program" verify --filter $one --axis n=256 --axis mean=-0.5 --axis boundary=mirror --axis dt=0.025 \
    --axis steps=40000 --axis flow=swap --out "$out/ch_droplets" --save "$out/ch_droplets/saved" || failed ch_droplets $?
  "$program" verify --filter $one --axis n=96 --axis dim=3 --axis steps=6000 --axis flow=swap --out "$out/ch_cube" \
    --save "$out/ch_cube/saved" || failed ch_cube $?
}

cahn_hilliard_counters() {
  local kernel
  for kernel in a_global b_shared c_texture d_texture_shared; do
    count "ch_$kernel" step_2d 4 2 --filter "^cahn_hilliard/$kernel/" --axis n=8192 --axis flow=swap --axis steps=4
  done
  count ch_a_global_cells8 step_2d 4 2 --filter '^cahn_hilliard/a_global/' --axis n=8192 --axis flow=swap \
    --axis steps=4 --axis cells_per_thread=8 --axis block_x=32 --axis block_y=4
}

apsp() { # Figs 11 to 16, Table II; where all sources would take hours, a sample of them
  local budget=0.15
  run apsp --filter '^apsp/k' --profile paper --axis graph=watts_ring --axis instance=0..2:+1 --axis sources=4
  run apsp --filter '^apsp/k' --profile paper --axis graph=watts,barabasi_albert --axis instance=0..2:+1 \
    --axis sources=64
  run apsp --filter '^apsp/cpu_bfs' --profile paper --axis instance=0
  run apsp --filter '^apsp/cpu_floyd' --profile paper --axis instance=0 --axis n=1000,2000
  run apsp --filter '^apsp/cpu_floyd' --profile paper --axis instance=0 --axis graph=watts_ring --axis n=3000 # a third for the slope
}

apsp_best() { # Table II once more, with latency hidden
  local budget=0.15
  run apsp_best --filter '^apsp/k' --profile paper --axis graph=watts_ring --axis instance=0 --axis sources=4 \
    --axis neighbours_at_once=8 --axis levels_ahead=2
  run apsp_best --filter '^apsp/k' --profile paper --axis graph=watts,barabasi_albert --axis instance=0 \
    --axis sources=64 --axis neighbours_at_once=8 --axis levels_ahead=2
  run apsp_best --filter '^apsp/k' --axis n=10000 --axis graph=watts,barabasi_albert --axis instance=0 --axis sources=64 \
    --axis neighbours_at_once=all --axis levels_ahead=all
}

apsp_blocks() { # Fig 15
  local budget=0.1
  run apsp_blocks --filter '^apsp/k7' --profile paper --axis graph=watts_ring --axis instance=0 --axis n=10000,30000 \
    --axis block=all --axis sources=4
  run apsp_blocks --filter '^apsp/k7' --profile paper --axis graph=watts,barabasi_albert --axis instance=0 \
    --axis n=10000,30000 --axis block=all --axis sources=64
}

apsp_counters() { # a whole search in the graph of the widest levels
  local kernel
  for kernel in k1_frontier_copy k2_global_counter k3_shared_counter k4_packed_arcs k5_sorted_degree k6_update_array \
    k7_thread_counter; do
    count "apsp_$kernel" $kernel 0 4 --filter "^apsp/$kernel/" --axis graph=barabasi_albert --axis m=50 --axis n=10000 \
      --axis sources=1
  done
}

pcpd_rates() { # Fig 4 and Sect. 5.2: moves per second
  local budget=0.3
  run pcpd_rates --filter '^pcpd/multispin/' --axis time=200 --axis lattices=33,66,132,264,528,924,1320,1848,2640,3696 --axis block=all
  run pcpd_rates --filter '^pcpd/ours/' --axis time=200 --axis lattices=132,264,528,924,1848,3696 --axis block=64,128,256 \
    --axis words_per_thread=all
  run pcpd_rates --filter '^pcpd/(multispin_well512|shared_lattice|digit_bits|lazy_bits|own_sites)/' --axis time=200 \
    --axis block=all
  run pcpd_rates --filter '^pcpd/(several_words|counter_generator)/' --axis time=200 --axis block=32,64,128 --axis words_per_thread=all
  run pcpd_rates --filter '^pcpd/multispin/' --axis time=200 --axis generator=philox,mwc64x --axis block=64,128,256
  run pcpd_rates --filter '^pcpd/cpu_multispin' --axis time=100 --axis lattices=64 --axis block=all
  run pcpd_rates --filter '^pcpd/cpu_scalar/' --axis time=100 --axis lattices=4
}

pcpd_in_flight() { # fewer lattices together, which a cache holds
  local budget=0.3
  run pcpd_in_flight --filter '^pcpd/multispin/' --axis time=200 --axis lattices=3696 --axis block=128 --axis lattices_in_flight=all
  run pcpd_in_flight --filter '^pcpd/ours/' --axis time=200 --axis lattices=3696 --axis block=64 --axis words_per_thread=4 \
    --axis lattices_in_flight=all
}

answers() { # NAME FLAG...: as run, but not timed. Each call with a seed of its own: what is compared must not fluctuate together
  local name=$1 resume=()
  shift
  [ -e "$out/$name/header.json" ] && resume=(--resume)
  seed=$((${seed:-100} + 1))
  "$program" verify --out "$out/$name" "${resume[@]}" --axis seed=$seed "$@" 2>>"$out/progress.log" >/dev/null || failed "$name" $?
}

pcpd_models() { # Fig 1, the four models
  local each=(--filter '^pcpd/ours/' --axis block=128 --axis words_per_thread=2 --axis lattices=924) model p
  for p in 0.13 0.145 0.152473 0.16 0.18; do
    answers pcpd_models "${each[@]}" --axis time=32768 --axis p=$p
  done
  while read -r model p; do
    answers pcpd_models "${each[@]}" --axis time=16384 --axis model=$model --axis p=$p
  done < <(printf 'dp %s\n' 0.1 0.2 0.3 0.33 0.36 0.4 && printf 'tcpd %s\n' 0.03 0.06 0.07 0.08 0.1 0.2 && printf 'qcpd %s\n' 0.03 0.05 0.06 0.07 0.1 0.2)
  answers pcpd_space_time --filter '^pcpd/ours/' --axis time=512 --axis length=65536 --axis lattices=2 --axis block=32 \
    --axis words_per_thread=1 --save "$out/pcpd_space_time/saved"
  find "$out/pcpd_space_time" -name lattices.npy -delete
}

pcpd_class() { # without diffusion: directed percolation, whose exponent is known; by S_w
  local each=(--axis lattices=924 --axis d=0 --axis time=131072) block p
  for block in 32 128 512; do
    answers pcpd_class --filter '^pcpd/multispin/' "${each[@]}" --axis p=0.07709 --axis block=$block
  done
  answers pcpd_class --filter '^pcpd/multispin/' "${each[@]}" --axis model=dp --axis p=0.2326738 --axis block=32
  answers pcpd_class --filter '^pcpd/ours/' "${each[@]}" --axis p=0.07709 --axis block=32 --axis words_per_thread=1
  each=(--filter '^pcpd/ours/' --axis block=128 --axis words_per_thread=2 --axis lattices=924 --axis d=0 --axis time=262144)
  answers pcpd_class_at_256 "${each[@]}" --axis model=dp --axis p=0.2326738
  for p in 0.077085 0.07709 0.077095; do
    answers pcpd_class_at_256 "${each[@]}" --axis p=$p
  done
}

groups() { # BLOCK WORDS: what S_w does near p_c. A folder each, so that several GPUs can share the work
  local items=$(($1 * $2))
  seed=$((1000 + items)) answers pcpd_groups_$items --filter '^pcpd/ours/' --axis p=0.15247 --axis time=1048576 \
    --axis lattices=1584 --axis block="$1" --axis words_per_thread="$2"
}
pcpd_groups_32() { groups 32 1; }
pcpd_groups_64() { groups 64 1; }
pcpd_groups_128() { groups 64 2; }
pcpd_groups_256() { groups 128 2; }
pcpd_groups_512() { groups 128 4; }

pcpd_bias() { # S_w and AND words
  local block words
  for block in 32 64 128 256 512; do
    for words in 0 1 2; do
      answers pcpd_bias --filter '^pcpd/multispin/' --axis time=4096 --axis lattices=3696 --axis decorrelation=$words --axis block=$block
    done
    answers pcpd_bias --filter '^pcpd/own_sites/' --axis time=512 --axis lattices=3696 --axis block=$block
    answers pcpd_bias --filter '^pcpd/ours/' --axis time=4096 --axis lattices=3696 --axis block=$block --axis words_per_thread=1
  done
}

critical() { # SEED NAME D P...: runs near p_c, four minutes each. S_w = 128: more decay too fast where d is small
  local seed=$1 name=$2 d=$3 p
  shift 3
  for p in "$@"; do
    answers "$name" --filter '^pcpd/ours/' --axis d=$d --axis p=$p --axis time=4194304 --axis lattices=1584 --axis block=64 \
      --axis words_per_thread=2
  done
}
# Figs 5 and 6, then farther from p_c, for how the exponent depends on p; d = 0.5, which the paper has elsewhere.
pcpd_critical_025_low() { critical 500 pcpd_critical_025_low 0.25 0.12514 0.125142; }
pcpd_critical_025_high() { critical 520 pcpd_critical_025_high 0.25 0.125145 0.125155; }
pcpd_critical_075_low() { critical 600 pcpd_critical_075_low 0.75 0.19178 0.191785; }
pcpd_critical_075_high() { critical 620 pcpd_critical_075_high 0.75 0.19179 0.191795; }
pcpd_critical_025_wide() { critical 540 pcpd_critical_025_wide 0.25 0.12512 0.12517; }
pcpd_critical_075_wide() { critical 640 pcpd_critical_075_wide 0.75 0.19175 0.19183; }
pcpd_critical_05_low() { critical 700 pcpd_critical_05_low 0.5 0.15245 0.15247; }
pcpd_critical_05_high() { critical 720 pcpd_critical_05_high 0.5 0.15249 0.15251; }

pcpd_counters() {
  local some=(--axis lattices=1848 --axis time=50)
  count pcpd_multispin simulate 0 1 --filter '^pcpd/multispin/' "${some[@]}" --axis block=256
  count pcpd_shared_lattice simulate 0 1 --filter '^pcpd/shared_lattice/' "${some[@]}" --axis block=256
  count pcpd_several_words simulate 0 1 --filter '^pcpd/several_words/' "${some[@]}" --axis block=64 --axis words_per_thread=4
  count pcpd_own_sites simulate 0 1 --filter '^pcpd/own_sites/' "${some[@]}" --axis block=512
  count pcpd_ours simulate 0 1 --filter '^pcpd/ours/' "${some[@]}" --axis block=64 --axis words_per_thread=4
}

turning_bands_kernels() { # Fig 4, and the comparison of parallelizations: the projection alone
  local budget=0.2 each=(--axis n=128 --axis timed=projection)
  run turning_bands_kernels --filter '^turning_bands/cell_parallel/' "${each[@]}" --axis block=all --axis unroll=all --axis blocking=all
  run turning_bands_kernels --filter '^turning_bands/cell_blocked/' "${each[@]}" --axis unroll=all
  run turning_bands_kernels --filter '^turning_bands/ours/' "${each[@]}" --axis block_x=all --axis block_y=all \
    --axis cells_per_thread=all --axis precision=double,float
  run turning_bands_kernels --filter '^turning_bands/ours/' "${each[@]}" --axis lines_at_once=8,16
  run turning_bands_kernels --filter '^turning_bands/cell_(parallel|blocked)/' "${each[@]}" --axis unroll=1,8 --axis precision=float
  run turning_bands_kernels --filter '^turning_bands/(line_parallel|cell_parallel|cell_blocked|ours)/' "${each[@]}" --axis line_length=2600
  run turning_bands_kernels --filter '^turning_bands/cpu_cell_parallel/' "${each[@]}"
}

turning_bands_points() { # Fig 5
  local budget=0.2 each=(--axis n=128 --axis timed=projection --axis mesh=regular,jittered,random)
  run turning_bands_points --filter '^turning_bands/irregular/' "${each[@]}" --axis order=all --axis unroll=1,8 --axis blocking=all
  run turning_bands_points --filter '^turning_bands/ours_irregular/' "${each[@]}" --axis block=all --axis points_per_thread=all
  run turning_bands_points --filter '^turning_bands/(ours_irregular|irregular)/' "${each[@]}" --axis precision=float
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

best_cells=(--axis block=256 --axis unroll=8)
turning_bands_sizes() { # Fig 3, also where an FFT has a prime to transform; and fewer and more lines
  local budget=0.2
  run turning_bands_sizes --filter '^turning_bands/(ours|ours_streamed|fft_3d)/' --axis n=64,96,101,128,192,256,257,384,509,512,768
  run turning_bands_sizes --filter '^turning_bands/(cell_blocked|streamed)/' --axis n=64,128,256,512,768 "${best_cells[@]}"
}

turning_bands_lines() { # how many lines take as long as an FFT
  local budget=0.2
  run turning_bands_lines --filter '^turning_bands/(ours|fft_3d)/' --axis n=128,256,512 --axis lines=16,64,256,1024,4096
}

turning_bands_cpu() { # on the host
  local budget=0.2
  run turning_bands_cpu --filter '^turning_bands/cpu_fft_3d/' --axis n=64,101,128,256,257,512
  run turning_bands_cpu --filter '^turning_bands/cpu_cell_parallel/' --axis n=128 --axis timed=projection --axis mesh=regular,random
}

turning_bands_printed() { # the two timings that the paper prints
  local budget=0.5 float=(--axis precision=float --axis block_x=32 --axis block_y=16) all='^turning_bands/(ours|ours_streamed|fft_3d|cell_parallel)/' paper='^turning_bands/(cell_blocked|streamed)/' size
  for size in '--axis n=1024 --axis line_length=2048' '--axis n=256 --axis nx=10000 --axis line_length=20000'; do
    run turning_bands_printed --filter "$all" $size
    run turning_bands_printed --filter "$paper" $size "${best_cells[@]}"
    run turning_bands_printed --filter '^turning_bands/ours/' $size "${float[@]}" --axis lines_at_once=32,64,128
    run turning_bands_printed --filter '^turning_bands/cell_blocked/' $size --axis precision=float "${best_cells[@]}"
  done
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

search() { # NAME FLAG...: tunes into the folder NAME; a search that was killed goes on
  local name=$1 resume=() begin=$SECONDS
  shift
  [ -e "$out/$name/header.json" ] && resume=(--resume)
  save "$out/$name.txt" "$program" tune --out "$out/$name" "${resume[@]}" "$@"
  echo "$name: $((SECONDS - begin)) s, $(grep -c '^  winner' "$out/$name.txt" 2>/dev/null) tuned"
}

# Sizes at which a run takes less than 10 ms.
carpet_tuned=(--filter '^carpet/(a_dense|a_branchless|b_diamond|c_compact)/' --axis steps=125,250,500 --axis occupancy=0.093 \
  --axis order=alternate)
ch_tuned=(--filter "$gpu_ch" --axis n=256,512,1024 --axis flow=swap)
apsp_tuned=(--filter '^apsp/k' --axis graph=watts --axis n=2000,5000,10000 --axis sources=8)
apsp_blocks_tuned=(--axis block=32,64,128,256,512,1024)

tune_sweep() { # the whole spaces
  search tune_sweep_apsp --table "$out/best.json" --strategy exhaustive --budget 100% "${apsp_tuned[@]}" "${apsp_blocks_tuned[@]}"
  search tune_sweep_cahn_hilliard --table "$out/best.json" --strategy exhaustive --budget 100% "${ch_tuned[@]}"
  search tune_sweep_carpet --table "$out/best.json" --strategy exhaustive --budget 100% "${carpet_tuned[@]}"
}

tune_default() { # and what a search finds of them
  search tune_default_apsp --budget 30% "${apsp_tuned[@]}" "${apsp_blocks_tuned[@]}"
  search tune_default_cahn_hilliard --budget 30% "${ch_tuned[@]}"
  search tune_default_carpet --budget 30% "${carpet_tuned[@]}"
}

tune_check() { # the winners once more, by another process
  local budget=0.3
  run tune_check_apsp --tuned "$out/tune_default_apsp/best.json" "${apsp_tuned[@]}"
  run tune_check_cahn_hilliard --tuned "$out/tune_default_cahn_hilliard/best.json" "${ch_tuned[@]}"
  run tune_check_carpet --tuned "$out/tune_default_carpet/best.json" "${carpet_tuned[@]}"
}

tune_failures() { # every way in which a candidate can go wrong, on this GPU; needs retime-failing beside PROGRAM
  "$(dirname "$program")/retime-failing" tune --filter '^failing/ways' --strategy exhaustive --budget 100% \
    --timeout 5 --out "$out/tune_failures" >"$out/tune_failures.txt" 2>&1 || failed tune_failures $?
}

tune() { # results/tune_score.py reads what these write
  tune_sweep
  tune_default
  tune_check
}

occupancy() { # what the runtime says, for the calculator to be held to
  "$program" occupancy --check --out "$out/occupancy.json" | tail -3 || failed occupancy $?
}

for stage in "$@"; do
  echo "== $stage, $(date -u +%T)"
  time "$stage" || failed "$stage" $?
done
[ "$failures" = 0 ]
