// How hopper_wgmma scales the sums of a pair: each half of the columns by values of
// its own B, which are read at the same place of two matrices.
// RUN: autotune-opt %s -split-input-file -autotune-attach-configs="target=h200 space=none allow-tf32=tf32" \
// RUN:   -autotune-lower-matmul=target=h200 | FileCheck %s

#id = affine_map<(n, k) -> (n, k)>
#groups = affine_map<(n, k) -> (n, k floordiv 128)>
#across = affine_map<(n, k) -> (k floordiv 128, n)>
#blocks = affine_map<(n, k) -> (n floordiv 128, k floordiv 128)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// A tile of C has 64 columns, and that of the sums both halves. The product of a part
// runs while the sums of the part before are scaled.
// CHECK-LABEL: tile.kernel @
// CHECK-SAME: (%{{.*}}, %{{.*}}, %{{.*}}, %[[B2:[a-z0-9]+]]: memref<?x?xf8E4M3FN, {{[^:]*}}: ?>>, %[[SA:[a-z0-9]+]]: memref<?x?xf32, {{[^:]*}}: ?>>, %[[SB:[a-z0-9]+]]: memref<?x?xf32, {{[^:]*}}: ?>>, %[[SB2:[a-z0-9]+]]: memref<?x?xf32, {{[^:]*}}: ?>>)
// CHECK: tile.role "producer"
// CHECK: tile.load %{{.*}} half [0, 0]
// CHECK: tile.load %[[B2]]{{.*}} half [0, 1]
// CHECK: tile.role "consumer"
// CHECK: tile.for_each_tile (%[[M:[a-z0-9]+]], %[[N:[a-z0-9]+]], %[[K0:[a-z0-9]+]], %[[K1:[a-z0-9]+]]) {{.*}} tile(64, 64, 128)
// CHECK: %[[R0:.*]] = tile.read_rows %[[SA]]{{.*}} -> <64x1xf32>
// CHECK: %[[NB:.*]] = arith.divui %[[N]], %c128
// CHECK: %[[C0:.*]] = tile.read_columns %[[SB]][%[[NB]], %[[KB:.*]]] : {{.*}} -> <1x64xf32>
// CHECK: %[[D0:.*]] = tile.read_columns %[[SB2]][%{{.*}}, %{{.*}}] : {{.*}} -> <1x64xf32>
// CHECK: %[[P0:.*]] = tile.mma
// CHECK: %[[ALL:.*]]:7 = scf.for {{.*}} iter_args(%[[SUM:.*]] = %{{.*}}, %[[P:.*]] = %[[P0]], %[[R:.*]] = %[[R0]], %[[C:.*]] = %[[C0]], %[[D:.*]] = %[[D0]], %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK: %[[C1:.*]] = tile.read_columns %[[SB]]
// CHECK: %[[D1:.*]] = tile.read_columns %[[SB2]]
// CHECK: %[[X:.*]] = tile.mma_wait pending(1) %[[P]]
// CHECK: tile.scale %[[X]] by %[[R]], %[[C]], %[[D]] onto %[[SUM]] : <64x128xf32>, <64x1xf32>, !tile.columns<1x64xf32>, !tile.columns<1x64xf32>
// CHECK: tile.scale %{{.*}} by %{{.*}}, %[[C1]], %[[D1]] onto
// CHECK: scf.yield
// CHECK: tile.scale %{{.*}} by %[[ALL]]#2, %[[ALL]]#3, %[[ALL]]#4 onto
// CHECK: tile.epilogue
func.func @blocks(%x: tensor<256x512xf8E4M3FN>, %sx: tensor<256x4xf32>, %w1: tensor<256x512xf8E4M3FN>, %s1: tensor<2x4xf32>,
    %w2: tensor<256x512xf8E4M3FN>, %s2: tensor<2x4xf32>) -> tensor<256x256xbf16> {
  %edx = tensor.empty() : tensor<256x512xf32>
  %dx = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sx : tensor<256x512xf8E4M3FN>, tensor<256x4xf32>) outs(%edx : tensor<256x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %ed1 = tensor.empty() : tensor<256x512xf32>
  %d1 = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w1, %s1 : tensor<256x512xf8E4M3FN>, tensor<2x4xf32>) outs(%ed1 : tensor<256x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %ed2 = tensor.empty() : tensor<256x512xf32>
  %d2 = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w2, %s2 : tensor<256x512xf8E4M3FN>, tensor<2x4xf32>) outs(%ed2 : tensor<256x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %zero = arith.constant 0.0 : f32
  %ei = tensor.empty() : tensor<256x256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%ei : tensor<256x256xf32>) -> tensor<256x256xf32>
  %u = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 128, 128], stages = 3, consumers = 1, schedule = cooperative, promote = 1, cluster = [1, 1], persistent = false, store = direct>} ins(%dx, %d1 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%init : tensor<256x256xf32>) -> tensor<256x256xf32>
  %v = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx, %d2 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%init : tensor<256x256xf32>) -> tensor<256x256xf32>
  %one = arith.constant 1.0 : f32
  %ey = tensor.empty() : tensor<256x256xbf16>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%u, %v : tensor<256x256xf32>, tensor<256x256xf32>) outs(%ey : tensor<256x256xbf16>) {
  ^bb0(%s: f32, %t: f32, %o: bf16):
    %0 = arith.negf %s : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %s, %2 : f32
    %4 = arith.mulf %3, %t : f32
    %5 = arith.truncf %4 : f32 to bf16
    linalg.yield %5 : bf16
  } -> tensor<256x256xbf16>
  return %y : tensor<256x256xbf16>
}

// -----

#id = affine_map<(n, k) -> (n, k)>
#groups = affine_map<(n, k) -> (n, k floordiv 128)>
#across = affine_map<(n, k) -> (k floordiv 128, n)>
#blocks = affine_map<(n, k) -> (n floordiv 128, k floordiv 128)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// Single columns that are stored across, and parts that don't overlap.
// CHECK-LABEL: tile.kernel @
// CHECK-SAME: %[[SA:[a-z0-9]+]]: memref<?x?xf32, {{[^:]*}}: ?>>, %[[SB:[a-z0-9]+]]: memref<?x?xf32, {{[^:]*}}: ?>>, %[[SB2:[a-z0-9]+]]: memref<?x?xf32, {{[^:]*}}: ?>>)
// CHECK: tile.role "consumer"
// CHECK: %[[C0:.*]] = tile.read_columns %[[SB]][%{{.*}}, %{{.*}}] transposed : {{.*}} -> <72x1xf32>
// CHECK: %[[D0:.*]] = tile.read_columns %[[SB2]][%{{.*}}, %{{.*}}] transposed : {{.*}} -> <72x1xf32>
// CHECK: tile.scale %{{.*}} by %{{.*}}, %[[C0]], %[[D0]] : <64x144xf32>, <64x1xf32>, !tile.columns<72x1xf32>, !tile.columns<72x1xf32>
// CHECK: scf.for
// CHECK: tile.scale %{{.*}} by %{{.*}}, %{{.*}}, %{{.*}} onto
func.func @columns(%x: tensor<256x512xf8E4M3FN>, %sx: tensor<256x4xf32>, %w1: tensor<256x512xf8E4M3FN>, %s1: tensor<4x256xf32>,
    %w2: tensor<256x512xf8E4M3FN>, %s2: tensor<4x256xf32>) -> tensor<256x256xbf16> {
  %edx = tensor.empty() : tensor<256x512xf32>
  %dx = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sx : tensor<256x512xf8E4M3FN>, tensor<256x4xf32>) outs(%edx : tensor<256x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %ed1 = tensor.empty() : tensor<256x512xf32>
  %d1 = linalg.generic {indexing_maps = [#id, #across, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w1, %s1 : tensor<256x512xf8E4M3FN>, tensor<4x256xf32>) outs(%ed1 : tensor<256x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %ed2 = tensor.empty() : tensor<256x512xf32>
  %d2 = linalg.generic {indexing_maps = [#id, #across, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w2, %s2 : tensor<256x512xf8E4M3FN>, tensor<4x256xf32>) outs(%ed2 : tensor<256x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %zero = arith.constant 0.0 : f32
  %ei = tensor.empty() : tensor<256x256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%ei : tensor<256x256xf32>) -> tensor<256x256xf32>
  %u = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 144, 128], stages = 3, consumers = 1, schedule = cooperative, promote = 1, cluster = [1, 1], persistent = false, store = direct>} ins(%dx, %d1 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%init : tensor<256x256xf32>) -> tensor<256x256xf32>
  %v = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx, %d2 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%init : tensor<256x256xf32>) -> tensor<256x256xf32>
  %one = arith.constant 1.0 : f32
  %ey = tensor.empty() : tensor<256x256xbf16>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%u, %v : tensor<256x256xf32>, tensor<256x256xf32>) outs(%ey : tensor<256x256xbf16>) {
  ^bb0(%s: f32, %t: f32, %o: bf16):
    %0 = arith.negf %s : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %s, %2 : f32
    %4 = arith.mulf %3, %t : f32
    %5 = arith.truncf %4 : f32 to bf16
    linalg.yield %5 : bf16
  } -> tensor<256x256xbf16>
  return %y : tensor<256x256xbf16>
}
