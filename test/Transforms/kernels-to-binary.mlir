// RUN: autotune-opt %s -autotune-kernels-to-binary=format=isa | FileCheck %s
// RUN: not autotune-opt %s -autotune-kernels-to-binary=format=sim 2>&1 | FileCheck %s --check-prefix=FORMAT

// FORMAT: error: format is 'sim'; it must be isa, bin or fatbin

// Binaries come last, in the order of the modules.
module attributes {gpu.container_module} {
  // CHECK:      func.func @host
  // CHECK:      gpu.binary @one [#gpu.object<#nvvm.target<chip = "sm_90a">
  // CHECK-SAME: .entry first
  // CHECK-NEXT: gpu.binary @two [#gpu.object<#nvvm.target<chip = "sm_80">
  // CHECK-SAME: .target sm_80
  // CHECK-SAME: .entry second
  gpu.module @one [#nvvm.target<chip = "sm_90a">] {
    llvm.func @first() attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
  gpu.module @two [#nvvm.target<chip = "sm_80">] {
    llvm.func @second() attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
  func.func @host() {
    return
  }
}
