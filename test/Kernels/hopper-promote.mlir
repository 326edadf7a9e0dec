// How hopper_wgmma sums 8-bit floats: in parts, which are added up in f32.
// RUN: autotune-opt %s -split-input-file -autotune-attach-configs="target=h200 space=none" \
// RUN:   -autotune-lower-matmul=target=h200 | FileCheck %s

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// Every tile of K is a part: the first is the sums, and each after it is added.
// Two sets of sums take all registers.
// CHECK-LABEL: func.func @every_tile
// CHECK: %[[RING:.*]] = tile.ring stages(4) : <128x128xf8E4M3FN, 192x128xf8E5M2>
// CHECK: tile.role "consumer"
// CHECK: tile.for_each_tile (%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %[[K0:[a-z0-9]+]], %[[K1:[a-z0-9]+]])
// CHECK: %[[FIRST:.*]] = tile.wait %[[RING]]
// CHECK: %[[D0:.*]] = tile.mma %[[FIRST]] transpose_b :
// CHECK: %[[SUM0:.*]] = tile.mma_wait pending(0) %[[D0]]
// CHECK: tile.release %[[FIRST]] to %[[RING]]
// CHECK: %[[SECOND:.*]] = arith.addi %[[K0]], %c128
// CHECK: %[[SUMS:.*]] = scf.for %{{.*}} = %[[SECOND]] to %[[K1]] step %c128{{.*}} iter_args(%[[SUM:.*]] = %[[SUM0]])
// CHECK-NEXT: %[[SLOT:.*]] = tile.wait %[[RING]]
// CHECK-NEXT: %[[D:.*]] = tile.mma %[[SLOT]] transpose_b :
// CHECK-NEXT: %[[PART:.*]] = tile.mma_wait pending(0) %[[D]]
// CHECK-NEXT: tile.release %[[SLOT]] to %[[RING]]
// CHECK-NEXT: %[[NEXT:.*]] = tile.map %[[SUM]], %[[PART]]
// CHECK: arith.addf
// CHECK: scf.yield %[[NEXT]]
// CHECK: tile.store %[[SUMS]]
func.func @every_tile(%a: tensor<512x512xf8E4M3FN>, %b: tensor<512x512xf8E5M2>) -> tensor<512x512xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 192, 128], stages = 4, consumers = 2, schedule = cooperative, promote = 1, cluster = [1, 1], persistent = true, store = direct>}
      ins(%a, %b : tensor<512x512xf8E4M3FN>, tensor<512x512xf8E5M2>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %d : tensor<512x512xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// With registers for a third set, the next product runs while a part is added:
// two parts an iteration, and one behind them if their number is even.
// CHECK-LABEL: func.func @overlapping
// CHECK: %[[RING:.*]] = tile.ring stages(4) : <128x128xf8E4M3FN, 128x128xf8E5M2>
// CHECK: tile.role "consumer"
// CHECK: tile.for_each_tile (%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %[[K0:[a-z0-9]+]], %[[K1:[a-z0-9]+]])
// CHECK: %[[ZERO:.*]] = tile.splat %{{.*}} : f32
// CHECK: %[[S0:.*]] = tile.wait %[[RING]]
// CHECK-NEXT: %[[P0:.*]] = tile.mma %[[S0]] transpose_b :
// CHECK: %[[SECOND:.*]] = arith.addi %[[K0]], %c128
// CHECK: %[[LAST:.*]] = arith.subi %[[K1]], %c128
// CHECK: %[[PAIRS:.*]]:4 = scf.for %{{.*}} = %[[SECOND]] to %[[LAST]] step %c256{{.*}} iter_args(%[[SUM:.*]] = %[[ZERO]], %[[P:.*]] = %[[P0]], %[[S:.*]] = %[[S0]], %{{.*}} = %[[SECOND]])
// CHECK: %[[NEXT_S:.*]] = tile.wait %[[RING]]
// CHECK-NEXT: %[[NEXT:.*]] = tile.mma %[[NEXT_S]] transpose_b :
// CHECK-NEXT: %[[DONE:.*]] = tile.mma_wait pending(1) %[[P]]
// CHECK-NEXT: tile.release %[[S]] to %[[RING]]
// CHECK-NEXT: %[[SUM1:.*]] = tile.map %[[SUM]], %[[DONE]]
// CHECK: %[[THIRD_S:.*]] = tile.wait %[[RING]]
// CHECK-NEXT: %[[THIRD:.*]] = tile.mma %[[THIRD_S]] transpose_b :
// CHECK-NEXT: %[[DONE1:.*]] = tile.mma_wait pending(1) %[[NEXT]]
// CHECK-NEXT: tile.release %[[NEXT_S]] to %[[RING]]
// CHECK-NEXT: %[[SUM2:.*]] = tile.map %[[SUM1]], %[[DONE1]]
// CHECK: scf.yield %[[SUM2]], %[[THIRD]], %[[THIRD_S]],
// CHECK: %[[IS_EVEN:.*]] = arith.cmpi slt, %[[PAIRS]]#3, %[[K1]]
// CHECK: %[[SUMS:.*]] = scf.if %[[IS_EVEN]]
// CHECK: %[[OTHER:.*]] = tile.mma
// CHECK: tile.mma_wait pending(1) %[[PAIRS]]#1
// CHECK: tile.mma_wait pending(0) %[[OTHER]]
// CHECK: scf.yield
// CHECK: } else {
// CHECK: tile.mma_wait pending(0) %[[PAIRS]]#1
// CHECK: scf.yield
// CHECK: tile.store %[[SUMS]]
func.func @overlapping(%a: tensor<512x512xf8E4M3FN>, %b: tensor<512x512xf8E5M2>) -> tensor<512x512xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 128, 128], stages = 4, consumers = 2, schedule = cooperative, promote = 1, cluster = [1, 1], persistent = true, store = direct>}
      ins(%a, %b : tensor<512x512xf8E4M3FN>, tensor<512x512xf8E5M2>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %d : tensor<512x512xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// Parts of two tiles, of which the last ends where K does, on top of C. Within
// one a product stays in flight.
// CHECK-LABEL: func.func @pairs
// CHECK: tile.role "consumer"
// CHECK: tile.for_each_tile (%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %[[K0:[a-z0-9]+]], %[[K1:[a-z0-9]+]])
// CHECK: %[[OLD:.*]] = tile.read
// CHECK: tile.take_turn
// CHECK: scf.for %[[K:[a-z0-9]+]] = %[[K0]] to %[[K1]] step %c256{{.*}} iter_args(%[[SUM:.*]] = %[[OLD]])
// CHECK: %[[TO:.*]] = arith.addi %[[K]], %c256
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[TO]], %[[K1]]
// CHECK: %[[END:.*]] = arith.select %[[INSIDE]], %[[TO]], %[[K1]]
// CHECK: %[[D0:.*]] = tile.mma %{{[0-9]+}} transpose_b :
// CHECK: %[[SECOND:.*]] = arith.addi %[[K]], %c128
// CHECK: %[[D:.*]]:2 = scf.for %{{.*}} = %[[SECOND]] to %[[END]] step %c128{{.*}} iter_args(%[[ACC:.*]] = %[[D0]],
// CHECK: tile.mma %{{[0-9]+}}, %[[ACC]] transpose_b :
// CHECK: tile.mma_wait pending(1)
// CHECK: %[[PART:.*]] = tile.mma_wait pending(0) %[[D]]#0
// CHECK: tile.map %[[SUM]], %[[PART]]
// CHECK: tile.pass_turn
func.func @pairs(%a: tensor<512x640xf8E4M3FN>, %b: tensor<512x640xf8E4M3FN>, %c: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 128], stages = 4, consumers = 2, schedule = pingpong, promote = 2, cluster = [1, 1], persistent = true, store = direct>}
      ins(%a, %b : tensor<512x640xf8E4M3FN>, tensor<512x640xf8E4M3FN>) outs(%c : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %d : tensor<512x512xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// Never, when that is asked for; and what else is multiplied has no parts.
// CHECK-LABEL: func.func @never
// CHECK-NOT: tile.map
func.func @never(%a: tensor<512x512xf8E5M2>, %b: tensor<512x512xf8E5M2>, %x: tensor<512x512xbf16>) -> (tensor<512x512xf32>, tensor<512x512xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 192, 128], stages = 4, promote = 0>}
      ins(%a, %b : tensor<512x512xf8E5M2>, tensor<512x512xf8E5M2>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  %g = linalg.matmul indexing_maps = [#a, #b, #c]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 192, 64], stages = 4, promote = 1>}
      ins(%x, %x : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %d, %g : tensor<512x512xf32>, tensor<512x512xf32>
}
