# Stages of record.sh: pair contact processes with diffusion.

pcpd_evidence() { # what the paper says of speed, generators and bias, on one board by one build
  pcpd_rates
  pcpd_cores
  pcpd_late
  pcpd_well512
  pcpd_counters
}

pcpd_rates() { # Fig 4 and Sect. 5.2: moves per second, each process in an order of its own
  local budget=0.1 processes=5 some=(--axis time=200 --axis lattices=1848)
  run pcpd_rates --interleave --filter '^pcpd/multispin/' --axis time=200 --axis lattices=33,132,264,528,924,1848,3696 --axis block=all
  run pcpd_rates --interleave --filter '^pcpd/multispin(_well512)?/' "${some[@]}" --axis block=32,64,128 --axis sites=hash
  run pcpd_rates --interleave --filter '^pcpd/ours/' --axis time=200 --axis lattices=1848,3696 --axis block=64,128 --axis words_per_thread=2,4
  run pcpd_rates --interleave --filter '^pcpd/(multispin_well512|shared_lattice|digit_bits|lazy_bits|own_sites)/' "${some[@]}" --axis block=64,128
  run pcpd_rates --interleave --filter '^pcpd/(several_words|counter_generator)/' "${some[@]}" --axis block=64 --axis words_per_thread=2,4
  run pcpd_rates --interleave --filter '^pcpd/multispin/' "${some[@]}" --axis generator=philox,mwc64x --axis block=64,128
  run pcpd_rates --interleave --filter '^pcpd/cpu_multispin' --axis time=100 --axis lattices=64 --axis block=64 --axis threads=0,2,4,8
  run pcpd_rates --interleave --filter '^pcpd/cpu_scalar/' --axis time=100 --axis lattices=2
}

pcpd_cores() { # Sect. 5.2: the host, whose processes differ by more
  local budget=0.1 processes=40
  run pcpd_cores --interleave --filter '^pcpd/cpu_multispin' --axis time=100 --axis lattices=64 --axis block=64 --axis threads=0,2
}

pcpd_in_flight() { # fewer lattices together, which a cache holds
  local budget=0.1 processes=5 all=(--axis time=200 --axis lattices=3696 --axis lattices_in_flight=all)
  run pcpd_in_flight --interleave --filter '^pcpd/multispin/' "${all[@]}" --axis block=128
  run pcpd_in_flight --interleave --filter '^pcpd/ours/' "${all[@]}" --axis block=64 --axis words_per_thread=4
}

pcpd_late() { # the sites that a work-group chooses together, at late times
  local block
  for block in 32 64 128 256 512; do
    answers pcpd_late --filter '^pcpd/multispin/' --axis p=0.15247 --axis time=131072 --axis lattices=3696 --axis block=$block
  done
}

pcpd_models() { # Fig 1, the four models
  local each=(--filter '^pcpd/ours/' --axis block=128 --axis words_per_thread=2 --axis lattices=924) model p
  for p in 0.13 0.145 0.152473 0.16 0.18; do
    answers pcpd_models "${each[@]}" --axis time=32768 --axis p=$p
  done
  while read -r model p; do
    answers pcpd_models "${each[@]}" --axis time=16384 --axis model=$model --axis p=$p
  done < <(printf 'dp %s\n' 0.1 0.2 0.3 0.33 0.36 0.4 && printf 'tcpd %s\n' 0.03 0.06 0.07 0.08 0.1 0.2 && printf 'qcpd %s\n' 0.03 0.05 0.06 0.07 0.1 0.2)
}

pcpd_space_time() { # pictures of the three regimes
  local p
  for p in 0.13 0.152473 0.18; do
    answers pcpd_space_time --filter '^pcpd/ours/' --axis time=512 --axis length=65536 --axis lattices=2 --axis block=32 \
      --axis words_per_thread=1 --axis p=$p --save "$out/pcpd_space_time/saved"
  done
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

pcpd_well512() { # Sect. 3: a larger state changes nothing
  local variant
  for variant in multispin multispin_well512; do
    answers pcpd_well512 --filter "^pcpd/$variant/" --axis time=4096 --axis lattices=3696 --axis block=32
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
