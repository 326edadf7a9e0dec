// How the simt_stream template reads as a tile program.
// RUN: autotune-opt %s -split-input-file -autotune-attach-configs="target=h200 space=none" \
// RUN:   -autotune-lower-matmul=target=h200 | FileCheck %s

// B stored N x K. Two warps share two columns: their vectors take turns along K.
// All loads of a step come before its first product; vectors that fill no step
// follow, and elements that fill no vector. Lanes add their sums from far to
// near; then warps do, in their order, through shared memory.
// CHECK-LABEL: func.func @along_k
// CHECK: memref.global "private" @[[NAME:matmul_simt_stream_[0-9a-f]+]]_sums : memref<2x2x4xf32, 3>
// CHECK: tile.kernel @[[NAME]](%[[A:[a-z0-9]+]]: memref<?x?xbf16, strided<[?, 1], offset: ?>>, %[[B:[a-z0-9]+]]: memref<?x?xbf16, strided<[?, 1], offset: ?>>, %[[C:[a-z0-9]+]]: memref<?x?xbf16, strided<[?, ?], offset: ?>>) threads(128) {
// CHECK: %[[SUMS:.*]] = memref.get_global @[[NAME]]_sums
// CHECK: tile.for_each_tile (%{{.*}}, %{{.*}}, %[[K0:[a-z0-9]+]], %[[K1:[a-z0-9]+]]) in ({{.*}}) tile(2, 4, 1024) raster(along_m, 8) {
// CHECK: %[[T:.*]] = gpu.thread_id  x
// CHECK: %[[REST:.*]] = arith.remui %[[K1]], %c1024
// CHECK: %[[WHOLE:.*]] = arith.subi %[[K1]], %[[REST]]
// CHECK: scf.for %{{.*}} = %[[K0]] to %[[WHOLE]] step %c1024{{.*}} -> (f32, f32, f32, f32) {
// CHECK-NOT: arith.extf
// CHECK-COUNT-4: vector.load %[[B]][{{.*}}] {alignment = 16 : i64, nontemporal = true} : {{.*}}, vector<8xbf16>
// CHECK-NOT: arith.extf
// CHECK-COUNT-4: vector.load %[[A]][{{.*}}] {alignment = 16 : i64} : {{.*}}, vector<8xbf16>
// CHECK: arith.extf %{{.*}} : vector<8xbf16> to vector<8xf32>
// CHECK: arith.mulf %{{.*}}, %{{.*}} fastmath<contract> : vector<8xf32>
// CHECK: vector.reduction <add>, %{{.*}}, %{{.*}} fastmath<contract> : vector<8xf32> into f32
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c512
// CHECK-COUNT-2: vector.load %[[B]]
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[K1]] step %c64
// CHECK-NOT: vector.load
// CHECK: memref.load %[[B]]
// CHECK: memref.load %[[A]]
// CHECK: gpu.shuffle xor %{{.*}}, %c16_i32{{.*}}, %c32_i32{{.*}} : f32
// CHECK: gpu.shuffle xor %{{.*}}, %c8_i32
// CHECK: gpu.shuffle xor %{{.*}}, %c4_i32
// CHECK: gpu.shuffle xor %{{.*}}, %c2_i32
// CHECK: gpu.shuffle xor %{{.*}}, %c1_i32
// CHECK: scf.if
// CHECK-COUNT-4: memref.store %{{.*}}, %[[SUMS]]
// CHECK: gpu.barrier
// CHECK: scf.for %{{.*}} = %[[T]] to %c8{{.*}} step %c128
// CHECK: %[[FIRST:.*]] = memref.load %[[SUMS]][%c0
// CHECK: %[[SECOND:.*]] = memref.load %[[SUMS]][%c1
// CHECK: arith.addf %[[FIRST]], %[[SECOND]] : f32
// CHECK: scf.if
// CHECK: arith.truncf %{{.*}} : f32 to bf16
// CHECK: memref.store %{{.*}}, %[[C]]
func.func @along_k(%a: tensor<2x4096xbf16>, %b: tensor<4096x4096xbf16>) -> tensor<2x4096xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x4096xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x4096xf32>) -> tensor<2x4096xf32>
  %d = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<simt_stream, rows = 2, columns = 2, unroll = 2, warps = 4, split_k = 2, lanes = 32>}
      ins(%a, %b : tensor<2x4096xbf16>, tensor<4096x4096xbf16>) outs(%f : tensor<2x4096xf32>) -> tensor<2x4096xf32>
  %r = arith.truncf %d : tensor<2x4096xf32> to tensor<2x4096xbf16>
  return %r : tensor<2x4096xbf16>
}

// -----

// B stored K x N: a vector has a row of K of eight columns, which an element of
// A multiplies. Columns that fill no vector are loaded one by one, if they are
// there. Lanes eight apart have other rows of the same columns. Here loads of B
// stay in L1, for they were told to.
// CHECK-LABEL: func.func @along_n
// CHECK: memref.global "private" @{{.*}}_sums : memref<4x1x64xf32, 3>
// CHECK: tile.kernel @{{.*}}(%[[A:[a-z0-9]+]]: memref<?x?xf16, strided<[?, 1], offset: ?>>, %[[B:[a-z0-9]+]]: memref<?x?xf16, strided<[?, 1], offset: ?>>, %[[C:[a-z0-9]+]]: {{.*}}) threads(128) {
// CHECK: tile.for_each_tile {{.*}} tile(1, 64, 64)
// CHECK: scf.if %{{.*}} -> (vector<8xf32>) {
// CHECK: scf.for
// CHECK-COUNT-4: vector.load %[[B]][{{.*}}] {alignment = 16 : i64} : {{.*}}, vector<8xf16>
// CHECK: vector.load %[[A]][{{.*}}] {alignment = 8 : i64} : {{.*}}, vector<4xf16>
// CHECK: vector.extract %{{.*}}[0] : f32 from vector<4xf32>
// CHECK: vector.broadcast %{{.*}} : f32 to vector<8xf32>
// CHECK: arith.mulf %{{.*}}, %{{.*}} fastmath<contract> : vector<8xf32>
// CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<contract> : vector<8xf32>
// CHECK: } else {
// CHECK-COUNT-8: memref.load %[[B]]
// CHECK: vector.from_elements
// CHECK: gpu.shuffle xor %{{.*}}, %c16_i32
// CHECK: gpu.shuffle xor %{{.*}}, %c8_i32
// CHECK-NOT: gpu.shuffle xor %{{.*}}, %c4_i32
// CHECK: gpu.barrier
// CHECK: memref.load %[[C]]
// CHECK: memref.store %{{.*}}, %[[C]]
func.func @along_n(%a: tensor<1x4096xf16>, %b: tensor<4096x4096xf16>, %c: tensor<1x4096xf32>) -> tensor<1x4096xf32> {
  %d = linalg.matmul
      {autotune.config = #autotune.config<simt_stream, rows = 1, columns = 1, unroll = 4, warps = 4, split_k = 4, lanes = 8, bypass_l1 = false>}
      ins(%a, %b : tensor<1x4096xf16>, tensor<4096x4096xf16>) outs(%c : tensor<1x4096xf32>) -> tensor<1x4096xf32>
  return %d : tensor<1x4096xf32>
}

// -----

// An A whose rows start anywhere is loaded by elements; f32 is not widened.
// CHECK-LABEL: func.func @unaligned_a
// CHECK: tile.kernel @{{.*}}(%[[A:[a-z0-9]+]]: memref<?x?xf32, strided<[?, ?], offset: ?>>, %[[B:[a-z0-9]+]]: memref<?x?xf32, strided<[?, 1], offset: ?>>,
// CHECK: scf.for
// CHECK-COUNT-2: vector.load %[[B]][{{.*}}] {alignment = 16 : i64, nontemporal = true} : {{.*}}, vector<4xf32>
// CHECK-NOT: vector.load
// CHECK-COUNT-2: memref.load %[[A]]
// CHECK-NOT: arith.extf
// CHECK: vector.from_elements
func.func @unaligned_a(%a: tensor<3x4095xf32>, %b: tensor<4095x4096xf32>, %c: tensor<3x4096xf32>) -> tensor<3x4096xf32> {
  %d = linalg.matmul
      {autotune.config = #autotune.config<simt_stream, rows = 3, columns = 1, unroll = 2, warps = 4, split_k = 4, lanes = 4>}
      ins(%a, %b : tensor<3x4095xf32>, tensor<4095x4096xf32>) outs(%c : tensor<3x4096xf32>) -> tensor<3x4096xf32>
  return %d : tensor<3x4096xf32>
}
