// RUN: not autotune-opt %s -autotune-kernels-to-binary=format=isa 2>&1 | FileCheck %s

// MLIR's own error comes from the thread.
// CHECK: [[@LINE+2]]:3: error: the module has no target attributes
module attributes {gpu.container_module} {
  gpu.module @one {
    llvm.func @first() attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
  gpu.module @two {
    llvm.func @second() attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
}
