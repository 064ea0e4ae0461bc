#!/bin/sh
# clang-tidy over the host sources and every header compiled alone: lint.sh BUILD_FOLDER COMPILER RUN_CLANG_TIDY
set -eu
build=$1 compiler=$2 run_clang_tidy=$3
git ls-files 'kernels/*.h' 'variants/*.h' 'harness/*.h' | grep -v '^kernels/device/cuda/' |
  xargs -P "$(nproc)" -I{} sh -c 'printf "#include \"%s\"\n" {} |
    '"$compiler"' -std=c++20 -DRETIME_DEVICE_EMULATION -I. -fsyntax-only -x c++ - || exit 255'
# Without the precompiled headers, which are GCC's: each source is to name all that it includes.
mkdir -p "$build/lint"
sed -E 's/ (-fpch-preprocess|-Winvalid-pch)//g; s/ -include [^ ]*cmake_pch\.hxx//g' \
  "$build/compile_commands.json" >"$build/lint/compile_commands.json"
log=$build/clang-tidy.log
"$run_clang_tidy" -quiet -p "$build/lint" "^$PWD/(kernels|variants|harness)/.*\.cpp$" >"$log" 2>&1 || {
  grep -E 'warning:|error:' "$log"
  exit 1
}
