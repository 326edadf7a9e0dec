// A kernel that needs a barrier runs with it, and is reported without it: by
// status and in words, with the kernel, the CTA, the warp, and both operations.
// RUN: autotune-opt %s %simulate_passes -o %t.good
// RUN: %run_sim %t.good | FileCheck %s
// RUN: env AUTOTUNE_SIM_SCHEDULE=adversarial %run_sim %t.good | FileCheck %s

// RUN: sed 's/gpu.barrier//' %s > %t.mlir
// RUN: autotune-opt %t.mlir %simulate_passes -o %t.bad
// RUN: not %run_sim %t.bad > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=RACE --input-file=%t.err
// RUN: count 0 < %t.out
// RUN: env AUTOTUNE_SIM_SCHEDULE=random AUTOTUNE_SIM_SEED=5 \
// RUN:   not %run_sim %t.bad 2>&1 | FileCheck %s --check-prefix=RANDOM
// RUN: env AUTOTUNE_SIM_SCHEDULE=adversarial AUTOTUNE_SIM_SEED=1 \
// RUN:   not %run_sim %t.bad 2>&1 | FileCheck %s --check-prefix=STARVED

// Who keeps going gets the result that this order of events gave.
// RUN: env AUTOTUNE_SIM_KEEP_GOING=1 AUTOTUNE_SIM_VERBOSE=1 \
// RUN:   %run_sim %t.bad 2>&1 | FileCheck %s --check-prefix=GO

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @reverse(%out: memref<64xi32>)
        workgroup(%tile: memref<64xi32, #gpu.address_space<workgroup>>) kernel {
      %c63 = arith.constant 63 : index
      %t = gpu.thread_id x
      %i = arith.index_cast %t : index to i32
      memref.store %i, %tile[%t] : memref<64xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      %r = arith.subi %c63, %t : index
      %x = memref.load %tile[%r] : memref<64xi32, #gpu.address_space<workgroup>>
      memref.store %x, %out[%t] : memref<64xi32>
      gpu.return
    }
  }
  func.func @main() {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %out = memref.alloc() : memref<64xi32>
    %any = memref.cast %out : memref<64xi32> to memref<*xi32>
    gpu.host_register %any : memref<*xi32>
    gpu.launch_func @kernels::@reverse blocks in (%c1, %c1, %c1)
        threads in (%c64, %c1, %c1) args(%out : memref<64xi32>)
    %first = memref.load %out[%c0] : memref<64xi32>
    vector.print %first : i32
    gpu.host_unregister %any : memref<*xi32>
    memref.dealloc %out : memref<64xi32>
    return
  }
}

// CHECK: {{^63$}}

// RACE: reverse: CTA (0, 0, 0), warp 0, lane 0: llvm.load at loc("{{.*}}race.mlir{{.*}}":[[#@LINE-24]]:12): uninitialized: reads 4 bytes at 0x{{[0-9a-f]*}} of the shared memory of CTA (0, 0, 0) that nobody has written yet (32 times)
// RACE-NEXT: reverse: CTA (0, 0, 0), warp 1, lane 0: llvm.store at loc("{{.*}}":[[#@LINE-28]]:7): race: writes 4 bytes
// RACE-SAME: while llvm.load (loc("{{.*}}":[[#@LINE-26]]:12)) of warp 0 of CTA (0, 0, 0) may still read them
// RACE-NEXT: reverse: CTA (0, 0, 0), warp 1, lane 0: llvm.load at loc({{.*}}): race: reads 4 bytes
// RACE-SAME: nothing orders this after llvm.store (loc({{.*}})) of warp 0
// RACE-NEXT: simulator: 3 findings in 'reverse'; schedule round-robin, seed 0

// RANDOM: reverse: CTA (0, 0, 0), warp
// RANDOM: simulator: {{[1-3]}} findings in 'reverse'; schedule random, seed 5

// Warp 0 is kept from running as long as warp 1 can.
// STARVED: reverse: CTA (0, 0, 0), warp
// STARVED: simulator: 3 findings in 'reverse'; schedule adversarial, seed 1

// GO-DAG: simulator: 'reverse': 1 CTAs of 64 threads, clusters of 1: {{[0-9]+}} steps in {{[0-9.]+}} s, 3 findings
// GO-DAG: simulator: 3 findings in 'reverse'
// GO-DAG: {{^(0|63)$}}
