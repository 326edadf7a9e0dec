// REQUIRES: x86-64
// RUN: autotune-opt %s -autotune-set-host-cpu=cpu=x86-64-v3 | FileCheck %s
// RUN: env AUTOTUNE_HOST_CPU=x86-64-v3 autotune-opt %s -autotune-set-host-cpu | FileCheck %s
// RUN: env AUTOTUNE_HOST_CPU=x86-64 autotune-opt %s -autotune-set-host-cpu=cpu=x86-64-v3 | FileCheck %s
// RUN: env AUTOTUNE_HOST_CPU= autotune-opt %s -autotune-set-host-cpu | FileCheck %s --check-prefix=NONE

// Every function with a body gets the CPU and its features, wherever it stands.
// CHECK-LABEL: llvm.func @to_bf16
// CHECK-SAME: target_cpu = "x86-64-v3"
// CHECK-SAME: target_features = #llvm.target_features<[{{.*}}"+avx", "+avx2"
// NONE-NOT: target_cpu = "x86
llvm.func @to_bf16(%x: f32) -> bf16 {
  %0 = llvm.fptrunc %x : f32 to bf16
  llvm.return %0 : bf16
}

// CHECK: module @inner
// CHECK-NEXT: llvm.func @nested() attributes {target_cpu = "x86-64-v3"
module @inner {
  llvm.func @nested() {
    llvm.return
  }
}

// One that names a CPU keeps it.
// CHECK: llvm.func @named() attributes {target_cpu = "znver3"}
llvm.func @named() attributes {target_cpu = "znver3"} {
  llvm.return
}

// Code that is elsewhere, and code of a GPU, are for others.
// CHECK: llvm.func @external()
// CHECK-NOT: target_cpu
llvm.func @external()
gpu.module @device {
  llvm.func @kernel() {
    llvm.return
  }
}
