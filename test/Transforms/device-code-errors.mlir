// RUN: autotune-opt %s -split-input-file -verify-diagnostics -autotune-lower-matmul=target=h200
// RUN: autotune-opt %s -split-input-file -verify-diagnostics -autotune-attach-configs=target=h200

// A config asks for what can't be done.
gpu.module @theirs {
  gpu.func @kernel(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) kernel {
    // expected-error @below {{no kernel can serve it: it stands in a gpu.func, which is code for a device: only the host launches kernels}}
    linalg.matmul {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>}
        ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
    gpu.return
  }
}
