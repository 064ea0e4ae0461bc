# What the next process, and the next run, of one unchanged program says: equal code against itself, and made slower.

sixty='^carpet/(a_dense|b_diamond|c_compact)/occupancy=0.35/|^cahn_hilliard/[abcd]_|^apsp/k[1-7]_.*/n=1000/|^pcpd/(multispin|ours)/'
sixty+='|^replications/in_block/|^turning_bands/ours/.*n=256'

ab_same() { # sixty cases of the quick profile on the GPU, those among them that the host's launches bound
  "$program" ab "$program" "$program" --filter "$sixty" --margin 0.02 --budget 285 --out "$out/ab_same" \
    --json "$out/ab_same.json" >"$out/ab_same.txt" 2>>"$out/progress.log" || failed ab_same $?
}

ab_slower() { # the same with 34 runs in the place of 33: every case is 3 % slower
  local status=0
  "$program" ab "$program" "$program" --filter "$sixty" --margin 0.005 --inject 0.03 --budget 265 --out "$out/ab_slower" \
    --json "$out/ab_slower.json" >"$out/ab_slower.txt" 2>>"$out/progress.log" || status=$?
  [ $status = 1 ] || failed ab_slower $status
}

quick_runs() { # the quick profile again and again, each as `run --processes auto` does it; without Floyd, whose run takes 2 s
  local i
  for i in $(seq "${quick_runs:-3}"); do
    "$program" run --profile quick --filter '^(?!apsp/cpu_floyd/)' --budget 0.5 --out "$out/quick_$i" >>"$out/progress.log" 2>&1 ||
      failed quick_$i $?
  done
}
