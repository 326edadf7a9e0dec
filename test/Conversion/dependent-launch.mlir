// A kernel that may start before the one before it has ended.
// RUN: autotune-opt %s -convert-tile-to-nvvm | FileCheck %s
// RUN: autotune-opt %s -autotune-lower-kernels -gpu-module-to-binary=format=isa | FileCheck %s --check-prefix=PTX

// LLVM leaves all accesses where they are, behind the wait.
// PTX: .entry packed(
// PTX-NOT: {{(ld|st|atom)[.a-z]*\.global}}
// PTX-NOT: cp.async.bulk
// PTX-NOT: griddepcontrol.launch_dependents;
// PTX: griddepcontrol.wait;
// PTX: atom.
// PTX: cp.async.bulk.tensor
// PTX: griddepcontrol.launch_dependents;
// PTX: st.global

// Once its barriers are made and its maps are fetched, all threads wait; then
// units are packed, and roles begin. When the producer has started its last load,
// the next kernel may come. The launch is told.
// CHECK-LABEL: llvm.func @packed(
// CHECK-SAME: tile.abi = {{{.*}}dependent_launch
// CHECK: nvvm.prefetch tensormap
// CHECK: nvvm.fence.mbarrier.init
// CHECK: nvvm.barrier
// CHECK-NOT: llvm.load {{.*}} : !llvm.ptr<1>
// CHECK-NOT: scf.if
// CHECK-NOT: nvvm.griddepcontrol launch_dependents
// CHECK: nvvm.griddepcontrol wait
// CHECK: llvm.atomicrmw
// CHECK: nvvm.elect.sync
// CHECK-COUNT-2: nvvm.cp.async.bulk.tensor
// CHECK-NEXT: {{^ *}$}}
// CHECK-NEXT: nvvm.griddepcontrol launch_dependents
// CHECK: nvvm.wgmma.mma_async
// CHECK-NOT: nvvm.griddepcontrol
gpu.module @kernels [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  tile.kernel @packed(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x64xbf16>
    tile.wait_for_previous
    %P = tile.pack %A alignment(2) : memref<?x?xbf16>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 64, 64) {
        %c64 = arith.constant 64 : index
        scf.for %k = %k0 to %k1 step %c64 {
          %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x64xbf16> -> !tile.slot<64x64xbf16, 64x64xbf16>
          tile.load %P[%m, %k] into %s[0] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x64xbf16>
          tile.load %B[%k, %n] into %s[1] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x64xbf16>
        }
      }
    }
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 64, 64) {
        %s = tile.wait %ring : !tile.ring<64x64xbf16, 64x64xbf16> -> !tile.slot<64x64xbf16, 64x64xbf16>
        %d = tile.mma %s : !tile.slot<64x64xbf16, 64x64xbf16> -> !tile.fragment<64x64xf32>
        %r = tile.mma_wait pending(0) %d : !tile.fragment<64x64xf32> -> !tile.fragment<64x64xf32>
        tile.release %s to %ring : !tile.slot<64x64xbf16, 64x64xbf16>, !tile.ring<64x64xbf16, 64x64xbf16>
        tile.store %r, %C[%m, %n] alignment(4) : !tile.fragment<64x64xf32>, memref<?x?xf32>
      }
    }
  }

  // Without roles and shared memory it is the same.
  // CHECK-LABEL: llvm.func @simple(
  // CHECK-SAME: dependent_launch
  // CHECK: nvvm.griddepcontrol wait
  // CHECK-NEXT: nvvm.griddepcontrol launch_dependents
  // CHECK: llvm.store
  tile.kernel @simple(%C: memref<?x?xf32>, %x: f32) threads(128) {
    tile.wait_for_previous
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %c1) tile(1, 1, 1) {
      memref.store %x, %C[%m, %n] : memref<?x?xf32>
    }
  }

  // CHECK-LABEL: llvm.func @plain(
  // CHECK-NOT: dependent_launch
  // CHECK-NOT: nvvm.griddepcontrol
  tile.kernel @plain(%C: memref<?x?xf32>, %x: f32) threads(128) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %c1) tile(1, 1, 1) {
      memref.store %x, %C[%m, %n] : memref<?x?xf32>
    }
  }
}
