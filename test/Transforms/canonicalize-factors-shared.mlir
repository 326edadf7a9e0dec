// RUN: autotune-opt %s --autotune-canonicalize-contractions | FileCheck %s

#mk = affine_map<(m, k) -> (m, k)>

// A product that others read, and whose sum is of a matrix and a vector, stays as it
// is: nothing is left of the attempt to take its factor out.

// CHECK-LABEL: func @shared(
// CHECK-COUNT-2: linalg.generic
// CHECK-NOT: linalg.generic
func.func @shared(%a: tensor<4x8xf32>, %s: tensor<8xf32>, %b: tensor<8xf32>,
                  %c: tensor<4xf32>) -> (tensor<4x8xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4x8xf32>
  %p = linalg.generic {
      indexing_maps = [#mk, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (k)>, #mk],
      iterator_types = ["parallel", "parallel"]}
      ins(%a, %s, %b : tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      outs(%e : tensor<4x8xf32>) {
  ^bb0(%x: f32, %f: f32, %y: f32, %o: f32):
    %m = arith.mulf %x, %f : f32
    %q = arith.mulf %m, %y : f32
    linalg.yield %q : f32
  } -> tensor<4x8xf32>
  %r = linalg.generic {
      indexing_maps = [#mk, affine_map<(m, k) -> (m)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<4x8xf32>) outs(%c : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %t = arith.addf %x, %o : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  return %p, %r : tensor<4x8xf32>, tensor<4xf32>
}
