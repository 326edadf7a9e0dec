// RUN: autotune-opt %s --split-input-file --autotune-attach-configs="target=h200 space=none max-candidates=40" | %long_configs | FileCheck %s
// RUN: autotune-opt %s --split-input-file --autotune-attach-configs="target=h200 space=none max-candidates=40 disable=stream-rows" | %long_configs | FileCheck %s --check-prefix=WITHOUT

// At most four rows of A: what streams B is among the seeds, with as many rows as
// A has. The others still speak; which comes first is the cost model's to say.
// It puts more than 16 of them before these at four rows, so that the limit is 40.

// CHECK-LABEL: func @along_k
// CHECK: autotune.candidates = [{{.*}}#autotune.config<simt_stream, rows = 4, {{[^>]*}}bypass_l1 = true>
// CHECK-SAME: heuristics = ["stream-rows", {{.*}}"wave-fill"]
// WITHOUT-LABEL: func @along_k
// WITHOUT-NOT: simt_stream
// WITHOUT: autotune.config = #autotune.config<hopper_wgmma,
func.func @along_k(%a: tensor<4x4096xbf16>, %b: tensor<28672x4096xbf16>, %c: tensor<4x28672xf32>) -> tensor<4x28672xf32> {
  %0 = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<4x4096xbf16>, tensor<28672x4096xbf16>)
      outs(%c : tensor<4x28672xf32>) -> tensor<4x28672xf32>
  return %0 : tensor<4x28672xf32>
}

// -----

// B stored K x N with no more than 4096 columns: few lanes lie along a row, or
// there would be fewer CTAs than SMs.

// CHECK-LABEL: func @along_n
// CHECK: autotune.candidates = {{.*}}#autotune.config<simt_stream, rows = 1, {{[^>]*}}lanes = {{[24]}},
func.func @along_n(%a: tensor<1x4096xf16>, %b: tensor<4096x4096xf16>, %c: tensor<1x4096xf32>) -> tensor<1x4096xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<1x4096xf16>, tensor<4096x4096xf16>)
                     outs(%c : tensor<1x4096xf32>) -> tensor<1x4096xf32>
  return %0 : tensor<1x4096xf32>
}

// -----

// Tensor cores have no f32: only what is left, CUDA cores, speaks beside it.

// CHECK-LABEL: func @f32
// CHECK: autotune.config = #autotune.config<simt_stream, rows = 2,
// CHECK-SAME: heuristics = ["stream-rows", "simt-default"]
func.func @f32(%a: tensor<2x4096xf32>, %b: tensor<4096x4096xf32>, %c: tensor<2x4096xf32>) -> tensor<2x4096xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<2x4096xf32>, tensor<4096x4096xf32>)
                     outs(%c : tensor<2x4096xf32>) -> tensor<2x4096xf32>
  return %0 : tensor<2x4096xf32>
}

// -----

// Five rows, rows of B that may start anywhere, or a B that is read in no time.

// CHECK-LABEL: func @five
// CHECK-NOT: simt_stream
// CHECK-LABEL: func @unaligned
// CHECK-NOT: simt_stream
// CHECK-LABEL: func @small
// CHECK-NOT: simt_stream
// CHECK: return
func.func @five(%a: tensor<5x4096xbf16>, %b: tensor<4096x4096xbf16>, %c: tensor<5x4096xf32>) -> tensor<5x4096xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x4096xbf16>, tensor<4096x4096xbf16>)
                     outs(%c : tensor<5x4096xf32>) -> tensor<5x4096xf32>
  return %0 : tensor<5x4096xf32>
}
func.func @unaligned(%a: tensor<4x4096xbf16>, %b: tensor<4096x4097xbf16>, %c: tensor<4x4097xf32>) -> tensor<4x4097xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x4096xbf16>, tensor<4096x4097xbf16>)
                     outs(%c : tensor<4x4097xf32>) -> tensor<4x4097xf32>
  return %0 : tensor<4x4097xf32>
}
func.func @small(%a: tensor<4x512xbf16>, %b: tensor<512x256xbf16>, %c: tensor<4x256xf32>) -> tensor<4x256xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x512xbf16>, tensor<512x256xbf16>)
                     outs(%c : tensor<4x256xf32>) -> tensor<4x256xf32>
  return %0 : tensor<4x256xf32>
}
