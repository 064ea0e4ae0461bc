#!/usr/bin/env bash
# From a bare Debian or Ubuntu to a report: installs what is missing, builds, sweeps, fits, draws.
#   ./run_all.sh                 every stage but test, ends by naming the report
#   ./run_all.sh test            set-up, build and every test
#   ./run_all.sh STAGE...        of setup build sweep fit plot test sanitize; each is skipped when up to date
set -euo pipefail
cd "$(dirname "$0")"

packages=(g++ cmake ninja-build git python3 python3-venv clang-tidy libomp-dev
  libbenchmark-dev libfmt-dev nlohmann-json3-dev libcli11-dev libfftw3-dev libboost-context-dev libboost-dev
  libgtest-dev zlib1g-dev libbenchmark-tools)
# The CUDA toolkit as PyPI wheels, for a machine with a GPU's driver and no nvcc. One version throughout.
cuda_wheels=("nvidia-cuda-nvcc==13.0.88" "nvidia-nvvm==13.0.88" "nvidia-cuda-crt==13.0.88" "nvidia-cuda-runtime==13.0.96"
  "nvidia-cuda-cccl==13.0.85" "nvidia-cufft==12.0.0.61" "nvidia-curand==10.4.0.35" "nvidia-nvjitlink==13.0.88")
stamps=build/.stamps
python=.venv/bin/python

say() { printf '\n== %s\n' "$*" >&2; }
die() { printf 'run_all.sh: %s\n' "$*" >&2; exit 2; }

has_driver() { [ -e /dev/nvidiactl ] || [ -e /dev/dxg ]; }
find_nvcc() { # nothing printed: none
  if [ -z "${RETIME_HIDE_TOOLKIT:-}" ]; then
    if [ -n "${CUDACXX:-}" ]; then echo "$CUDACXX"; return; fi
    command -v nvcc && return
    [ -x /usr/local/cuda/bin/nvcc ] && echo /usr/local/cuda/bin/nvcc && return
  fi
  ls .venv/lib/python3*/site-packages/nvidia/cu13/bin/nvcc 2>/dev/null || true
}

install_packages() {
  local missing=() name
  for name in "${packages[@]}"; do
    dpkg-query -W -f='${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || missing+=("$name")
  done
  [ ${#missing[@]} -eq 0 ] && return
  local root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "needs root or sudo to install: ${missing[*]}"
    root=(sudo)
  fi
  say "installing ${missing[*]}"
  "${root[@]}" apt-get update -q
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "${missing[@]}"
}

install_python() {
  local wanted
  wanted=$(cat requirements.txt requirements-test.txt | sha256sum)
  [ -x $python ] && [ "$(cat .venv/.installed 2>/dev/null)" = "$wanted" ] && return
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    die "Python 3.11 is wanted, $(python3 --version) is here: take Debian 12, Ubuntu 24.04 or newer"
  say "Python environment in .venv"
  [ -x $python ] || python3 -m venv .venv
  .venv/bin/pip install -q --disable-pip-version-check -r requirements.txt -r requirements-test.txt
  echo "$wanted" >.venv/.installed
}

install_toolkit() {
  [ -n "$(find_nvcc)" ] && return
  has_driver || [ -n "${RETIME_CUDA_FROM_WHEELS:-}" ] || return 0
  say "CUDA toolkit from PyPI wheels, into .venv"
  .venv/bin/pip install -q --disable-pip-version-check "${cuda_wheels[@]}"
  # The wheels lay their libraries out for loading, not for linking: give the linker the names that it looks for.
  local root library
  root=$(echo .venv/lib/python3*/site-packages/nvidia/cu13)
  ln -sfn lib "$root/lib64"
  for library in "$root"/lib/*.so.*; do ln -sf "$(basename "$library")" "${library%%.so.*}.so"; done
}

setup() {
  install_packages
  install_python
  install_toolkit
}

build() { # the programs; the tests are built where they are run
  local nvcc programs=(retime-emulated)
  nvcc=$(find_nvcc)
  say "building${nvcc:+ with $nvcc}"
  if [ -n "$nvcc" ]; then
    programs+=(retime)
    nvcc=$(realpath "$nvcc")
    cmake --preset release -DRETIME_CUDA=ON -DCMAKE_CUDA_COMPILER="$nvcc" >build.log.tmp || { cat build.log.tmp; rm build.log.tmp; exit 1; }
  else
    cmake --preset release -DRETIME_CUDA=OFF >build.log.tmp || { cat build.log.tmp; rm build.log.tmp; exit 1; }
  fi
  rm -f build.log.tmp
  cmake --build build --target "${programs[@]}"
  mkdir -p $stamps
}

program() { # the program that can run here
  local why="nvcc was not found"
  if [ -x build/bin/retime ] && why=$(build/bin/retime device 2>&1 >/dev/null); then
    echo build/bin/retime
  else
    ! has_driver || say "a GPU's driver is here, but: $why; going on in emulation"
    echo build/bin/retime-emulated
  fi
}

sweep() {
  local run=build/run program
  program=$(program)
  if [ -e $stamps/sweep ] && [ $stamps/sweep -nt "$program" ] && [ -e $run/header.json ]; then
    say "sweep: up to date ($run)"
    return
  fi
  say "quick profile by $program"
  rm -rf $run
  "$program" run --profile quick --budget 0.5 --out $run --save $run/saved
  touch $stamps/sweep
}

fit() {
  say "fits"
  $python -m plots build/run --out report --only fits
}

plot() {
  say "tables, figures, report"
  $python -m plots build/run --out report
  echo "report: $(pwd)/report/report.html"
}

run_tests() {
  say "building the tests"
  cmake --build build
  say "format"
  git ls-files '*.h' '*.cpp' '*.cu' '*.cuh' | xargs .venv/bin/clang-format --dry-run --Werror
  say "lint"
  cmake --build build --target lint
  say "C++ tests"
  ctest --test-dir build --output-on-failure --no-tests=error -j "$(nproc)"
  say "Python tests"
  $python -m pytest -q tests/python
}

sanitize() { # [SECONDS]: the C++ tests once more, under AddressSanitizer and UndefinedBehaviorSanitizer
  say "C++ tests under sanitizers"
  cmake --preset asan >/dev/null
  # Twice at most: some tests wait for a clock, and sanitized code on a busy machine is late.
  timeout "${1:-0}" bash -c 'cmake --build build-asan --target retime-tests &&
    ctest --test-dir build-asan --output-on-failure --no-tests=error --repeat until-pass:2 -j "$(nproc)"'
}

sanitize_in_time() { # what is left of 26 minutes, so that the whole stays below 30 on two cores
  local left=$((26 * 60 - SECONDS)) status=0
  if [ $left -gt 300 ]; then sanitize $left || status=$?; else status=124; fi
  [ $status -ne 124 ] || say "skipped: sanitizers, for want of time; ./run_all.sh sanitize runs them"
  [ $status -eq 0 ] || [ $status -eq 124 ] || exit $status
}

stages=("$@")
[ ${#stages[@]} -gt 0 ] || stages=(setup build sweep fit plot)
for stage in "${stages[@]}"; do
  case $stage in
    setup | build | sweep | fit | plot | sanitize) "$stage" ;;
    test) setup; build; run_tests; sanitize_in_time ;;
    *) die "'$stage' is no stage: setup, build, sweep, fit, plot, test, sanitize" ;;
  esac
done
