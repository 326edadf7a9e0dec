// A loop that polls global memory gets what a thread that comes
// later writes there.
// RUN: autotune-opt %s %simulate_passes -o %t
// RUN: env AUTOTUNE_SIM_STEPS=1000000 %run_sim %t 2>&1 | FileCheck %s
// RUN: env AUTOTUNE_SIM_STEPS=1000000 AUTOTUNE_SIM_SCHEDULE=random \
// RUN:   %run_sim %t 2>&1 | FileCheck %s
// RUN: env AUTOTUNE_SIM_STEPS=1000000 AUTOTUNE_SIM_SCHEDULE=adversarial \
// RUN:   %run_sim %t 2>&1 | FileCheck %s

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // Threads of a CTA take their turns, in order: the last first.
    gpu.func @turns(%turn: memref<1xi32>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : i32
      %none = arith.constant 0 : i32
      %c63 = arith.constant 63 : index
      %t = gpu.thread_id x
      %mine = arith.subi %c63, %t : index
      %want = arith.index_cast %mine : index to i32
      scf.while : () -> () {
        %now = memref.atomic_rmw addi %none, %turn[%c0] : (i32, memref<1xi32>) -> i32
        %waits = arith.cmpi ne, %now, %want : i32
        scf.condition(%waits)
      } do {
        scf.yield
      }
      %old = memref.atomic_rmw addi %c1, %turn[%c0] : (i32, memref<1xi32>) -> i32
      gpu.return
    }
  }
  func.func @main() {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant 0 : i32
    %turn = memref.alloc() : memref<1xi32>
    memref.store %zero, %turn[%c0] : memref<1xi32>
    %any = memref.cast %turn : memref<1xi32> to memref<*xi32>
    gpu.host_register %any : memref<*xi32>
    gpu.launch_func @kernels::@turns blocks in (%c1, %c1, %c1)
        threads in (%c64, %c1, %c1) args(%turn : memref<1xi32>)
    %last = memref.load %turn[%c0] : memref<1xi32>
    vector.print %last : i32
    return
  }
}

// CHECK: {{^64$}}
