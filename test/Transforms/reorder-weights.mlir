// Frozen weights of 4 bits that products multiply are reordered, at most
// `max-bytes` of them.
// RUN: autotune-opt %s -autotune-reorder-weights | FileCheck %s
// RUN: autotune-opt %s -autotune-reorder-weights -autotune-reorder-weights | FileCheck %s
// RUN: autotune-opt %s -autotune-reorder-weights=max-bytes=65535 | FileCheck %s --check-prefix=LIMIT
// RUN: autotune-opt %s -autotune-prepare=reorder-weights=false | FileCheck %s --check-prefix=OFF

// LIMIT-NOT: tile.reorder
// OFF-NOT: tile.reorder

// Where no kernel takes a copy, nothing is left of it; where one does, it is of
// bytes, and one for all products of a weight.
// RUN: autotune-opt %s -autotune-reorder-weights -autotune-lower-matmul=target=h200 | FileCheck %s --check-prefix=NONE
// RUN: autotune-opt %s -autotune-reorder-weights -autotune-attach-configs="target=h200 space=none" -autotune-lower-matmul=target=h200 \
// RUN:   | sed -n '/gpu.module/,$!p' | FileCheck %s --check-prefix=LOWERED
// NONE-NOT: tile.reorder
// LOWERED-NOT: tile.reorder

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(n, k) -> (n, k)>
#group = affine_map<(n, k) -> (n, k floordiv 128)>

// CHECK-LABEL: func @products(
// CHECK-SAME: %[[X:.*]]: tensor<16x1024xbf16>, %[[W:.*]]: tensor<128x1024xi4> {autotune.frozen},
// CHECK: %[[R:.*]] = tile.reorder %[[W]] : tensor<128x1024xi4>
// CHECK-NOT: tile.reorder
// CHECK: linalg.matmul {{.*}} ins(%[[X]], %[[R]] :
// CHECK: linalg.generic {{.*}} ins(%[[R]],
// LOWERED-LABEL: func @products(
// LOWERED-SAME: %[[X:.*]]: tensor<16x1024xbf16>, %[[W:.*]]: tensor<128x1024xi4> {autotune.frozen}, %[[S:.*]]: tensor<128x8xbf16>
// LOWERED: %[[E:.*]] = tensor.empty() : tensor<128x512xi8>
// LOWERED: %[[R:.*]] = tile.launch @{{.*}}::@reorder_{{.*}} ins(%[[W]] : tensor<128x1024xi4>) outs(%[[E]] : tensor<128x512xi8>)
// LOWERED-NOT: @reorder_
// LOWERED: tile.launch @{{.*}}matmul_hopper_wgmma{{.*}} ins(%[[X]], %[[R]] : tensor<16x1024xbf16>, tensor<128x512xi8>)
// LOWERED: tile.launch @{{.*}}matmul_hopper_wgmma{{.*}} ins(%[[X]], %[[R]] : tensor<16x1024xbf16>, tensor<128x512xi8>) {{.*}} with(%[[S]] :
func.func @products(%x: tensor<16x1024xbf16>, %w: tensor<128x1024xi4> {autotune.frozen}, %s: tensor<128x8xbf16>, %c: tensor<16x128xf32>) -> (tensor<16x128xf32>, tensor<16x128xf32>) {
  %d = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %w : tensor<16x1024xbf16>, tensor<128x1024xi4>) outs(%c : tensor<16x128xf32>) -> tensor<16x128xf32>
  %e = tensor.empty() : tensor<128x1024xbf16>
  %y = linalg.generic {indexing_maps = [#id, #group, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<128x1024xi4>, tensor<128x8xbf16>) outs(%e : tensor<128x1024xbf16>) {
  ^bb0(%i: i4, %f: bf16, %o: bf16):
    %0 = arith.sitofp %i : i4 to bf16
    %1 = arith.mulf %0, %f : bf16
    linalg.yield %1 : bf16
  } -> tensor<128x1024xbf16>
  %g = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %y : tensor<16x1024xbf16>, tensor<128x1024xbf16>) outs(%c : tensor<16x128xf32>) -> tensor<16x128xf32>
  return %d, %g : tensor<16x128xf32>, tensor<16x128xf32>
}

// The limit is of each function: here two weights of 64 KiB.
// RUN: autotune-opt %s -autotune-reorder-weights=max-bytes=65536 | FileCheck %s --check-prefix=ONE
// ONE-LABEL: func @two(
// ONE: tile.reorder %arg1
// ONE-NOT: tile.reorder
// CHECK-LABEL: func @two(
// CHECK-DAG: tile.reorder %arg1 : tensor<128x1024xi4>
// CHECK-DAG: tile.reorder %arg2 : tensor<128x1024xi4>
func.func @two(%x: tensor<16x1024xbf16>, %v: tensor<128x1024xi4> {autotune.frozen}, %w: tensor<128x1024xi4> {autotune.frozen}, %c: tensor<16x128xf32>) -> tensor<16x128xf32> {
  %d = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %v : tensor<16x1024xbf16>, tensor<128x1024xi4>) outs(%c : tensor<16x128xf32>) -> tensor<16x128xf32>
  %e = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %w : tensor<16x1024xbf16>, tensor<128x1024xi4>) outs(%d : tensor<16x128xf32>) -> tensor<16x128xf32>
  return %e : tensor<16x128xf32>
}

// Nothing is reordered: a weight that is not frozen, columns that are no
// multiple of 256, 8 bits, a product that has a config, and a weight that no
// product multiplies.
// CHECK-LABEL: func @stays(
// CHECK-NOT: tile.reorder
// CHECK: return
func.func @stays(%x: tensor<16x1024xbf16>, %z: tensor<16x1056xbf16>, %p: tensor<128x1024xi4>, %q: tensor<128x1056xi4> {autotune.frozen}, %r: tensor<128x1024xi8> {autotune.frozen}, %s: tensor<128x1024xi4> {autotune.frozen}, %t: tensor<128x1024xi4> {autotune.frozen}, %c: tensor<16x128xf32>) -> (tensor<16x128xf32>, tensor<128x1024xbf16>) {
  %0 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %p : tensor<16x1024xbf16>, tensor<128x1024xi4>) outs(%c : tensor<16x128xf32>) -> tensor<16x128xf32>
  %1 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%z, %q : tensor<16x1056xbf16>, tensor<128x1056xi4>) outs(%0 : tensor<16x128xf32>) -> tensor<16x128xf32>
  %2 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %r : tensor<16x1024xbf16>, tensor<128x1024xi8>) outs(%1 : tensor<16x128xf32>) -> tensor<16x128xf32>
  %3 = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 16, 256], stages = 3, consumers = 1, schedule = cooperative, promote = 1, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = true, persistent = false, load = tma, store = direct, ctas_per_sm = 1, evict_first = b>} ins(%x, %s : tensor<16x1024xbf16>, tensor<128x1024xi4>) outs(%2 : tensor<16x128xf32>) -> tensor<16x128xf32>
  %4 = arith.sitofp %t : tensor<128x1024xi4> to tensor<128x1024xbf16>
  return %3, %4 : tensor<16x128xf32>, tensor<128x1024xbf16>
}
