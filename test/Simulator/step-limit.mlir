// A kernel that runs away ends at the limit, with what everybody does, whether
// or not its loop calls anything.
// RUN: autotune-opt %s %simulate_passes -o %t
// RUN: env AUTOTUNE_SIM_STEPS=100000 not %run_sim %t 2>&1 | FileCheck %s

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // Warp 0 counts for ever, warp 1 waits for it.
    llvm.func @forever() attributes {gpu.kernel, nvvm.kernel} {
      %zero = llvm.mlir.constant(0 : i32) : i32
      %one = llvm.mlir.constant(1 : i32) : i32
      %warp = llvm.mlir.constant(32 : i32) : i32
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %low = llvm.icmp "ult" %t, %warp : i32
      llvm.cond_br %low, ^loop(%t : i32), ^end
    ^loop(%i: i32):
      %next = llvm.add %i, %one : i32
      %more = llvm.icmp "ne" %warp, %zero : i32
      llvm.cond_br %more, ^loop(%next : i32), ^end
    ^end:
      nvvm.barrier0
      llvm.return
    }
  }
  func.func @main() {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @kernels::@forever blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
    return
  }
}

// CHECK: forever: {{.*}}step-limit: the cluster of CTA (0, 0, 0) has not ended after 100000 steps:
// CHECK-DAG: llvm.cond_br {{.*}}step-limit.mlir":19:7
// CHECK-DAG: nvvm.barrier0 {{.*}}step-limit.mlir":21:7
// CHECK: simulator: 1 finding in 'forever'
