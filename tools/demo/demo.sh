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
# build/demo, and is written anew each time.
#
#   DEMO_TARGET   the target where there is no GPU (h200)
#   DEMO_BUDGET   seconds of measuring where there is one (120)

set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."

bin=build/release/bin
out=build/demo
input=test/Inputs/llama3-8b-block.mlir
target=${DEMO_TARGET:-h200}
budget=${DEMO_BUDGET:-120}

# Shows a command as it could be typed, then runs it.
step() {
  printf '\n$ %s\n' "$*"
  "$@" </dev/null
}

mkdir -p "$out"
if device=$("$bin/autotune-runner" --device-info 2>"$out/device.log" </dev/null); then
  printf 'GPU:\n%s\n' "$device"
  gpu=yes
else
  printf 'No GPU here (%s).\n' "$(head -n 1 "$out/device.log")"
  gpu=
fi

printf '\n--- What the heuristics choose, without measuring ---\n'
step "$bin/autotune-opt" "$input" \
  "--autotune-attach-configs=target=$target" -o "$out/attached.mlir"
/usr/bin/python3 tools/demo/show.py picks "$out/attached.mlir"

if [[ $gpu ]]; then
  printf '\n--- Build the candidates, check every element, time them, pick ---\n'
  step "$bin/autotune-bench" tune "$input" -o "$out/tuned.mlir" \
    --device=cuda:0 "--budget=$budget" --baseline=cublaslt
  /usr/bin/python3 tools/demo/show.py picks "$out/tuned.mlir"
  printf '\nThe tuned module: %s\n' "$out/tuned.mlir"

  printf '\n--- Run it through its host code, and compare every element ---\n'
  # The other side of the comparison: the same module on plain CUDA cores.
  /usr/bin/python3 tools/demo/show.py simt "$out/tuned.mlir" >"$out/simt.mlir"
  step "$bin/autotune-opt" "$out/simt.mlir" \
    "--autotune-attach-configs=target=$target space=none" -o "$out/reference.mlir"
  step tools/demo/compile_module.sh "$out/tuned.mlir" "$out/tuned.so" "$target"
  step tools/demo/compile_module.sh "$out/reference.mlir" "$out/reference.so" "$target"
  for function in block_16 block_4096; do
    step /usr/bin/python3 tools/demo/compare_modules.py "$out/tuned.mlir" "$function" \
      "$out/tuned.so" "$out/reference.so" build/release/lib/libautotune_cuda_runtime.so
  done
else
  printf '\n--- Build the candidates, check them in the simulator, pick by estimate ---\n'
  rm -rf "$out/bundle"
  step "$bin/autotune-bench" tune "$input" -o "$out/tuned.mlir" --device=sim \
    "--target=$target" --trials=8 "--keep-bundle=$out/bundle" \
    "--records=$out/records.jsonl"
  /usr/bin/python3 tools/demo/show.py checked "$out/records.jsonl"
  /usr/bin/python3 tools/demo/show.py picks "$out/tuned.mlir"
  cat <<END

The kernels above are real: $out/bundle holds them, and they were right in the
simulator, on problems cut down to a few tiles. On a machine with an $target and
its driver

  autotune-bench run $out/bundle -o records.jsonl
  autotune-bench pick $input records.jsonl -o tuned.mlir

check and time them at full size. The order and the times are an ESTIMATE:
nothing was measured here.
END
fi
