// Functions behind a product, at the ends of their range: what the simulator
// leaves is what they are.
// RUN: autotune-opt %s --autotune-attach-configs=target=h200 --autotune-compile="target=h200 format=sim" | %run_sim | FileCheck %s
// And PTX of all is whole: no function of a library is called.
// RUN: autotune-opt %s --autotune-attach-configs=target=h200 --autotune-compile="target=h200 format=isa" | FileCheck %s --check-prefix=PTX
// PTX-NOT: __nv_
// PTX-NOT: .extern .func

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (0, j)>

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

// Infinities and NaN are replaced.
// CHECK: [1000,   -1000,   0,   5]
func.func private @finite(%a: tensor<1x1xf32>, %b: tensor<1x4xf32>) -> tensor<1x4xf32> {
  %zero = arith.constant 0.0 : f32
  %most = arith.constant 1000.0 : f32
  %e = tensor.empty() : tensor<1x4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4xf32>) -> tensor<1x4xf32>
  %p = linalg.matmul ins(%a, %b : tensor<1x1xf32>, tensor<1x4xf32>) outs(%i : tensor<1x4xf32>) -> tensor<1x4xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<1x4xf32>) outs(%e : tensor<1x4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %inf = math.isinf %x : f32
    %nan = math.isnan %x : f32
    %0 = math.copysign %most, %x : f32
    %1 = arith.select %inf, %0, %x : f32
    %2 = arith.select %nan, %zero, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<1x4xf32>
  return %r : tensor<1x4xf32>
}

// Of NaN and a number maxnumf is the number.
// CHECK: [0,   0,   0,   5]
func.func private @relu(%a: tensor<1x1xf32>, %b: tensor<1x4xf32>) -> tensor<1x4xf32> {
  %zero = arith.constant 0.0 : f32
  %most = arith.constant 5.0 : f32
  %e = tensor.empty() : tensor<1x4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4xf32>) -> tensor<1x4xf32>
  %p = linalg.matmul ins(%a, %b : tensor<1x1xf32>, tensor<1x4xf32>) outs(%i : tensor<1x4xf32>) -> tensor<1x4xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<1x4xf32>) outs(%e : tensor<1x4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.maxnumf %x, %zero : f32
    %1 = arith.minnumf %0, %most : f32
    linalg.yield %1 : f32
  } -> tensor<1x4xf32>
  return %r : tensor<1x4xf32>
}

// Powers of negative sums.
// CHECK: [4,   -8,   16,   nan]
// CHECK: [-8,   -8,   -8,   -8]
func.func private @powers(%a: tensor<1x1xf32>, %b: tensor<1x4xf32>, %by: tensor<1x4xf32>) -> (tensor<1x4xf32>, tensor<1x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %three = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<1x4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4xf32>) -> tensor<1x4xf32>
  %p = linalg.matmul ins(%a, %b : tensor<1x1xf32>, tensor<1x4xf32>) outs(%i : tensor<1x4xf32>) -> tensor<1x4xf32>
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%p, %by : tensor<1x4xf32>, tensor<1x4xf32>) outs(%e, %e : tensor<1x4xf32>, tensor<1x4xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32, %q: f32):
    %0 = math.powf %x, %y : f32
    %1 = math.powf %x, %three : f32
    linalg.yield %0, %1 : f32, f32
  } -> (tensor<1x4xf32>, tensor<1x4xf32>)
  return %r#0, %r#1 : tensor<1x4xf32>, tensor<1x4xf32>
}

// Large angles, and what is near 0 or infinite.
// CHECK: [-0.791163,   0.949734,   -16.8112,   -103.279]
func.func private @far(%a: tensor<1x1xf32>, %b: tensor<1x4xf32>) -> tensor<1x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4xf32>) -> tensor<1x4xf32>
  %number = arith.constant dense<[[0, 1, 2, 3]]> : tensor<1x4xi32>
  %p = linalg.matmul ins(%a, %b : tensor<1x1xf32>, tensor<1x4xf32>) outs(%i : tensor<1x4xf32>) -> tensor<1x4xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%p, %number : tensor<1x4xf32>, tensor<1x4xi32>) outs(%e : tensor<1x4xf32>) {
  ^bb0(%x: f32, %n: i32, %o: f32):
    %i1 = arith.constant 1 : i32
    %i2 = arith.constant 2 : i32
    %i3 = arith.constant 3 : i32
    %sin = math.sin %x : f32
    %cos = math.cos %x : f32
    %asinh = math.asinh %x : f32
    %log = math.log %x : f32
    %q1 = arith.cmpi eq, %n, %i1 : i32
    %q2 = arith.cmpi eq, %n, %i2 : i32
    %q3 = arith.cmpi eq, %n, %i3 : i32
    %v1 = arith.select %q1, %cos, %sin : f32
    %v2 = arith.select %q2, %asinh, %v1 : f32
    %v3 = arith.select %q3, %log, %v2 : f32
    linalg.yield %v3 : f32
  } -> tensor<1x4xf32>
  return %r : tensor<1x4xf32>
}

func.func private @print(%t: tensor<1x4xf32>) {
  %m = bufferization.to_buffer %t read_only : tensor<1x4xf32> to memref<1x4xf32>
  %u = memref.cast %m : memref<1x4xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

func.func @main() {
  %one = arith.constant dense<1.0> : tensor<1x1xf32>
  %odd = arith.constant dense<[[0x7F800000, 0xFF800000, 0x7FC00000, 5.0]]> : tensor<1x4xf32>
  %low = arith.constant dense<[[0x7FC00000, -3.0, 0.0, 9.0]]> : tensor<1x4xf32>
  %two = arith.constant dense<-2.0> : tensor<1x4xf32>
  %by = arith.constant dense<[[2.0, 3.0, 4.0, 0.5]]> : tensor<1x4xf32>
  // log of the least subnormal.
  %huge = arith.constant dense<[[1.0e30, 2048.0, -1.0e7, 0x00000001]]> : tensor<1x4xf32>
  %0 = call @finite(%one, %odd) : (tensor<1x1xf32>, tensor<1x4xf32>) -> tensor<1x4xf32>
  call @print(%0) : (tensor<1x4xf32>) -> ()
  %1 = call @relu(%one, %low) : (tensor<1x1xf32>, tensor<1x4xf32>) -> tensor<1x4xf32>
  call @print(%1) : (tensor<1x4xf32>) -> ()
  %2:2 = call @powers(%one, %two, %by) : (tensor<1x1xf32>, tensor<1x4xf32>, tensor<1x4xf32>) -> (tensor<1x4xf32>, tensor<1x4xf32>)
  call @print(%2#0) : (tensor<1x4xf32>) -> ()
  call @print(%2#1) : (tensor<1x4xf32>) -> ()
  %3 = call @far(%one, %huge) : (tensor<1x1xf32>, tensor<1x4xf32>) -> tensor<1x4xf32>
  call @print(%3) : (tensor<1x4xf32>) -> ()
  return
}
