// Code for a device is left alone: only the host launches kernels.
// RUN: autotune-opt %s -split-input-file -autotune-canonicalize-contractions -autotune-attach-configs='target=h200 allow-tf32=tf32' -autotune-lower-matmul=target=h200 --remarks-filter=autotune -allow-unregistered-dialect -o %t 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t

// REMARK: left alone: it stands in a gpu.func, which is code for a device: only the host launches kernels
// CHECK-LABEL: gpu.module @theirs
// CHECK: linalg.matmul ins(
// CHECK: linalg.matvec
// CHECK-LABEL: func.func @host(
// CHECK: tile.launch
module attributes {gpu.container_module} {
  gpu.module @theirs {
    gpu.func @kernel(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) kernel {
      linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
      gpu.return
    }
    // A contraction is no matmul here, either.
    func.func @function(%a: memref<64x64xf32>, %b: memref<64xf32>, %c: memref<64xf32>) {
      linalg.matvec ins(%a, %b : memref<64x64xf32>, memref<64xf32>) outs(%c : memref<64xf32>)
      return
    }
  }
  func.func @host(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
    linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
    return
  }
}

// -----

// REMARK: left alone: it stands in a gpu.launch, which is code for a device
// CHECK-LABEL: func.func @launch(
// CHECK: linalg.matmul ins(
// CHECK-NOT: tile.launch
func.func @launch(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
    gpu.terminator
  }
  return
}

// -----

// A loop that is to become blocks.
// REMARK: left alone: it stands in a scf.forall that is mapped to a device
// CHECK-LABEL: func.func @mapped(
// CHECK: linalg.matmul ins(
// CHECK-LABEL: func.func @forall(
// CHECK: tile.launch
func.func @mapped(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<4x64x64xf32>) {
  scf.forall (%i) in (4) {
    %s = memref.subview %c[%i, 0, 0] [1, 64, 64] [1, 1, 1] : memref<4x64x64xf32> to memref<64x64xf32, strided<[64, 1], offset: ?>>
    linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%s : memref<64x64xf32, strided<[64, 1], offset: ?>>)
  } {mapping = [#gpu.block<x>]}
  return
}

// One without is host code.
func.func @forall(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<4x64x64xf32>) {
  scf.forall (%i) in (4) {
    %s = memref.subview %c[%i, 0, 0] [1, 64, 64] [1, 1, 1] : memref<4x64x64xf32> to memref<64x64xf32, strided<[64, 1], offset: ?>>
    linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%s : memref<64x64xf32, strided<[64, 1], offset: ?>>)
  }
  return
}

// -----

// In what may be anything.
// REMARK: left alone: it stands in a theirs.region, in which the symbol of its kernel is not found
// CHECK-LABEL: func.func @region(
// CHECK: linalg.matmul ins(
func.func @region(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  "theirs.region"() ({
    linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
    "theirs.yield"() : () -> ()
  }) : () -> ()
  return
}
