#!/bin/sh
# clang-tidy over the host sources, and headers compiled alone: lint.sh BUILD_FOLDER COMPILER RUN_CLANG_TIDY
set -eu
build=$1 compiler=$2 run_clang_tidy=$3
# A header that its own source includes first is compiled alone there.
git ls-files 'kernels/*.h' 'variants/*.h' 'harness/*.h' | grep -v '^kernels/device/cuda/' |
  while read -r header; do
    case $(grep -m1 '^#include' "${header%.h}.cpp" 2>/dev/null) in
      *"\"$header\"") ;;
      *) echo "$header" ;;
    esac
  done |
  xargs -P "$(nproc)" -I{} sh -c 'printf "#include \"%s\"\n" {} |
    '"$compiler"' -std=c++20 -DRETIME_DEVICE_EMULATION -I. -fsyntax-only -x c++ - || exit 255'
# Without precompiled headers, which are GCC's, and each source by itself: it is to name all that it includes.
log=$build/clang-tidy.log
cmake -S . -B "$build/lint" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON \
  -DRETIME_CUDA=OFF -DRETIME_TESTS=OFF >"$log" 2>&1 || { cat "$log"; exit 1; }
"$run_clang_tidy" -quiet -p "$build/lint" "^$PWD/(kernels|variants|harness)/.*\.cpp$" >"$log" 2>&1 || {
  grep -E 'warning:|error:' "$log"
  exit 1
}
