// RUN: autotune-opt %s --autotune-canonicalize-contractions=fold-dequantizations --autotune-attach-configs=target=h200 --autotune-lower-matmul=target=h200 | FileCheck %s

// Weights are multiplied as the integers that they are, and the kernel scales
// the sums.

#w = affine_map<(n, k) -> (n, k)>
#rows = affine_map<(n, k) -> (n)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: func.func @channels(
// CHECK-NOT: linalg.generic
// CHECK: tile.launch {{.*}} ins(%{{.*}}, %{{.*}} : tensor<16x1024xbf16>, tensor<512x1024xi8>)
// CHECK-SAME: with(%{{.*}} : tensor<1x512xf32>)
// CHECK-NOT: linalg.generic
// CHECK: tile.kernel {{.*}}memref<?x?xi8, {{.*}}memref<1x?xf32,
// CHECK: tile.epilogue
// CHECK: arith.mulf
func.func @channels(%x: tensor<16x1024xbf16>, %w: tensor<512x1024xi8>, %s: tensor<512xf32>) -> tensor<16x512xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x1024xbf16>
  %d = linalg.generic {indexing_maps = [#w, #rows, #w], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<512x1024xi8>, tensor<512xf32>) outs(%e : tensor<512x1024xbf16>) {
  ^bb0(%i: i8, %f: f32, %o: bf16):
    %0 = arith.sitofp %i : i8 to f32
    %1 = arith.mulf %0, %f : f32
    %2 = arith.truncf %1 : f32 to bf16
    linalg.yield %2 : bf16
  } -> tensor<512x1024xbf16>
  %empty = tensor.empty() : tensor<16x512xf32>
  %c = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x512xf32>) -> tensor<16x512xf32>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<16x1024xbf16>, tensor<512x1024xbf16>) outs(%c : tensor<16x512xf32>) -> tensor<16x512xf32>
  return %r : tensor<16x512xf32>
}
