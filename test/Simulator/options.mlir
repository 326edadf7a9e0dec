// What the environment may say, and a kernel that goes beyond its memory.
// RUN: autotune-opt %s %simulate_passes -o %t
// RUN: env AUTOTUNE_SIM_SCHEDULE=lazy not %run_sim %t 2>&1 | FileCheck %s --check-prefix=SCHEDULE
// RUN: env AUTOTUNE_SIM_SEED=x1 not %run_sim %t 2>&1 | FileCheck %s --check-prefix=SEED
// RUN: env AUTOTUNE_SIM_JOBS=-1 not %run_sim %t 2>&1 | FileCheck %s --check-prefix=JOBS
// RUN: env AUTOTUNE_SIM_JOBS=2 not %run_sim %t 2>&1 | FileCheck %s

// A module that was compiled for a GPU is none for the simulator.
// RUN: autotune-opt %S/../GPU/handwritten.mlir -autotune-compile=format=isa \
// RUN:   | not %run_sim 2>&1 | FileCheck %s --check-prefix=GPU

// SCHEDULE: simulator: AUTOTUNE_SIM_SCHEDULE must be round-robin, random or adversarial, not 'lazy'
// SEED: simulator: AUTOTUNE_SIM_SEED must be a number, not 'x1'
// JOBS: simulator: AUTOTUNE_SIM_JOBS must be a number, not '-1'
// GPU: simulator: this module holds kernels for a GPU: compile it with autotune-compile=format=sim

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @store(%out: memref<?xi32>, %i: index) kernel {
      %c1 = arith.constant 1 : i32
      %b = gpu.block_id x
      %at = arith.addi %b, %i : index
      memref.store %c1, %out[%at] : memref<?xi32>
      gpu.return
    }
  }
  func.func @main() {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c6 = arith.constant 6 : index
    %c8 = arith.constant 8 : index
    %out = memref.alloc(%c8) : memref<?xi32>
    %any = memref.cast %out : memref<?xi32> to memref<*xi32>
    gpu.host_register %any : memref<*xi32>
    gpu.launch_func @kernels::@store blocks in (%c2, %c1, %c1)
        threads in (%c1, %c1, %c1) args(%out : memref<?xi32>, %c6 : index)
    gpu.launch_func @kernels::@store blocks in (%c2, %c1, %c1)
        threads in (%c1, %c1, %c1) args(%out : memref<?xi32>, %c8 : index)
    return
  }
}

// CHECK-NOT: CTA
// CHECK: store: CTA (0, 0, 0), warp 0, lane 0: llvm.store at loc({{.*}}options.mlir{{.*}}): out-of-bounds: writes 4 bytes
// CHECK: simulator: {{[12]}} finding{{s?}} in 'store'
