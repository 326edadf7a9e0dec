// RUN: autotune-opt %s -split-input-file -verify-diagnostics -autotune-offload=target=h200

func.func @hosts(%x: memref<i1>, %y: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  // expected-error @+1 {{can't run on the GPU: the host needs an element that is in device memory}}
  %v = memref.load %x[] : memref<i1>
  scf.if %v {
    linalg.fill ins(%zero : f32) outs(%y : memref<4xf32>)
  }
  return
}

// -----

func.func @overwritten(%x: memref<f32>, %y: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  // expected-error @+1 {{reads an element that is overwritten before a kernel takes it, which no kernel can do}}
  %v = memref.load %x[] : memref<f32>
  linalg.fill ins(%zero : f32) outs(%x : memref<f32>)
  linalg.fill ins(%v : f32) outs(%y : memref<4xf32>)
  return
}

// -----

func.func private @f(f32) -> f32

func.func @calls(%x: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%x : memref<4xf32>) {
  ^bb0(%o: f32):
    // expected-error @+1 {{can't run on the GPU}}
    %v = func.call @f(%o) : (f32) -> f32
    linalg.yield %v : f32
  }
  return
}

// -----

// expected-error @+1 {{needs the symbol @mgpuAutotuneStream of the runtime, but the symbol is taken}}
module {
  func.func @mgpuAutotuneStream() {
    return
  }
}
