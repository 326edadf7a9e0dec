// Integers of 4 bits are upstream's, a byte for each, where neither a kernel reads any
// nor anything is multiplied beside.
// RUN: autotune-opt %s -split-input-file -verify-diagnostics -autotune-check-packed -o /dev/null
// RUN: sed '/^\/\/ -----/,$d' %s | autotune-opt -autotune-attach-configs='target=h200 space=none' -autotune-compile='target=h200 format=sim' | FileCheck %s

// CHECK-LABEL: llvm.func @widen(
func.func @widen(%w: memref<16x64xi4>, %c: memref<16x64xi32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%w : memref<16x64xi4>) outs(%c : memref<16x64xi32>) {
  ^bb0(%x: i4, %o: i32):
    %0 = arith.extsi %x : i4 to i32
    linalg.yield %0 : i32
  }
  return
}
func.func @other(%a: memref<16x64xf32>, %b: memref<64x16xf32>, %c: memref<16x16xf32>) {
  linalg.matmul ins(%a, %b : memref<16x64xf32>, memref<64x16xf32>) outs(%c : memref<16x16xf32>)
  return
}

// -----

// In the function of a product it would have been part of the product's kernel.
func.func @beside(%w: tensor<16x64xi4>, %b: tensor<64x16xf32>, %c: tensor<16x16xf32>) -> (tensor<16x64xi8>, tensor<16x16xf32>) {
  %e = tensor.empty() : tensor<16x64xi8>
  // expected-error @below {{is of integers of 4 bits, and no kernel computes it}}
  %x = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<16x64xi4>) outs(%e : tensor<16x64xi8>) {
  ^bb0(%in: i4, %o: i8):
    %0 = arith.extsi %in : i4 to i8
    linalg.yield %0 : i8
  } -> tensor<16x64xi8>
  %a = tensor.empty() : tensor<16x64xf32>
  %r = linalg.matmul ins(%a, %b : tensor<16x64xf32>, tensor<64x16xf32>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %x, %r : tensor<16x64xi8>, tensor<16x16xf32>
}

// -----

// What a kernel reads may be what another function has written.
gpu.module @kernels {
  tile.kernel @k(%A: memref<?x?xbf16>, %W: memref<?x?xi8>, %C: memref<?x?xf32>) {
    tile.role "r" warps(4) {
    }
  }
}
func.func @multiply(%x: memref<16x64xbf16>, %w: memref<2x64xi4>, %c: memref<16x2xf32>) {
  tile.launch @kernels::@k ins(%x, %w : memref<16x64xbf16>, memref<2x64xi4>) outs(%c : memref<16x2xf32>)
  return
}
func.func @quantise(%x: memref<2x64xi8>, %w: memref<2x64xi4>) {
  // expected-error @below {{is of integers of 4 bits, and no kernel computes it}}
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<2x64xi8>) outs(%w : memref<2x64xi4>) {
  ^bb0(%in: i8, %o: i4):
    %0 = arith.trunci %in : i8 to i4
    linalg.yield %0 : i4
  }
  return
}
