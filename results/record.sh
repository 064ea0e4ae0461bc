#!/usr/bin/env bash
# Records the runs that results/<gpu>/ holds: results/record.sh PROGRAM OUT_DIR STAGE...
# A stage is a function below or in record/. Each takes minutes; one that is killed leaves whole records behind. What fails is
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

run() { # NAME FLAG...: adds cases to the run NAME, of `processes` each and `budget` seconds
  local name=$1 resume=()
  shift
  [ -e "$out/$name/header.json" ] && resume=(--resume)
  "$program" run --out "$out/$name" "${resume[@]}" --processes "${processes:-auto}" --budget "${budget:-1}" "$@" \
    2>>"$out/progress.log" || failed "$name" $?
}

answers() { # NAME FLAG...: as run, but not timed. Each call with a seed of its own: what is compared must not fluctuate together
  local name=$1 resume=()
  shift
  [ -e "$out/$name/header.json" ] && resume=(--resume)
  seed=$((${seed:-100} + 1))
  "$program" verify --out "$out/$name" "${resume[@]}" --axis seed=$seed "$@" 2>>"$out/progress.log" >/dev/null || failed "$name" $?
}

ncu_metrics=dram__bytes_read.sum,dram__bytes_write.sum,dram__throughput.avg.pct_of_peak_sustained_elapsed
ncu_metrics+=,lts__t_sectors.sum,lts__t_sector_hit_rate.pct,lts__throughput.avg.pct_of_peak_sustained_elapsed
ncu_metrics+=,l1tex__t_sector_hit_rate.pct,l1tex__throughput.avg.pct_of_peak_sustained_elapsed
ncu_metrics+=,smsp__inst_executed.sum,smsp__thread_inst_executed_per_inst_executed.ratio
ncu_metrics+=,l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum,l1tex__t_requests_pipe_lsu_mem_global_op_st.sum
ncu_metrics+=,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
ncu_metrics+=,smsp__sass_average_branch_targets_threads_uniform.pct
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
  timeout 100 "$program" verify "$@" --out "$run" >/dev/null 2>>"$out/progress.log"
  # Under the profiler a launch that is skipped costs 0.1 s, too: nothing is run beyond the last that counts.
  timeout 100 ncu --clock-control none --csv -k "regex:$kernel" --launch-skip "$skip" --launch-count "$launches" --kill yes \
    --metrics "$ncu_metrics" "$program" verify "$@" --out "$out/scratch_count" 2>>"$out/progress.log" | grep '^"' >"$run.csv"
  rm -rf "$out/scratch_count"
  if [ -s "$run.csv" ] && [ -d "$run" ]; then mv "$run.csv" "$run/counters.csv"; else
    failed "$run: no counters" 1
    rm -rf "$run" "$run.csv"
  fi
}

sanitize() { # TOOL NAME FLAG...: a line in sanitizer.txt; of what finds something, the report is kept
  local tool=$1 name=$2 status=0 report=$out/$1-$2.txt
  # NCCL polls memory that nobody has written yet, and asks for kernels that it was not built with.
  local only=(--kernel-name-exclude kernel_substring=nccl)
  shift 2
  [ "$tool" = memcheck ] && only+=(--report-api-errors no)
  [ "$tool" = racecheck ] && only=(--kernel-name "kernel_substring=$name")
  timeout 100 compute-sanitizer --tool "$tool" --error-exitcode 9 "${only[@]}" "$program" verify "$@" --out "$out/scratch_sanitize" \
    >"$report" 2>&1 || status=$?
  [ $status = 0 ] || failed "$tool, $name" $status
  echo "$tool, $name: status $status, $(grep -c ' correct' "$report") cases, $(grep -h SUMMARY "$report" | tail -1)" |
    tee -a "$out/sanitizer.txt"
  if [ $status = 0 ] || [ ! -s "$report" ]; then rm -f "$report"; fi
  rm -rf "$out/scratch_sanitize"
}

check() { # clocks, memory and races
  save "$out/device.json" "$program" device --json
  save "$out/device_check.txt" "$program" device --check
  local tool
  for tool in memcheck initcheck synccheck; do
    sanitize $tool smoke --profile smoke --filter '^carpet/[abc]_.*0.59|^cahn_hilliard/[abcd]_.*n=50|^apsp/[kl].*(ring|albert)/|^pcpd/.*d=0.75/.*block'
    sanitize $tool conserving --profile smoke --filter '^cahn_hilliard/a_global/.*n=50' --axis update=conserving
    sanitize $tool tuned --profile smoke --filter '^carpet/[abc]_.*0.59' --axis sites_per_thread=2,16 --axis launch=graph --axis order=alternate
  done
}

races() { # racecheck looks at shared memory alone; without a filter on kernels it does not come back from loading all of them
  local kernel
  sanitize racecheck shared_step_2d --filter '^cahn_hilliard/[bd]_' --axis n=36 --axis steps=2
  sanitize racecheck simulate --filter '^pcpd/.*block' --profile smoke --axis d=0.5 --axis lattices=2
  for kernel in k3_shared_counter k4_packed_arcs k5_sorted_degree k6_update_array k7_thread_counter l3_thread_pairs \
    l5_texture_prefetch; do
    sanitize racecheck $kernel --filter "^apsp/${kernel%%_*}_" --axis graph=ring --axis n=24 --axis neighbours_at_once=all
  done
}

audit() { # twelve kernels' worth of equal code, and of code 2 % slower; in a graph, since launching would be most of the time
  save "$out/audit.txt" "$program" audit --filter '^carpet/[abc]_' --axis steps=40 --axis occupancy=0.093,0.35,0.59 \
    --axis launch=graph --sessions 10 --budget 0.25 \
    --inject 0 --inject 0.02 --json "$out/audit.json"
}

occupancy() { # what the runtime says, for the calculator to be held to
  "$program" occupancy --check --out "$out/occupancy.json" | tail -3 || failed occupancy $?
}

for stages in "$(dirname "$0")"/record/*.sh; do source "$stages"; done

for stage in "$@"; do
  echo "== $stage, $(date -u +%T)"
  time "$stage" || failed "$stage" $?
done
[ "$failures" = 0 ]
