#!/usr/bin/env bash
# compile_module.sh IN.mlir OUT.so [TARGET]: a prepared module, as a shared library
# with its kernels inside. A matmul without a config gets one, or a plan if its
# sizes are known at run time only. Memrefs live in host memory, unless
# AUTOTUNE_OFFLOAD is set: then everything runs on the GPU, and the function takes
# device memory (docs/guide/whole-models.md). The
# library finds the project's CUDA runtime by itself, and has what LLVM calls where
# the CPU lacks an instruction (compiler-rt's builtins): nothing stays undefined.
#
#   AUTOTUNE_BIN       the folder of the project's programs (build/release/bin)
#   AUTOTUNE_HOST_CPU  the CPU that host code is for, if not any x86-64:
#                      x86-64-v3, native
set -euo pipefail
in=$1 out=$2 target=${3:-h200}
bin=${AUTOTUNE_BIN:-$(cd "$(dirname "$0")/../.." && pwd)/build/release/bin}
lib=$(cd "$bin/../lib" && pwd)
where="buffers=host"
[ -z "${AUTOTUNE_OFFLOAD:-}" ] || where="offload"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
"$bin/autotune-opt" "$in" \
  --pass-pipeline="builtin.module(func.func(llvm-request-c-wrappers),autotune-compile{attach target=$target $where format=bin})" \
  -o "$tmp/module.mlir"
mlir-translate-22 --mlir-to-llvmir "$tmp/module.mlir" -o "$tmp/module.ll"
upstream=/usr/lib/llvm-22/lib
clang-22 -O2 -Wno-override-module -fPIC -shared "$tmp/module.ll" -o "$out" \
  --rtlib=compiler-rt "$(clang-22 --rtlib=compiler-rt -print-libgcc-file-name)" \
  -L"$lib" -lautotune_cuda_runtime -Wl,-rpath,"$lib" \
  -Wl,--as-needed -lm -L"$upstream" -lmlir_c_runner_utils \
  -Wl,-rpath,"$upstream" -Wl,-z,defs
