// How the mainloop of hopper_wgmma reads as a tile program.
// RUN: autotune-opt %s -split-input-file -autotune-attach-configs="target=h200 space=none" \
// RUN:   -autotune-lower-matmul=target=h200 | FileCheck %s

// The whole: sizes from the matrices, a ring, a producer of one elected thread
// that fills it along K, and consumers that keep one product in flight while they
// give back the slot of the one before. The first product overwrites.
// CHECK-LABEL: func.func @whole
// CHECK: gpu.module @autotune_kernels_sm_90a [#nvvm.target<O = 3, chip = "sm_90a", features = "+ptx80">]
// CHECK: tile.kernel @matmul_hopper_wgmma_{{[0-9a-f]+}}(%[[A:[a-z0-9]+]]: {{.*}}, %[[B:[a-z0-9]+]]: {{.*}}, %[[C:[a-z0-9]+]]: {{.*}}) {
// CHECK: %[[ROWS:.*]] = memref.dim %[[C]], %c0
// CHECK: %[[COLUMNS:.*]] = memref.dim %[[C]], %c1
// CHECK: %[[DEPTH:.*]] = memref.dim %[[A]], %c1
// CHECK: %[[RING:.*]] = tile.ring stages(4) : <128x64xbf16, 64x64xbf16>
// CHECK: tile.role "producer" warps(4) registers(40) elect {
// CHECK: tile.for_each_tile (%[[M:[a-z0-9]+]], %[[N:[a-z0-9]+]], %[[K0:[a-z0-9]+]], %[[K1:[a-z0-9]+]]) in (%[[ROWS]], %[[COLUMNS]], %[[DEPTH]]) tile(128, 64, 64) raster(along_m, 8) persistent fit(m) {
// CHECK: scf.for %[[K:[a-z0-9]+]] = %[[K0]] to %[[K1]] step %c64
// CHECK: %[[SLOT:.*]] = tile.acquire %[[RING]]
// CHECK: tile.load %[[A]][%[[M]], %[[K]]] into %[[SLOT]][0] trim :
// CHECK: tile.load %[[B]][%[[K]], %[[N]]] into %[[SLOT]][1] :
// CHECK: tile.role "consumer" warps(8) registers(232) {
// CHECK: tile.for_each_tile (%[[M:[a-z0-9]+]], %[[N:[a-z0-9]+]], %[[K0:[a-z0-9]+]], %[[K1:[a-z0-9]+]]) in (%[[ROWS]], %[[COLUMNS]], %[[DEPTH]]) tile(128, 64, 64) raster(along_m, 8) persistent fit(m) {
// CHECK-NOT: tile.take_turn
// CHECK: %[[FIRST:.*]] = tile.wait %[[RING]]
// CHECK: %[[D0:.*]] = tile.mma %[[FIRST]] :
// CHECK: %[[SECOND:.*]] = arith.addi %[[K0]], %c64
// CHECK: %[[SUM:.*]]:2 = scf.for %{{.*}} = %[[SECOND]] to %[[K1]] step %c64 iter_args(%[[ACC:.*]] = %[[D0]], %[[PREVIOUS:.*]] = %[[FIRST]])
// CHECK: %[[NEXT:.*]] = tile.wait %[[RING]]
// CHECK: %[[D:.*]] = tile.mma %[[NEXT]], %[[ACC]]
// CHECK: tile.mma_wait pending(1)
// CHECK: tile.release %[[PREVIOUS]] to %[[RING]]
// CHECK: scf.yield %[[D]], %[[NEXT]]
// CHECK: %[[DONE:.*]] = tile.mma_wait pending(0) %[[SUM]]#0
// CHECK: tile.release %[[SUM]]#1 to %[[RING]]
// CHECK: tile.store %[[DONE]], %[[C]][%[[M]], %[[N]]] alignment(16) :
func.func @whole(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = true, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  %r = arith.truncf %d : tensor<512x512xf32> to tensor<512x512xbf16>
  return %r : tensor<512x512xbf16>
}

// -----

// B stored N x K: its tile lies 64 x 64 with K contiguous, and wgmma is told.
// CHECK-LABEL: func.func @b_transposed
// CHECK: tile.kernel @matmul_hopper_wgmma_{{[0-9a-f]+}}(%[[A:[a-z0-9]+]]: {{.*}}, %[[B:[a-z0-9]+]]: {{.*}}, %[[C:[a-z0-9]+]]: {{.*}})
// CHECK: tile.ring stages(4) : <128x64xbf16, 96x64xbf16>
// CHECK: tile.for_each_tile (%[[M:[a-z0-9]+]], %[[N:[a-z0-9]+]], %[[K0:[a-z0-9]+]], %[[K1:[a-z0-9]+]])
// CHECK: scf.for %[[K:[a-z0-9]+]] =
// CHECK: tile.load %[[A]][%[[M]], %[[K]]] into %{{.*}}[0]
// CHECK: tile.load %[[B]][%[[N]], %[[K]]] into %{{.*}}[1]
// CHECK: tile.mma %{{[0-9]+}} transpose_b :
func.func @b_transposed(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %d = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 96, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = true, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  %r = arith.truncf %d : tensor<512x512xf32> to tensor<512x512xbf16>
  return %r : tensor<512x512xbf16>
}

// -----

// A stored K x M: its tile lies 64 x 128; K is A's dimension 0.
// CHECK-LABEL: func.func @a_transposed
// CHECK: tile.kernel @matmul_hopper_wgmma_{{[0-9a-f]+}}(%[[A:[a-z0-9]+]]: {{.*}}, %[[B:[a-z0-9]+]]: {{.*}}, %[[C:[a-z0-9]+]]: {{.*}})
// CHECK: memref.dim %[[C]]
// CHECK: memref.dim %[[C]]
// CHECK: memref.dim %[[A]], %c0
// CHECK: tile.ring stages(4) : <64x128xbf16, 64x64xbf16>
// CHECK: tile.for_each_tile (%[[M:[a-z0-9]+]], %[[N:[a-z0-9]+]], %[[K0:[a-z0-9]+]], %[[K1:[a-z0-9]+]])
// CHECK: scf.for %[[K:[a-z0-9]+]] =
// CHECK: tile.load %[[A]][%[[K]], %[[M]]] into %{{.*}}[0]
// CHECK: tile.load %[[B]][%[[K]], %[[N]]] into %{{.*}}[1]
// CHECK: tile.mma %{{[0-9]+}} transpose_a :
func.func @a_transposed(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %d = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = true, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  %r = arith.truncf %d : tensor<512x512xf32> to tensor<512x512xbf16>
  return %r : tensor<512x512xbf16>
}

// -----

// Both, in f16, with steps of 128 along K.
// CHECK-LABEL: func.func @both_transposed
// CHECK: tile.ring stages(3) : <128x128xf16, 64x128xf16>
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c128
// CHECK: tile.mma %{{[0-9]+}} transpose_a transpose_b :
func.func @both_transposed(%a: tensor<512x512xf16>, %b: tensor<512x512xf16>, %c: tensor<512x512xf16>) -> tensor<512x512xf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %d = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 128], stages = 3, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = true, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<512x512xf16>, tensor<512x512xf16>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  %r = arith.truncf %d : tensor<512x512xf32> to tensor<512x512xf16>
  return %r : tensor<512x512xf16>
}

// -----

// swap computes C^T = B^T A^T: rows run along N, B is the left operand (here K x N,
// so that its rows lie along memory), and C is written transposed.
// CHECK-LABEL: func.func @swap
// CHECK: tile.kernel @matmul_hopper_wgmma_{{[0-9a-f]+}}(%[[A:[a-z0-9]+]]: {{.*}}, %[[B:[a-z0-9]+]]: {{.*}}, %[[C:[a-z0-9]+]]: {{.*}})
// CHECK: %[[CM:.*]] = memref.dim %[[C]], %c0
// CHECK: %[[CN:.*]] = memref.dim %[[C]], %c1
// CHECK: %[[DEPTH:.*]] = memref.dim %[[A]], %c1
// CHECK: tile.ring stages(4) : <64x128xbf16, 16x64xbf16>
// CHECK: tile.for_each_tile (%[[M:[a-z0-9]+]], %[[N:[a-z0-9]+]], %[[K0:[a-z0-9]+]], %[[K1:[a-z0-9]+]]) in (%[[CN]], %[[CM]], %[[DEPTH]]) tile(128, 16, 64)
// CHECK: scf.for %[[K:[a-z0-9]+]] =
// CHECK: tile.load %[[B]][%[[K]], %[[M]]] into %{{.*}}[0]
// CHECK: tile.load %[[A]][%[[N]], %[[K]]] into %{{.*}}[1]
// CHECK: tile.for_each_tile (%[[M:[a-z0-9]+]], %[[N:[a-z0-9]+]], %[[K0:[a-z0-9]+]], %[[K1:[a-z0-9]+]])
// CHECK: tile.mma %{{[0-9]+}} transpose_a transpose_b :
// CHECK: tile.store %{{.*}}, %[[C]][%[[N]], %[[M]]] transposed alignment(16)
func.func @swap(%a: tensor<16x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<16x512xbf16>) -> tensor<16x512xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x512xf32>) -> tensor<16x512xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 16, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = true, persistent = false, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<16x512xbf16>, tensor<512x512xbf16>) outs(%f : tensor<16x512xf32>) -> tensor<16x512xf32>
  %r = arith.truncf %d : tensor<16x512xf32> to tensor<16x512xbf16>
  return %r : tensor<16x512xbf16>
}

// -----

// The hint follows the operand, not its place: with swap, A is on the right.
// CHECK-LABEL: func.func @evict
// CHECK: tile.kernel @matmul_hopper_wgmma_{{[0-9a-f]+}}(%[[A:[a-z0-9]+]]: {{.*}}, %[[B:[a-z0-9]+]]: {{.*}}, %[[C:[a-z0-9]+]]: {{.*}})
// CHECK: tile.load %[[B]][{{.*}}] into %{{.*}}[0] :
// CHECK: tile.load %[[A]][{{.*}}] into %{{.*}}[1] trim cache(evict_first) :
func.func @evict(%a: tensor<16x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<16x512xbf16>) -> tensor<16x512xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x512xf32>) -> tensor<16x512xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 16, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = true, persistent = false, store = direct, ctas_per_sm = 1, evict_first = a, dependent_launch = false>}
      ins(%a, %b : tensor<16x512xbf16>, tensor<512x512xbf16>) outs(%f : tensor<16x512xf32>) -> tensor<16x512xf32>
  %r = arith.truncf %d : tensor<16x512xf32> to tensor<16x512xbf16>
  return %r : tensor<16x512xbf16>
}

// -----

// CTAs along M share the right tile, those along N the left one.
// CHECK-LABEL: func.func @cluster
// CHECK: tile.kernel {{.*}} cluster(2, 2, 1) {
// CHECK: tile.load {{.*}}[0] multicast(n) :
// CHECK: tile.load {{.*}}[1] multicast(m) :
func.func @cluster(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [2, 2], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = true, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  %r = arith.truncf %d : tensor<512x512xf32> to tensor<512x512xbf16>
  return %r : tensor<512x512xbf16>
}
