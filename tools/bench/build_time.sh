#!/usr/bin/env bash
#===- build_time.sh - CPU-minutes of a build from nothing -----------------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# usage: tools/bench/build_time.sh [--tests]
#
# Configures and builds what `./dev.sh demo` runs, in a folder of its own and
# without ccache, and prints the CPU time with its bound and a verdict. --tests
# also builds what `./dev.sh test` adds. `./dev.sh setup` must have been run.
# Other programs that run at the same time make CPU time longer, too: caches are
# shared.
#
#   JOBS   how many compilers run at once (as many as there are cores)

set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."

tests=
case ${1:-} in
--tests) tests=yes ;;
'') ;;
*)
  printf 'build_time.sh: takes nothing or --tests, not %s\n' "$1" >&2
  exit 2
  ;;
esac

# The bounds of docs/notes/build-and-tests.md, in CPU-minutes.
demo_bound=20
tests_bound=30

folder=$PWD/build/build-time
log=$PWD/build/build-time.log
mkdir -p build
rm -rf "$folder"
trap 'rm -rf "$folder"' EXIT
export CCACHE_DISABLE=1
failed=

# Runs a command and prints the CPU time of it and of all that it started.
measure() {
  local name=$1 bound=$2 TIMEFORMAT='%U %S' seconds
  shift 2
  seconds=$({ time "$@" >>"$log" 2>&1 </dev/null; } 2>&1) || {
    tail -n 30 "$log" >&2
    printf 'build_time.sh: %s failed; the log is %s\n' "$name" "$log" >&2
    exit 1
  }
  awk -v name="$name" -v bound="$bound" -v seconds="$seconds" 'BEGIN {
    split(seconds, part, " ")
    minutes = (part[1] + part[2]) / 60
    printf "%-28s %6.1f CPU-minutes   bound %3d   %s\n", name, minutes, bound,
      minutes <= bound ? "holds" : "MISSED"
    exit minutes > bound
  }' || failed=yes
}

build_demo() {
  cmake --preset release -B "$folder" &&
    cmake --build "$folder" --parallel "${JOBS:-$(nproc)}" --target autotune-demo
}

build_tests() {
  cmake --build "$folder" --parallel "${JOBS:-$(nproc)}" \
    --target autotune-test-depends
}

: >"$log"
measure "the build of the demo" "$demo_bound" build_demo
[[ -z $tests ]] || measure "the build of the tests" "$tests_bound" build_tests
[[ -z $failed ]]
