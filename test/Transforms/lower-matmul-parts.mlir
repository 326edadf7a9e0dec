// K in several matrices: the host asserts what they are in all, where types don't tell.
// RUN: autotune-opt %s --autotune-lower-matmul=target=h200 | FileCheck %s

// CHECK-LABEL: func @known(
// CHECK-NOT: cf.assert
// CHECK: tile.launch
func.func @known(%a: memref<3x64x40xbf16>, %b: memref<3x40x64xbf16>, %c: memref<64x64xf32>) {
  linalg.batch_reduce_matmul {autotune.config = #autotune.config<simt, tile = [32, 32, 16], thread = [4, 4]>}
      ins(%a, %b : memref<3x64x40xbf16>, memref<3x40x64xbf16>) outs(%c : memref<64x64xf32>)
  return
}

// CHECK-LABEL: func @unknown(
// CHECK-DAG: %[[K:.*]] = memref.dim %arg0, %{{.*}} : memref<?x64x?xbf16>
// CHECK-DAG: %[[STEPS:.*]] = arith.ceildivui %[[K]], %[[STEP:.*]] : index
// CHECK: %[[DEPTH:.*]] = arith.muli %[[STEPS]], %[[STEP]]
// CHECK: %[[PARTS:.*]] = memref.dim %arg0, %{{.*}} : memref<?x64x?xbf16>
// CHECK: %[[ALL:.*]] = arith.muli %[[DEPTH]], %[[PARTS]]
// CHECK: %[[MOST:.*]] = arith.constant 2147418111 : index
// CHECK: %[[COUNTED:.*]] = arith.cmpi ule, %[[ALL]], %[[MOST]]
// CHECK: cf.assert %[[COUNTED]], "a K of several matrices has more than 2147418111 elements in all, in whole steps of 16, which the kernel counts in 32 bits"
// CHECK: tile.launch
func.func @unknown(%a: memref<?x64x?xbf16>, %b: memref<?x?x64xbf16>, %c: memref<64x64xf32>) {
  linalg.batch_reduce_matmul {autotune.config = #autotune.config<simt, tile = [32, 32, 16], thread = [4, 4]>}
      ins(%a, %b : memref<?x64x?xbf16>, memref<?x?x64xbf16>) outs(%c : memref<64x64xf32>)
  return
}
