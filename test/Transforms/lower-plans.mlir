// RUN: autotune-opt %s -split-input-file --autotune-lower-matmul=target=h200 | FileCheck %s
// RUN: autotune-opt %s -split-input-file --autotune-lower-matmul=target=h200 | FileCheck %s --check-prefix=KERNELS
// RUN: autotune-opt %s -split-input-file --autotune-lower-matmul='target=h200 plan-runtime=false' | FileCheck %s --check-prefix=OFF

// The first guard that holds selects the kernel. Rows with one program have one
// kernel. The runtime may choose another row, so it gets the guards, the sizes,
// and which rows are right for all sizes: all but the kernel of three rows of A.
// With plan-runtime=false it is not asked.

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
// CHECK: %[[CHOSEN:.*]] = tile.plan_row %[[ROW]] sizes(%{{.*}}, %c96{{.*}}, %c64{{.*}}, %c1{{.*}}) of "?x96x64 f32 -> f32 accumulate"
// CHECK-SAME: bounds [3, 3, 1, {{.*}}, 8, 48, 8, {{.*}}, 1000, 1000, 1, {{[0-9, ]*}}] everywhere [false, true, true, true]
// CHECK: %[[D:.*]] = scf.index_switch %[[CHOSEN]] -> tensor<?x96xf32>
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

// OFF: %[[ROW:.*]] = arith.select
// OFF-NOT: tile.plan_row
// OFF: scf.index_switch
// OFF-NOT: tile.plan_row

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

// -----

// All rows have one kernel and one launch: there is nothing to choose.

// CHECK-LABEL: func @alike
// CHECK-NOT: tile.plan_row
// CHECK: scf.index_switch
func.func @alike(%a: memref<?x64xf32>, %b: memref<64x96xf32>, %c: memref<?x96xf32>) {
  linalg.matmul {autotune.config = #autotune.plan<
      [m to 64]: <simt, tile = [32, 32, 16], defaults>, else: <simt, tile = [32, 32, 16], defaults>>}
      ins(%a, %b : memref<?x64xf32>, memref<64x96xf32>) outs(%c : memref<?x96xf32>)
  return
}

// -----

// A kernel that is built for rows that are multiples of 16 bytes is right only
// there, and one for all sizes everywhere.

// CHECK-LABEL: func @units
// CHECK: tile.plan_row {{.*}} everywhere [false, true]
func.func @units(%a: tensor<?x?xbf16>, %b: tensor<?x256xbf16>, %c: tensor<?x256xf32>) -> tensor<?x256xf32> {
  %0 = linalg.matmul {autotune.config = #autotune.plan<
      [k by 8]: <hopper_wgmma, tile = [128, 128, 64], defaults>, else: <simt, tile = [32, 64, 16], thread = [4, 8], defaults>>}
      ins(%a, %b : tensor<?x?xbf16>, tensor<?x256xbf16>) outs(%c : tensor<?x256xf32>) -> tensor<?x256xf32>
  return %0 : tensor<?x256xf32>
}

// -----

// Rows with one kernel, whose launches choose the columns of a tile. The runtime
// may choose another row.

// CHECK-LABEL: func @columns
// CHECK: tile.plan_row {{.*}} everywhere [true, true, true]
// CHECK: scf.index_switch
// CHECK-NEXT: case 0 {
// CHECK-NEXT: tile.launch @autotune_kernels_sm_90a::@[[KERNEL:matmul_hopper_wgmma_[0-9a-f]+]] {{.*}} sms(132) columns(72) {{.*}}tile = [64, 72, 64]
// CHECK: case 1 {
// CHECK-NEXT: tile.launch @autotune_kernels_sm_90a::@[[KERNEL]] {{.*}} sms(132) columns(112) {{.*}}tile = [64, 112, 64]
// CHECK: default {
// CHECK-NEXT: tile.launch @autotune_kernels_sm_90a::@{{[a-z0-9_]+}} {{.*}} sms(132) {autotune.config
// KERNELS: gpu.module @autotune_kernels_sm_90a
// KERNELS: tile.kernel
// KERNELS: tile.chosen_columns
// KERNELS: tile.kernel
// KERNELS-NOT: tile.chosen_columns
// KERNELS-NOT: tile.kernel
func.func @columns(%a: tensor<?x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<?x512xf32>) -> tensor<?x512xf32> {
  %0 = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.plan<
      [m to 64]: <hopper_wgmma, tile = [64, 72, 64], consumers = 1, widest = 112, defaults>,
      [m to 128]: <hopper_wgmma, tile = [64, 112, 64], consumers = 1, widest = 112, defaults>,
      else: <hopper_wgmma, tile = [128, 128, 64], defaults>>}
      ins(%a, %b : tensor<?x512xbf16>, tensor<512x512xbf16>) outs(%c : tensor<?x512xf32>) -> tensor<?x512xf32>
  return %0 : tensor<?x512xf32>
}
