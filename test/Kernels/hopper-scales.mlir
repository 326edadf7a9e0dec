// How hopper_wgmma scales sums of 8-bit floats: as parts are added up, by values
// that are read before the part is multiplied.
// RUN: autotune-opt %s -split-input-file -autotune-attach-configs="target=h200 space=none allow-tf32=tf32" \
// RUN:   -autotune-lower-matmul=target=h200 | FileCheck %s

#id = affine_map<(n, k) -> (n, k)>
#groups = affine_map<(n, k) -> (n, k floordiv 128)>
#blocks = affine_map<(n, k) -> (n floordiv 128, k floordiv 128)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// A row has a value of its own, and all columns of the tile have one. Those of
// the first part are read before the turn, and those of each other part while
// the product of the part before runs.
// CHECK-LABEL: tile.kernel @
// CHECK-SAME: (%{{.*}}, %{{.*}}, %{{.*}}, %[[SA:[a-z0-9]+]]: memref<?x?xf32, {{[^:]*}}: ?>>, %[[SB:[a-z0-9]+]]: memref<?x?xf32, {{[^:]*}}: ?>>)
// CHECK: tile.role "consumer"
// CHECK: tile.for_each_tile (%[[M:[a-z0-9]+]], %[[N:[a-z0-9]+]], %[[K0:[a-z0-9]+]], %[[K1:[a-z0-9]+]])
// CHECK: %[[KB:.*]] = arith.divui %[[K0]], %c128
// CHECK: %[[R0:.*]] = tile.read_rows %[[SA]][%[[M]], %[[KB]]] : {{.*}} -> <64x1xf32>
// CHECK: %[[NB:.*]] = arith.divui %[[N]], %c128
// CHECK: %[[C0:.*]] = tile.read_columns %[[SB]][%[[NB]], %{{.*}}] : {{.*}} -> <1x64xf32>
// CHECK: tile.take_turn
// CHECK: %[[SLOT:.*]] = tile.wait
// CHECK-NEXT: %[[P0:.*]] = tile.mma %[[SLOT]]
// CHECK: %[[ALL:.*]]:6 = scf.for %[[K:.*]] = %{{.*}} step %c256{{.*}} iter_args(%[[SUM:.*]] = %{{.*}}, %[[P:.*]] = %[[P0]], %[[R:.*]] = %[[R0]], %[[C:.*]] = %[[C0]], %{{.*}} = %[[SLOT]],
// CHECK: arith.divui %[[K]], %c128
// CHECK: %[[R1:.*]] = tile.read_rows
// CHECK: %[[C1:.*]] = tile.read_columns
// CHECK: tile.wait
// CHECK: %[[P1:.*]] = tile.mma
// CHECK: %[[D:.*]] = tile.mma_wait pending(1) %[[P]]
// CHECK: %[[S:.*]] = tile.scale %[[D]] by %[[R]], %[[C]] onto %[[SUM]] : <64x64xf32>, <64x1xf32>, !tile.columns<1x64xf32>
// CHECK: %[[R2:.*]] = tile.read_rows
// CHECK: %[[C2:.*]] = tile.read_columns
// CHECK: %[[D1:.*]] = tile.mma_wait pending(1) %[[P1]]
// CHECK: %[[S1:.*]] = tile.scale %[[D1]] by %[[R1]], %[[C1]] onto %[[S]]
// CHECK: scf.yield %[[S1]], %{{.*}}, %[[R2]], %[[C2]],
// CHECK: scf.if
// CHECK: tile.pass_turn
// CHECK: tile.scale
// CHECK: tile.scale
// CHECK: } else {
// CHECK: tile.pass_turn
// CHECK: tile.scale %{{.*}} by %[[ALL]]#2, %[[ALL]]#3 onto %[[ALL]]#0
// CHECK: tile.store
func.func @rows_by_blocks(%qa: tensor<256x512xf8E4M3FN>, %sa: tensor<256x4xf32>, %qb: tensor<256x512xf8E4M3FN>, %sb: tensor<2x4xf32>) -> tensor<256x256xf32> {
  %ea = tensor.empty() : tensor<256x512xf32>
  %da = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%qa, %sa : tensor<256x512xf8E4M3FN>, tensor<256x4xf32>) outs(%ea : tensor<256x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %db = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%qb, %sb : tensor<256x512xf8E4M3FN>, tensor<2x4xf32>) outs(%ea : tensor<256x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x256xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<256x256xf32>) -> tensor<256x256xf32>
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 128], stages = 4, consumers = 2, schedule = pingpong, promote = 1, cluster = [1, 1], persistent = true, store = direct>}
      ins(%da, %db : tensor<256x512xf32>, tensor<256x512xf32>) outs(%f : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %d : tensor<256x256xf32>
}

// -----

#id = affine_map<(n, k) -> (n, k)>
#across = affine_map<(n, k) -> (k floordiv 256, n)>
#blocks = affine_map<(n, k) -> (n floordiv 64, k floordiv 256)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// The transposed product of few rows: the rows are those of B, in two blocks of
// 64, and the columns single ones of A's, whose values lie across. Parts of 256,
// on top of C.
// CHECK-LABEL: tile.kernel @
// CHECK-SAME: (%{{.*}}, %{{.*}}, %{{.*}}, %[[SA:[a-z0-9]+]]: memref<?x?xf32, {{[^:]*}}: ?>>, %[[SB:[a-z0-9]+]]: memref<?x?xf32, {{[^:]*}}: ?>>)
// CHECK: tile.role "consumer"
// CHECK: %[[OLD:.*]] = tile.read %
// CHECK: tile.read_rows %[[SB]][%{{.*}}, %{{.*}}] block(64) : {{.*}} -> <128x1xf32>
// CHECK: tile.read_columns %[[SA]][%{{.*}}, %{{.*}}] transposed : {{.*}} -> <16x1xf32>
// CHECK: tile.scale %{{.*}} by %{{.*}}, %{{.*}} onto %[[OLD]] : <128x16xf32>
// CHECK: scf.for {{.*}} step %c256
func.func @swapped(%qa: tensor<16x512xf8E5M2>, %sa: tensor<2x16xf32>, %qb: tensor<256x512xf8E4M3FN>, %sb: tensor<4x2xf32>, %f: tensor<16x256xf32>) -> tensor<16x256xf32> {
  %ea = tensor.empty() : tensor<16x512xf32>
  %da = linalg.generic {indexing_maps = [#id, #across, #id], iterator_types = ["parallel", "parallel"]}
      ins(%qa, %sa : tensor<16x512xf8E5M2>, tensor<2x16xf32>) outs(%ea : tensor<16x512xf32>) {
  ^bb0(%q: f8E5M2, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E5M2 to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<16x512xf32>
  %eb = tensor.empty() : tensor<256x512xf32>
  %db = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%qb, %sb : tensor<256x512xf8E4M3FN>, tensor<4x2xf32>) outs(%eb : tensor<256x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 16, 128], stages = 4, consumers = 2, schedule = cooperative, promote = 2, cluster = [1, 1], persistent = false, store = direct, swap = true>}
      ins(%da, %db : tensor<16x512xf32>, tensor<256x512xf32>) outs(%f : tensor<16x256xf32>) -> tensor<16x256xf32>
  return %d : tensor<16x256xf32>
}
