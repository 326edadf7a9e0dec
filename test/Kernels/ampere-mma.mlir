// How the ampere_mma template reads as a tile program.
// RUN: sed '/^\/\/ By TMA/,$d' %s | autotune-opt -split-input-file -autotune-attach-configs="target=a100-sxm space=none" \
// RUN:   -autotune-lower-matmul=target=a100-sxm | FileCheck %s
// RUN: sed -n '/^\/\/ By TMA/,$p' %s | autotune-opt -autotune-attach-configs="target=h200 space=none" \
// RUN:   -autotune-lower-matmul=target=h200 | FileCheck %s --check-prefix=TMA

// All slots are filled before the first is waited for; none behind the end of K
// is, but all are committed, so that as many are always pending. A part of a slot
// is loaded before the part that was loaded before is multiplied, from one slot
// to the next.
// CHECK-LABEL: func.func @whole
// CHECK: gpu.module @{{.*}} [#nvvm.target<O = 3, chip = "sm_80"
// CHECK: tile.kernel @matmul_ampere_mma_{{[0-9a-f]+}}(%[[A:[a-z0-9]+]]: {{.*}}, %[[B:[a-z0-9]+]]: {{.*}}, %[[C:[a-z0-9]+]]: {{.*}}) ctas_per_sm(2) {
// CHECK: %[[RING:.*]] = tile.ring stages(3) : <64x64xbf16, 128x64xbf16>
// CHECK: tile.role "worker" warps(8) grid [2, 4] {
// CHECK: tile.for_each_tile (%[[M:[a-z0-9]+]], %[[N:[a-z0-9]+]], %[[K0:[a-z0-9]+]], %[[K1:[a-z0-9]+]]) in (%[[MS:.*]], %[[NS:.*]], {{.*}}) tile(64, 128, 64) raster(along_n, 4) {
// CHECK: %[[END:.*]] = arith.addi %[[K0]], %c192
// CHECK: scf.for %[[K:[a-z0-9]+]] = %[[K0]] to %[[END]] step %c64
// CHECK: %[[S:.*]] = tile.acquire %[[RING]]
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[K]], %[[K1]]
// CHECK: scf.if %[[INSIDE]] {
// CHECK-NEXT: tile.copy %[[A]][%[[M]], %[[K]]] into %[[S]][0] alignment(16) async :
// CHECK-NEXT: tile.copy %[[B]][%[[N]], %[[K]]] into %[[S]][1] alignment(16) async :
// CHECK-NEXT: }
// CHECK-NEXT: tile.commit %[[S]] to %[[RING]]
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: %[[NONE:.*]] = tile.splat %[[ZERO]] : f32 -> <64x128xf32>
// CHECK: %[[SLOT:.*]] = tile.wait %[[RING]] pending(2)
// CHECK: %[[X0:.*]] = tile.read_operands %[[SLOT]] part(0) transpose_b : <64x64xbf16, 128x64xbf16> -> <64x16xbf16, 128x16xbf16>
// CHECK: %[[X1:.*]] = tile.read_operands %[[SLOT]] part(1)
// CHECK: %[[D0:.*]] = tile.multiply %[[X0]], %[[NONE]] :
// CHECK: %[[X2:.*]] = tile.read_operands %[[SLOT]] part(2)
// CHECK: %[[D1:.*]] = tile.multiply %[[X1]], %[[D0]] :
// CHECK: %[[X3:.*]] = tile.read_operands %[[SLOT]] part(3)
// CHECK: %[[D2:.*]] = tile.multiply %[[X2]], %[[D1]] :
// CHECK: tile.release %[[SLOT]] to %[[RING]]

// While what is copied is all in the matrices, a part goes out beside the
// products of each part: of tiles that are whole along M and N, up to three slots
// before the end of K.
// CHECK: %[[K2:.*]] = arith.addi %[[K0]], %c64
// CHECK: %[[MEND:.*]] = arith.addi %[[M]], %c64
// CHECK: %[[MWHOLE:.*]] = arith.cmpi ule, %[[MEND]], %[[MS]]
// CHECK: %[[NEND:.*]] = arith.addi %[[N]], %c128
// CHECK: %[[NWHOLE:.*]] = arith.cmpi ule, %[[NEND]], %[[NS]]
// CHECK: %[[WHOLE:.*]] = arith.andi %[[MWHOLE]], %[[NWHOLE]]
// CHECK: %[[KEND:.*]] = arith.subi %[[K1]], %c191
// CHECK: %[[LAST:.*]] = arith.select %[[WHOLE]], %[[KEND]], %[[K2]]
// CHECK: %[[FIRST:.*]]:3 = scf.for %[[K:[a-z0-9]+]] = %[[K2]] to %[[LAST]] step %c64{{.*}} iter_args(%[[SUM:.*]] = %[[D2]], %[[X:.*]] = %[[X3]], %{{.*}} = %[[K2]])
// CHECK: %[[SLOT:.*]] = tile.wait %[[RING]] pending(1)
// CHECK: %[[NEXT:.*]] = arith.addi %[[K]], %c128
// CHECK: %[[S:.*]] = tile.acquire %[[RING]]
// CHECK-NEXT: %[[X0:.*]] = tile.read_operands %[[SLOT]] part(0)
// CHECK-NEXT: tile.copy %[[A]][%[[M]], %[[NEXT]]] into %[[S]][0] alignment(16) async whole part [0, 4]
// CHECK-NEXT: tile.copy %[[B]][%[[N]], %[[NEXT]]] into %[[S]][1] alignment(16) async whole part [0, 4]
// CHECK-NEXT: %[[D:.*]] = tile.multiply %[[X]], %[[SUM]] :
// CHECK-NEXT: tile.read_operands %[[SLOT]] part(1)
// CHECK: tile.multiply %[[X0]], %[[D]] :
// CHECK: %[[X3:.*]] = tile.read_operands %[[SLOT]] part(3)
// CHECK: part [3, 4]
// CHECK: part [3, 4]
// CHECK: %[[D3:.*]] = tile.multiply
// CHECK: tile.commit %[[S]] to %[[RING]]
// CHECK: tile.release %[[SLOT]] to %[[RING]]
// CHECK: %[[K3:.*]] = arith.addi %[[K]], %c64
// CHECK: scf.yield %[[D3]], %[[X3]], %[[K3]]

// What is left.
// CHECK: %[[REST:.*]]:2 = scf.for %[[K:[a-z0-9]+]] = %[[FIRST]]#2 to %[[K1]] step %c64{{.*}} iter_args(%[[SUM:.*]] = %[[FIRST]]#0, %[[X:.*]] = %[[FIRST]]#1)
// CHECK: tile.wait %[[RING]] pending(1)
// CHECK: scf.if
// CHECK: tile.copy {{.*}} alignment(16) async :
// CHECK: tile.multiply %[[X]], %[[SUM]] :
// CHECK: %[[SUMS:.*]] = tile.multiply %[[REST]]#1, %[[REST]]#0 :
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
// CHECK: tile.wait %{{.*}} pending(1)
// CHECK: tile.read_operands %{{.*}} part(0) : <32x16xf64, 16x32xf64> -> <32x4xf64, 32x4xf64>
// CHECK: tile.multiply %{{.*}}, %[[OLD]] :
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
// CHECK: tile.read_operands %{{.*}} part(0) transpose_b : <32x128xi8, 32x128xi8> -> <32x32xi8, 32x32xi8>
// CHECK: tile.multiply %{{.*}} unsigned_a unsigned_b :
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

// -----

// By TMA a role of its own fills the ring, and warps wait for what it loads: for
// each slot before they multiply the last part of the one before. Workers have
// registers that a thread that loads can do without.
// TMA-LABEL: func.func @loaded
// TMA: gpu.module @{{.*}} chip = "sm_90a"
// TMA: tile.kernel @matmul_ampere_mma_{{[0-9a-f]+}}(%[[A:[a-z0-9]+]]: {{.*}}, %[[B:[a-z0-9]+]]: {{.*}}, %[[C:[a-z0-9]+]]: {{.*}}) {
// TMA: %[[RING:.*]] = tile.ring stages(3) : <128x32xf64, 128x32xf64>
// TMA: tile.role "worker" warps(8) registers(232) grid [2, 4] {
// TMA: tile.for_each_tile (%[[M:[a-z0-9]+]], %[[N:[a-z0-9]+]], %[[K0:[a-z0-9]+]], %[[K1:[a-z0-9]+]]) in {{.*}} tile(128, 128, 32) raster(along_m, 8) persistent {
// TMA: %[[NONE:.*]] = tile.splat
// TMA: %[[SLOT:.*]] = tile.wait %[[RING]] :
// TMA: %[[X0:.*]] = tile.read_operands %[[SLOT]] part(0) transpose_b :
// TMA: %[[X1:.*]] = tile.read_operands %[[SLOT]] part(1) transpose_b :
// TMA: %[[D0:.*]] = tile.multiply %[[X0]], %[[NONE]] :
// TMA: %[[X7:.*]] = tile.read_operands %[[SLOT]] part(7)
// TMA: %[[D6:.*]] = tile.multiply
// TMA: tile.release %[[SLOT]] to %[[RING]]
// TMA: %[[SECOND:.*]] = arith.addi %[[K0]], %c32
// TMA: %[[REST:.*]]:2 = scf.for %{{.*}} = %[[SECOND]] to %[[K1]] step %c32{{.*}} iter_args(%[[SUM:.*]] = %[[D6]], %[[X:.*]] = %[[X7]])
// TMA: %[[SLOT:.*]] = tile.wait %[[RING]] :
// TMA: %[[X0:.*]] = tile.read_operands %[[SLOT]] part(0)
// TMA: tile.multiply %[[X]], %[[SUM]] :
// TMA: tile.release %[[SLOT]] to %[[RING]]
// TMA: %[[SUMS:.*]] = tile.multiply %[[REST]]#1, %[[REST]]#0 :
// TMA: tile.store %[[SUMS]], %[[C]][%[[M]], %[[N]]]
// TMA: tile.role "producer" warps(4) registers(40) elect {
// TMA: tile.for_each_tile (%[[M:[a-z0-9]+]], %[[N:[a-z0-9]+]], %[[K0:[a-z0-9]+]], %[[K1:[a-z0-9]+]]) in {{.*}} persistent {
// TMA: scf.for %[[K:.*]] = %[[K0]] to %[[K1]] step %c32
// TMA: %[[SLOT:.*]] = tile.acquire %[[RING]]
// TMA: tile.load %[[A]][%[[M]], %[[K]]] into %[[SLOT]][0]
// TMA: tile.load %[[B]][%[[N]], %[[K]]] into %[[SLOT]][1]
// TMA-NOT: tile.commit
func.func @loaded(%a: tensor<2048x2048xf64>, %b: tensor<2048x2048xf64>) -> tensor<2048x2048xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<2048x2048xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<2048x2048xf64>) -> tensor<2048x2048xf64>
  %d = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<ampere_mma, tile = [128, 128, 32], warps = [2, 4], stages = 3, load = tma, persistent = true>}
      ins(%a, %b : tensor<2048x2048xf64>, tensor<2048x2048xf64>) outs(%f : tensor<2048x2048xf64>) -> tensor<2048x2048xf64>
  return %d : tensor<2048x2048xf64>
}
