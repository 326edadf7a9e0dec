// What load = pack adds to a tile program: operands that TMA can't load are packed
// before the roles start, and loaded from the copies.
// RUN: autotune-opt %s -split-input-file -autotune-attach-configs="target=h200 space=none" \
// RUN:   -autotune-lower-matmul=target=h200 | FileCheck %s

// Both, for rows that start at any element. Sizes are those of the arguments.
// CHECK-LABEL: func.func @both
// CHECK: tile.kernel @matmul_hopper_wgmma_{{[0-9a-f]+}}(%[[A:[a-z0-9]+]]: {{.*}}, %[[B:[a-z0-9]+]]: {{.*}}, %[[C:[a-z0-9]+]]: {{.*}}) {
// CHECK-NEXT: %[[PA:.*]] = tile.pack %[[A]] alignment(2) :
// CHECK-NEXT: %[[PB:.*]] = tile.pack %[[B]] alignment(2) :
// CHECK-NOT: tile.pack
// CHECK: memref.dim %[[C]]
// CHECK: memref.dim %[[C]]
// CHECK: memref.dim %[[A]]
// CHECK: tile.role "producer" warps(4) registers(40) elect {
// CHECK: tile.load %[[PA]][{{.*}}] into %{{.*}}[0] :
// CHECK: tile.load %[[PB]][{{.*}}] into %{{.*}}[1] :
func.func @both(%a: tensor<512x513xbf16>, %b: tensor<513x513xbf16>, %c: tensor<512x513xbf16>) -> tensor<512x513xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x513xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x513xf32>) -> tensor<512x513xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = true, load = pack, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<512x513xbf16>, tensor<513x513xbf16>) outs(%f : tensor<512x513xf32>) -> tensor<512x513xf32>
  %r = arith.truncf %d : tensor<512x513xf32> to tensor<512x513xbf16>
  return %r : tensor<512x513xbf16>
}

// -----

// What TMA can load is left where it is: here B. Rows of A, of 516 elements, start
// at multiples of 8 bytes.
// CHECK-LABEL: func.func @left
// CHECK: tile.kernel @matmul_hopper_wgmma_{{[0-9a-f]+}}(%[[A:[a-z0-9]+]]: {{.*}}, %[[B:[a-z0-9]+]]: {{.*}}, %[[C:[a-z0-9]+]]: {{.*}}) {
// CHECK: %[[PA:.*]] = tile.pack %[[A]] alignment(8) :
// CHECK-NOT: tile.pack
// CHECK: tile.load %[[PA]][{{.*}}] into %{{.*}}[0] :
// CHECK: tile.load %[[B]][{{.*}}] into %{{.*}}[1] :
func.func @left(%a: tensor<512x516xbf16>, %b: tensor<516x512xbf16>, %c: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = true, load = pack, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<512x516xbf16>, tensor<516x512xbf16>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  %r = arith.truncf %d : tensor<512x512xf32> to tensor<512x512xbf16>
  return %r : tensor<512x512xbf16>
}

// -----

// Of B, f16, only; with swap it is the left operand, and its loads are shared and
// hinted as those of an argument.
// CHECK-LABEL: func.func @swap
// CHECK: tile.kernel @matmul_hopper_wgmma_{{[0-9a-f]+}}(%[[A:[a-z0-9]+]]: {{.*}}, %[[B:[a-z0-9]+]]: {{.*}}, %[[C:[a-z0-9]+]]: {{.*}}) cluster(1, 2, 1) {
// CHECK: %[[PB:.*]] = tile.pack %[[B]] alignment(4) :
// CHECK-NOT: tile.pack
// CHECK: tile.load %[[PB]][{{.*}}] into %{{.*}}[0] multicast(n) cache(evict_first) :
// CHECK: tile.load %[[A]][{{.*}}] into %{{.*}}[1] :
func.func @swap(%a: tensor<64x512xf16>, %b: tensor<512x514xf16>, %c: tensor<64x514xf16>) -> tensor<64x514xf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x514xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x514xf32>) -> tensor<64x514xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 16, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [1, 2], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = true, persistent = false, load = pack, store = direct, ctas_per_sm = 1, evict_first = b, dependent_launch = false>}
      ins(%a, %b : tensor<64x512xf16>, tensor<512x514xf16>) outs(%f : tensor<64x514xf32>) -> tensor<64x514xf32>
  %r = arith.truncf %d : tensor<64x514xf32> to tensor<64x514xf16>
  return %r : tensor<64x514xf16>
}

// -----

// A row stride that isn't known promises no more than an element's size.
// CHECK-LABEL: func.func @dynamic
// CHECK: tile.pack %{{.*}} alignment(2) :
// CHECK: tile.pack %{{.*}} alignment(2) :
func.func @dynamic(%a: tensor<?x?xf16>, %b: tensor<?x?xf16>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = true, load = pack, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<?x?xf16>, tensor<?x?xf16>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %d : tensor<?x?xf32>
}

// -----

// Of bytes K must be contiguous: B becomes N x K, its rows be as aligned as TMA
// wants them, and A of fewer is packed as it is. Both are K-major in the slot.
// CHECK-LABEL: func.func @bytes
// CHECK: tile.kernel @matmul_hopper_wgmma_{{[0-9a-f]+}}(%[[A:[a-z0-9]+]]: {{.*}}, %[[B:[a-z0-9]+]]: {{.*}}, %[[C:[a-z0-9]+]]: {{.*}}) {
// CHECK-NEXT: %[[PA:.*]] = tile.pack %[[A]] alignment(4) :
// CHECK-NEXT: %[[PB:.*]] = tile.pack %[[B]] transposed alignment(16) :
// CHECK-NOT: tile.pack
// CHECK: tile.ring stages(4) : <128x128xi8, 64x128xi8>
// CHECK: tile.load %[[PA]][%[[M:.*]], %[[K:.*]]] into %{{.*}}[0] :
// CHECK: tile.load %[[PB]][%[[N:.*]], %[[K]]] into %{{.*}}[1] : memref<?x?xi8>,
// CHECK: tile.mma %{{.*}} transpose_b :
func.func @bytes(%a: tensor<512x260xi8>, %b: tensor<260x512xi8>, %c: tensor<512x512xi32>) -> tensor<512x512xi32> {
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 128], stages = 4, consumers = 2, schedule = cooperative, promote = 1, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = true, load = pack, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<512x260xi8>, tensor<260x512xi8>) outs(%c : tensor<512x512xi32>) -> tensor<512x512xi32>
  return %d : tensor<512x512xi32>
}

// -----

// Where TMA loads all, there is nothing to pack.
// CHECK-LABEL: func.func @nothing
// CHECK: tile.kernel
// CHECK-NOT: tile.pack
// CHECK: tile.load
func.func @nothing(%a: tensor<512x512xf16>, %b: tensor<512x512xf16>, %c: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = true, load = pack, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<512x512xf16>, tensor<512x512xf16>) outs(%c : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %d : tensor<512x512xf32>
}

// -----

// Of a batch each matrix becomes its transpose; what all products share is one.
// CHECK-LABEL: func.func @batch
// CHECK: tile.kernel @matmul_hopper_wgmma_{{[0-9a-f]+}}(%[[A:[a-z0-9]+]]: {{.*}}, %[[B:[a-z0-9]+]]: {{.*}}, %[[C:[a-z0-9]+]]: {{.*}}) {
// CHECK-NEXT: %[[PA:.*]] = tile.pack %[[A]] alignment(4) : memref<?x?xi8,
// CHECK-NEXT: %[[PB:.*]] = tile.pack %[[B]] transposed alignment(16) : memref<?x?x?xi8,
// CHECK-NOT: tile.pack
// CHECK: tile.load %[[PA]][%[[M:[a-z0-9_]+]], %[[K:[a-z0-9_]+]]] into %{{.*}}[0] :
// CHECK: tile.load %[[PB]][%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %[[K]]] into %{{.*}}[1] : memref<?x?x?xi8>,
func.func @batch(%a: tensor<512x260xi8>, %b: tensor<3x260x512xi8>, %c: tensor<3x512x512xi32>) -> tensor<3x512x512xi32> {
  %d = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 128], stages = 4, consumers = 2, persistent = true, load = pack>}
      ins(%a, %b : tensor<512x260xi8>, tensor<3x260x512xi8>) outs(%c : tensor<3x512x512xi32>) -> tensor<3x512x512xi32>
  return %d : tensor<3x512x512xi32>
}
