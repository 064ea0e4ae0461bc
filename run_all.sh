#!/usr/bin/env bash
# From a bare Debian or Ubuntu to a report: installs what is missing, builds, sweeps, draws.
#   ./run_all.sh            setup build sweep plot; ends by naming the report
#   ./run_all.sh report     what was recorded on an H200: no build, verdicts within a minute; report h100: on an H100
#   ./run_all.sh figure NAME  records on this machine's GPU what a figure or table of a paper needs, and draws it into figures/;
#                           figure --list: their names, and the minutes that each takes
#   ./run_all.sh first      a first table of one's own within minutes: the engine and one family alone
#   ./run_all.sh test       set-up, build, format, lint of what changed, tests; CUDA is compiled too where nvcc is found
#   ./run_all.sh test-all   the same in depth, lint, sanitizers and fuzzers over everything: an hour
#   ./run_all.sh STAGE...   of setup build sweep plot report figure first test test-all lint fuzz sanitize; what is up to date is skipped
# The program for the GPU is built where there is a GPU's driver, or with RETIME_CUDA=ON in the environment. On a GPU the
# sweep takes about five minutes for the claims that are decided soonest, as long for the others, and as long for the tuned forms.
# Without a GPU it takes the smoke profile: emulated cases yield no times, only answers.
set -euo pipefail
cd "$(dirname "$0")"

report_packages=(python3 python3-venv)
build_packages=(g++ cmake ninja-build git
  libbenchmark-dev libfmt-dev nlohmann-json3-dev libcli11-dev libfftw3-dev libboost-context-dev libboost-dev
  libre2-dev zlib1g-dev liblzma-dev openmpi-bin libopenmpi-dev)
packages=("${report_packages[@]}" "${build_packages[@]}")
test_packages=("${packages[@]}" clang-tidy libgtest-dev libbenchmark-tools xz-utils)
# The CUDA toolkit as PyPI wheels, for a machine with a GPU's driver and no nvcc. One version throughout.
cuda_wheels=("nvidia-cuda-nvcc==13.0.88" "nvidia-nvvm==13.0.88" "nvidia-cuda-crt==13.0.88" "nvidia-cuda-runtime==13.0.96"
  "nvidia-cuda-cccl==13.0.85" "nvidia-nvtx==13.0.85" "nvidia-cufft==12.0.0.61" "nvidia-curand==10.4.0.35" "nvidia-nvjitlink==13.0.88")
stamps=build/.stamps
python=.venv/bin/python
strict=${CI:+-DCMAKE_COMPILE_WARNING_AS_ERROR=ON}

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

is_installed() { dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; } # a package
install_packages() { # NAME...
  local missing=() name
  for name in "$@"; do is_installed "$name" || missing+=("$name"); done
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

has_candidate() { [[ $(LC_ALL=C apt-cache policy "$1" 2>/dev/null) =~ 'Candidate: '[0-9] ]]; } # a package to install

install_python() { # FILE of requirements; those of the tests hold the others. Then flags for pip
  local wanted
  wanted=$(cat requirements.txt "$1" | sha256sum)
  [ -x $python ] && grep -qsF "$wanted" .venv/.installed && return
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    die "Python 3.11 is wanted, $(python3 --version) is here: take Debian 12, Ubuntu 24.04 or newer"
  say "Python environment in .venv"
  [ -x $python ] || python3 -m venv .venv
  .venv/bin/pip install -q --disable-pip-version-check "${@:2}" -r "$1"
  cat requirements.txt requirements.txt | sha256sum >.venv/.installed
  echo "$wanted" >>.venv/.installed
}

wants_cuda() { has_driver || [ "${RETIME_CUDA:-}" = ON ]; }
install_toolkit() {
  [ -n "$(find_nvcc)" ] && return
  wants_cuda || [ -n "${RETIME_CUDA_FROM_WHEELS:-}" ] || return 0
  say "CUDA toolkit from PyPI wheels, into .venv"
  .venv/bin/pip install -q --disable-pip-version-check "${cuda_wheels[@]}"
  # The wheels lay their libraries out for loading, not for linking: give the linker the names that it looks for.
  local root library
  root=$(echo .venv/lib/python3*/site-packages/nvidia/cu13)
  ln -sfn lib "$root/lib64"
  for library in "$root"/lib/*.so.*; do ln -sf "$(basename "$library")" "${library%%.so.*}.so"; done
}

setup() {
  install_packages "${packages[@]}"
  install_python requirements.txt
  install_toolkit
}

test_programs=() # what the tests need beside the programs
build() { # [FAMILY...]: the programs
  local families nvcc="" cuda=(-DRETIME_CUDA=OFF) programs=(retime-emulated) tests=OFF
  command -v cmake >/dev/null || die "cmake is missing: ./run_all.sh setup installs it"
  if wants_cuda; then
    nvcc=$(find_nvcc)
    [ -n "$nvcc" ] || [ "${RETIME_CUDA:-}" != ON ] || die "RETIME_CUDA=ON, but nvcc was not found: name it by CUDACXX"
  fi
  if [ -n "$nvcc" ]; then
    programs+=(retime)
    [ ${#test_programs[@]} -eq 0 ] || programs+=(retime-device-check)
    cuda=(-DRETIME_CUDA=ON -DCMAKE_CUDA_COMPILER="$(realpath "$nvcc")")
  fi
  # A machine that was set up for a run alone does not have it.
  [ $# -gt 0 ] || ! is_installed libgtest-dev || tests=ON
  families=$(IFS=';'; echo "${*:-ON}")
  say "building${nvcc:+ with $nvcc}"
  mkdir -p $stamps
  cmake --preset release -DRETIME_FAMILIES="$families" -DRETIME_TESTS=$tests $strict "${cuda[@]}" >$stamps/configure.log || { cat $stamps/configure.log; exit 1; }
  cmake --build build --target "${programs[@]}" "${test_programs[@]}"
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
  local run=build/run program profile=smoke
  program=$(program)
  [ -x "$program" ] || die "$program is not there: ./run_all.sh build makes it"
  if [ -e $stamps/sweep ] && [ $stamps/sweep -nt "$program" ] && [ -e $run/header.json ]; then
    say "sweep: up to date ($run)"
    return
  fi
  [ "$program" = build/bin/retime-emulated ] || profile=quick
  say "$profile profile by $program"
  mkdir -p $stamps
  rm -rf $run
  if [ $profile = quick ]; then # the walk that the report draws; without a GPU it draws the recorded one
    "$program" run --profile quick --out $run --filter '^carpet/c_compact/occupancy=0.093/steps=200/' --save $run/saved
    # What decides most claims in five minutes, then the others', and beside the printed forms the tuned ones.
    "$program" run --profile quick --out $run --resume
    "$program" run --profile claims --out $run --resume
    "$program" run --profile quick --out $run --resume --tuned
  else
    "$program" run --profile smoke --budget 0.5 --out $run
  fi
  touch $stamps/sweep
}

first() { # what it compiles, a later build need not compile again
  local program run=build/first
  install_packages "${build_packages[@]}"
  ! wants_cuda || { install_packages "${report_packages[@]}"; install_python requirements.txt; install_toolkit; }
  build carpet
  program=$(program)
  say "one family by $program"
  rm -rf $run
  if [ "$program" = build/bin/retime-emulated ]; then
    "$program" run --profile smoke --budget 0.5 --out $run
  else
    "$program" run --profile quick --budget 1 --out $run
  fi
}

plot() {
  say "tables, figures, report"
  [ -e build/run/header.json ] || die "build/run is not there: ./run_all.sh sweep makes it"
  $python -m plots build/run --out report >/dev/null
  echo "report: $(pwd)/report/report.html"
}

report() { # [GPU]
  local gpu=${1:-h200} runs
  compgen -G "results/$gpu/*/header.json" >/dev/null || die "results/$gpu holds no runs: report h200 or report h100"
  install_packages "${report_packages[@]}"
  install_python requirements.txt --no-compile # what is not imported need not be compiled: half the time
  say "report of what was recorded on an ${gpu^^}"
  runs=(results/$gpu/*/header.json results/emulation/*/header.json)
  $python -m plots "${runs[@]%/header.json}" --out report/$gpu >/dev/null
  echo "report: $(pwd)/report/$gpu/report.html"
}

figure() { # NAME of a figure or table, or --list
  local list=results/record/figures.tsv stages program run=build/figures/$1 runs
  [ "$1" != --list ] || { awk -F '\t' '{ printf "%-28s %3s min  %s\n", $1, $2, $4 }' $list; return; }
  stages=$(awk -F '\t' -v name="$1" '$1 == name { print $3 }' $list)
  [ -n "$stages" ] || die "'$1' is no figure or table of a paper: ./run_all.sh figure --list names them"
  wants_cuda || die "figure $1 needs a GPU, and no driver is here; ./run_all.sh report draws what was recorded on an H200"
  setup
  build
  program=$(program)
  [ "$program" = build/bin/retime ] || die "figure $1 needs a GPU that retime can run on"
  say "$1: $stages"
  # shellcheck disable=SC2086 # several stages
  results/record.sh "$program" "$run" $stages
  mkdir -p figures
  runs=("$run"/*/header.json)
  if [[ $1 == *_table_* ]]; then
    $python -m plots "${runs[@]%/header.json}" --table "$1" | tee "figures/$1.txt"
  else
    $python -m plots "${runs[@]%/header.json}" --figure "$1" --out "figures/$1.svg"
  fi
}

set_up_tests() { # and build; CUDA is compiled wherever that is possible
  install_packages "${test_packages[@]}"
  # For lint. One version can be installed at a time: it would take away that of a compiler of one's own.
  compgen -G '/usr/lib/llvm-*/lib/libomp.so' >/dev/null || install_packages libomp-dev
  local clang # its sanitizers' library is a package of its own
  # shellcheck disable=SC2086 # CXX may be a launcher and a compiler
  clang=$(${CXX:-c++} -dM -E -x c++ /dev/null | awk '$2 == "__clang_major__" { print $3 }')
  [ -z "$clang" ] || ! has_candidate "libclang-rt-$clang-dev" || install_packages "libclang-rt-$clang-dev"
  # A test looks at the report in it. Ubuntu has it as a snap alone, so there that test is skipped.
  ! has_candidate chromium || install_packages chromium
  install_python requirements-test.txt
  install_toolkit
  [ -z "$(find_nvcc)" ] || RETIME_CUDA=ON
  test_programs=(retime-tests retime-failing-emulated retime-misregistered-emulated tuner-bench-emulated)
  build
}

format() {
  say "format"
  git ls-files '*.h' '*.cpp' '*.cu' '*.cuh' | xargs .venv/bin/clang-format --dry-run --Werror
  .venv/bin/ruff format --check --quiet .
}

# What differs from the main branch, and on that what its last ten commits changed; all, where so many are not there.
changed_sources() {
  local since
  since=$(git merge-base HEAD origin/HEAD 2>/dev/null || git merge-base HEAD origin/main 2>/dev/null || git rev-parse HEAD)
  [ "$since" != "$(git rev-parse HEAD)" ] || since=HEAD~10
  git rev-parse -q --verify "$since^{commit}" >/dev/null || since=$(git hash-object -t tree /dev/null)
  { git diff --name-only --diff-filter=d "$since"; git ls-files --others --exclude-standard; } | grep -E '^(kernels|variants|harness)/.*\.(h|cpp)$' || true
}

lint() { # [FILE...]: these alone
  say "lint${1:+ of $# files}"
  cmake/lint.sh build "$@"
}

run_tests() { # pytest's words for those to run
  export OMP_WAIT_POLICY=passive # a test's threads that wait leave their cores to the tests beside it
  say "C++ tests"
  ctest --test-dir build --output-on-failure --no-tests=error -j "$(nproc)" -R '^retime-tests'
  say "Python tests"
  # A file's tests stay together: they share what it sets up. Many wait for processes that they started: one more than cores.
  $python -m pytest -q --numprocesses $(($(nproc) + 1)) --maxprocesses 4 --dist loadfile "$@" tests/python
}

sanitize() { # [FAMILIES]: ON: every C++ test once more; OFF: those of the engine and of what reads files, which run nowhere else
  local families=${1:-ON} programs=(retime-engine-tests retime-fuzz)
  [ "$families" = OFF ] || programs+=(retime-tests)
  say "C++ tests under AddressSanitizer and UndefinedBehaviorSanitizer"
  cmake --preset asan -DRETIME_FAMILIES="$families" $strict >/dev/null
  cmake --build build-asan --target "${programs[@]}"
  # Twice at most: some tests wait for a clock, and sanitized code on a busy machine is late.
  ctest --test-dir build-asan --output-on-failure --no-tests=error --repeat until-pass:2 -j "$(nproc)"
}

fuzz() { # two minutes: bad files and texts for every reader of the program and of the report
  say "fuzzing the readers"
  cmake --preset asan >/dev/null
  cmake --build build-asan --target retime-fuzz
  build-asan/bin/retime-fuzz --seconds 60 --keep build-asan
  $python tests/python/fuzz_readers.py --seconds 60 --seed 1
}

run_test() {
  local changed
  mapfile -t changed < <(changed_sources)
  set_up_tests
  format
  [ ${#changed[@]} -eq 0 ] || lint "${changed[@]}"
  run_tests -m "not slow"
  sanitize OFF
}

run_test_all() {
  export RETIME_THOROUGH=1 # every order, size and setting where test takes some of each
  set_up_tests
  format
  lint
  run_tests
  sanitize ON
  fuzz
}

is_gpu() { [[ ${1:-} =~ ^h[0-9] ]]; } # after report: whose results
stages="setup build sweep plot report figure first test test-all lint fuzz sanitize"
[ $# -gt 0 ] || set -- setup build sweep plot
before=""
for stage; do # all, before the first takes its time
  [[ " $stages " == *" $stage "* ]] || { [ "$before" = report ] && is_gpu "$stage"; } || [ "$before" = figure ] ||
    die "'$stage' is no stage: ${stages// /, }"
  before=$stage
done
while [ $# -gt 0 ]; do
  stage=$1
  shift
  case $stage in
    setup | build | sweep | plot | first | lint | fuzz | sanitize) "$stage" ;;
    test) run_test ;;
    test-all) run_test_all ;;
    figure) [ $# -gt 0 ] || die "figure: name one; ./run_all.sh figure --list"; figure "$1"; shift ;;
    report) if is_gpu "${1:-}"; then report "$1"; shift; else report; fi ;;
  esac
done
