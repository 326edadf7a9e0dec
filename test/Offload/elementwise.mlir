// What moves elements becomes element-wise operations, which fusion takes over.
// RUN: autotune-opt %s -split-input-file -autotune-form-elementwise -canonicalize -cse | FileCheck %s
// RUN: autotune-opt %s -split-input-file -autotune-form-elementwise -linalg-fuse-elementwise-ops | FileCheck %s --check-prefix=FUSED

// The rotation of position embeddings. Both halves read the matmul's result, so
// that each element is loaded once.
// CHECK-LABEL: func @rotate(
// CHECK-NOT: tensor.concat
// CHECK: linalg.generic {{.*}} outs(
// CHECK-DAG: %[[J:.*]] = linalg.index 2
// CHECK-DAG: %[[LOW:.*]] = arith.cmpi ult, %[[J]], %c32
// CHECK: %[[AT:.*]] = arith.select %[[LOW]]
// CHECK: %[[X:.*]] = tensor.extract %arg0[%{{.*}}, %{{.*}}, %[[AT]]] : tensor<16x4x64xf16>
// CHECK-NOT: tensor.extract
// CHECK: %[[NEGATED:.*]] = arith.negf %[[X]]
// CHECK: %[[Y:.*]] = arith.select %[[LOW]], %[[NEGATED]], %[[X]]
// CHECK: linalg.yield %[[Y]]

// FUSED-LABEL: func @rotate(
// FUSED-COUNT-1: linalg.generic
// FUSED-NOT: linalg.generic
// FUSED: return
#id = affine_map<(h, i, j) -> (h, i, j)>
#row = affine_map<(h, i, j) -> (i, j)>
func.func @rotate(%x: tensor<16x4x64xf16>, %sin: tensor<16x64xf16>) -> tensor<4x16x64xf16> {
  %e = tensor.empty() : tensor<4x16x64xf16>
  %half = tensor.empty() : tensor<4x16x32xf16>
  %t = linalg.transpose ins(%x : tensor<16x4x64xf16>) outs(%e : tensor<4x16x64xf16>) permutation = [1, 0, 2]
  %low = tensor.extract_slice %t[0, 0, 0] [4, 16, 32] [1, 1, 1] : tensor<4x16x64xf16> to tensor<4x16x32xf16>
  %high = tensor.extract_slice %t[0, 0, 32] [4, 16, 32] [1, 1, 1] : tensor<4x16x64xf16> to tensor<4x16x32xf16>
  %n = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%high : tensor<4x16x32xf16>) outs(%half : tensor<4x16x32xf16>) {
  ^bb0(%i: f16, %o: f16):
    %v = arith.negf %i : f16
    linalg.yield %v : f16
  } -> tensor<4x16x32xf16>
  %r = tensor.concat dim(2) %n, %low : (tensor<4x16x32xf16>, tensor<4x16x32xf16>) -> tensor<4x16x64xf16>
  %y = linalg.generic {indexing_maps = [#id, #id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%t, %r, %sin : tensor<4x16x64xf16>, tensor<4x16x64xf16>, tensor<16x64xf16>) outs(%e : tensor<4x16x64xf16>) {
  ^bb0(%i: f16, %j: f16, %k: f16, %o: f16):
    %p = arith.mulf %j, %k : f16
    %v = arith.addf %i, %p : f16
    linalg.yield %v : f16
  } -> tensor<4x16x64xf16>
  return %y : tensor<4x16x64xf16>
}

// -----

// Pieces of two tensors: an index of another piece's elements becomes 0.
// CHECK-LABEL: func @two(
// CHECK: linalg.generic
// CHECK: %[[A:.*]] = tensor.extract %arg0
// CHECK: %[[AT:.*]] = arith.select %{{.*}}, %{{.*}}, %c0
// CHECK: %[[B:.*]] = tensor.extract %arg1[%[[AT]], %{{.*}}]
// CHECK: arith.select %{{.*}}, %[[A]], %[[B]]
func.func @two(%a: tensor<2x8xf32>, %b: tensor<3x8xf32>) -> tensor<5x8xf32> {
  %r = tensor.concat dim(0) %a, %b : (tensor<2x8xf32>, tensor<3x8xf32>) -> tensor<5x8xf32>
  return %r : tensor<5x8xf32>
}

// -----

#id = affine_map<(i) -> (i)>

// What somebody else reads is in memory anyway, and is not computed again.
// CHECK-LABEL: func @shared(
// CHECK: %[[S:.*]] = linalg.generic
// CHECK: tensor.extract %[[S]]
// CHECK: return
func.func @shared(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<16xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.mulf %i, %i : f32
    linalg.yield %v : f32
  } -> tensor<8xf32>
  %r = tensor.concat dim(0) %s, %s : (tensor<8xf32>, tensor<8xf32>) -> tensor<16xf32>
  return %s, %r : tensor<8xf32>, tensor<16xf32>
}

// -----

// Nothing changes: a size that is not known, more pieces than four, and a
// transpose after which a row's elements are apart.
// CHECK-LABEL: func @stays(
// CHECK-NOT: linalg.generic
// CHECK: tensor.concat
// CHECK: tensor.concat
// CHECK: linalg.transpose
func.func @stays(%a: tensor<?xf32>, %b: tensor<8xf32>, %c: tensor<4x8xf32>) -> (tensor<?xf32>, tensor<40xf32>, tensor<8x4xf32>) {
  %e = tensor.empty() : tensor<8x4xf32>
  %r = tensor.concat dim(0) %a, %b : (tensor<?xf32>, tensor<8xf32>) -> tensor<?xf32>
  %s = tensor.concat dim(0) %b, %b, %b, %b, %b : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<40xf32>
  %t = linalg.transpose ins(%c : tensor<4x8xf32>) outs(%e : tensor<8x4xf32>) permutation = [1, 0]
  return %r, %s, %t : tensor<?xf32>, tensor<40xf32>, tensor<8x4xf32>
}
