// What load = transpose adds to a tile program: a ring for each operand whose K is not
// contiguous, and three warps that transpose into it what was loaded as it lies.
// RUN: autotune-opt %s -split-input-file -autotune-attach-configs="target=h200 space=none" \
// RUN:   -autotune-lower-matmul=target=h200 | FileCheck %s

// CHECK-LABEL: func.func @right
// CHECK: tile.kernel @matmul_hopper_wgmma_{{[0-9a-f]+}}(%[[A:[a-z0-9]+]]: {{.*}}, %[[B:[a-z0-9]+]]: {{.*}}, %[[C:[a-z0-9]+]]: {{.*}}) {
// CHECK: %[[RING:.*]] = tile.ring stages(3) : <128x128xi8, 128x256xi8>
// CHECK-NEXT: %[[TURNED:.*]] = tile.ring stages(2) : <256x128xi8>
// CHECK: tile.role "producer" warps(1) elect {
// CHECK: tile.load %[[A]][{{.*}}] into %{{.*}}[0] : {{.*}}<128x128xi8, 128x256xi8>
// CHECK: tile.load %[[B]][{{.*}}] into %{{.*}}[1] : {{.*}}<128x128xi8, 128x256xi8>
// CHECK: tile.role "transposer" warps(3) {
// CHECK: scf.for
// CHECK-NEXT: %[[SLOT:.*]] = tile.wait %[[RING]]
// CHECK-NEXT: %[[TO:.*]] = tile.acquire %[[TURNED]]
// CHECK-NEXT: tile.transpose %[[SLOT]][1] into %[[TO]] : <128x128xi8, 128x256xi8>, <256x128xi8>
// CHECK-NEXT: tile.commit %[[TO]] to %[[TURNED]]
// CHECK-NEXT: tile.release %[[SLOT]] to %[[RING]]
// CHECK: tile.role "consumer" warps(8) {
// CHECK: %[[LOADED:.*]] = tile.wait %[[RING]]
// CHECK-NEXT: %[[T:.*]] = tile.wait %[[TURNED]]
// CHECK-NEXT: tile.mma %[[LOADED]]{{.*}} transpose_b right(%[[T]] : !tile.slot<256x128xi8>) :
// CHECK: tile.release %{{.*}} to %[[RING]]
// CHECK-NEXT: tile.release %{{.*}} to %[[TURNED]]
func.func @right(%a: tensor<1024x1024xi8>, %b: tensor<1024x1024xi8>, %c: tensor<1024x1024xi32>) -> tensor<1024x1024xi32> {
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 256, 128], stages = 3, consumers = 2, schedule = cooperative, cluster = [1, 1], swap = false, persistent = true, load = transpose, store = direct>}
      ins(%a, %b : tensor<1024x1024xi8>, tensor<1024x1024xi8>) outs(%c : tensor<1024x1024xi32>) -> tensor<1024x1024xi32>
  return %d : tensor<1024x1024xi32>
}

// -----

// Of both operands, one after the other; computed as C^T, B gives the rows.
// CHECK-LABEL: func.func @both
// CHECK: %[[RING:.*]] = tile.ring stages(3) : <32x64xf32, 32x64xf32>
// CHECK-NEXT: %[[LEFT:.*]] = tile.ring stages(2) : <64x32xf32>
// CHECK-NEXT: %[[RIGHT:.*]] = tile.ring stages(2) : <64x32xf32>
// CHECK: tile.role "transposer" warps(3) {
// CHECK: tile.transpose %{{.*}}[0] into %[[TO:.*]] :
// CHECK-NEXT: tile.commit %[[TO]] to %[[LEFT]]
// CHECK: tile.transpose %{{.*}}[1] into %[[TO:.*]] :
// CHECK-NEXT: tile.commit %[[TO]] to %[[RIGHT]]
// CHECK: tile.mma %{{.*}} transpose_b tf32 left(%{{.*}} : !tile.slot<64x32xf32>) right(%{{.*}} : !tile.slot<64x32xf32>) :
#a = affine_map<(m, n, k) -> (k, m)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @both(%a: tensor<512x256xf32>, %b: tensor<512x128xf32>, %c: tensor<256x128xf32>) -> tensor<256x128xf32> {
  %d = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.allow_tf32 = "tf32", autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 32], stages = 3, consumers = 1, schedule = cooperative, cluster = [1, 1], swap = true, persistent = false, load = transpose, store = direct>}
      ins(%a, %b : tensor<512x256xf32>, tensor<512x128xf32>) outs(%c : tensor<256x128xf32>) -> tensor<256x128xf32>
  return %d : tensor<256x128xf32>
}

// -----

// Weights that consumers convert are transposed first.
// CHECK-LABEL: func.func @weights
// CHECK: tile.ring stages(3) : <128x128xi8, 16x128xbf16>
// CHECK-NEXT: tile.ring stages(2) : <128x128xi8>
// CHECK: tile.transpose %{{.*}}[0] into
// CHECK: tile.mma %{{.*}} transpose_b in_turn left(%{{.*}} : !tile.slot<128x128xi8>) : <128x128xi8, 16x128xbf16>
func.func @weights(%a: tensor<16x1024xbf16>, %b: tensor<1024x1024xi8>, %c: tensor<16x1024xf32>) -> tensor<16x1024xf32> {
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 16, 128], stages = 3, consumers = 2, schedule = cooperative, in_turn = true, cluster = [1, 1], swap = true, persistent = false, load = transpose, store = direct>}
      ins(%a, %b : tensor<16x1024xbf16>, tensor<1024x1024xi8>) outs(%c : tensor<16x1024xf32>) -> tensor<16x1024xf32>
  return %d : tensor<16x1024xf32>
}
