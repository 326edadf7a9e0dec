// Which tile a cluster begins with is read from a table that the launch hands over
// by value; clusters that have no entry keep their numbers.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s
// RUN: autotune-opt %s -autotune-lower-kernels -gpu-module-to-binary=format=isa | FileCheck %s --check-prefix=PTX

// No copy of the table is made: an entry is loaded from the parameter.
// PTX: .param .align 16 .b8 {{[a-z_0-9]*}}[256]
// PTX-NOT: .local
// PTX: ld.param.b8

gpu.module @kernels [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  // CHECK-LABEL: llvm.func @one(
  // CHECK-SAME: %[[TABLE:[a-z0-9]+]]: !llvm.ptr {llvm.align = 16 : i64, llvm.byval = !llvm.array<256 x i8>, nvvm.grid_constant})
  // CHECK-SAME: {kind = "placement"}]
  // CHECK: %[[CTA:.*]] = nvvm.read.ptx.sreg.ctaid.x
  // CHECK: %[[NUMBER:.*]] = arith.minui %[[CTA]], %c255_i32
  // CHECK: %[[PLACE:.*]] = llvm.getelementptr %[[TABLE]][%[[NUMBER]]]
  // CHECK: %[[BYTE:.*]] = llvm.load %[[PLACE]] : !llvm.ptr -> i8
  // CHECK: %[[ENTRY:.*]] = arith.extui %[[BYTE]] : i8 to i32
  // CHECK: %[[HAS:.*]] = arith.cmpi ult, %[[CTA]], %c256_i32
  // CHECK: %[[TILE:.*]] = arith.select %[[HAS]], %[[ENTRY]], %[[CTA]]
  // CHECK: arith.divui %[[TILE]],
  // CHECK-NOT: scf.for
  // CHECK: llvm.return
  tile.kernel @one(%A: memref<?x?xf32>) threads(32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    %N = memref.dim %A, %c1 : memref<?x?xf32>
    %x = arith.constant 1.0 : f32
    tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(128, 64, 32) raster(along_m, 4) placed {
      memref.store %x, %A[%m, %n] : memref<?x?xf32>
    }
  }

  // A persistent cluster goes on from there by the number of clusters.
  // CHECK-LABEL: llvm.func @persistent(
  // CHECK: %[[TILE:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : i32
  // CHECK: %[[STEP:.*]] = nvvm.read.ptx.sreg.nctaid.x
  // CHECK: scf.for {{.*}} = %[[TILE]] to %{{.*}} step %[[STEP]]
  tile.kernel @persistent(%A: memref<?x?xf32>) threads(32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    %N = memref.dim %A, %c1 : memref<?x?xf32>
    %x = arith.constant 1.0 : f32
    tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(128, 64, 32) raster(along_m, 4) placed persistent {
      memref.store %x, %A[%m, %n] : memref<?x?xf32>
    }
  }
}
