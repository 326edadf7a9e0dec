// RUN: autotune-opt %s --autotune-lower-math | FileCheck %s

// Device code stays as it is: what compiles it has functions of its own, and no libm.
// CHECK: func.func private @erff(f32) -> f32
// CHECK: gpu.module @kernels
// CHECK-NOT: @erff
// CHECK: math.erf
// CHECK: math.clampf
gpu.module @kernels {
  gpu.func @kernel(%a: memref<16xf32>, %min: f32, %max: f32) kernel {
    %i = gpu.thread_id x
    %v = memref.load %a[%i] : memref<16xf32>
    %e = math.erf %v : f32
    %c = math.clampf %e to [%min, %max] : f32
    memref.store %c, %a[%i] : memref<16xf32>
    gpu.return
  }
}
// CHECK-LABEL: func @host(
// CHECK: call @erff
// CHECK: gpu.launch
// CHECK: math.erf
// CHECK: gpu.terminator
func.func @host(%a: memref<16xf32>, %x: f32) -> f32 {
  %one = arith.constant 1 : index
  %y = math.erf %x : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    %v = memref.load %a[%tx] : memref<16xf32>
    %e = math.erf %v : f32
    memref.store %e, %a[%tx] : memref<16xf32>
    gpu.terminator
  }
  return %y : f32
}
