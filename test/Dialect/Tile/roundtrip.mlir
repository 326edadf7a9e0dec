// Every operation prints what it parses, in its own form and in the generic
// one.
// RUN: autotune-opt %s | autotune-opt | FileCheck %s
// RUN: autotune-opt %s -mlir-print-op-generic | autotune-opt | FileCheck %s

// A kernel's clauses are printed only where they say something.
// CHECK-LABEL: gpu.module @kernels
gpu.module @kernels {
  // CHECK: tile.kernel @plain() threads(32) {
  // CHECK-NEXT: }
  tile.kernel @plain() threads(32) {}

  // CHECK: tile.kernel @all(%{{.*}}: memref<?x?xf32>, %{{.*}}: index, %{{.*}}: f32) cluster(1, 2, 4) threads(64) ctas_per_sm(2) attributes {autotune.config = #autotune.config<simt>} {
  tile.kernel @all(%a: memref<?x?xf32>, %n: index, %x: f32) cluster(1, 2, 4) threads(64) ctas_per_sm(2) attributes {autotune.config = #autotune.config<simt>} {}

  // Arguments keep their attributes.
  // CHECK: tile.kernel @argument_attributes(%{{.*}}: memref<?x?xf32> {llvm.noalias}) threads(32)
  tile.kernel @argument_attributes(%a: memref<?x?xf32> {llvm.noalias}) threads(32) {}

  // Defaults that are spelt out are not printed.
  // CHECK: tile.kernel @defaults() threads(32) {
  tile.kernel @defaults() cluster(1, 1, 1) threads(32) ctas_per_sm(1) {}

  // CHECK: tile.kernel @alone
  tile.kernel @alone(%c: memref<?x?xbf16>) threads(32) {}

  // A batch: one matrix for each output, or one for all.
  // CHECK: tile.kernel @batch(%[[A:.*]]: memref<?x?x?xbf16>, %[[B:.*]]: memref<?x?xbf16>, %[[C:.*]]: memref<?x?x?xf32>) {
  tile.kernel @batch(%A: memref<?x?x?xbf16>, %B: memref<?x?xbf16>, %C: memref<?x?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c64 = arith.constant 64 : index
    // CHECK: %[[SIZE:.*]] = memref.dim %[[C]], %c0
    %I = memref.dim %C, %c0 : memref<?x?x?xf32>
    %M = memref.dim %C, %c1 : memref<?x?x?xf32>
    %N = memref.dim %C, %c2 : memref<?x?x?xf32>
    %K = memref.dim %B, %c0 : memref<?x?xbf16>
    %ring = tile.ring stages(4) : !tile.ring<64x64xbf16, 64x64xbf16>
    tile.role "producer" warps(4) elect {
      // CHECK: tile.for_each_tile (%[[M0:.*]], %[[N0:.*]], %[[K0:.*]], %[[K1:.*]], %[[I:.*]]) in (%{{.*}}, %{{.*}}, %{{.*}}) batch(%[[SIZE]]) tile(64, 64, 64) raster(along_m, 1) persistent {
      tile.for_each_tile (%m, %n, %k0, %k1, %i) in (%M, %N, %K) batch(%I) tile(64, 64, 64) persistent {
        scf.for %k = %k0 to %k1 step %c64 {
          %slot = tile.acquire %ring : !tile.ring<64x64xbf16, 64x64xbf16> -> !tile.slot<64x64xbf16, 64x64xbf16>
          // CHECK: tile.load %[[A]][%[[I]], %[[M0]], %{{.*}}] into
          tile.load %A[%i, %m, %k] into %slot[0] : memref<?x?x?xbf16>, !tile.slot<64x64xbf16, 64x64xbf16>
          // CHECK: tile.load %[[B]][%{{.*}}, %[[N0]]] into
          tile.load %B[%k, %n] into %slot[1] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x64xbf16>
        }
      }
    }
    tile.role "consumer" warps(4) {
      // CHECK: tile.for_each_tile (%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[J:.*]], %{{.*}}) in ({{.*}}) batch(%[[SIZE]]) tile(64, 64, 64) raster(along_m, 1) split(2) {
      tile.for_each_tile (%m, %n, %k0, %k1, %j, %parts) in (%M, %N, %K) batch(%I) tile(64, 64, 64) split(2) {
        // CHECK: tile.read %[[C]][%[[J]], %{{.*}}, %{{.*}}] : memref<?x?x?xf32>
        %f = tile.read %C[%j, %m, %n] : memref<?x?x?xf32> -> !tile.fragment<64x64xf32>
        // CHECK: tile.store %{{.*}}, %[[C]][%[[J]], %{{.*}}, %{{.*}}] : <64x64xf32>, memref<?x?x?xf32>
        tile.store %f, %C[%j, %m, %n] : !tile.fragment<64x64xf32>, memref<?x?x?xf32>
      }
    }
  }

  // The whole vocabulary.
  // CHECK: tile.kernel @matmul(%[[A:.*]]: memref<?x?xbf16>, %[[B:.*]]: memref<?x?xbf16>, %[[C:.*]]: memref<?x?xbf16>) cluster(2, 1, 1) {
  tile.kernel @matmul(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>, %C: memref<?x?xbf16>) cluster(2, 1, 1) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    %N = memref.dim %C, %c1 : memref<?x?xbf16>
    // CHECK: %[[RING:.*]] = tile.ring stages(4) : <128x64xbf16, 64x128xbf16>
    %ring = tile.ring stages(4) : !tile.ring<128x64xbf16, 64x128xbf16>
    // CHECK: %[[STAGING:.*]] = tile.staging buffers(2) : <64x64xbf16>
    %staging = tile.staging buffers(2) : !tile.staging<64x64xbf16>
    // CHECK: tile.role "producer" warps(4) registers(40) elect {
    tile.role "producer" warps(4) registers(40) elect {
      // CHECK: tile.for_each_tile (%[[M0:.*]], %[[N0:.*]], %[[K0:.*]], %[[K1:.*]]) in (%{{.*}}, %{{.*}}, %{{.*}}) tile(128, 128, 64) raster(along_n, 4) persistent fit(m, n) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(128, 128, 64) raster(along_n, 4) persistent fit(n, m) {
        scf.for %k = %k0 to %k1 step %c64 {
          // CHECK: %[[SLOT:.*]] = tile.acquire %[[RING]] : <128x64xbf16, 64x128xbf16> -> <128x64xbf16, 64x128xbf16>
          %slot = tile.acquire %ring : !tile.ring<128x64xbf16, 64x128xbf16> -> !tile.slot<128x64xbf16, 64x128xbf16>
          // CHECK: tile.load %[[A]][%[[M0]], %{{.*}}] into %[[SLOT]][0] cache(evict_first) : memref<?x?xbf16>, <128x64xbf16, 64x128xbf16>
          tile.load %A[%m, %k] into %slot[0] cache(evict_first) : memref<?x?xbf16>, !tile.slot<128x64xbf16, 64x128xbf16>
          // CHECK: tile.load %[[B]][%{{.*}}, %[[N0]]] into %[[SLOT]][1] multicast(m) : memref<?x?xbf16>, <128x64xbf16, 64x128xbf16>
          tile.load %B[%k, %n] into %slot[1] multicast(m) cache(normal) : memref<?x?xbf16>, !tile.slot<128x64xbf16, 64x128xbf16>
          // CHECK: tile.copy %[[A]][%[[M0]], %{{.*}}] into %[[SLOT]][0] alignment(4) : memref<?x?xbf16>, <128x64xbf16, 64x128xbf16>
          tile.copy %A[%m, %k] into %slot[0] alignment(4) : memref<?x?xbf16>, !tile.slot<128x64xbf16, 64x128xbf16>
          // CHECK: tile.commit %[[SLOT]] to %[[RING]] : <128x64xbf16, 64x128xbf16>, <128x64xbf16, 64x128xbf16>
          tile.commit %slot to %ring : !tile.slot<128x64xbf16, 64x128xbf16>, !tile.ring<128x64xbf16, 64x128xbf16>
        }
      }
    }
    // CHECK: tile.role "consumer" warps(4) copies(2) registers(232) {
    tile.role "consumer" warps(4) copies(2) registers(232) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(128, 128, 64) raster(along_n, 4) persistent {
        // CHECK: tile.take_turn
        tile.take_turn
        // CHECK: %[[FULL:.*]] = tile.wait %[[RING]] : <128x64xbf16, 64x128xbf16> -> <128x64xbf16, 64x128xbf16>
        %slot = tile.wait %ring : !tile.ring<128x64xbf16, 64x128xbf16> -> !tile.slot<128x64xbf16, 64x128xbf16>
        // CHECK: %[[OLD:.*]] = tile.read %[[C]][%{{.*}}, %{{.*}}] : memref<?x?xbf16> -> <128x128xf32>
        %old = tile.read %C[%m, %n] : memref<?x?xbf16> -> !tile.fragment<128x128xf32>
        // CHECK: %[[OLDT:.*]] = tile.read %[[C]][%{{.*}}, %{{.*}}] transposed : memref<?x?xbf16> -> <128x128xf32>
        %oldT = tile.read %C[%n, %m] transposed : memref<?x?xbf16> -> !tile.fragment<128x128xf32>
        // CHECK: %[[P0:.*]] = tile.mma %[[FULL]] : <128x64xbf16, 64x128xbf16> -> <128x128xf32>
        %p0 = tile.mma %slot : !tile.slot<128x64xbf16, 64x128xbf16> -> !tile.fragment<128x128xf32>
        // CHECK: %[[P1:.*]] = tile.mma %[[FULL]], %[[P0]] : <128x64xbf16, 64x128xbf16>, !tile.fragment<128x128xf32> -> <128x128xf32>
        %p1 = tile.mma %slot, %p0 : !tile.slot<128x64xbf16, 64x128xbf16>, !tile.fragment<128x128xf32> -> !tile.fragment<128x128xf32>
        // CHECK: tile.mma_wait pending(1)
        tile.mma_wait pending(1)
        // CHECK: tile.pass_turn
        tile.pass_turn
        // CHECK: %[[DONE:.*]] = tile.mma_wait pending(0) %[[P1]] : !tile.fragment<128x128xf32> -> !tile.fragment<128x128xf32>
        %done = tile.mma_wait pending(0) %p1 : !tile.fragment<128x128xf32> -> !tile.fragment<128x128xf32>
        // CHECK: tile.release %[[FULL]] to %[[RING]] : <128x64xbf16, 64x128xbf16>, <128x64xbf16, 64x128xbf16>
        tile.release %slot to %ring : !tile.slot<128x64xbf16, 64x128xbf16>, !tile.ring<128x64xbf16, 64x128xbf16>
        // CHECK: %[[SUM:.*]] = tile.map %[[DONE]], %[[OLD]] : !tile.fragment<128x128xf32>, !tile.fragment<128x128xf32> -> !tile.fragment<128x128xf32> {
        // CHECK: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32):
        // CHECK: tile.yield %{{.*}} : f32
        %sum = tile.map %done, %old : !tile.fragment<128x128xf32>, !tile.fragment<128x128xf32> -> !tile.fragment<128x128xf32> {
        ^bb0(%x: f32, %y: f32):
          %z = arith.addf %x, %y : f32
          tile.yield %z : f32
        }
        // CHECK: tile.store %[[SUM]], %[[C]][%{{.*}}, %{{.*}}] through %[[STAGING]] alignment(16) : <128x128xf32>, memref<?x?xbf16>, !tile.staging<64x64xbf16>
        tile.store %sum, %C[%m, %n] through %staging alignment(16) : !tile.fragment<128x128xf32>, memref<?x?xbf16>, !tile.staging<64x64xbf16>
        // CHECK: tile.store %[[SUM]], %[[C]][%{{.*}}, %{{.*}}] through %[[STAGING]] copied alignment(2) : <128x128xf32>, memref<?x?xbf16>, !tile.staging<64x64xbf16>
        tile.store %sum, %C[%m, %n] through %staging copied alignment(2) : !tile.fragment<128x128xf32>, memref<?x?xbf16>, !tile.staging<64x64xbf16>
        // CHECK: tile.store %[[OLDT]], %[[C]][%{{.*}}, %{{.*}}] through %[[STAGING]] copied transposed : <128x128xf32>
        tile.store %oldT, %C[%n, %m] through %staging copied transposed : !tile.fragment<128x128xf32>, memref<?x?xbf16>, !tile.staging<64x64xbf16>
        // CHECK: tile.store %[[OLDT]], %[[C]][%{{.*}}, %{{.*}}] transposed : <128x128xf32>, memref<?x?xbf16>
        tile.store %oldT, %C[%n, %m] transposed alignment(1) : !tile.fragment<128x128xf32>, memref<?x?xbf16>
      }
    }
  }

  // CHECK: tile.kernel @split(
  tile.kernel @split(%A: memref<?x?xf16>) cluster(1, 1, 2) {
    %ring = tile.ring stages(1) : !tile.ring<64x64xf16, 64x16xf16>
    // CHECK: tile.role "all" warps(4) {
    tile.role "all" warps(4) {
      %c0 = arith.constant 0 : index
      %part = tile.read %A[%c0, %c0] : memref<?x?xf16> -> !tile.fragment<64x16xf32>
      // CHECK: %{{.*}}, %[[OFFSET:.*]] = tile.cluster_reduce %{{.*}} through %{{.*}} : <64x16xf32>, <64x64xf16, 64x16xf16> -> <64x8xf32>
      %sum, %offset = tile.cluster_reduce %part through %ring : !tile.fragment<64x16xf32>, !tile.ring<64x64xf16, 64x16xf16> -> !tile.fragment<64x8xf32>
      // CHECK: tile.store %{{.*}}, %{{.*}}[%{{.*}}, %[[OFFSET]]] : <64x8xf32>, memref<?x?xf16>
      tile.store %sum, %A[%c0, %offset] : !tile.fragment<64x8xf32>, memref<?x?xf16>
    }
  }
}

// Tiles whose K several CTAs share.
// CHECK-LABEL: gpu.module @sharing
gpu.module @sharing {
  tile.kernel @share(%A: memref<?x?xf32>, %M: index) {
    tile.role "all" warps(4) {
      // CHECK: tile.for_each_tile (%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[PARTS:.*]]) in (%{{.*}}, %{{.*}}, %{{.*}}) tile(64, 16, 64) raster(along_m, 1) split(2) {
      tile.for_each_tile (%m, %n, %k0, %k1, %parts) in (%M, %M, %M) tile(64, 16, 64) split(2) {
        %f = tile.read %A[%m, %n] : memref<?x?xf32> -> !tile.fragment<64x16xf32>
        // CHECK: %{{.*}} = tile.contribute %[[F:.*]] to %[[PARTS]] shares(2) : <64x16xf32>
        %s = tile.contribute %f to %parts shares(2) : !tile.fragment<64x16xf32>
        // CHECK: %{{.*}} = tile.collect %[[F]] of %[[PARTS]] share(%{{.*}}) : <64x16xf32> -> <64x8xf32>
        %c = tile.collect %f of %parts share(%m) : !tile.fragment<64x16xf32> -> !tile.fragment<64x8xf32>
      }
    }
  }
  // CHECK-LABEL: tile.kernel @share_means
  tile.kernel @share_means(%A: memref<?x?xf32>, %M: index) {
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1, %parts) in (%M, %M, %M) tile(64, 16, 64) split(2) {
        %f = tile.read %A[%m, %n] : memref<?x?xf32> -> !tile.fragment<64x16xf32>
        %w = tile.reduce_rows max %f : !tile.fragment<64x16xf32> -> !tile.rows<64x1xf32>
        // CHECK: %{{.*}} = tile.contribute %[[F:.*]] weighted %[[W:.*]] rows(%[[M:.*]]) to %[[PARTS:.*]] shares(2) : <64x16xf32>, !tile.rows<64x1xf32>
        %s = tile.contribute %f weighted %w rows(%m) to %parts shares(2) : !tile.fragment<64x16xf32>, !tile.rows<64x1xf32>
        // CHECK: %{{.*}}, %{{.*}} = tile.collect_mean %[[F]] of %[[PARTS]] share(%{{.*}}) rows(%[[M]]) zero : <64x16xf32> -> <64x8xf32>, <64x1xf32>
        %c:2 = tile.collect_mean %f of %parts share(%m) rows(%m) zero : !tile.fragment<64x16xf32> -> !tile.fragment<64x8xf32>, !tile.rows<64x1xf32>
      }
    }
  }
  tile.kernel @rastered(%M: index) {
    tile.role "all" warps(4) {
      // CHECK: tile.for_each_tile (%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) in {{.*}} raster(along_n, 2) split(2) attributes {note = "kept"} {
      tile.for_each_tile (%m, %n, %k0, %k1, %parts) in (%M, %M, %M) tile(64, 16, 64) raster(along_n, 2) split(2) attributes {note = "kept"} {}
    }
  }
}

// A matrix that is packed before it is loaded, whatever lies around its rows.
// CHECK-LABEL: gpu.module @packing
gpu.module @packing {
  // CHECK: tile.kernel @pack(%[[A:.*]]: memref<?x?xf16, strided<[?, 1], offset: ?>>) {
  tile.kernel @pack(%A: memref<?x?xf16, strided<[?, 1], offset: ?>>) {
    %c0 = arith.constant 0 : index
    // CHECK: %[[PACKED:.*]] = tile.pack %[[A]] alignment(2) {note = "kept"} : memref<?x?xf16, strided<[?, 1], offset: ?>>
    %packed = tile.pack %A alignment(2) {note = "kept"} : memref<?x?xf16, strided<[?, 1], offset: ?>>
    %ring = tile.ring stages(1) : !tile.ring<64x64xf16>
    tile.role "producer" warps(4) elect {
      %slot = tile.acquire %ring : !tile.ring<64x64xf16> -> !tile.slot<64x64xf16>
      // CHECK: tile.load %[[PACKED]][%{{.*}}, %{{.*}}] into %{{.*}}[0] : memref<?x?xf16, strided<[?, 1], offset: ?>>, <64x64xf16>
      tile.load %packed[%c0, %c0] into %slot[0] : memref<?x?xf16, strided<[?, 1], offset: ?>>, !tile.slot<64x64xf16>
    }
  }
}

// Types, spelt in full, of every width of element.
// CHECK-LABEL: func.func private @types
// CHECK-SAME: !tile.ring<8x64xbf16>
// CHECK-SAME: !tile.slot<8x128xi8, 8x16xf64>
// CHECK-SAME: !tile.fragment<64x8xf32>
// CHECK-SAME: !tile.staging<64x32xi32>, !tile.parts
func.func private @types(!tile.ring<8x64xbf16>, !tile.slot<8x128xi8, 8x16xf64>,
                         !tile.fragment<64x8xf32>, !tile.staging<64x32xi32>, !tile.parts)

// A launch on tensors gives new tensors, one on memrefs nothing.
// CHECK-LABEL: func.func @launches
func.func @launches(%a: tensor<4x8xbf16>, %b: tensor<8x16xbf16>, %c: tensor<4x16xbf16>,
                    %x: memref<?x?xbf16>, %y: memref<8x16xbf16>, %z: memref<4x16xbf16>) -> tensor<4x16xbf16> {
  // CHECK: %[[R:.*]] = tile.launch @kernels::@matmul ins(%{{.*}}, %{{.*}} : tensor<4x8xbf16>, tensor<8x16xbf16>) outs(%{{.*}} : tensor<4x16xbf16>) -> tensor<4x16xbf16>
  %r = tile.launch @kernels::@matmul ins(%a, %b : tensor<4x8xbf16>, tensor<8x16xbf16>)
      outs(%c : tensor<4x16xbf16>) -> tensor<4x16xbf16>
  // CHECK: tile.launch @kernels::@matmul ins(%{{.*}}, %{{.*}} : memref<?x?xbf16>, memref<8x16xbf16>) outs(%{{.*}} : memref<4x16xbf16>) {note = "kept"}
  tile.launch @kernels::@matmul ins(%x, %y : memref<?x?xbf16>, memref<8x16xbf16>)
      outs(%z : memref<4x16xbf16>) {note = "kept"}
  // CHECK: tile.launch @kernels::@alone outs(%{{.*}} : memref<4x16xbf16>)
  tile.launch @kernels::@alone outs(%z : memref<4x16xbf16>)
  // CHECK: tile.launch @kernels::@alone outs(%{{.*}} : memref<4x16xbf16>) sms(114)
  tile.launch @kernels::@alone outs(%z : memref<4x16xbf16>) sms(114)
  return %r : tensor<4x16xbf16>
}

// CHECK-LABEL: tile.kernel @signs(
tile.kernel @signs(%A: memref<?x?xi8>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 16x128xi8>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x128xi8, 16x128xi8> -> !tile.slot<64x128xi8, 16x128xi8>
    // CHECK: tile.mma %{{.*}} transpose_b unsigned_a unsigned_b : <64x128xi8, 16x128xi8> -> <64x16xi32>
    %d = tile.mma %s transpose_b unsigned_a unsigned_b : !tile.slot<64x128xi8, 16x128xi8> -> !tile.fragment<64x16xi32>
  }
}

// A role that fills its ring itself, and multiplies what it has loaded before.
// CHECK: tile.kernel @warps
tile.kernel @warps(%A: memref<?x?xbf16>, %x: f32, %i: index) {
  %ring = tile.ring stages(3) : !tile.ring<64x64xbf16, 64x64xbf16>
  // CHECK: tile.role "worker" warps(8) grid [2, 4] {
  tile.role "worker" warps(8) grid [2, 4] {
    // CHECK: tile.wait %{{.*}} pending(1) : <64x64xbf16, 64x64xbf16> -> <64x64xbf16, 64x64xbf16>
    %slot = tile.wait %ring pending(1) : !tile.ring<64x64xbf16, 64x64xbf16> -> !tile.slot<64x64xbf16, 64x64xbf16>
    // CHECK: tile.splat %{{.*}} : f32 -> <64x64xf32>
    %f = tile.splat %x : f32 -> !tile.fragment<64x64xf32>
    // CHECK: tile.read_operands %{{.*}} part(3) transpose_a transpose_b : <64x64xbf16, 64x64xbf16> -> <64x16xbf16, 64x16xbf16>
    %y = tile.read_operands %slot part(3) transpose_a transpose_b : !tile.slot<64x64xbf16, 64x64xbf16> -> !tile.operands<64x16xbf16, 64x16xbf16>
    // CHECK: tile.multiply %{{.*}}, %{{.*}} : <64x16xbf16, 64x16xbf16>, <64x64xf32> -> <64x64xf32>
    %d = tile.multiply %y, %f : !tile.operands<64x16xbf16, 64x16xbf16>, !tile.fragment<64x64xf32> -> !tile.fragment<64x64xf32>
    %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x64xbf16> -> !tile.slot<64x64xbf16, 64x64xbf16>
    // CHECK: tile.copy %{{.*}} into %{{.*}}[0] alignment(16) async whole part [1, 4] :
    tile.copy %A[%i, %i] into %s[0] alignment(16) async whole part [1, 4] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x64xbf16>
    // CHECK: tile.copy %{{.*}} into %{{.*}}[1] alignment(8) async whole :
    tile.copy %A[%i, %i] into %s[1] alignment(8) async whole : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x64xbf16>
  }
}

// A from a slot of another ring, and from registers.
// CHECK: tile.kernel @other_operands
tile.kernel @other_operands(%x: f32) {
  %rows = tile.ring stages(1) : !tile.ring<64x64xf16>
  %ring = tile.ring stages(2) : !tile.ring<32x64xf16>
  tile.role "worker" warps(4) grid [4, 1] {
    %left = tile.wait %rows pending(0) : !tile.ring<64x64xf16> -> !tile.slot<64x64xf16>
    %slot = tile.wait %ring pending(1) : !tile.ring<32x64xf16> -> !tile.slot<32x64xf16>
    // CHECK: tile.read_operands %{{.*}} part(0) transpose_b left(%{{.*}} : !tile.slot<64x64xf16>) : <32x64xf16> -> <64x16xf16, 32x16xf16>
    %y = tile.read_operands %slot part(0) transpose_b left(%left : !tile.slot<64x64xf16>) : !tile.slot<32x64xf16> -> !tile.operands<64x16xf16, 32x16xf16>
    %sums = tile.splat %x : f32 -> !tile.fragment<64x32xf32>
    %held = tile.round %sums : !tile.fragment<64x32xf32> -> !tile.fragment<64x32xf16>
    // CHECK: tile.read_operands %{{.*}} part(1) from(%{{.*}} : !tile.fragment<64x32xf16>) : <32x64xf16> -> <64x16xf16, 64x16xf16>
    %z = tile.read_operands %slot part(1) from(%held : !tile.fragment<64x32xf16>) : !tile.slot<32x64xf16> -> !tile.operands<64x16xf16, 64x16xf16>
  }
}

// CHECK: tile.kernel @unsigned_operands
tile.kernel @unsigned_operands(%y: i32) {
  %ring = tile.ring stages(3) : !tile.ring<64x128xi8, 64x128xi8>
  tile.role "worker" warps(1) grid [1, 1] {
    %slot = tile.wait %ring pending(1) : !tile.ring<64x128xi8, 64x128xi8> -> !tile.slot<64x128xi8, 64x128xi8>
    %f = tile.splat %y : i32 -> !tile.fragment<64x64xi32>
    %x = tile.read_operands %slot part(0) transpose_b : !tile.slot<64x128xi8, 64x128xi8> -> !tile.operands<64x32xi8, 64x32xi8>
    // CHECK: tile.multiply %{{.*}}, %{{.*}} unsigned_a unsigned_b :
    %d = tile.multiply %x, %f unsigned_a unsigned_b : !tile.operands<64x32xi8, 64x32xi8>, !tile.fragment<64x64xi32> -> !tile.fragment<64x64xi32>
  }
}

// Its transpose has its sizes the other way round, and rows of its own.
// CHECK-LABEL: gpu.module @transposing
gpu.module @transposing {
  // CHECK: tile.kernel @pack(%[[A:.*]]: memref<?x128xi8, strided<[?, 1], offset: ?>>) {
  tile.kernel @pack(%A: memref<?x128xi8, strided<[?, 1], offset: ?>>) {
    %c0 = arith.constant 0 : index
    // CHECK: %[[PACKED:.*]] = tile.pack %[[A]] transposed alignment(16) : memref<?x128xi8, strided<[?, 1], offset: ?>>
    %packed = tile.pack %A transposed alignment(16) : memref<?x128xi8, strided<[?, 1], offset: ?>>
    %ring = tile.ring stages(1) : !tile.ring<64x128xi8>
    tile.role "producer" warps(4) elect {
      %slot = tile.acquire %ring : !tile.ring<64x128xi8> -> !tile.slot<64x128xi8>
      // CHECK: tile.load %[[PACKED]][%{{.*}}, %{{.*}}] into %{{.*}}[0] : memref<128x?xi8>, <64x128xi8>
      tile.load %packed[%c0, %c0] into %slot[0] : memref<128x?xi8>, !tile.slot<64x128xi8>
    }
  }
  // Of a batch, those of its matrices.
  // CHECK: tile.kernel @batch(%[[A:.*]]: memref<4x?x128xi8>) {
  tile.kernel @batch(%A: memref<4x?x128xi8>) {
    %c0 = arith.constant 0 : index
    // CHECK: %[[PACKED:.*]] = tile.pack %[[A]] transposed alignment(16) : memref<4x?x128xi8>
    %packed = tile.pack %A transposed alignment(16) : memref<4x?x128xi8>
    %ring = tile.ring stages(1) : !tile.ring<64x128xi8>
    tile.role "producer" warps(4) elect {
      %slot = tile.acquire %ring : !tile.ring<64x128xi8> -> !tile.slot<64x128xi8>
      // CHECK: tile.load %[[PACKED]][%{{.*}}, %{{.*}}, %{{.*}}] into %{{.*}}[0] : memref<4x128x?xi8>, <64x128xi8>
      tile.load %packed[%c0, %c0, %c0] into %slot[0] : memref<4x128x?xi8>, !tile.slot<64x128xi8>
    }
  }
}

// The launch chooses the columns of a tile.
// CHECK-LABEL: gpu.module @choosing
gpu.module @choosing {
  // CHECK: tile.kernel @matmul(%[[A:.*]]: memref<?x?xbf16>, %[[B:.*]]: memref<?x?xbf16>, %[[C:.*]]: memref<?x?xf32>) {
  tile.kernel @matmul(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    // CHECK: %[[COLUMNS:.*]] = tile.chosen_columns [64, 72]{{$}}
    %columns = tile.chosen_columns [64, 72]
    %ring = tile.ring stages(4) : !tile.ring<64x64xbf16, 72x64xbf16>
    tile.role "producer" warps(4) elect {
      // CHECK: tile.for_each_tile {{.*}} tile(64, 72, 64) raster(along_m, 1) persistent fit(m) chosen {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 72, 64) persistent fit(m) chosen {
        %slot = tile.acquire %ring : !tile.ring<64x64xbf16, 72x64xbf16> -> !tile.slot<64x64xbf16, 72x64xbf16>
        // CHECK: tile.load %[[A]]{{.*}}[0] trim :
        tile.load %A[%m, %k0] into %slot[0] trim : memref<?x?xbf16>, !tile.slot<64x64xbf16, 72x64xbf16>
        // CHECK: tile.load %[[B]]{{.*}}[1] chosen cache(evict_first) :
        tile.load %B[%n, %k0] into %slot[1] chosen cache(evict_first) : memref<?x?xbf16>, !tile.slot<64x64xbf16, 72x64xbf16>
        // CHECK: tile.load %[[B]]{{.*}}[1] trim chosen :
        tile.load %B[%n, %k0] into %slot[1] trim chosen : memref<?x?xbf16>, !tile.slot<64x64xbf16, 72x64xbf16>
      }
    }
    tile.role "consumer" warps(4) {
      // CHECK: tile.for_each_tile {{.*}} tile(64, 72, 64) raster(along_m, 1) chosen attributes {note = "kept"} {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 72, 64) chosen attributes {note = "kept"} {
        // CHECK: scf.index_switch %[[COLUMNS]]
        scf.index_switch %columns
        case 64 {
          scf.yield
        }
        default {
          scf.yield
        }
      }
    }
  }
}

// CHECK-LABEL: func.func @choose
func.func @choose(%a: tensor<4x8xbf16>, %b: tensor<16x8xbf16>, %c: tensor<4x16xf32>,
                  %x: memref<?x?xbf16>, %y: memref<16x8xbf16>, %z: memref<4x16xf32>) -> tensor<4x16xf32> {
  // CHECK: tile.launch @choosing::@matmul {{.*}} sms(114) columns(64) -> tensor<4x16xf32>
  %r = tile.launch @choosing::@matmul ins(%a, %b : tensor<4x8xbf16>, tensor<16x8xbf16>)
      outs(%c : tensor<4x16xf32>) sms(114) columns(64) -> tensor<4x16xf32>
  // CHECK: tile.launch @choosing::@matmul {{.*}} outs(%{{.*}} : memref<4x16xf32>) columns(72) {note = "kept"}
  tile.launch @choosing::@matmul ins(%x, %y : memref<?x?xbf16>, memref<16x8xbf16>)
      outs(%z : memref<4x16xf32>) columns(72) {note = "kept"}
  return %r : tensor<4x16xf32>
}
