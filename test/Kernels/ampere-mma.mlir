// How the ampere_mma template reads as a tile program.
// RUN: autotune-opt %s -split-input-file -autotune-attach-configs="target=a100-sxm space=none" \
// RUN:   -autotune-lower-matmul=target=a100-sxm | FileCheck %s

// Slots are filled two ahead of the one that is multiplied; none behind the end
// of K is, but all are committed, so that as many are always pending.
// CHECK-LABEL: func.func @whole
// CHECK: gpu.module @{{.*}} [#nvvm.target<O = 3, chip = "sm_80"
// CHECK: tile.kernel @matmul_ampere_mma_{{[0-9a-f]+}}(%[[A:[a-z0-9]+]]: {{.*}}, %[[B:[a-z0-9]+]]: {{.*}}, %[[C:[a-z0-9]+]]: {{.*}}) ctas_per_sm(2) {
// CHECK: %[[RING:.*]] = tile.ring stages(3) : <64x64xbf16, 128x64xbf16>
// CHECK: tile.role "worker" warps(8) grid [2, 4] {
// CHECK: tile.for_each_tile (%[[M:[a-z0-9]+]], %[[N:[a-z0-9]+]], %[[K0:[a-z0-9]+]], %[[K1:[a-z0-9]+]]) in ({{.*}}) tile(64, 128, 64) raster(along_n, 4) {
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: %[[NONE:.*]] = tile.splat %[[ZERO]] : f32 -> <64x128xf32>
// CHECK: %[[END:.*]] = arith.addi %[[K0]], %c128
// CHECK: scf.for %[[K:[a-z0-9]+]] = %[[K0]] to %[[END]] step %c64
// CHECK: %[[S:.*]] = tile.acquire %[[RING]]
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[K]], %[[K1]]
// CHECK: scf.if %[[INSIDE]] {
// CHECK-NEXT: tile.copy %[[A]][%[[M]], %[[K]]] into %[[S]][0] alignment(16)
// CHECK-NEXT: tile.copy %[[B]][%[[N]], %[[K]]] into %[[S]][1] alignment(16)
// CHECK-NEXT: }
// CHECK-NEXT: tile.commit %[[S]] to %[[RING]]
// CHECK: %[[SUMS:.*]] = scf.for %[[K:[a-z0-9]+]] = %[[K0]] to %[[K1]] step %c64{{.*}} iter_args(%[[PART:.*]] = %[[NONE]])
// CHECK: %[[SLOT:.*]] = tile.wait %[[RING]] pending(1)
// CHECK: %[[NEXT:.*]] = arith.addi %[[K]], %c128
// CHECK: %[[S:.*]] = tile.acquire %[[RING]]
// CHECK: tile.copy %[[A]][%[[M]], %[[NEXT]]] into %[[S]][0] alignment(16)
// CHECK: tile.commit %[[S]] to %[[RING]]
// CHECK: %[[D:.*]] = tile.mma %[[SLOT]], %[[PART]] transpose_b :
// CHECK: %[[DONE:.*]] = tile.mma_wait pending(0) %[[D]]
// CHECK: tile.release %[[SLOT]] to %[[RING]]
// CHECK: scf.yield %[[DONE]]
// CHECK: tile.store %[[SUMS]], %[[C]][%[[M]], %[[N]]] alignment(16)
func.func @whole(%a: tensor<100x256xbf16>, %b: tensor<72x256xbf16>) -> tensor<100x72xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<100x72xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<100x72xbf16>) -> tensor<100x72xbf16>
  %d = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<ampere_mma, tile = [64, 128, 64], warps = [2, 4], stages = 3, raster = along_n, group = 4, ctas_per_sm = 2>}
      ins(%a, %b : tensor<100x256xbf16>, tensor<72x256xbf16>) outs(%f : tensor<100x72xbf16>) -> tensor<100x72xbf16>
  return %d : tensor<100x72xbf16>
}

// -----

// Sums that are added to C start from it. f64 has tiles of 128 bytes, too.
// CHECK-LABEL: func.func @accumulates
// CHECK: tile.ring stages(2) : <32x16xf64, 16x32xf64>
// CHECK: %[[OLD:.*]] = tile.read %{{.*}} -> <32x32xf64>
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[OLD]])
// CHECK: tile.wait %{{.*}} pending(0)
// CHECK: tile.mma %{{.*}}, %{{[a-z0-9]+}} :
func.func @accumulates(%a: tensor<64x64xf64>, %b: tensor<64x64xf64>, %c: tensor<64x64xf64>) -> tensor<64x64xf64> {
  %d = linalg.matmul
      {autotune.config = #autotune.config<ampere_mma, tile = [32, 32, 16], warps = [2, 2], stages = 2, raster = along_m, group = 8, ctas_per_sm = 1>}
      ins(%a, %b : tensor<64x64xf64>, tensor<64x64xf64>) outs(%c : tensor<64x64xf64>) -> tensor<64x64xf64>
  return %d : tensor<64x64xf64>
}

// -----

// Integers of no sign.
// CHECK-LABEL: func.func @unsigned
// CHECK: tile.splat %{{.*}} : i32 -> <32x32xi32>
// CHECK: tile.mma %{{.*}} transpose_b unsigned_a unsigned_b :
func.func @unsigned(%a: tensor<64x128xi8>, %b: tensor<64x128xi8>) -> tensor<64x64xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<64x64xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<64x64xi32>) -> tensor<64x64xi32>
  %d = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {cast = #linalg.type_fn<cast_unsigned>, autotune.config = #autotune.config<ampere_mma, tile = [32, 32, 128], warps = [2, 2], stages = 4, raster = along_m, group = 8, ctas_per_sm = 1>}
      ins(%a, %b : tensor<64x128xi8>, tensor<64x128xi8>) outs(%f : tensor<64x64xi32>) -> tensor<64x64xi32>
  return %d : tensor<64x64xi32>
}
