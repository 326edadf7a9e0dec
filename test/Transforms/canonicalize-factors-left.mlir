// RUN: autotune-opt %s --autotune-canonicalize-contractions --canonicalize -split-input-file | FileCheck %s

// A widening stays where it writes only some elements: the others are the init's.

// CHECK-LABEL: func @partly(
// CHECK-SAME: %[[INIT:[^:]*]]: tensor<8x8xi32>,
// CHECK: linalg.generic {{.*}} outs(%[[INIT]] : tensor<8x8xi32>)
// CHECK: linalg.matmul {{.*}}tensor<8x8xi32>, tensor<8x16xi32>
func.func @partly(%a: tensor<8xi8>, %init: tensor<8x8xi32>, %b: tensor<8x16xi8>,
                  %c: tensor<8x16xi32>) -> tensor<8x16xi32> {
  %w = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (0, d0)>],
      iterator_types = ["parallel"]}
      ins(%a : tensor<8xi8>) outs(%init : tensor<8x8xi32>) {
  ^bb0(%x: i8, %o: i32):
    %t = arith.addi %x, %x : i8
    %e = arith.extsi %t : i8 to i32
    linalg.yield %e : i32
  } -> tensor<8x8xi32>
  %y = arith.extsi %b : tensor<8x16xi8> to tensor<8x16xi32>
  %r = linalg.matmul ins(%w, %y : tensor<8x8xi32>, tensor<8x16xi32>)
                     outs(%c : tensor<8x16xi32>) -> tensor<8x16xi32>
  return %r : tensor<8x16xi32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// Vectors are no elements that kernels know.

// CHECK-LABEL: func @vectors(
// CHECK: arith.truncf
// CHECK: arith.extf
// CHECK: linalg.matmul
// CHECK: arith.truncf
// CHECK: arith.extf
func.func @vectors(%v: tensor<4x8xvector<2xf32>>, %e: tensor<4x8xvector<2xf32>>,
                   %s: tensor<4xvector<2xf32>>, %a: tensor<4x8xf32>,
                   %b: tensor<8x4xf32>, %c: tensor<4x4xf32>)
    -> (tensor<4x8xvector<2xf32>>, tensor<4x4xf32>, tensor<4xvector<2xf32>>) {
  %0 = linalg.generic {indexing_maps = [#id, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%v : tensor<4x8xvector<2xf32>>) outs(%e : tensor<4x8xvector<2xf32>>) {
  ^bb0(%x: vector<2xf32>, %o: vector<2xf32>):
    %n = arith.truncf %x : vector<2xf32> to vector<2xbf16>
    %w = arith.extf %n : vector<2xbf16> to vector<2xf32>
    linalg.yield %w : vector<2xf32>
  } -> tensor<4x8xvector<2xf32>>
  %1 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>)
                     outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%v, %e : tensor<4x8xvector<2xf32>>, tensor<4x8xvector<2xf32>>)
      outs(%e : tensor<4x8xvector<2xf32>>) {
  ^bb0(%x: vector<2xf32>, %y: vector<2xf32>, %o: vector<2xf32>):
    %m = arith.mulf %x, %y : vector<2xf32>
    %n = arith.truncf %m : vector<2xf32> to vector<2xbf16>
    %w = arith.extf %n : vector<2xbf16> to vector<2xf32>
    linalg.yield %w : vector<2xf32>
  } -> tensor<4x8xvector<2xf32>>
  %3 = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> (i)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%2 : tensor<4x8xvector<2xf32>>) outs(%s : tensor<4xvector<2xf32>>) {
  ^bb0(%x: vector<2xf32>, %o: vector<2xf32>):
    %t = arith.addf %x, %o : vector<2xf32>
    linalg.yield %t : vector<2xf32>
  } -> tensor<4xvector<2xf32>>
  return %0, %1, %3 : tensor<4x8xvector<2xf32>>, tensor<4x4xf32>, tensor<4xvector<2xf32>>
}

// -----

// A division stays where the loop around it may not run.

// CHECK-LABEL: func @divided(
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT: linalg.{{generic|matmul}}
func.func @divided(%a: tensor<2x2xi32>, %by: tensor<2xi32>, %b: tensor<2x?xi32>,
                   %c: tensor<2x?xi32>) -> tensor<2x?xi32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k)>,
                       affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %by, %b : tensor<2x2xi32>, tensor<2xi32>, tensor<2x?xi32>)
      outs(%c : tensor<2x?xi32>) {
  ^bb0(%x: i32, %d: i32, %y: i32, %o: i32):
    %q = arith.divsi %x, %d : i32
    %m = arith.muli %q, %y : i32
    %s = arith.addi %o, %m : i32
    linalg.yield %s : i32
  } -> tensor<2x?xi32>
  return %0 : tensor<2x?xi32>
}

// -----

// A difference in 8 bits wraps, and is no zero point's: it is computed apart.

// CHECK-LABEL: func @wraps(
// CHECK: arith.subi {{.*}} : i8
// CHECK: linalg.matmul {{.*}}tensor<8x4xi8>, tensor<4x16xi8>{{.*}} -> tensor<8x16xi32>
func.func @wraps(%a: tensor<8x4xi8>, %z: i8, %b: tensor<4x16xi8>,
                 %c: tensor<8x16xi32>) -> tensor<8x16xi32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                       affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<8x4xi8>, tensor<4x16xi8>) outs(%c : tensor<8x16xi32>) {
  ^bb0(%x: i8, %y: i8, %o: i32):
    %d = arith.subi %x, %z : i8
    %e = arith.extsi %d : i8 to i32
    %f = arith.extsi %y : i8 to i32
    %m = arith.muli %e, %f : i32
    %s = arith.addi %o, %m : i32
    linalg.yield %s : i32
  } -> tensor<8x16xi32>
  return %0 : tensor<8x16xi32>
}
