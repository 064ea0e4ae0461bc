#!/usr/bin/env bash
# Records the runs that results/<gpu>/ holds: results/record.sh PROGRAM OUT_DIR STAGE...
# Stages: check carpet carpet_blocks carpet_counters cahn_hilliard apsp audit tune. Each takes minutes; a stage that is
# killed leaves whole records behind.
set -u
program=$1 out=$2
shift 2
mkdir -p "$out"

run() { # NAME FLAG...: adds cases to the run NAME
  local name=$1 resume=()
  shift
  [ -e "$out/$name/header.json" ] && resume=(--resume)
  "$program" run --out "$out/$name" "${resume[@]}" --budget 1 "$@" || echo "$name: status $?"
}

as_printed=(--axis sites_per_thread=1 --axis launch=stream --axis order=forward)

check() { # clocks, device, occupancy, memory and races
  "$program" device --json >"$out/device.json"
  "$program" device --check | tee "$out/device_check.txt"
  local tool
  for tool in memcheck racecheck initcheck synccheck; do
    compute-sanitizer --tool $tool --error-exitcode 9 "$program" verify --profile smoke --filter '/[abcdk][0-9_]' \
      --out "$out/scratch_$tool" >"$out/$tool.txt" 2>&1
    echo "$tool: status $?, $(grep -h 'SUMMARY' "$out/$tool.txt" | tail -1)" | tee -a "$out/sanitizer.txt"
    rm -rf "$out/scratch_$tool"
  done
}

carpet() { # Table I, Figs 11 and 12: the variants as printed and at their best
  local sizes=250,500,1000,2000,3000,4000,5000 all=0.093,0.35,0.59
  run carpet --filter '^carpet/[abc]_' --axis steps=$sizes --axis occupancy=$all
  run carpet --filter '^carpet/[abc]_' --axis steps=$sizes --axis occupancy=$all "${as_printed[@]}"
  run carpet --filter '^carpet/c_compact/' --axis steps=6000,7000,8000,9500 --axis occupancy=0.093
  run carpet --filter '^carpet/cpu_task_pool/' --axis steps=$sizes --axis occupancy=$all
  run carpet --filter '^carpet/cpu_serial/' --axis steps=250,500,1000,2000 --axis occupancy=$all
  run carpet --filter '^carpet/cpu_serial/' --axis steps=3000,4000,5000 --axis occupancy=0.093
}

carpet_blocks() { # every block, at the paper's largest size
  run carpet_blocks --filter '^carpet/[abc]_' --axis steps=5000 --axis occupancy=0.093,0.35,0.59 --axis block=all
}

carpet_counters() { # bytes that a step moves, late in a walk of 2000 steps
  local occupancy kernel
  for occupancy in 0.093 0.35 0.59; do
    for kernel in a_dense a_branchless b_diamond c_compact; do
      ncu --clock-control none --csv --launch-skip 1990 --launch-count 4 \
        --metrics dram__bytes_read.sum,dram__bytes_write.sum,lts__t_sector_hit_rate.pct,l1tex__t_sector_hit_rate.pct,gpu__time_duration.sum,sm__warps_active.avg.pct_of_peak_sustained_active \
        "$program" verify --filter "^carpet/$kernel/" --axis steps=2000 --axis occupancy=$occupancy --axis launch=stream \
        --out "$out/scratch_ncu" 2>/dev/null | grep '^"' >"$out/ncu_${kernel}_$occupancy.csv"
      rm -rf "$out/scratch_ncu"
    done
  done
}

for stage in "$@"; do
  echo "== $stage, $(date -u +%T)"
  time "$stage"
done
