#!/usr/bin/env bash
# compile_module.sh IN.mlir OUT.so [TARGET]: a module whose matmuls have configs,
# as a shared library with its kernels inside. Memrefs live in host memory; the
# library calls the project's CUDA runtime, which whoever loads it loads first.
set -euo pipefail
in=$1 out=$2 target=${3:-h200}
bin=${AUTOTUNE_BIN:-$(cd "$(dirname "$0")/../.." && pwd)/build/release/bin}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
"$bin/autotune-opt" "$in" \
  --pass-pipeline="builtin.module(func.func(llvm-request-c-wrappers),autotune-compile{target=$target buffers=host format=bin})" \
  -o "$tmp/module.mlir"
mlir-translate-22 --mlir-to-llvmir "$tmp/module.mlir" -o "$tmp/module.ll"
clang-22 -O2 -Wno-override-module -fPIC -shared "$tmp/module.ll" -o "$out"
