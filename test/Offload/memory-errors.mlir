// RUN: autotune-opt %s -split-input-file -verify-diagnostics -autotune-plan-memory

func.func @complex() {
  // expected-error @+1 {{can't be in device memory: its elements are neither integers nor floats}}
  %a = memref.alloc() : memref<4xcomplex<f32>>
  return
}

// -----

func.func @layout() {
  // expected-error @+1 {{can't be in device memory: it has a layout or a memory space}}
  %a = memref.alloc() : memref<4x4xf32, strided<[8, 1]>>
  return
}

// -----

memref.global "private" @g : memref<4xf32> = uninitialized

func.func @changed() {
  // expected-error @+1 {{can't be in device memory: the global is not constant}}
  %g = memref.get_global @g : memref<4xf32>
  return
}
