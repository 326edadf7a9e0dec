#!/usr/bin/env bash
#===- demo.sh - The main job, once, on a real input -----------------------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# ./dev.sh demo has set up and built before it comes here. The input is the
# matmuls of a Llama-3-8B block at 16 and at 4096 tokens. What is written goes to
# build/demo, and is written anew each time: demo.log has all tables, the screen
# the steps and, last, a summary.
#
#   DEMO_TARGET   the target where there is no GPU (h200)
#   DEMO_BUDGET   seconds of measuring where there is one (120)

set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."

bin=build/release/bin
out=build/demo
log=$out/demo.log
input=test/Inputs/llama3-8b-block.mlir
target=${DEMO_TARGET:-h200}
budget=${DEMO_BUDGET:-120}

title() { printf '\n--- %s ---\n' "$*" | tee -a "$log"; }

# Shows a command as it could be typed, then runs it; its tables go to the log,
# what it says of its progress to the screen. If it fails, so does the demo, and
# says where the rest is.
step() {
  printf '$ %s\n' "$*" | tee -a "$log"
  "$@" </dev/null >>"$log" || {
    local code=$?
    printf 'demo: failed (exit code %s); the output of all steps: %s\n' "$code" "$log" >&2
    exit "$code"
  }
}

show() { /usr/bin/python3 tools/demo/show.py "$@" >>"$log"; }

mkdir -p "$out"
: >"$log"
if device=$("$bin/autotune-runner" --device-info 2>"$out/device.log" </dev/null); then
  printf 'GPU:\n%s\n' "$device"
  gpu=yes
else
  printf 'No GPU here (%s).\n' "$(head -n 1 "$out/device.log")"
  gpu=
fi

title 'What the heuristics choose, without measuring'
step "$bin/autotune-opt" "$input" \
  "--autotune-attach-configs=target=$target" -o "$out/attached.mlir"
show picks "$out/attached.mlir"

if [[ $gpu ]]; then
  title 'Build the candidates, check every element, time them, pick'
  step "$bin/autotune-bench" tune "$input" -o "$out/tuned.mlir" \
    --device=cuda:0 "--budget=$budget" --baseline=cublaslt \
    "--records=$out/records.jsonl"
  show picks "$out/tuned.mlir"

  title 'Run it through its host code, and compare every element'
  # The other side of the comparison: the same module on plain CUDA cores.
  /usr/bin/python3 tools/demo/show.py simt "$out/tuned.mlir" >"$out/simt.mlir"
  step "$bin/autotune-opt" "$out/simt.mlir" \
    "--autotune-attach-configs=target=$target space=none" -o "$out/reference.mlir"
  step tools/demo/compile_module.sh "$out/tuned.mlir" "$out/tuned.so" "$target"
  step tools/demo/compile_module.sh "$out/reference.mlir" "$out/reference.so" "$target"
  for function in block_16 block_4096; do
    step /usr/bin/python3 tools/demo/compare_modules.py "$out/tuned.mlir" "$function" \
      "$out/tuned.so" "$out/reference.so" build/release/lib/libautotune_cuda_runtime.so
    tail -n 1 "$log"
  done
else
  title 'Build the candidates, check them in the simulator, pick by estimate'
  rm -rf "$out/bundle"
  step "$bin/autotune-bench" tune "$input" -o "$out/tuned.mlir" --device=sim \
    "--target=$target" --trials=8 "--keep-bundle=$out/bundle" \
    "--records=$out/records.jsonl"
  show picks "$out/tuned.mlir"
fi

title 'Summary: the best kernel of each matmul'
# Behind a pipe no program sees how wide the terminal is.
[[ -t 1 ]] && columns=$(tput cols 2>/dev/null) || columns=132
COLUMNS=$columns "$bin/autotune-bench" report "$out/records.jsonl" | tee -a "$log"
if [[ ! $gpu ]]; then
  printf 'On an %s and its driver: autotune-bench run %s -o records.jsonl\n' "$target" "$out/bundle"
fi
printf 'The tuned module: %s    all tables: %s\n' "$out/tuned.mlir" "$log"
