// How a kernel of hopper_wgmma reads whose launch chooses the columns of a tile.
// RUN: autotune-opt %s -split-input-file -autotune-attach-configs="target=h200 space=none" \
// RUN:   -autotune-lower-matmul=target=h200 | FileCheck %s

// Slots and tiles are as wide as the widest. Consumers have code for each width
// from half of it on, which differs in its sums alone.
// CHECK-LABEL: func.func @widths
// CHECK: tile.launch @autotune_kernels_sm_90a::@[[KERNEL:[a-z0-9_]+]] {{.*}} sms(132) columns(72)
// CHECK: tile.kernel @[[KERNEL]](%[[A:[a-z0-9]+]]: {{.*}}, %[[B:[a-z0-9]+]]: {{.*}}, %[[C:[a-z0-9]+]]: {{.*}}) {
// CHECK: %[[RING:.*]] = tile.ring stages(4) : <128x64xbf16, 112x64xbf16>
// CHECK: tile.role "producer"
// CHECK: tile.for_each_tile (%[[M:[a-z0-9]+]], %[[N:[a-z0-9]+]], {{.*}}) tile(128, 112, 64) raster(along_m, 8) persistent fit(m, n) chosen {
// CHECK: tile.load %[[A]][%[[M]], %{{.*}}] into %{{.*}}[0] trim :
// CHECK: tile.load %[[B]][%[[N]], %{{.*}}] into %{{.*}}[1] trim chosen :
// CHECK: tile.role "consumer" warps(8)
// CHECK: tile.for_each_tile (%[[M:[a-z0-9]+]], %[[N:[a-z0-9]+]], {{.*}}) tile(128, 112, 64) raster(along_m, 8) persistent fit(m, n) chosen {
// CHECK-NEXT: %[[COLUMNS:.*]] = tile.chosen_columns [56, 64, 72, 80, 88, 96, 104, 112]
// CHECK-NEXT: scf.index_switch %[[COLUMNS]]
// CHECK-NEXT: case 56 {
// CHECK: tile.mma %{{.*}} transpose_b : <128x64xbf16, 112x64xbf16> -> <128x56xf32>
// CHECK: tile.release %{{.*}} to %[[RING]]
// CHECK: tile.store %{{.*}}, %[[C]][%[[M]], %[[N]]] alignment(16) : <128x56xf32>
// CHECK: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: case 64 {
// CHECK-COUNT-5: {{^ *}}case {{72|80|88|96|104}} {
// CHECK: default {
// CHECK: tile.mma %{{.*}} transpose_b : <128x64xbf16, 112x64xbf16> -> <128x112xf32>
// CHECK: tile.store %{{.*}}, %[[C]][%[[M]], %[[N]]] alignment(16) : <128x112xf32>
func.func @widths(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %d = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 72, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = true, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false, widest = 112>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  %r = arith.truncf %d : tensor<512x512xf32> to tensor<512x512xbf16>
  return %r : tensor<512x512xbf16>
}

// -----

// Ping-pong, swapped: turns are taken in each case.
// CHECK-LABEL: func.func @turns
// CHECK: tile.launch {{.*}} columns(104)
// CHECK: tile.load %{{.*}}[1] trim chosen :
// CHECK: tile.role "consumer" warps(4) copies(2)
// CHECK: scf.index_switch
// CHECK-NEXT: case 56 {
// CHECK: tile.take_turn
// CHECK: tile.pass_turn
// CHECK: tile.store %{{.*}} transposed {{.*}} : <64x56xf32>
// CHECK: default {
// CHECK: tile.take_turn
// CHECK: tile.pass_turn
func.func @turns(%a: tensor<96x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<96x512xf32>) -> tensor<96x512xf32> {
  %d = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 104, 64], stages = 4, consumers = 2, schedule = pingpong, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = true, persistent = true, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false, widest = 112>}
      ins(%a, %b : tensor<96x512xbf16>, tensor<512x512xbf16>) outs(%c : tensor<96x512xf32>) -> tensor<96x512xf32>
  return %d : tensor<96x512xf32>
}
