// How the simt template reads as a tile program.
// RUN: autotune-opt %s -split-input-file -autotune-attach-configs="target=h200 space=none" \
// RUN:   -autotune-lower-matmul=target=h200 | FileCheck %s

// The whole: tiles of A and B in shared memory, K x M and K x N, zeros outside; each
// thread multiplies a block of 2 x 1 of the 32 x 16, and stores what is inside.
// CHECK-LABEL: func.func @whole
// CHECK: memref.global "private" @[[NAME:matmul_simt_[0-9a-f]+]]_a : memref<8x32xf32, 3>
// CHECK: memref.global "private" @[[NAME]]_b : memref<8x16xf32, 3>
// CHECK: tile.kernel @[[NAME]](%[[A:[a-z0-9]+]]: {{.*}}, %[[B:[a-z0-9]+]]: {{.*}}, %[[C:[a-z0-9]+]]: {{.*}}) threads(256) {
// CHECK: %[[SA:.*]] = memref.get_global @[[NAME]]_a
// CHECK: %[[SB:.*]] = memref.get_global @[[NAME]]_b
// CHECK: %[[T:.*]] = gpu.thread_id  x
// CHECK: tile.for_each_tile (%[[M:[a-z0-9]+]], %[[N:[a-z0-9]+]], %{{.*}}, %{{.*}}) in ({{.*}}) tile(32, 16, 8) raster(along_m, 8) {
// CHECK: scf.for %[[K:[a-z0-9]+]] = %{{.*}} to %{{.*}} step %c8{{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (f32, f32)
// CHECK: scf.for %{{.*}} = %[[T]] to %c256{{.*}} step %c256
// CHECK: scf.if
// CHECK: memref.load %[[A]]
// CHECK: memref.store %{{.*}}, %[[SA]]
// CHECK: scf.for %{{.*}} = %[[T]] to %c128{{.*}} step %c256
// CHECK: memref.load %[[B]]
// CHECK: memref.store %{{.*}}, %[[SB]]
// CHECK: gpu.barrier
// CHECK: scf.for
// CHECK: arith.mulf %{{.*}}, %{{.*}} fastmath<contract> : f32
// CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<contract> : f32
// CHECK: gpu.barrier
// CHECK-COUNT-2: memref.store %{{.*}}, %[[C]]
func.func @whole(%a: tensor<33x29xf32>, %b: tensor<29x17xf32>, %c: tensor<33x17xf32>) -> tensor<33x17xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<33x17xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<33x17xf32>) -> tensor<33x17xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<simt, tile = [32, 16, 8], thread = [2, 1]>}
      ins(%a, %b : tensor<33x29xf32>, tensor<29x17xf32>) outs(%f : tensor<33x17xf32>) -> tensor<33x17xf32>
  return %d : tensor<33x17xf32>
}

// -----

// 16-bit floats are multiplied and summed in f32.
// CHECK-LABEL: func.func @bf16
// CHECK: tile.kernel @[[NAME:matmul_simt_[0-9a-f]+]](%[[A:[a-z0-9]+]]: memref<?x?xbf16, {{.*}}>, %[[B:[a-z0-9]+]]: memref<?x?xbf16, {{.*}}>, %[[C:[a-z0-9]+]]: memref<?x?xbf16, {{.*}}>)
// CHECK: arith.extf %{{.*}} : bf16 to f32
// CHECK: arith.mulf %{{.*}} : f32
// CHECK: arith.truncf %{{.*}} : f32 to bf16
func.func @bf16(%a: tensor<33x29xbf16>, %b: tensor<29x17xbf16>, %c: tensor<33x17xbf16>) -> tensor<33x17xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<33x17xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<33x17xf32>) -> tensor<33x17xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<simt, tile = [32, 16, 8], thread = [2, 1]>}
      ins(%a, %b : tensor<33x29xbf16>, tensor<29x17xbf16>) outs(%f : tensor<33x17xf32>) -> tensor<33x17xf32>
  %r = arith.truncf %d : tensor<33x17xf32> to tensor<33x17xbf16>
  return %r : tensor<33x17xbf16>
}

// -----

// Operands of two types, each widened from its own.
// CHECK-LABEL: func.func @mixed
// CHECK: tile.kernel @[[NAME:matmul_simt_[0-9a-f]+]](%[[A:[a-z0-9]+]]: memref<?x?xbf16, {{.*}}>, %[[B:[a-z0-9]+]]: memref<?x?xf16, {{.*}}>, %[[C:[a-z0-9]+]]: memref<?x?xf32, {{.*}}>)
// CHECK: arith.extf %{{.*}} : bf16 to f32
// CHECK: arith.extf %{{.*}} : f16 to f32
func.func @mixed(%a: tensor<33x29xbf16>, %b: tensor<29x17xf16>, %c: tensor<33x17xf32>) -> tensor<33x17xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<33x17xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<33x17xf32>) -> tensor<33x17xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<simt, tile = [32, 16, 8], thread = [2, 1]>}
      ins(%a, %b : tensor<33x29xbf16>, tensor<29x17xf16>) outs(%f : tensor<33x17xf32>) -> tensor<33x17xf32>
  return %d : tensor<33x17xf32>
}

// -----

// Doubles stay doubles.
// CHECK-LABEL: func.func @f64
// CHECK: tile.kernel @[[NAME:matmul_simt_[0-9a-f]+]](%[[A:[a-z0-9]+]]: memref<?x?xf64, {{.*}}>, %[[B:[a-z0-9]+]]: memref<?x?xf64, {{.*}}>, %[[C:[a-z0-9]+]]: memref<?x?xf64, {{.*}}>)
// CHECK: arith.mulf %{{.*}} : f64
func.func @f64(%a: tensor<33x29xf64>, %b: tensor<29x17xf64>, %c: tensor<33x17xf64>) -> tensor<33x17xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<33x17xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<33x17xf64>) -> tensor<33x17xf64>
  %d = linalg.matmul {autotune.config = #autotune.config<simt, tile = [32, 16, 8], thread = [2, 1]>}
      ins(%a, %b : tensor<33x29xf64>, tensor<29x17xf64>) outs(%f : tensor<33x17xf64>) -> tensor<33x17xf64>
  return %d : tensor<33x17xf64>
}

// -----

// Integers are sign-extended and wrap.
// CHECK-LABEL: func.func @signed
// CHECK: tile.kernel @[[NAME:matmul_simt_[0-9a-f]+]](%[[A:[a-z0-9]+]]: memref<?x?xi8, {{.*}}>, %[[B:[a-z0-9]+]]: memref<?x?xi8, {{.*}}>, %[[C:[a-z0-9]+]]: memref<?x?xi32, {{.*}}>)
// CHECK-COUNT-3: arith.extsi %{{.*}} : i8 to i32
// CHECK-NOT: arith.ext
// CHECK: arith.muli %{{.*}} : i32
func.func @signed(%a: tensor<33x29xi8>, %b: tensor<29x17xi8>, %c: tensor<33x17xi32>) -> tensor<33x17xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<33x17xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<33x17xi32>) -> tensor<33x17xi32>
  %d = linalg.matmul {autotune.config = #autotune.config<simt, tile = [32, 16, 8], thread = [2, 1]>}
      ins(%a, %b : tensor<33x29xi8>, tensor<29x17xi8>) outs(%f : tensor<33x17xi32>) -> tensor<33x17xi32>
  return %d : tensor<33x17xi32>
}

// -----

// cast_unsigned zero-extends.
// CHECK-LABEL: func.func @unsigned
// CHECK: tile.kernel @[[NAME:matmul_simt_[0-9a-f]+]](%[[A:[a-z0-9]+]]: memref<?x?xi8, {{.*}}>, %[[B:[a-z0-9]+]]: memref<?x?xi8, {{.*}}>, %[[C:[a-z0-9]+]]: memref<?x?xi32, {{.*}}>)
// CHECK-COUNT-3: arith.extui %{{.*}} : i8 to i32
// CHECK-NOT: arith.ext
// CHECK: arith.muli %{{.*}} : i32
func.func @unsigned(%a: tensor<33x29xi8>, %b: tensor<29x17xi8>, %c: tensor<33x17xi32>) -> tensor<33x17xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<33x17xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<33x17xi32>) -> tensor<33x17xi32>
  %d = linalg.matmul {autotune.config = #autotune.config<simt, tile = [32, 16, 8], thread = [2, 1]>, cast = #linalg.type_fn<cast_unsigned>}
      ins(%a, %b : tensor<33x29xi8>, tensor<29x17xi8>) outs(%f : tensor<33x17xi32>) -> tensor<33x17xi32>
  return %d : tensor<33x17xi32>
}

// -----

// Unsigned integers become floats as such.
// CHECK-LABEL: func.func @unsigned_float
// CHECK: tile.kernel @[[NAME:matmul_simt_[0-9a-f]+]](%[[A:[a-z0-9]+]]: memref<?x?xi8, {{.*}}>, %[[B:[a-z0-9]+]]: memref<?x?xi8, {{.*}}>, %[[C:[a-z0-9]+]]: memref<?x?xf32, {{.*}}>)
// CHECK: arith.uitofp %{{.*}} : i8 to f32
func.func @unsigned_float(%a: tensor<33x29xi8>, %b: tensor<29x17xi8>, %c: tensor<33x17xf32>) -> tensor<33x17xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<33x17xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<33x17xf32>) -> tensor<33x17xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<simt, tile = [32, 16, 8], thread = [2, 1]>, cast = #linalg.type_fn<cast_unsigned>}
      ins(%a, %b : tensor<33x29xi8>, tensor<29x17xi8>) outs(%f : tensor<33x17xf32>) -> tensor<33x17xf32>
  return %d : tensor<33x17xf32>
}

// -----

// A real init is read where it is written; a sum of i8 is one of i32, cut off.
// CHECK-LABEL: func.func @accumulate
// CHECK: tile.kernel @[[NAME:matmul_simt_[0-9a-f]+]](%[[A:[a-z0-9]+]]: memref<?x?xi8, {{.*}}>, %[[B:[a-z0-9]+]]: memref<?x?xi8, {{.*}}>, %[[C:[a-z0-9]+]]: memref<?x?xi8, {{.*}}>)
// CHECK: %[[OLD:.*]] = memref.load %[[C]]
// CHECK: arith.extsi %[[OLD]] : i8 to i32
// CHECK: arith.trunci %{{.*}} : i32 to i8
// CHECK: memref.store %{{.*}}, %[[C]]
func.func @accumulate(%a: tensor<33x29xi8>, %b: tensor<29x17xi8>, %c: tensor<33x17xi8>) -> tensor<33x17xi8> {
  %d = linalg.matmul {autotune.config = #autotune.config<simt, tile = [32, 16, 8], thread = [2, 1]>}
      ins(%a, %b : tensor<33x29xi8>, tensor<29x17xi8>) outs(%c : tensor<33x17xi8>) -> tensor<33x17xi8>
  return %d : tensor<33x17xi8>
}

// -----

// Transposed operands change which index comes first in memory, not the tiles.
// CHECK-LABEL: func.func @transposed
// CHECK: memref.global "private" @{{.*}}_a : memref<8x32xf32, 3>
// CHECK: memref.global "private" @{{.*}}_b : memref<8x16xf32, 3>
// CHECK: tile.kernel @[[NAME:matmul_simt_[0-9a-f]+]](%[[A:[a-z0-9]+]]: memref<?x?xf32, {{.*}}>, %[[B:[a-z0-9]+]]: memref<?x?xf32, {{.*}}>, %[[C:[a-z0-9]+]]: memref<?x?xf32, {{.*}}>)
// CHECK: tile.for_each_tile (%[[M:[a-z0-9]+]], %[[N:[a-z0-9]+]], %{{.*}}, %{{.*}}) in
// CHECK: scf.for %[[K:[a-z0-9]+]] =
// CHECK: %[[ROW:.*]] = arith.addi %[[M]],
// CHECK: %[[DEPTH:.*]] = arith.addi %[[K]],
// CHECK: memref.load %[[A]][%[[DEPTH]], %[[ROW]]]
// CHECK: %[[COLUMN:.*]] = arith.addi %[[N]],
// CHECK: %[[DEPTH1:.*]] = arith.addi %[[K]],
// CHECK: memref.load %[[B]][%[[COLUMN]], %[[DEPTH1]]]
func.func @transposed(%a: tensor<29x33xf32>, %b: tensor<17x29xf32>, %c: tensor<33x17xf32>) -> tensor<33x17xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<33x17xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<33x17xf32>) -> tensor<33x17xf32>
  %d = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<simt, tile = [32, 16, 8], thread = [2, 1]>}
      ins(%a, %b : tensor<29x33xf32>, tensor<17x29xf32>) outs(%f : tensor<33x17xf32>) -> tensor<33x17xf32>
  return %d : tensor<33x17xf32>
}
