// RUN: autotune-opt %s -autotune-split-kernels | FileCheck %s
// RUN: autotune-opt %s -autotune-split-kernels -autotune-split-kernels | FileCheck %s

// The second kernel gets a module of its own, with what it refers to; the
// global that only it needs leaves the first module. A function that no host
// code names is no kernel.
module attributes {gpu.container_module} {
  // CHECK-LABEL: gpu.module @kernels
  // CHECK-SAME:    [#nvvm.target<chip = "sm_90a">]
  // CHECK-NEXT:    memref.global "private" @both
  // CHECK-NOT:     @second
  // CHECK:         func.func private @helper
  // CHECK:         gpu.func @first
  // CHECK-LABEL: gpu.module @kernels_0
  // CHECK-SAME:    [#nvvm.target<chip = "sm_90a">]
  // CHECK-DAG:     memref.global "private" @both
  // CHECK-DAG:     memref.global "private" @second
  // CHECK-DAG:     func.func private @helper
  // CHECK:         gpu.func @second_kernel
  // CHECK-NEXT:      memref.get_global @second
  gpu.module @kernels [#nvvm.target<chip = "sm_90a">] {
    memref.global "private" @both : memref<16xf32, 3>
    memref.global "private" @second : memref<32xf32, 3>
    func.func private @helper() {
      %0 = memref.get_global @both : memref<16xf32, 3>
      return
    }
    gpu.func @first() kernel {
      func.call @helper() : () -> ()
      gpu.return
    }
    gpu.func @second_kernel() kernel {
      %0 = memref.get_global @second : memref<32xf32, 3>
      func.call @helper() : () -> ()
      gpu.return
    }
  }
  // CHECK-LABEL: gpu.module @lone
  // CHECK-NOT:   gpu.module
  gpu.module @lone [#nvvm.target<chip = "sm_90a">] {
    gpu.func @first() kernel {
      gpu.return
    }
    gpu.func @unused() kernel {
      gpu.return
    }
  }
  // CHECK-LABEL: func.func @host
  // CHECK:         gpu.launch_func @kernels::@first
  // CHECK:         gpu.launch_func @kernels_0::@second_kernel
  // CHECK:         gpu.launch_func @lone::@first
  func.func @host() {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@first blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    gpu.launch_func @kernels::@second_kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    gpu.launch_func @lone::@first blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
}
