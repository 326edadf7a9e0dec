// What lowers the rest of a program would read a byte for each integer of 4 bits.
// RUN: autotune-opt %s -split-input-file -verify-diagnostics -autotune-attach-configs='target=h200 space=none' -autotune-compile='target=h200 format=sim'

// No kernel serves both factors of 4 bits.
func.func @both(%a: memref<16x64xi4>, %b: memref<64x16xi4>, %c: memref<16x16xi32>) {
  // expected-error @below {{is of integers of 4 bits, and no kernel computes it: the host's code has a byte for each, where kernels have two in one}}
  linalg.matmul ins(%a, %b : memref<16x64xi4>, memref<64x16xi4>) outs(%c : memref<16x16xi32>)
  return
}

// -----

// Rows of less than 16 bytes.
func.func @short(%x: tensor<16x16xbf16>, %w: tensor<16x16xi4>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // expected-error @below {{'linalg.generic' op is of integers of 4 bits, and no kernel computes it}}
  %d = arith.sitofp %w : tensor<16x16xi4> to tensor<16x16xbf16>
  %r = linalg.matmul ins(%x, %d : tensor<16x16xbf16>, tensor<16x16xbf16>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %r : tensor<16x16xf32>
}

// -----

gpu.module @kernels {
  tile.kernel @k(%A: memref<?x?xbf16>, %W: memref<?x?xi8>, %C: memref<?x?xf32>) {
    tile.role "r" warps(4) {
    }
  }
}
func.func @constant(%x: tensor<16x64xbf16>, %c: tensor<16x2xf32>) -> tensor<16x2xf32> {
  %w = arith.constant dense<3> : tensor<2x64xi4>
  // expected-error @below {{takes a constant of integers of 4 bits, which is laid out with a byte for each}}
  %r = tile.launch @kernels::@k ins(%x, %w : tensor<16x64xbf16>, tensor<2x64xi4>) outs(%c : tensor<16x2xf32>) -> tensor<16x2xf32>
  return %r : tensor<16x2xf32>
}

// -----

gpu.module @kernels {
  tile.kernel @k(%A: memref<?x?xbf16>, %W: memref<?x?xi8>, %C: memref<?x?xf32>) {
    tile.role "r" warps(4) {
    }
  }
}
func.func @part(%x: tensor<16x64xbf16>, %c: tensor<16x2xf32>) -> tensor<16x2xf32> {
  %all = arith.constant sparse<[[0, 0], [1, 1]], [1, 2]> : tensor<4x64xi4>
  %w = tensor.extract_slice %all[2, 0] [2, 64] [1, 1] : tensor<4x64xi4> to tensor<2x64xi4>
  // expected-error @below {{takes a constant of integers of 4 bits, which is laid out with a byte for each}}
  %r = tile.launch @kernels::@k ins(%x, %w : tensor<16x64xbf16>, tensor<2x64xi4>) outs(%c : tensor<16x2xf32>) -> tensor<16x2xf32>
  return %r : tensor<16x2xf32>
}

// -----

gpu.module @kernels {
  tile.kernel @k(%A: memref<?x?xbf16>, %W: memref<?x?xi8>, %C: memref<?x?xf32>) {
    tile.role "r" warps(4) {
    }
  }
}
memref.global "private" constant @weights : memref<2x64xi4> = dense<3>
func.func @global(%x: memref<16x64xbf16>, %c: memref<16x2xf32>) {
  %w = memref.get_global @weights : memref<2x64xi4>
  // expected-error @below {{takes a constant of integers of 4 bits, which is laid out with a byte for each}}
  tile.launch @kernels::@k ins(%x, %w : memref<16x64xbf16>, memref<2x64xi4>) outs(%c : memref<16x2xf32>)
  return
}

// -----

// One that a kernel serves.
func.func @served(%x: tensor<16x512xbf16>, %w: tensor<192x512xi4>, %c: tensor<16x192xf32>) -> tensor<16x192xf32> {
  %d = arith.sitofp %w : tensor<192x512xi4> to tensor<192x512xbf16>
  %r = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%x, %d : tensor<16x512xbf16>, tensor<192x512xbf16>) outs(%c : tensor<16x192xf32>) -> tensor<16x192xf32>
  return %r : tensor<16x192xf32>
}
