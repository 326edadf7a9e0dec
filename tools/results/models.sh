#!/usr/bin/env bash
#===- models.sh - Programs of whole models -------------------------------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# models.sh DIR [TARGET]: builds the programs that models.py measures, and copies
# the runtime library beside them. Needs no GPU. DIR can be moved to a machine
# that has one.
set -euo pipefail
dir=$1 target=${2:-h200}
root=$(cd "$(dirname "$0")/../.." && pwd)
export AUTOTUNE_BIN=${AUTOTUNE_BIN:-$root/build/release/bin} AUTOTUNE_OFFLOAD=1
mkdir -p "$dir"
cp "$AUTOTUNE_BIN/../lib/libautotune_cuda_runtime.so" "$dir"
models=$root/test/Models/Inputs/full
for module in "$models"/{llama_b1s128,bert_b8s128,lora,swiglu,w8a16}.mlir \
              "$root"/test/Inputs/rows/{softmax,rmsnorm}.mlir; do
  name=$(basename "$module" .mlir)
  "$AUTOTUNE_BIN/autotune-opt" "$module" --autotune-prepare -o "$dir/$name.mlir"
  "$root/tools/demo/compile_module.sh" "$dir/$name.mlir" "$dir/$name.so" "$target"
  rm "$dir/$name.mlir"
done
