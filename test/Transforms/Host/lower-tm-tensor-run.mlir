// What torch-mlir's operations compute.
// RUN: autotune-opt %s -autotune-lower-tm-tensor | FileCheck %s --check-prefix=LOWERED
// RUN: autotune-opt %s -autotune-compile='target=h200 format=sim' | %run_sim | FileCheck %s
// LOWERED-NOT: tm_tensor

func.func @print(%x: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0], %z : tensor<?xf32>, vector<6xf32>
  vector.print %v : vector<6xf32>
  return
}

func.func @scan(%x: tensor<?xf32>, %inclusive: tensor<?xf32>, %acc: tensor<f32>) {
  %r:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<?xf32>) outs(%inclusive, %acc : tensor<?xf32>, tensor<f32>) {
  ^bb0(%s: f32, %e: f32):
    %0 = arith.addf %s, %e : f32
    tm_tensor.yield %0 : f32
  } -> tensor<?xf32>, tensor<f32>
  call @print(%r#0) : (tensor<?xf32>) -> ()
  %last = tensor.extract %r#1[] : tensor<f32>
  vector.print %last : f32
  %e:2 = tm_tensor.scan dimension(0) inclusive(false) ins(%x : tensor<?xf32>) outs(%inclusive, %acc : tensor<?xf32>, tensor<f32>) {
  ^bb0(%s: f32, %e: f32):
    %0 = arith.addf %s, %e : f32
    tm_tensor.yield %0 : f32
  } -> tensor<?xf32>, tensor<f32>
  call @print(%e#0) : (tensor<?xf32>) -> ()
  %lastOf = tensor.extract %e#1[] : tensor<f32>
  vector.print %lastOf : f32
  return
}

// Equals keep their order.
func.func @sort(%x: tensor<?xf32>, %i: tensor<?xf32>) {
  %r:2 = tm_tensor.sort dimension(0) outs(%x, %i : tensor<?xf32>, tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    %p = arith.cmpf ole, %a, %b : f32
    tm_tensor.yield %p : i1
  } -> tensor<?xf32>, tensor<?xf32>
  call @print(%r#0) : (tensor<?xf32>) -> ()
  call @print(%r#1) : (tensor<?xf32>) -> ()
  return
}

func.func @topk(%x: tensor<?xf32>) {
  %low = arith.constant dense<-1.0> : tensor<3xf32>
  %none = arith.constant dense<0> : tensor<3xi32>
  %r:2 = tm_tensor.topk dimension(0) ins(%x : tensor<?xf32>) outs(%low, %none : tensor<3xf32>, tensor<3xi32>) {
  ^bb0(%a: f32, %b: f32):
    %p = arith.cmpf ogt, %a, %b : f32
    tm_tensor.yield %p : i1
  } -> tensor<3xf32>, tensor<3xi32>
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %v = vector.transfer_read %r#0[%c0], %z : tensor<3xf32>, vector<3xf32>
  vector.print %v : vector<3xf32>
  %zi = arith.constant 0 : i32
  %w = vector.transfer_read %r#1[%c0], %zi : tensor<3xi32>, vector<3xi32>
  vector.print %w : vector<3xi32>
  return
}

// Indices that occur twice are updated twice.
func.func @scatter(%o: tensor<?xf32>) {
  %u = arith.constant dense<[10.0, 20.0, 40.0]> : tensor<3xf32>
  %i = arith.constant dense<[[4], [1], [4]]> : tensor<3x1xi32>
  %r = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u, %i : tensor<3xf32>, tensor<3x1xi32>) outs(%o : tensor<?xf32>) {
  ^bb0(%update: f32, %there: f32):
    %0 = arith.addf %update, %there : f32
    tm_tensor.yield %0 : f32
  } -> tensor<?xf32>
  call @print(%r) : (tensor<?xf32>) -> ()
  return
}

// All keys alike: the mean of the values; a mask that hides the second.
func.func @attention() {
  %q = arith.constant dense<1.0> : tensor<1x1x4xf32>
  %k = arith.constant dense<0.5> : tensor<1x2x4xf32>
  %v = arith.constant dense<[[[1.0, 2.0, 3.0, 4.0], [3.0, 4.0, 5.0, 6.0]]]> : tensor<1x2x4xf32>
  %mask = arith.constant dense<[[0.0, 0xFF800000]]> : tensor<1x2xf32>
  %o = tensor.empty() : tensor<1x1x4xf32>
  %r = tm_tensor.attention ins(%q, %k, %v : tensor<1x1x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>) outs(%o : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  %s = tm_tensor.attention ins(%q, %k, %v, %mask : tensor<1x1x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2xf32>) outs(%o : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %r[%c0, %c0, %c0], %z : tensor<1x1x4xf32>, vector<4xf32>
  vector.print %x : vector<4xf32>
  %y = vector.transfer_read %s[%c0, %c0, %c0], %z : tensor<1x1x4xf32>, vector<4xf32>
  vector.print %y : vector<4xf32>
  return
}

// CHECK: ( 3, 4, 6, 7, 12, 14 )
// CHECK-NEXT: 14
// CHECK-NEXT: ( 100, 103, 104, 106, 107, 112 )
// CHECK-NEXT: 112
// CHECK-NEXT: ( 1, 1, 2, 2, 3, 5 )
// CHECK-NEXT: ( 1, 3, 2, 5, 0, 4 )
// CHECK-NEXT: ( 5, 3, 2 )
// CHECK-NEXT: 4, 0, 2
// CHECK-NEXT: ( 3, 21, 2, 1, 55, 2 )
// CHECK-NEXT: ( 2, 3, 4, 5 )
// CHECK-NEXT: ( 1, 2, 3, 4 )
func.func @main() {
  %x = arith.constant dense<[3.0, 1.0, 2.0, 1.0, 5.0, 2.0]> : tensor<6xf32>
  %i = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<6xf32>
  %d = tensor.cast %x : tensor<6xf32> to tensor<?xf32>
  %j = tensor.cast %i : tensor<6xf32> to tensor<?xf32>
  %acc = arith.constant dense<100.0> : tensor<f32>
  call @scan(%d, %j, %acc) : (tensor<?xf32>, tensor<?xf32>, tensor<f32>) -> ()
  call @sort(%d, %j) : (tensor<?xf32>, tensor<?xf32>) -> ()
  call @topk(%d) : (tensor<?xf32>) -> ()
  call @scatter(%d) : (tensor<?xf32>) -> ()
  call @attention() : () -> ()
  return
}
