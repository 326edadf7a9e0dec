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

// Nor are floats of fewer bits widened there, or vectors of them made flat.
// CHECK-LABEL: gpu.func @narrow(
// CHECK: math.erf %{{.*}} : bf16
// CHECK: arith.extf %{{.*}} : f8E4M3FN to f32
// CHECK: math.erf %{{.*}} : vector<2x2xf32>
gpu.module @others {
  gpu.func @narrow(%a: bf16, %b: f8E4M3FN, %v: vector<2x2xf32>) -> (bf16, f32, vector<2x2xf32>) {
    %x = math.erf %a : bf16
    %y = arith.extf %b : f8E4M3FN to f32
    %z = math.erf %v : vector<2x2xf32>
    gpu.return %x, %y, %z : bf16, f32, vector<2x2xf32>
  }
}

// A scalable vector has no number of elements to call a function for.
// CHECK-LABEL: func @scalable(
// CHECK: math.erf %{{.*}} : vector<[4]xf32>
func.func @scalable(%v: vector<[4]xf32>) -> vector<[4]xf32> {
  %0 = math.erf %v : vector<[4]xf32>
  return %0 : vector<[4]xf32>
}
