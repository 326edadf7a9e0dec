// Schedules, rasters and roles of hopper_wgmma.
// RUN: autotune-opt %s -split-input-file -autotune-attach-configs="target=h200 space=none" \
// RUN:   -autotune-lower-matmul=target=h200 | FileCheck %s

// Ping-pong: two instances of a role of one warpgroup take turns around their
// products; the turn is passed before the last sums are complete.
// CHECK-LABEL: func.func @pingpong
// CHECK: tile.role "consumer" warps(4) copies(2) registers(232) {
// CHECK: tile.for_each_tile
// CHECK-NEXT: tile.take_turn
// CHECK: tile.mma
// CHECK: scf.for
// CHECK: scf.yield
// CHECK: tile.pass_turn
// CHECK-NEXT: tile.mma_wait pending(0)
func.func @pingpong(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], stages = 4, consumers = 2, schedule = pingpong, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = true, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  %r = arith.truncf %d : tensor<512x512xf32> to tensor<512x512xbf16>
  return %r : tensor<512x512xbf16>
}

// -----

// One consumer needs no more registers than its share: none are moved.
// CHECK-LABEL: func.func @one_consumer
// CHECK: tile.role "producer" warps(4) elect {
// CHECK: tile.role "consumer" warps(4) {
func.func @one_consumer(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], stages = 4, consumers = 1, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = true, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  %r = arith.truncf %d : tensor<512x512xf32> to tensor<512x512xbf16>
  return %r : tensor<512x512xbf16>
}

// -----

// Nor where several CTAs share an SM.
// CHECK-LABEL: func.func @two_ctas
// CHECK: tile.kernel {{.*}} ctas_per_sm(2) {
// CHECK: tile.role "producer" warps(4) elect {
// CHECK: tile.role "consumer" warps(8) {
func.func @two_ctas(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], stages = 3, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = true, store = direct, ctas_per_sm = 2, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  %r = arith.truncf %d : tensor<512x512xf32> to tensor<512x512xbf16>
  return %r : tensor<512x512xbf16>
}

// -----

// The order of tiles is that of the config, in both roles.
// CHECK-LABEL: func.func @raster
// CHECK: raster(along_n, 4) fit(m) {
// CHECK: raster(along_n, 4) fit(m) {
func.func @raster(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_n, group = 4, split_k = 1, reduce = cluster, swap = false, persistent = false, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  %r = arith.truncf %d : tensor<512x512xf32> to tensor<512x512xbf16>
  return %r : tensor<512x512xbf16>
}

// -----

// CHECK-LABEL: func.func @hilbert
// CHECK: raster(hilbert, 4) persistent fit(m) {
// CHECK: raster(hilbert, 4) persistent fit(m) {
func.func @hilbert(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], stages = 4, consumers = 2, raster = hilbert, group = 4, persistent = true>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  %r = arith.truncf %d : tensor<512x512xf32> to tensor<512x512xbf16>
  return %r : tensor<512x512xbf16>
}

// -----

// Three consumers: 32 + 3 * 160 registers are what four warpgroups start with.
// CHECK-LABEL: func.func @three_consumers
// CHECK: tile.role "producer" warps(4) registers(32) elect {
// CHECK: tile.role "consumer" warps(12) registers(160) {
func.func @three_consumers(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [192, 64, 64], stages = 4, consumers = 3, persistent = true>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  %r = arith.truncf %d : tensor<512x512xf32> to tensor<512x512xbf16>
  return %r : tensor<512x512xbf16>
}
