// Kernels without roles: all threads run the body, on single elements.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s

gpu.module @kernels {
  memref.global "private" @tile : memref<8x8xf32, 3>

  // An element's address is made with 64 bits from both strides, which are
  // known at run time only. Shared memory, which is a memref of its own, is
  // left to upstream's conversions; the kernel asks for none dynamically.
  // CHECK-LABEL: llvm.func @copy(
  // CHECK-SAME: %[[A:[a-z0-9]+]]: !llvm.ptr<1>, %{{[a-z0-9]+}}: i32, %{{[a-z0-9]+}}: i32, %[[S0:[a-z0-9]+]]: i64, %[[S1:[a-z0-9]+]]: i64, %[[X:[a-z0-9]+]]: f32, %{{[a-z0-9]+}}: i32)
  // CHECK-SAME: nvvm.maxntid = array<i32: 64, 1, 1>
  // CHECK-SAME: {kind = "scalar", operand = 1 : i64}, {kind = "scalar", operand = 2 : i64}
  // CHECK-SAME: shared_memory = 0 : i64
  // CHECK: %[[TID:.*]] = nvvm.read.ptx.sreg.tid.x
  // CHECK: %[[T:.*]] = arith.index_cast %[[TID]] : i32 to index
  // CHECK: %[[ROW:.*]] = arith.extui %[[TID]] : i32 to i64
  // CHECK: %[[BYROW:.*]] = arith.muli %[[ROW]], %[[S0]]
  // CHECK: %[[COLUMN32:.*]] = arith.index_cast %{{.*}} : index to i32
  // CHECK: %[[COLUMN:.*]] = arith.extui %[[COLUMN32]] : i32 to i64
  // CHECK: %[[BYCOLUMN:.*]] = arith.muli %[[COLUMN]], %[[S1]]
  // CHECK: %[[AT:.*]] = arith.addi %[[BYROW]], %[[BYCOLUMN]]
  // CHECK: %[[ADDRESS:.*]] = llvm.getelementptr %[[A]][%[[AT]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  // CHECK: llvm.load %[[ADDRESS]] : !llvm.ptr<1> -> f32
  // CHECK: memref.store %{{.*}} : memref<8x8xf32, 3>
  // CHECK: nvvm.barrier
  // CHECK: memref.load %{{.*}} : memref<8x8xf32, 3>
  // CHECK: %[[SUM:.*]] = arith.addf %{{.*}}, %[[X]]
  // CHECK: llvm.store %[[SUM]], %[[ADDRESS]] : f32, !llvm.ptr<1>
  tile.kernel @copy(%A: memref<?x?xf32, strided<[?, ?], offset: ?>>, %x: f32, %count: index) threads(64) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32, strided<[?, ?], offset: ?>>
    %t = gpu.thread_id x
    // Threads are numbered along x only.
    %y = gpu.thread_id y
    %shared = memref.get_global @tile : memref<8x8xf32, 3>
    tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(8, 8, 8) {
      %column = arith.addi %n, %count : index
      %0 = memref.load %A[%t, %column] : memref<?x?xf32, strided<[?, ?], offset: ?>>
      memref.store %0, %shared[%t, %y] : memref<8x8xf32, 3>
      gpu.barrier
      %1 = memref.load %shared[%c0, %y] : memref<8x8xf32, 3>
      %2 = arith.addf %1, %x : f32
      memref.store %2, %A[%t, %column] : memref<?x?xf32, strided<[?, ?], offset: ?>>
    }
  }
}
