// What a launch becomes: a name, a function, nine sizes, bytes of shared memory,
// and parameters as the kernel's lowering takes them.
// RUN: autotune-opt %s -convert-kernels-to-simulator | FileCheck %s

module attributes {gpu.container_module} {
  gpu.module @m {
    llvm.mlir.global internal @static() {addr_space = 3 : i32} : !llvm.array<64 x i8>
    gpu.func @kernel(%n: index, %x: bf16, %rows: memref<?xf32, strided<[?], offset: ?>>)
        kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %c0 = arith.constant 0 : index
      %s = llvm.mlir.addressof @static : !llvm.ptr<3>
      %one = arith.constant 1.0 : f32
      llvm.store %one, %s : f32, !llvm.ptr<3>
      memref.store %one, %rows[%n] : memref<?xf32, strided<[?], offset: ?>>
      gpu.return
    }
  }

  // CHECK-LABEL: func.func @launch(
  // CHECK-SAME: %[[BLOCKS:[a-z0-9]*]]: index, %[[ROWS:[a-z0-9]*]]: memref
  // Slots on the stack, taken once.
  // CHECK-COUNT-8: llvm.alloca %{{.*}} {alignment = 64 : i64}
  // CHECK: scf.for
  // CHECK-NOT: llvm.alloca
  // CHECK: %[[NAME:.*]] = llvm.mlir.addressof @autotune_sim_string
  // CHECK: %[[KERNEL:.*]] = llvm.mlir.addressof @m_kernel : !llvm.ptr
  // CHECK: %[[GRID:.*]] = arith.index_cast %[[BLOCKS]] : index to i64
  // Without a cluster it is of one CTA.
  // CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i64) : i64
  // CHECK: %[[STATIC:.*]] = llvm.mlir.constant(64 : i32) : i32
  // CHECK: %[[SHARED:.*]] = llvm.add %{{.*}}, %[[STATIC]] : i32
  // One CTA an SM, of a kernel that doesn't say.
  // CHECK: %[[CTAS:.*]] = llvm.mlir.constant(1 : i32) : i32
  // CHECK: llvm.store %{{.*}}, %{{.*}} : i32, !llvm.ptr
  // CHECK: llvm.store %{{.*}}, %{{.*}} : bf16, !llvm.ptr
  // CHECK-COUNT-2: llvm.store %{{.*}}, %{{.*}} : !llvm.ptr, !llvm.ptr
  // How many they are.
  // CHECK: %[[COUNT:.*]] = llvm.mlir.constant(7 : i32) : i32
  // CHECK: llvm.call @autotuneSimLaunch(%[[NAME]], %[[KERNEL]], %[[GRID]], %{{.*}}, %{{.*}}, %[[ONE]], %[[ONE]], %[[ONE]], {{.*}}, %[[SHARED]], %[[CTAS]], %{{.*}}, %[[COUNT]], %{{.*}}) : (!llvm.ptr, !llvm.ptr, i64, i64, i64, i64, i64, i64, i64, i64, i64, i32, i32, !llvm.ptr, i32, !llvm.ptr) -> ()
  // CHECK-NOT: gpu.launch_func
  func.func @launch(%blocks: index, %rows: memref<?xf32, strided<[?], offset: ?>>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c64 = arith.constant 64 : index
    %x = arith.constant 2.0 : bf16
    %dynamic = arith.constant 1024 : i32
    scf.for %i = %c0 to %c3 step %c1 {
      gpu.launch_func @m::@kernel blocks in (%blocks, %c1, %c1) threads in (%c64, %c1, %c1)
          dynamic_shared_memory_size %dynamic
          args(%i : index, %x : bf16, %rows : memref<?xf32, strided<[?], offset: ?>>)
    }
    return
  }

  // A cluster's sizes; the token of what is over at once is one of no waiting.
  // CHECK-LABEL: func.func @token(
  // CHECK: llvm.call @autotuneSimLaunch(
  // CHECK: %[[TOKEN:.*]] = gpu.wait async
  // CHECK: gpu.wait [%[[TOKEN]]]
  func.func @token(%blocks: index, %cluster: index, %rows: memref<?xf32, strided<[?], offset: ?>>) {
    %c1 = arith.constant 1 : index
    %x = arith.constant 2.0 : bf16
    %t0 = gpu.launch_func async @m::@kernel clusters in (%cluster, %c1, %c1)
        blocks in (%blocks, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%c1 : index, %x : bf16, %rows : memref<?xf32, strided<[?], offset: ?>>)
    gpu.wait [%t0]
    return
  }
}
