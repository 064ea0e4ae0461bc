# What the next process, and the next run, of one unchanged program says: equal code against itself, and made slower.

# Sixty cases of the quick profile on the GPU. Launched step by step are those of Cahn-Hilliard, and the levels of each
# source in APSP, which has 4 sources here. Left out are Cahn-Hilliard's grids up to 512, and of the carpets' walks there is
# the CUDA graph: launching is all their time else, and it differs by 5 to 20 % from process to process.
sixty='^carpet/(a_dense|b_diamond|c_compact)/occupancy=0.(35|59)/steps=[13]00/.*launch=graph'
sixty+='|^cahn_hilliard/[abcd]_.*/n=1024/.*launch=stream|^apsp/k[1-57]_.*=barabasi_albert/n=1[04]00/'
sixty+='|^pcpd/(multispin|several_words|counter_generator|shared_lattice|ours)/'
sixty+='|^turning_bands/(cell|streamed|ours(_[is]|/)|irr|fft).*/n=64/'
sixty+='|^replications/in_block/|^replications/(wlp|tlp)/.*(mm1|walk)'

ab_same() {
  "$program" ab "$program" "$program" --filter "$sixty" --axis launch=stream,graph --axis sources=4 --margin 0.02 --budget 285 \
    --out "$out/ab_same" --json "$out/ab_same.json" >"$out/ab_same.txt" 2>>"$out/progress.log" || failed ab_same $?
}

ab_slower() { # every case 3 % slower, by 34 runs a sample in the place of 33: so shorter ones of APSP and pcpd
  local status=0
  "$program" ab "$program" "$program" --filter "$sixty" --axis launch=stream,graph --axis sources=2 --axis time=20 --inject 0.03 --budget 295 \
    --out "$out/ab_slower" --json "$out/ab_slower.json" >"$out/ab_slower.txt" 2>>"$out/progress.log" || status=$?
  [ $status = 1 ] || failed ab_slower $status
}

audit_across() { # each family's cases, those that the host's launches bound and three on the CPU among them
  local some='^carpet/(a_dense|b_diamond|c_compact)/occupancy=0.35/steps=[13]00/.*launch=graph|^carpet/cpu_serial/occupancy=0.35/steps=100$'
  some+='|^cahn_hilliard/([ab]_.*/n=(256|1024)/.*launch=stream|cpu_parallel/n=256/)|^apsp/(k[347]_|cpu_bfs_parallel/).*=barabasi_albert/n=1000/'
  some+='|^pcpd/(multispin|ours)/lattices=4/|^turning_bands/(cell_parallel|streamed|ours)/.*/n=64/'
  some+='|^replications/(in_block|tlp)/.*(mm1|walk)/replications=30/'
  save "$out/audit_across.txt" "$program" audit --across --filter "$some" --axis launch=stream,graph --axis sources=2 --axis time=20 --rounds 30 \
    --inject 0 0.03 --budget 0.05 --json "$out/audit_across.json"
}

# The quick profile's sizes on one board again and again; that an axis is named keeps `run` from the cases of claims. Left out are
# cases one run of which takes a second or more.
quick_runs() { # quick_1, quick_2, ...; with `first_run` set they go on from there
  local heavy='^(?!apsp/cpu_floyd/|turning_bands/(line_parallel|cpu_cell_parallel)/.*/n=256|pcpd/cpu_scalar/'
  heavy+='|replications/cpu_(serial|parallel)/draws=10000000/)'
  local first=${first_run:-1} i
  for ((i = first; i < first + ${quick_runs:-5}; ++i)); do
    "$program" run --profile quick --axis seed=1 --filter "$heavy" --budget 0.3 --out "$out/quick_$i" >>"$out/progress.log" 2>&1 ||
      failed quick_$i $?
  done
}
