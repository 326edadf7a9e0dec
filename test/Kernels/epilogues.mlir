// The epilogue of a fact in the kernels of the templates.
// RUN: autotune-opt %s -split-input-file -autotune-attach-configs="target=h200 space=none" \
// RUN:   -autotune-lower-matmul=target=h200 | FileCheck %s

// Behind the last product, before the store, which rounds: the body has lost
// its own rounding to bf16 at the end, and kept that of what it reads. What
// functions become is arithmetic. Pairs are read of what is even and aligned, and
// 4096 are whole tiles, and whole clusters of them.
// CHECK-LABEL: func.func @wide
// CHECK: tile.kernel
// CHECK: %[[SUM:.*]] = tile.mma_wait pending(0)
// CHECK: %[[R:.*]] = tile.epilogue %[[SUM]] with %{{.*}}, %{{.*}} at[%{{.*}}, %{{.*}}] {alignments = array<i64: 8, 4>, inside} : <128x256xf32>, memref<1x?xf32, {{.*}}>, memref<?x?xbf16, {{.*}}> -> <128x256xf32>
// CHECK-NEXT: ^bb0(%[[S:.*]]: f32, %[[B:.*]]: f32, %[[M:.*]]: bf16):
// CHECK: %[[M32:.*]] = arith.extf %[[M]] : bf16 to f32
// CHECK-NEXT: arith.addf %[[S]], %[[B]] : f32
// CHECK-NOT: math.erf
// CHECK: %[[H:.*]] = arith.truncf %{{.*}} : f32 to bf16
// CHECK-NEXT: %[[H32:.*]] = arith.extf %[[H]] : bf16 to f32
// CHECK-NEXT: %[[LAST:.*]] = arith.addf %[[H32]], %[[M32]] : f32
// CHECK-NEXT: tile.yield %[[LAST]] : f32
// CHECK: tile.store %[[R]]
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
func.func @wide(%a: tensor<4096x4096xbf16>, %b: tensor<4096x4096xbf16>, %bias: tensor<4096xf32>, %residual: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %root = arith.constant 0.707106769 : f32
  %e = tensor.empty() : tensor<4096x4096xf32>
  %h = tensor.empty() : tensor<4096x4096xbf16>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %y = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 256, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [2, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = true, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) outs(%init : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %gelu = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %bias : tensor<4096x4096xf32>, tensor<4096xf32>) outs(%h : tensor<4096x4096xbf16>) {
  ^bb0(%s: f32, %c: f32, %o: bf16):
    %0 = arith.addf %s, %c : f32
    %1 = arith.mulf %0, %root : f32
    %2 = math.erf %1 : f32
    %3 = arith.addf %2, %one : f32
    %4 = arith.mulf %0, %half : f32
    %5 = arith.mulf %4, %3 : f32
    %6 = arith.truncf %5 : f32 to bf16
    linalg.yield %6 : bf16
  } -> tensor<4096x4096xbf16>
  %r = linalg.add ins(%gelu, %residual : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) outs(%h : tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
  return %r : tensor<4096x4096xbf16>
}

// -----

// Threads that have single elements load what they need of each: a row's and a
// column's, and that of a batch by its number.
// CHECK-LABEL: func.func @single
// CHECK: tile.kernel
// CHECK: scf.if
// CHECK: %[[ROW:.*]] = memref.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<1x?xf32,
// CHECK: %[[ALL:.*]] = memref.load %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}] : memref<?x?x?xf32,
// CHECK-NEXT: arith.addf %{{.*}}, %[[ROW]]
// CHECK-NEXT: arith.mulf %{{.*}}, %[[ALL]]
// CHECK-NEXT: memref.store
#id3 = affine_map<(b, i, j) -> (b, i, j)>
#row3 = affine_map<(b, i, j) -> (j)>
func.func @single(%a: tensor<3x5x7xf32>, %b: tensor<3x7x9xf32>, %bias: tensor<9xf32>, %scale: tensor<3x5x9xf32>) -> tensor<3x5x9xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x5x9xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<3x5x9xf32>) -> tensor<3x5x9xf32>
  %y = linalg.batch_matmul {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>}
      ins(%a, %b : tensor<3x5x7xf32>, tensor<3x7x9xf32>) outs(%init : tensor<3x5x9xf32>) -> tensor<3x5x9xf32>
  %r = linalg.generic {indexing_maps = [#id3, #row3, #id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%y, %bias, %scale : tensor<3x5x9xf32>, tensor<9xf32>, tensor<3x5x9xf32>) outs(%e : tensor<3x5x9xf32>) {
  ^bb0(%s: f32, %c: f32, %f: f32, %o: f32):
    %0 = arith.addf %s, %c : f32
    %1 = arith.mulf %0, %f : f32
    linalg.yield %1 : f32
  } -> tensor<3x5x9xf32>
  return %r : tensor<3x5x9xf32>
}

// -----

// What is stored in 8 bits is rounded by the store, too; where the function itself
// computes with such floats, integers round them.
// CHECK-LABEL: func.func @eight
// CHECK: tile.kernel
// CHECK: %[[SUM:.*]] = tile.mma_wait pending(0)
// CHECK: %[[R:.*]] = tile.epilogue %[[SUM]] at[%{{.*}}, %{{.*}}] : <128x128xf32> -> <128x128xf32>
// CHECK-NEXT: ^bb0(%[[S:.*]]: f32):
// CHECK: arith.minui
// CHECK-NOT: arith.minui
// CHECK: %[[LAST:.*]] = arith.addf %{{.*}}, %[[S]] : f32
// CHECK-NEXT: tile.yield %[[LAST]] : f32
// CHECK: tile.store %[[R]]
#id = affine_map<(i, j) -> (i, j)>
func.func @eight(%a: tensor<4096x4096xbf16>, %b: tensor<4096x4096xbf16>) -> tensor<4096x4096xf8E4M3FN> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4096x4096xf32>
  %h = tensor.empty() : tensor<4096x4096xf8E4M3FN>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 128, 64], stages = 4, consumers = 2>}
      ins(%a, %b : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) outs(%init : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<4096x4096xf32>) outs(%h : tensor<4096x4096xf8E4M3FN>) {
  ^bb0(%s: f32, %o: f8E4M3FN):
    %0 = arith.truncf %s : f32 to f8E5M2
    %1 = arith.extf %0 : f8E5M2 to f32
    %2 = arith.addf %1, %s : f32
    %3 = arith.truncf %2 : f32 to f8E4M3FN
    linalg.yield %3 : f8E4M3FN
  } -> tensor<4096x4096xf8E4M3FN>
  return %r : tensor<4096x4096xf8E4M3FN>
}
