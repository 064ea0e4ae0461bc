#!/bin/sh
# clang-tidy over the host sources, and headers compiled alone: lint.sh BUILD_FOLDER [FILE...]; no files: all.
set -eu
build=$1
shift
tidy=$(command -v run-clang-tidy || command -v run-clang-tidy-14) ||
  { echo "lint.sh: run-clang-tidy is missing: ./run_all.sh test installs it" >&2; exit 2; }
[ $# -gt 0 ] || set -- $(git ls-files 'kernels/*.h' 'variants/*.h' 'harness/*.h' 'kernels/*.cpp' 'variants/*.cpp' 'harness/*.cpp')
mkdir -p "$build/lint"
sources=$build/lint/sources headers=$build/lint/headers log=$build/lint/clang-tidy.log
: >"$headers"
for file; do
  case $file in
    kernels/device/cuda/*) ;;
    kernels/*.cpp | variants/*.cpp | harness/*.cpp) echo "$file" ;;
    kernels/*.h | variants/*.h | harness/*.h) # what its own source includes first is compiled alone there
      case $(grep -m1 '^#include' "${file%.h}.cpp" 2>/dev/null) in
        *"\"$file\"") echo "${file%.h}.cpp" ;;
        *) echo "$file" >>"$headers" ;;
      esac ;;
  esac
done | sort -u >"$sources"
xargs -P "$(nproc)" -I{} sh -c 'printf "#include \"%s\"\n" {} |
  '"${CXX:-c++}"' -std=c++20 -DRETIME_DEVICE_EMULATION -I. -fsyntax-only -x c++ - || exit 255' <"$headers"
[ -s "$sources" ] || exit 0
# Without precompiled headers, which are GCC's, and each source by itself: it is to name all that it includes.
cmake -S . -B "$build/lint" -G Ninja -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DRETIME_CUDA=OFF -DRETIME_TESTS=OFF \
  >"$log" 2>&1 || { cat "$log"; exit 1; }
# Any Clang's omp.h: it is installed for one version at a time, and that may be another than clang-tidy's.
mkdir -p "$build/lint/include"
find /usr/lib/llvm-*/lib/clang/*/include/ -name omp.h -exec cp {} "$build/lint/include" \; -quit
sed "s|.*|^$PWD/&\$|" "$sources" | xargs "$tidy" -quiet -p "$build/lint" -extra-arg="-isystem$PWD/$build/lint/include" >"$log" 2>&1 || {
  grep -E 'warning:|error:' "$log" || cat "$log"
  exit 1
}
