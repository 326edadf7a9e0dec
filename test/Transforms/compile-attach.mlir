// One command from matmuls without configs to a compiled module. Each matmul is
// matched once: what is fused is decided before configs are attached, and
// lowering finds no matmul that it would have to form a problem of.
// RUN: autotune-opt %s -autotune-compile="attach target=h200 format=sim" -mlir-print-ir-before=autotune-lower-matmul -o %t 2>&1 | FileCheck %s --check-prefix=FORMED
// RUN: FileCheck %s < %t
// The permissions and the table reach the passes that they are for.
// RUN: autotune-opt %s -autotune-compile="attach target=h200 format=sim allow-tf32=tf32" | FileCheck %s --check-prefix=TF32
// RUN: autotune-opt %s -autotune-compile="attach target=h200 format=sim table=%t.none" 2>&1 | FileCheck %s --check-prefix=TABLE
// RUN: not autotune-opt %s -autotune-compile="attach target=h200 format=sim accumulator=f64" 2>&1 | FileCheck %s --check-prefix=SUMS
// Without it a matmul that has no config is left to the host.
// RUN: autotune-opt %s -autotune-compile="target=h200 format=sim" | FileCheck %s --check-prefix=HOST

// FORMED-NOT: linalg.{{matmul|generic}}
// FORMED-COUNT-3: = problem.contract
// FORMED-NOT: linalg.{{matmul|generic}}

// CHECK-LABEL: llvm.func @biased(
// CHECK: matmul_hopper_wgmma
// CHECK-LABEL: llvm.func @given(
// CHECK: matmul_simt
// CHECK-LABEL: llvm.func @floats(
// CHECK: matmul_{{simt|ampere}}
// TF32-LABEL: llvm.func @floats(
// TF32: matmul_hopper_wgmma
// TABLE: warning: the lookup table can't be read
// SUMS: error: accumulator = f64 is none of f32 and f16
// HOST-NOT: matmul_hopper_wgmma
func.func @biased(%a: tensor<256x64xbf16>, %b: tensor<64x128xbf16>, %bias: tensor<128xbf16>) -> tensor<256x128xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x128xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<256x128xf32>) -> tensor<256x128xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%f : tensor<256x128xf32>) -> tensor<256x128xf32>
  %r = tensor.empty() : tensor<256x128xbf16>
  %1 = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%0, %bias : tensor<256x128xf32>, tensor<128xbf16>) outs(%r : tensor<256x128xbf16>) {
  ^bb0(%sum: f32, %b0: bf16, %out: bf16):
    %wide = arith.extf %b0 : bf16 to f32
    %added = arith.addf %sum, %wide : f32
    %narrow = arith.truncf %added : f32 to bf16
    linalg.yield %narrow : bf16
  } -> tensor<256x128xbf16>
  return %1 : tensor<256x128xbf16>
}

func.func @given(%a: tensor<64x32xf32>, %b: tensor<32x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul {autotune.config = #autotune.config<simt, tile = [32, 32, 16], thread = [2, 2]>}
      ins(%a, %b : tensor<64x32xf32>, tensor<32x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

func.func @floats(%a: tensor<128x64xf32>, %b: tensor<64x128xf32>, %c: tensor<128x128xf32>) -> tensor<128x128xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<128x64xf32>, tensor<64x128xf32>) outs(%c : tensor<128x128xf32>) -> tensor<128x128xf32>
  return %0 : tensor<128x128xf32>
}
