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

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @scattered(%x: memref<4x8xf32>, %y: memref<4xf32>, %z: memref<4x8xf32>) {
  // expected-error @+1 {{can't run on the GPU: it writes different elements in the loop of a reduction}}
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<4x8xf32>) outs(%y, %z : memref<4xf32>, memref<4x8xf32>) {
  ^bb0(%i: f32, %o: f32, %p: f32):
    %v = arith.addf %i, %o : f32
    linalg.yield %v, %v : f32, f32
  }
  return
}

// -----

func.func @tensors(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  // expected-error @+1 {{must be bufferized before it runs on the GPU}}
  %y = linalg.fill ins(%zero : f32) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @complex(%x: memref<4xcomplex<f32>>, %y: memref<4xcomplex<f32>>) {
  // expected-error @+1 {{can't run on the GPU: no kernel has elements of type 'complex<f32>'}}
  memref.copy %x, %y : memref<4xcomplex<f32>> to memref<4xcomplex<f32>>
  return
}

// -----

func.func @shape(%x: memref<?xf32>, %s: memref<2xindex>) -> memref<?x?xf32> {
  // expected-error @+1 {{can't run on the GPU: the host needs an element that is in device memory}}
  %r = memref.reshape %x(%s) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32>
  return %r : memref<?x?xf32>
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
