// Modules inside of one become part of it.
// RUN: autotune-opt %s -split-input-file -autotune-flatten-modules | FileCheck %s

// Names that are taken get that of their module before them, and their uses
// follow, also where the operation that uses them comes first.
// CHECK-LABEL: func.func private @external
// CHECK: func.func @f()
// CHECK-NOT: module @
// CHECK: func.func @g()
// CHECK-NEXT: call @first_f()
// CHECK-NEXT: call @external()
// CHECK: func.func @first_f()
// CHECK: memref.global "private" @first : memref<2xf32>
// CHECK: memref.global "private" @second_first : memref<4xf32>
// CHECK: func.func @second_f()
// CHECK: memref.get_global @second_first : memref<4xf32>
module @outer {
  func.func private @external()
  func.func @f() {
    return
  }
  module @first {
    func.func private @external()
    func.func @g() {
      call @f() : () -> ()
      call @external() : () -> ()
      return
    }
    func.func @f() {
      return
    }
    memref.global "private" @first : memref<2xf32>
  }
  module @second {
    memref.global "private" @first : memref<4xf32>
    func.func @f() {
      %0 = memref.get_global @first : memref<4xf32>
      return
    }
  }
}

// -----

// In a module without a name, and in one inside of it. A kernel's module, too,
// has a name that may be taken.
// CHECK-LABEL: module attributes {gpu.container_module}
// CHECK-NEXT: gpu.module @kernels
// CHECK: func.func @main()
// CHECK: gpu.module @inner_kernels
// CHECK-NEXT: gpu.func @k
// CHECK: gpu.launch_func @inner_kernels::@k
module {
  gpu.module @kernels {
  }
  module {
    module attributes {gpu.container_module} {
      func.func @main() {
        return
      }
      gpu.module @kernels {
        gpu.func @k() kernel {
          gpu.return
        }
      }
      func.func @launch() {
        %c1 = arith.constant 1 : index
        gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        return
      }
    }
  }
}

// -----

// What one module declares another one defines.
// CHECK-LABEL: func.func @caller()
// CHECK-NEXT: call @defined()
// CHECK: func.func @defined() {
// CHECK-NOT: func.func private @defined
module {
  func.func private @defined()
  func.func @caller() {
    call @defined() : () -> ()
    return
  }
  module @inner {
    func.func @defined() {
      return
    }
  }
}
