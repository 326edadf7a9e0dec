// A kernel in which everybody waits ends with who waits for what.
// RUN: autotune-opt %s %simulate_passes -o %t
// RUN: not %run_sim %t 2>&1 | FileCheck %s
// RUN: env AUTOTUNE_SIM_SCHEDULE=random not %run_sim %t 2>&1 | FileCheck %s
// RUN: env AUTOTUNE_SIM_SCHEDULE=adversarial not %run_sim %t 2>&1 | FileCheck %s

module attributes {gpu.container_module} {
  gpu.module @kernels {
    llvm.mlir.global internal @full() {addr_space = 3 : i32, alignment = 8 : i64} : i64
    // Thread 0 arrives once at a barrier of two; a second warp waits for it, and
    // the others wait for each other.
    llvm.func @wait() attributes {gpu.kernel, nvvm.kernel} {
      %full = llvm.mlir.addressof @full : !llvm.ptr<3>
      %zero = llvm.mlir.constant(0 : i32) : i32
      %one = llvm.mlir.constant(1 : i32) : i32
      %two = llvm.mlir.constant(2 : i32) : i32
      %warp = llvm.mlir.constant(32 : i32) : i32
      %ticks = llvm.mlir.constant(10000000 : i32) : i32
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %first = llvm.icmp "eq" %t, %zero : i32
      llvm.cond_br %first, ^init, ^start
    ^init:
      nvvm.mbarrier.init %full, %two : !llvm.ptr<3>, i32
      %0 = nvvm.mbarrier.arrive %full : !llvm.ptr<3> -> i64
      llvm.br ^start
    ^start:
      nvvm.barrier0
      %low = llvm.icmp "ult" %t, %warp : i32
      llvm.cond_br %low, ^all, ^wait
    ^wait:
      nvvm.mbarrier.try_wait.parity %full, %zero, %ticks : !llvm.ptr<3>, i32, i32
      llvm.br ^all
    ^all:
      nvvm.barrier0
      llvm.return
    }
  }
  func.func @main() {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @kernels::@wait blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
    return
  }
}

// CHECK: wait: CTA (0, 0, 0), warp {{[01]}}{{.*}}: deadlock: no thread of the cluster can go on:
// CHECK-DAG: nvvm.barrier0 {{.*}}deadlock.mlir
// CHECK-DAG: nvvm.mbarrier.try_wait.parity {{.*}}deadlock.mlir
// CHECK: simulator: 1 finding in 'wait'
