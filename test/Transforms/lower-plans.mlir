// RUN: autotune-opt %s -split-input-file --autotune-lower-matmul=target=h200 | FileCheck %s
// RUN: autotune-opt %s -split-input-file --autotune-lower-matmul=target=h200 | FileCheck %s --check-prefix=KERNELS

// The first guard that holds selects the kernel. Rows with one program have one
// kernel.

// CHECK-LABEL: func @layer
// CHECK-SAME: %[[A:.*]]: tensor<?x64xf32>, %[[B:.*]]: tensor<64x96xf32>, %[[C:.*]]: tensor<?x96xf32>
// CHECK: %[[M:.*]] = tensor.dim %[[C]], %c0
// CHECK: %[[ONE:.*]] = arith.cmpi eq, %[[M]], %c3
// CHECK: %[[FROM:.*]] = arith.cmpi sge, %[[M]], %c8
// CHECK: %[[TO:.*]] = arith.cmpi sle, %[[M]], %c48
// CHECK: %[[BOTH:.*]] = arith.andi %[[FROM]], %[[TO]]
// CHECK: %[[REST:.*]] = arith.remsi %[[M]], %c8
// CHECK: %[[BY:.*]] = arith.cmpi eq, %[[REST]], %c0
// CHECK: %[[ALL:.*]] = arith.andi %[[BOTH]], %[[BY]]
// CHECK: %[[LARGE:.*]] = arith.cmpi eq, %[[M]], %c1000
// CHECK: %[[THIRD:.*]] = arith.select %[[LARGE]], %c2{{.*}}, %c3
// CHECK: %[[SECOND:.*]] = arith.select %[[ALL]], %c1{{.*}}, %[[THIRD]]
// CHECK: %[[ROW:.*]] = arith.select %[[ONE]], %c0{{.*}}, %[[SECOND]]
// CHECK: %[[D:.*]] = scf.index_switch %[[ROW]] -> tensor<?x96xf32>
// CHECK: case 0 {
// CHECK:   %[[L:.*]] = tile.launch @autotune_kernels_sm_90a::@matmul_simt_stream_{{.*}} ins(%[[A]], %[[B]]
// CHECK-SAME: outs(%[[C]]
// CHECK-SAME: autotune.config = #autotune.config<simt_stream, rows = 3, defaults>
// CHECK:   scf.yield %[[L]]
// CHECK: case 1 {
// CHECK:   tile.launch @autotune_kernels_sm_90a::@matmul_simt_{{[0-9a-f]+}} {{.*}}<simt, tile = [32, 32, 16], defaults>
// CHECK: default {
// CHECK:   tile.launch {{.*}}thread = [4, 8]>
// CHECK: return %[[D]]

// KERNELS: gpu.module @autotune_kernels_sm_90a
// KERNELS-COUNT-3: tile.kernel
// KERNELS-NOT: tile.kernel
// KERNELS: func.func @buffers
func.func @layer(%a: tensor<?x64xf32>, %b: tensor<64x96xf32>, %c: tensor<?x96xf32>) -> tensor<?x96xf32> {
  %0 = linalg.matmul {autotune.config = #autotune.plan<
      [m = 3]: <simt_stream, rows = 3, defaults>,
      [m from 8 to 48 by 8]: <simt, tile = [32, 32, 16], thread = [4, 4], defaults>,
      [m = 1000]: <simt, tile = [32, 32, 16], thread = [4, 4], defaults>,
      else: <simt, tile = [32, 64, 16], thread = [4, 8], defaults>>}
      ins(%a, %b : tensor<?x64xf32>, tensor<64x96xf32>) outs(%c : tensor<?x96xf32>) -> tensor<?x96xf32>
  return %0 : tensor<?x96xf32>
}

// -----

// Buffers: the switch has no results.

// CHECK-LABEL: func @buffers
// CHECK: memref.dim
// CHECK: scf.index_switch %{{.*}}
// CHECK-NEXT: case 0 {
// CHECK-NEXT: tile.launch
// CHECK-NEXT: scf.yield
// CHECK: default {
// CHECK-NEXT: tile.launch
func.func @buffers(%a: memref<?x?xf32>, %b: memref<?x96xf32>, %c: memref<?x96xf32>) {
  linalg.matmul {autotune.config = #autotune.plan<
      [k by 64]: <simt, tile = [32, 32, 16], defaults>, else: <simt, tile = [32, 64, 16], thread = [4, 8], defaults>>}
      ins(%a, %b : memref<?x?xf32>, memref<?x96xf32>) outs(%c : memref<?x96xf32>)
  return
}
