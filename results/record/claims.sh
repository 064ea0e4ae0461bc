# Stages of record.sh: what a user's first run decides.

claims() { # five minutes of `quick`, then the claims that these leave
  local profile resume=()
  for profile in quick claims; do
    "$program" run --profile $profile --out "$out/claims" "${resume[@]}" 2>>"$out/progress.log" || failed $profile $?
    resume=(--resume)
  done
}
