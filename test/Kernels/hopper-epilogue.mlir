// What hopper_wgmma does with its sums.
// RUN: autotune-opt %s -split-input-file -autotune-attach-configs="target=h200 space=none" \
// RUN:   -autotune-lower-matmul=target=h200 | FileCheck %s

// f32 out: stored as they are.
// CHECK-LABEL: func.func @wide
// CHECK: tile.store %{{.*}} alignment(16) : <128x64xf32>, memref<?x?xf32, strided<[?, ?], offset: ?>>
func.func @wide(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = true, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %d : tensor<512x512xf32>
}

// -----

// A truncation that follows becomes the store's: no f32 matrix is left.
// CHECK-LABEL: func.func @cast
// CHECK-NOT: arith.truncf
// CHECK: tile.launch {{.*}} outs(%{{.*}} : tensor<512x512xf16>
// CHECK-NOT: arith.truncf
// CHECK: gpu.module
// CHECK: tile.store %{{.*}} : <128x64xf32>, memref<?x?xf16,
func.func @cast(%a: tensor<512x512xf16>, %b: tensor<512x512xf16>, %c: tensor<512x512xf16>) -> tensor<512x512xf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = true, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<512x512xf16>, tensor<512x512xf16>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  %r = arith.truncf %d : tensor<512x512xf32> to tensor<512x512xf16>
  return %r : tensor<512x512xf16>
}

// -----

// Rows of an odd number of elements are aligned like these.
// CHECK-LABEL: func.func @odd
// CHECK: tile.store {{.*}} alignment(2) :
func.func @odd(%a: tensor<512x512xbf16>, %b: tensor<77x512xbf16>, %c: tensor<512x77xbf16>) -> tensor<512x77xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x77xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x77xf32>) -> tensor<512x77xf32>
  %d = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = true, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<77x512xbf16>) outs(%f : tensor<512x77xf32>) -> tensor<512x77xf32>
  %r = arith.truncf %d : tensor<512x77xf32> to tensor<512x77xbf16>
  return %r : tensor<512x77xbf16>
}

// -----

// Rows that are multiples of 4 bytes.
// CHECK-LABEL: func.func @pairs
// CHECK: tile.store {{.*}} alignment(4) :
func.func @pairs(%a: tensor<512x512xbf16>, %b: tensor<130x512xbf16>, %c: tensor<512x130xbf16>) -> tensor<512x130xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x130xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x130xf32>) -> tensor<512x130xf32>
  %d = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = true, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<130x512xbf16>) outs(%f : tensor<512x130xf32>) -> tensor<512x130xf32>
  %r = arith.truncf %d : tensor<512x130xf32> to tensor<512x130xbf16>
  return %r : tensor<512x130xbf16>
}

// -----

// store = tma goes through boxes of 64 x 64, two for each warpgroup.
// CHECK-LABEL: func.func @tma
// CHECK: %[[ST:.*]] = tile.staging buffers(2) : <64x64xbf16>
// CHECK: tile.store {{.*}} through %[[ST]] alignment(16)
func.func @tma(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = true, store = tma, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  %r = arith.truncf %d : tensor<512x512xf32> to tensor<512x512xbf16>
  return %r : tensor<512x512xbf16>
}

// -----

// Boxes of f32 are 32 wide.
// CHECK-LABEL: func.func @tma_wide
// CHECK: tile.staging buffers(2) : <64x32xf32>
func.func @tma_wide(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = true, store = tma, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %d : tensor<512x512xf32>
}

// -----

// With swap the box is the transpose of what a warpgroup has. A CTA with one tile
// stores from its ring.
// CHECK-LABEL: func.func @tma_swap
// CHECK: %[[RING:.*]] = tile.ring
// CHECK: tile.staging buffers(2) over %[[RING]] : !tile.ring<64x128xbf16, 16x64xbf16> : <16x64xbf16>
// CHECK: tile.store {{.*}} through %{{.*}} transposed alignment(16)
func.func @tma_swap(%a: tensor<16x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<16x512xbf16>) -> tensor<16x512xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x512xf32>) -> tensor<16x512xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 16, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = true, persistent = false, store = tma, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<16x512xbf16>, tensor<512x512xbf16>) outs(%f : tensor<16x512xf32>) -> tensor<16x512xf32>
  %r = arith.truncf %d : tensor<16x512xf32> to tensor<16x512xbf16>
  return %r : tensor<16x512xbf16>
}

// -----

// store = copy goes through the same boxes, to rows that start anywhere.
// CHECK-LABEL: func.func @copied
// CHECK: %[[ST:.*]] = tile.staging buffers(2) : <64x64xbf16>
// CHECK: tile.store {{.*}} through %[[ST]] copied alignment(2)
func.func @copied(%a: tensor<512x512xbf16>, %b: tensor<511x512xbf16>, %c: tensor<512x511xbf16>) -> tensor<512x511xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x511xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x511xf32>) -> tensor<512x511xf32>
  %d = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = true, store = copy, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<511x512xbf16>) outs(%f : tensor<512x511xf32>) -> tensor<512x511xf32>
  %r = arith.truncf %d : tensor<512x511xf32> to tensor<512x511xbf16>
  return %r : tensor<512x511xbf16>
}

// -----

// A real init is read before the first product, which adds to it.
// CHECK-LABEL: func.func @accumulate
// CHECK: tile.launch {{.*}} outs(%arg2 : tensor<512x512xbf16>)
// CHECK: tile.kernel @matmul_hopper_wgmma_{{[0-9a-f]+}}(%[[A:[a-z0-9]+]]: {{.*}}, %[[B:[a-z0-9]+]]: {{.*}}, %[[C:[a-z0-9]+]]: {{.*}})
// CHECK: tile.role "consumer"
// CHECK: tile.for_each_tile (%[[M:[a-z0-9]+]], %[[N:[a-z0-9]+]], %[[K0:[a-z0-9]+]], %[[K1:[a-z0-9]+]])
// CHECK: %[[OLD:.*]] = tile.read %[[C]][%[[M]], %[[N]]] alignment(16) : {{.*}} -> <128x64xf32>
// CHECK: %[[FIRST:.*]] = tile.wait
// CHECK: tile.mma %[[FIRST]], %[[OLD]]
func.func @accumulate(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = true, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%c : tensor<512x512xbf16>) -> tensor<512x512xbf16>
  return %d : tensor<512x512xbf16>
}

// -----

// With swap it is read transposed.
// CHECK-LABEL: func.func @accumulate_swap
// CHECK: tile.kernel @matmul_hopper_wgmma_{{[0-9a-f]+}}(%[[A:[a-z0-9]+]]: {{.*}}, %[[B:[a-z0-9]+]]: {{.*}}, %[[C:[a-z0-9]+]]: {{.*}})
// CHECK: tile.role "consumer"
// CHECK: tile.for_each_tile (%[[M:[a-z0-9]+]], %[[N:[a-z0-9]+]], %[[K0:[a-z0-9]+]], %[[K1:[a-z0-9]+]])
// CHECK: tile.read %[[C]][%[[N]], %[[M]]] transposed
func.func @accumulate_swap(%a: tensor<16x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<16x512xbf16>) -> tensor<16x512xbf16> {
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 16, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = true, persistent = false, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<16x512xbf16>, tensor<512x512xbf16>) outs(%c : tensor<16x512xbf16>) -> tensor<16x512xbf16>
  return %d : tensor<16x512xbf16>
}

// -----

// split_k: the CTAs along K each sum a part and store a share of the columns.
// CHECK-LABEL: func.func @split
// CHECK: tile.kernel {{.*}} cluster(1, 1, 4) {
// CHECK: tile.role "consumer"
// CHECK: tile.for_each_tile (%[[M:[a-z0-9]+]], %[[N:[a-z0-9]+]], %[[K0:[a-z0-9]+]], %[[K1:[a-z0-9]+]])
// CHECK: %[[DONE:.*]] = tile.mma_wait pending(0)
// CHECK: tile.release
// CHECK: %[[SUM:.*]], %[[OFFSET:.*]] = tile.cluster_reduce %[[DONE]] through %{{.*}} -> <128x16xf32>
// CHECK: %[[AT:.*]] = arith.addi %[[N]], %[[OFFSET]]
// CHECK-NOT: tile.read
// CHECK: tile.store %[[SUM]], %{{.*}}[%[[M]], %[[AT]]]
func.func @split(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 4, reduce = cluster, swap = false, persistent = false, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  %r = arith.truncf %d : tensor<512x512xf32> to tensor<512x512xbf16>
  return %r : tensor<512x512xbf16>
}

// -----

// A split adds C to each share when it is whole, not to each partial sum.
// CHECK-LABEL: func.func @split_accumulate
// CHECK: tile.role "consumer"
// CHECK-NOT: tile.read
// CHECK: %[[SUM:.*]], %{{.*}} = tile.cluster_reduce
// CHECK: %[[OLD:.*]] = tile.read {{.*}} -> <128x16xf32>
// CHECK: %[[ALL:.*]] = tile.map %[[SUM]], %[[OLD]]
// CHECK: arith.addf
// CHECK: tile.store %[[ALL]]
func.func @split_accumulate(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 4, reduce = cluster, swap = false, persistent = false, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%c : tensor<512x512xbf16>) -> tensor<512x512xbf16>
  return %d : tensor<512x512xbf16>
}
