// Operations as torch-mlir writes them are read, and written the same way.
// RUN: autotune-opt %s | autotune-opt | FileCheck %s
// RUN: autotune-opt %s -mlir-print-op-generic | autotune-opt | FileCheck %s

// CHECK-LABEL: func.func @scan
// CHECK: tm_tensor.scan dimension(1) inclusive(true) ins(%{{.*}} : tensor<1x128xi64>) outs(%{{.*}}, %{{.*}} : tensor<1x128xi64>, tensor<1xi64>) {
// CHECK: ^bb0(%{{.*}}: i64, %{{.*}}: i64):
// CHECK: tm_tensor.yield %{{.*}} : i64
// CHECK: } -> tensor<1x128xi64>, tensor<1xi64>
func.func @scan(%x: tensor<1x128xi64>, %o: tensor<1x128xi64>, %a: tensor<1xi64>) -> tensor<1x128xi64> {
  %r:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<1x128xi64>) outs(%o, %a : tensor<1x128xi64>, tensor<1xi64>) {
  ^bb0(%arg0: i64, %arg1: i64):
    %s = arith.addi %arg0, %arg1 : i64
    tm_tensor.yield %s : i64
  } -> tensor<1x128xi64>, tensor<1xi64>
  return %r#0 : tensor<1x128xi64>
}

// CHECK-LABEL: func.func @scatter
// CHECK: tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(false) ins(%{{.*}}, %{{.*}} : tensor<?xf32>, tensor<?x2xi32>) outs(%{{.*}} : tensor<8x?xf32>) {
func.func @scatter(%u: tensor<?xf32>, %i: tensor<?x2xi32>, %o: tensor<8x?xf32>) -> tensor<8x?xf32> {
  %r = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(false) ins(%u, %i : tensor<?xf32>, tensor<?x2xi32>) outs(%o : tensor<8x?xf32>) {
  ^bb0(%arg0: f32, %arg1: f32):
    tm_tensor.yield %arg0 : f32
  } -> tensor<8x?xf32>
  return %r : tensor<8x?xf32>
}

// CHECK-LABEL: func.func @sort
// CHECK: tm_tensor.sort dimension(0) outs(%{{.*}}, %{{.*}} : tensor<?xf32>, tensor<?xi64>) {
func.func @sort(%x: tensor<?xf32>, %i: tensor<?xi64>) -> (tensor<?xf32>, tensor<?xi64>) {
  %r:2 = tm_tensor.sort dimension(0) outs(%x, %i : tensor<?xf32>, tensor<?xi64>) {
  ^bb0(%a: f32, %b: f32, %c: i64, %d: i64):
    %p = arith.cmpf ole, %a, %b : f32
    tm_tensor.yield %p : i1
  } -> tensor<?xf32>, tensor<?xi64>
  return %r#0, %r#1 : tensor<?xf32>, tensor<?xi64>
}

// CHECK-LABEL: func.func @topk
// CHECK: tm_tensor.topk dimension(1) ins(%{{.*}} : tensor<2x8xf32>) outs(%{{.*}}, %{{.*}} : tensor<2x3xf32>, tensor<2x3xi32>) {
func.func @topk(%x: tensor<2x8xf32>, %v: tensor<2x3xf32>, %i: tensor<2x3xi32>) -> tensor<2x3xf32> {
  %r:2 = tm_tensor.topk dimension(1) ins(%x : tensor<2x8xf32>) outs(%v, %i : tensor<2x3xf32>, tensor<2x3xi32>) {
  ^bb0(%a: f32, %b: f32):
    %p = arith.cmpf ogt, %a, %b : f32
    tm_tensor.yield %p : i1
  } -> tensor<2x3xf32>, tensor<2x3xi32>
  return %r#0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @attention
// CHECK: tm_tensor.attention ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<2x8x4xf32>, tensor<2x16x4xf32>, tensor<2x16x4xf32>) outs(%{{.*}} : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
func.func @attention(%q: tensor<2x8x4xf32>, %k: tensor<2x16x4xf32>, %v: tensor<2x16x4xf32>, %o: tensor<2x8x4xf32>) -> tensor<2x8x4xf32> {
  %r = tm_tensor.attention ins(%q, %k, %v : tensor<2x8x4xf32>, tensor<2x16x4xf32>, tensor<2x16x4xf32>) outs(%o : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  return %r : tensor<2x8x4xf32>
}
