// Integers that were extended with their sign and are then read without one:
// what is below 0 is a large number, and stays one.
// RUN: autotune-opt %s --autotune-attach-configs=target=h200 --autotune-lower-matmul=target=h200 | FileCheck %s

#id = affine_map<(n, k) -> (n, k)>
#groups = affine_map<(n, k) -> (n, k floordiv 128)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// CHECK: tile.mma
// CHECK: %[[WIDE:.*]] = arith.extsi %{{.*}} : i8 to i16
// CHECK: arith.uitofp %[[WIDE]] : i16 to f32
func.func @extended(%x: tensor<16x512xf16>, %w: tensor<192x512xi8>, %s: tensor<192x4xf16>, %init: tensor<16x192xf32>) -> tensor<16x192xf32> {
  %e = tensor.empty() : tensor<192x512xf16>
  %d = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<192x512xi8>, tensor<192x4xf16>) outs(%e : tensor<192x512xf16>) {
  ^bb0(%q: i8, %f: f16, %o: f16):
    %u = arith.extsi %q : i8 to i16
    %0 = arith.uitofp %u : i16 to f32
    %1 = arith.extf %f : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.truncf %2 : f32 to f16
    linalg.yield %3 : f16
  } -> tensor<192x512xf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<16x512xf16>, tensor<192x512xf16>) outs(%init : tensor<16x192xf32>) -> tensor<16x192xf32>
  return %r : tensor<16x192xf32>
}
