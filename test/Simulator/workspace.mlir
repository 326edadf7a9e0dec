// Host code gets a workspace for a launch: counters of zero, and of the rest no
// number that a kernel could count on. What it leaves in the counters is seen.
// RUN: autotune-opt %s %simulate_passes -o %t.good
// RUN: %run_sim %t.good | FileCheck %s
// RUN: sed 's/%%zero, %%counters/%%one, %%counters/' %s > %t.mlir
// RUN: autotune-opt %t.mlir %simulate_passes -o %t.bad
// RUN: not %run_sim %t.bad 2>&1 | FileCheck %s --check-prefix=DIRTY

// CHECK: {{^7$}}
// CHECK: {{^-1$}}
// DIRTY: simulator: the kernel did not leave the counters of its workspace at zero
module attributes {gpu.container_module} {
  llvm.func @mgpuAutotuneWorkspaceAcquire(i64) -> !llvm.ptr
  llvm.func @mgpuAutotuneWorkspaceRelease(!llvm.ptr)
  gpu.module @kernels {
    gpu.func @count(%counters: !llvm.ptr, %out: memref<2xi32>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %seven = arith.constant 7 : i32
      %old = llvm.load %counters : !llvm.ptr -> i32
      %sum = arith.addi %old, %seven : i32
      memref.store %sum, %out[%c0] : memref<2xi32>
      llvm.store %zero, %counters : i32, !llvm.ptr
      %behind = llvm.getelementptr %counters[2048] : (!llvm.ptr) -> !llvm.ptr, i32
      %rest = llvm.load %behind : !llvm.ptr -> i32
      memref.store %rest, %out[%c1] : memref<2xi32>
      gpu.return
    }
  }
  func.func @main() {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %bytes = arith.constant 16384 : i64
    %out = memref.alloc() : memref<2xi32>
    %any = memref.cast %out : memref<2xi32> to memref<*xi32>
    gpu.host_register %any : memref<*xi32>
    %counters = llvm.call @mgpuAutotuneWorkspaceAcquire(%bytes) : (i64) -> !llvm.ptr
    gpu.launch_func @kernels::@count blocks in (%c1, %c1, %c1)
        threads in (%c1, %c1, %c1) args(%counters : !llvm.ptr, %out : memref<2xi32>)
    llvm.call @mgpuAutotuneWorkspaceRelease(%counters) : (!llvm.ptr) -> ()
    %first = memref.load %out[%c0] : memref<2xi32>
    vector.print %first : i32
    %second = memref.load %out[%c1] : memref<2xi32>
    vector.print %second : i32
    gpu.host_unregister %any : memref<*xi32>
    memref.dealloc %out : memref<2xi32>
    return
  }
}
