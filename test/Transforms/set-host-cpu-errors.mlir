// RUN: not autotune-opt %s -autotune-set-host-cpu=cpu=abacus 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: env AUTOTUNE_HOST_CPU=abacus not autotune-opt %s -autotune-set-host-cpu 2>&1 | FileCheck %s --check-prefix=VARIABLE
// RUN: env AUTOTUNE_HOST_CPU=abacus not autotune-sim --problem='8x8x8 f32' --config=simt 2>&1 | FileCheck %s --check-prefix=SIMULATOR

// OPTION: [[@LINE+4]]:1: error: host CPU: 'abacus' is no CPU of {{.*}}; it can be native, or a name that llc -mcpu=help lists
// VARIABLE: [[@LINE+3]]:1: error: AUTOTUNE_HOST_CPU: 'abacus' is no CPU of
// SIMULATOR: AUTOTUNE_HOST_CPU: 'abacus' is no CPU of

module {}
