// RUN: autotune-opt %s --autotune-group-matmuls=target=h100-sxm | FileCheck %s
// RUN: autotune-opt %s --autotune-group-matmuls='target=h100-sxm min-problems=4' | FileCheck %s --check-prefix=FEW
// FEW-NOT: problem.grouped_matmul

// Matmuls with rows of their own, static or not, become one operation, which
// writes where they wrote. What is done with a result waits for it.
// CHECK-LABEL: func.func @tensors(
// CHECK-SAME: %[[A0:.*]]: tensor<256x64xbf16>, %[[A1:.*]]: tensor<?x64xbf16>, %[[A2:.*]]: tensor<0x64xbf16>, %[[B0:.*]]: tensor<64x32xbf16>, %[[B1:.*]]: tensor<64x32xbf16>,
// CHECK-NOT: linalg.fill
// CHECK: %[[C0:.*]] = tensor.empty() : tensor<256x32xf32>
// CHECK: %[[C1:.*]] = tensor.empty(%{{.*}}) : tensor<?x32xf32>
// CHECK: %[[C2:.*]] = tensor.empty() : tensor<0x32xf32>
// CHECK: %[[R:.*]]:3 = problem.grouped_matmul ins(%[[A0]], %[[A1]], %[[A2]] : {{.*}}) by(%[[B0]], %[[B1]], %[[B0]] : {{.*}}) outs(%[[C0]], %[[C1]], %[[C2]] : tensor<256x32xf32>, tensor<?x32xf32>, tensor<0x32xf32>) -> tensor<256x32xf32>, tensor<?x32xf32>, tensor<0x32xf32>
// CHECK-NEXT: %[[ALL:.*]] = tensor.insert_slice %[[R]]#0 into
// CHECK: return %[[ALL]], %[[R]]#1, %[[R]]#2
func.func @tensors(%a0: tensor<256x64xbf16>, %a1: tensor<?x64xbf16>, %a2: tensor<0x64xbf16>,
                   %b0: tensor<64x32xbf16>, %b1: tensor<64x32xbf16>, %all: tensor<1000x32xf32>, %m: index)
    -> (tensor<1000x32xf32>, tensor<?x32xf32>, tensor<0x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<256x32xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<256x32xf32>) -> tensor<256x32xf32>
  %0 = linalg.matmul ins(%a0, %b0 : tensor<256x64xbf16>, tensor<64x32xbf16>) outs(%i0 : tensor<256x32xf32>) -> tensor<256x32xf32>
  %r = tensor.insert_slice %0 into %all[0, 0] [256, 32] [1, 1] : tensor<256x32xf32> into tensor<1000x32xf32>
  %e1 = tensor.empty(%m) : tensor<?x32xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?x32xf32>) -> tensor<?x32xf32>
  %1 = linalg.matmul ins(%a1, %b1 : tensor<?x64xbf16>, tensor<64x32xbf16>) outs(%i1 : tensor<?x32xf32>) -> tensor<?x32xf32>
  %e2 = tensor.empty() : tensor<0x32xf32>
  %i2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<0x32xf32>) -> tensor<0x32xf32>
  %2 = linalg.matmul ins(%a2, %b0 : tensor<0x64xbf16>, tensor<64x32xbf16>) outs(%i2 : tensor<0x32xf32>) -> tensor<0x32xf32>
  return %r, %1, %2 : tensor<1000x32xf32>, tensor<?x32xf32>, tensor<0x32xf32>
}

// Truncations are part of it; a C that two share is not written twice; operands
// are stored transposed.
// CHECK-LABEL: func.func @casts(
// CHECK-DAG: %[[C0:.*]] = tensor.empty() : tensor<8x32xbf16>
// CHECK-DAG: %[[C1:.*]] = tensor.empty() : tensor<8x32xbf16>
// CHECK: problem.grouped_matmul ins({{.*}}) by({{.*}}) transpose_b outs(%[[C0]], %[[C1]] :
// CHECK-NOT: arith.truncf
#a = affine_map<(m, n, k) -> (m, k)>
#bt = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @casts(%a: tensor<8x64xbf16>, %b0: tensor<32x64xbf16>, %b1: tensor<32x64xbf16>) -> (tensor<8x32xbf16>, tensor<8x32xbf16>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x32xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
  %0 = linalg.matmul indexing_maps = [#a, #bt, #c] ins(%a, %b0 : tensor<8x64xbf16>, tensor<32x64xbf16>) outs(%i : tensor<8x32xf32>) -> tensor<8x32xf32>
  %t0 = arith.truncf %0 : tensor<8x32xf32> to tensor<8x32xbf16>
  %1 = linalg.matmul indexing_maps = [#a, #bt, #c] ins(%a, %b1 : tensor<8x64xbf16>, tensor<32x64xbf16>) outs(%i : tensor<8x32xf32>) -> tensor<8x32xf32>
  %t1 = arith.truncf %1 : tensor<8x32xf32> to tensor<8x32xbf16>
  return %t0, %t1 : tensor<8x32xbf16>, tensor<8x32xbf16>
}

// On memrefs: parts of stacked matrices that are apart, by constants and by
// sums of sizes. A config that all have is the group's.
// CHECK-LABEL: func.func @stacked(
// CHECK-NOT: linalg.fill
// CHECK: problem.grouped_matmul ins({{.*}}) by({{.*}}) outs({{.*}}) {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 32, 64]>}
// CHECK-NOT: linalg
// CHECK: return
func.func @stacked(%a: memref<4096x64xbf16>, %b: memref<3x64x32xbf16>, %c: memref<4096x32xf32>, %m0: index, %m1: index, %m2: index) {
  %zero = arith.constant 0.0 : f32
  %o2 = arith.addi %m0, %m1 : index
  %a0 = memref.subview %a[0, 0] [%m0, 64] [1, 1] : memref<4096x64xbf16> to memref<?x64xbf16, strided<[64, 1]>>
  %a1 = memref.subview %a[%m0, 0] [%m1, 64] [1, 1] : memref<4096x64xbf16> to memref<?x64xbf16, strided<[64, 1], offset: ?>>
  %a2 = memref.subview %a[%o2, 0] [%m2, 64] [1, 1] : memref<4096x64xbf16> to memref<?x64xbf16, strided<[64, 1], offset: ?>>
  %c0 = memref.subview %c[0, 0] [%m0, 32] [1, 1] : memref<4096x32xf32> to memref<?x32xf32, strided<[32, 1]>>
  %c1 = memref.subview %c[%m0, 0] [%m1, 32] [1, 1] : memref<4096x32xf32> to memref<?x32xf32, strided<[32, 1], offset: ?>>
  %c2 = memref.subview %c[%o2, 0] [%m2, 32] [1, 1] : memref<4096x32xf32> to memref<?x32xf32, strided<[32, 1], offset: ?>>
  %b0 = memref.subview %b[0, 0, 0] [1, 64, 32] [1, 1, 1] : memref<3x64x32xbf16> to memref<64x32xbf16, strided<[32, 1]>>
  %b1 = memref.subview %b[1, 0, 0] [1, 64, 32] [1, 1, 1] : memref<3x64x32xbf16> to memref<64x32xbf16, strided<[32, 1], offset: 2048>>
  %b2 = memref.subview %b[2, 0, 0] [1, 64, 32] [1, 1, 1] : memref<3x64x32xbf16> to memref<64x32xbf16, strided<[32, 1], offset: 4096>>
  linalg.fill ins(%zero : f32) outs(%c0 : memref<?x32xf32, strided<[32, 1]>>)
  linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 32, 64]>}
      ins(%a0, %b0 : memref<?x64xbf16, strided<[64, 1]>>, memref<64x32xbf16, strided<[32, 1]>>) outs(%c0 : memref<?x32xf32, strided<[32, 1]>>)
  linalg.fill ins(%zero : f32) outs(%c1 : memref<?x32xf32, strided<[32, 1], offset: ?>>)
  linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 32, 64]>}
      ins(%a1, %b1 : memref<?x64xbf16, strided<[64, 1], offset: ?>>, memref<64x32xbf16, strided<[32, 1], offset: 2048>>) outs(%c1 : memref<?x32xf32, strided<[32, 1], offset: ?>>)
  linalg.fill ins(%zero : f32) outs(%c2 : memref<?x32xf32, strided<[32, 1], offset: ?>>)
  linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 32, 64]>}
      ins(%a2, %b2 : memref<?x64xbf16, strided<[64, 1], offset: ?>>, memref<64x32xbf16, strided<[32, 1], offset: 4096>>) outs(%c2 : memref<?x32xf32, strided<[32, 1], offset: ?>>)
  return
}
