#!/usr/bin/env bash
#===- train.sh - Training on the project's records ------------------------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# train.sh [OPTION...]
#
# Runs autotune-bench train, found on PATH, on the records that the project's
# trees are trained on. The matmuls of the test part are held out: no training
# reads them, and no constant is chosen by them. Options are those of train.

set -euo pipefail

inputs=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/test/Inputs
records=(oracle-h200 oracle-h100 oracle-h100-sizes oracle-h200-types
         short-rows-h200)
held_out=(held-out-h200)

arguments=()
for name in "${records[@]}"; do
  arguments+=("$inputs/$name.jsonl.zst")
done
for name in "${held_out[@]}"; do
  [[ ! -f $inputs/$name.jsonl.zst ]] ||
    arguments+=("--held-out=$inputs/$name.jsonl.zst")
done
exec autotune-bench train "${arguments[@]}" "$@"
