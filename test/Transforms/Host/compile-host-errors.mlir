// What can't be lowered is an error where it stands, which says what to do.
// RUN: autotune-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -autotune-compile='target=h200 format=sim'

func.func @unknown(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'theirs.op' op has no lowering to LLVM: it is not registered; lower it to operations of linalg, tensor, memref, scf, arith, math or llvm before autotune-compile}}
  %0 = "theirs.op"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Each kind once.
func.func @stablehlo(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'stablehlo.tanh' op has no lowering to LLVM: it is not registered (and 1 more of them); bring it to linalg first: stablehlo-opt --stablehlo-legalize-to-linalg}}
  %0 = "stablehlo.tanh"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.tanh"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

func.func @tosa(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'tosa.tanh' op has no lowering to LLVM: it is of the dialect 'tosa'; bring it to linalg first: autotune-opt --pass-pipeline=}}
  %0 = tosa.tanh %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @async() {
  // expected-error @below {{'async.execute' op has no lowering to LLVM: it is of the dialect 'async'; bring it to LLVM first}}
  %0 = async.execute {
    func.call @async() : () -> ()
    async.yield
  }
  // expected-error @below {{'async.await' op has no lowering to LLVM}}
  async.await %0 : !async.token
  return
}

// -----

// Code for a device is another compiler's.
func.func @launch(%m: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  // expected-error @below {{'gpu.launch' op has no lowering to LLVM: no pass of autotune-compile takes it in this form; bring device code to a gpu.binary first}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %x = memref.load %m[%bx] : memref<4xf32>
    memref.store %x, %m[%tx] : memref<4xf32>
    gpu.terminator
  }
  return
}

// -----

// Of floats of 8 bits there are two types.
func.func @float8(%x: f8E4M3FNUZ) -> f32 {
  // expected-error @below {{'arith.extf' op has no lowering to LLVM: no pass of autotune-compile takes it in this form; the host's floats of 8 bits are f8E4M3FN and f8E5M2}}
  %0 = arith.extf %x : f8E4M3FNUZ to f32
  return %0 : f32
}
