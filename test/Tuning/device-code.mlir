// The tuner leaves code for a device alone, and says so.
// RUN: autotune-bench tune %s -o %t.mlir --effort=none --target=h200 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t.mlir

// REMARK: remark: left alone: it stands in a gpu.func, which is code for a device: only the host launches kernels
// CHECK-LABEL: gpu.func @kernel(
// CHECK-NOT: autotune.config
// CHECK: gpu.return
// CHECK-LABEL: func.func @host(
// CHECK: autotune.config
module attributes {gpu.container_module} {
  gpu.module @theirs {
    gpu.func @kernel(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) kernel {
      linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
      gpu.return
    }
  }
  func.func @host(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
    linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
    return
  }
}
