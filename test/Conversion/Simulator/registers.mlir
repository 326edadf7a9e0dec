// Each special register is read by its number.
// RUN: autotune-opt %s -convert-kernels-to-simulator | FileCheck %s

// CHECK-LABEL: llvm.func @m_registers(
// CHECK-SAME: %[[PARAMS:.*]]: !llvm.ptr) {
gpu.module @m {
  llvm.func @registers(%out: !llvm.ptr) attributes {nvvm.kernel} {
    // CHECK: %[[WHICH:.*]] = llvm.mlir.constant(0 : i32)
    // CHECK: llvm.call @autotuneSimReadRegister(%{{.*}}, %[[WHICH]]) : (!llvm.ptr, i32) -> i32
    %0 = nvvm.read.ptx.sreg.tid.x : i32
    // CHECK: llvm.mlir.constant(4 : i32)
    // CHECK-NEXT: addressof
    // CHECK-NEXT: @autotuneSimReadRegister
    %1 = nvvm.read.ptx.sreg.ntid.y : i32
    // CHECK: llvm.mlir.constant(8 : i32)
    // CHECK-NEXT: addressof
    // CHECK-NEXT: @autotuneSimReadRegister
    %2 = nvvm.read.ptx.sreg.ctaid.z : i32
    // CHECK: llvm.mlir.constant(9 : i32)
    // CHECK-NEXT: addressof
    // CHECK-NEXT: @autotuneSimReadRegister
    %3 = nvvm.read.ptx.sreg.nctaid.x : i32
    // CHECK: llvm.mlir.constant(12 : i32)
    // CHECK-NEXT: addressof
    // CHECK-NEXT: @autotuneSimReadRegister
    %4 = nvvm.read.ptx.sreg.clusterid.x : i32
    // CHECK: llvm.mlir.constant(15 : i32)
    // CHECK-NEXT: addressof
    // CHECK-NEXT: @autotuneSimReadRegister
    %5 = nvvm.read.ptx.sreg.nclusterid.x : i32
    // CHECK: llvm.mlir.constant(18 : i32)
    // CHECK-NEXT: addressof
    // CHECK-NEXT: @autotuneSimReadRegister
    %6 = nvvm.read.ptx.sreg.cluster.ctaid.x : i32
    // CHECK: llvm.mlir.constant(21 : i32)
    // CHECK-NEXT: addressof
    // CHECK-NEXT: @autotuneSimReadRegister
    %7 = nvvm.read.ptx.sreg.cluster.nctaid.x : i32
    // CHECK: llvm.mlir.constant(24 : i32)
    // CHECK-NEXT: addressof
    // CHECK-NEXT: @autotuneSimReadRegister
    %8 = nvvm.read.ptx.sreg.cluster.ctarank : i32
    // CHECK: llvm.mlir.constant(25 : i32)
    // CHECK-NEXT: addressof
    // CHECK-NEXT: @autotuneSimReadRegister
    %9 = nvvm.read.ptx.sreg.cluster.nctarank : i32
    // CHECK: llvm.mlir.constant(26 : i32)
    // CHECK-NEXT: addressof
    // CHECK-NEXT: @autotuneSimReadRegister
    %10 = nvvm.read.ptx.sreg.laneid : i32
    // CHECK: llvm.mlir.constant(27 : i32)
    // CHECK-NEXT: addressof
    // CHECK-NEXT: @autotuneSimReadRegister
    %11 = nvvm.read.ptx.sreg.warpid : i32
    // CHECK: llvm.mlir.constant(32 : i32)
    %12 = nvvm.read.ptx.sreg.warpsize : i32
    // CHECK: llvm.shl
    // CHECK: llvm.sub
    %13 = nvvm.read.ptx.sreg.lanemask.lt : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %keep = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
    llvm.store %0, %keep : i32, !llvm.ptr
    llvm.store %1, %keep : i32, !llvm.ptr
    llvm.store %2, %keep : i32, !llvm.ptr
    llvm.store %3, %keep : i32, !llvm.ptr
    llvm.store %4, %keep : i32, !llvm.ptr
    llvm.store %5, %keep : i32, !llvm.ptr
    llvm.store %6, %keep : i32, !llvm.ptr
    llvm.store %7, %keep : i32, !llvm.ptr
    llvm.store %8, %keep : i32, !llvm.ptr
    llvm.store %9, %keep : i32, !llvm.ptr
    llvm.store %10, %keep : i32, !llvm.ptr
    llvm.store %11, %keep : i32, !llvm.ptr
    llvm.store %12, %keep : i32, !llvm.ptr
    llvm.store %13, %keep : i32, !llvm.ptr
    llvm.return
  }

  // What the gpu dialect calls them; indices are of 32 bits.
  // CHECK-LABEL: llvm.func @m_gpu(
  llvm.func @gpu(%out: !llvm.ptr<1>) attributes {gpu.kernel} {
    // CHECK: llvm.mlir.constant(0 : i32)
    // CHECK: llvm.call @autotuneSimReadRegister
    // CHECK-NOT: llvm.sext
    // CHECK: llvm.call @autotuneSimBarrierSync
    // CHECK-NOT: llvm.sext
    // CHECK: llvm.call @autotuneSimStore
    %t = gpu.thread_id x
    gpu.barrier
    %i = arith.index_cast %t : index to i32
    llvm.store %i, %out : i32, !llvm.ptr<1>
    llvm.return
  }
}
// CHECK-NOT: gpu.module
