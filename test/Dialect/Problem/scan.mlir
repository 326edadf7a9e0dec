// RUN: autotune-opt %s | autotune-opt | FileCheck %s
// RUN: autotune-opt %s -mlir-print-op-generic | autotune-opt | FileCheck %s

// CHECK-LABEL: @sums
// CHECK: %running, %last = problem.scan inclusive ins(%{{.*}} : tensor<4x?xf32>) outs(%{{.*}}, %{{.*}} : tensor<4x?xf32>, tensor<4xf32>) {
// CHECK-NEXT: ^bb0(%[[SUM:.*]]: f32, %[[ELEMENT:.*]]: f32):
// CHECK-NEXT:   %[[NEXT:.*]] = arith.addf %[[SUM]], %[[ELEMENT]] : f32
// CHECK-NEXT:   problem.yield %[[NEXT]] : f32
// CHECK-NEXT: } -> tensor<4x?xf32>, tensor<4xf32>
func.func @sums(%x: tensor<4x?xf32>, %e: tensor<4x?xf32>, %s: tensor<4xf32>) -> (tensor<4x?xf32>, tensor<4xf32>) {
  %r:2 = problem.scan inclusive ins(%x : tensor<4x?xf32>) outs(%e, %s : tensor<4x?xf32>, tensor<4xf32>) {
  ^bb0(%sum: f32, %element: f32):
    %next = arith.addf %sum, %element : f32
    problem.yield %next : f32
  } -> tensor<4x?xf32>, tensor<4xf32>
  return %r#0, %r#1 : tensor<4x?xf32>, tensor<4xf32>
}

// CHECK-LABEL: @before
// CHECK: problem.scan exclusive ins(%{{.*}} : tensor<8xi64>) outs(%{{.*}}, %{{.*}} : tensor<8xi64>, tensor<i64>) attributes {name = "before"} {
func.func @before(%x: tensor<8xi64>, %s: tensor<i64>) -> tensor<8xi64> {
  %r:2 = problem.scan exclusive ins(%x : tensor<8xi64>) outs(%x, %s : tensor<8xi64>, tensor<i64>) attributes {name = "before"} {
  ^bb0(%sum: i64, %element: i64):
    %next = arith.addi %sum, %element : i64
    problem.yield %next : i64
  } -> tensor<8xi64>, tensor<i64>
  return %r#0 : tensor<8xi64>
}
