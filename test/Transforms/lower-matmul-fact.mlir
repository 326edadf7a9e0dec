// Between attaching and lowering the IR may change. The kernel is that of the
// matmul that is lowered, and a warning says that its config was chosen for
// another.
// RUN: autotune-opt %s -split-input-file -verify-diagnostics -autotune-lower-matmul=target=h200 | FileCheck %s

#c = #autotune.config<simt, tile = [32, 32, 8], thread = [2, 2]>

// Another operation reads the sum, so that the bias is none of the kernel's.
// CHECK-LABEL: func.func @shared
// CHECK: tile.launch {{.*}} ins(%{{.*}}, %{{.*}} : tensor<64x16xf32>, tensor<16x32xf32>) outs(%{{.*}} : tensor<64x32xf32>) sms
func.func @shared(%a: tensor<64x16xf32>, %b: tensor<16x32xf32>, %c: tensor<64x32xf32>) -> tensor<64x32xf32> {
  // expected-warning@+2 {{was chosen for '64x32x16 f32 -> f32 accumulate then 0123456789abcdef f32[n]', but the matmul is '64x32x16 f32 -> f32 accumulate' here}}
  // expected-note@+1 {{remove autotune.config}}
  %0 = linalg.matmul {autotune.config = #c, autotune.fact = "64x32x16 f32 -> f32 accumulate then 0123456789abcdef f32[n]"}
      ins(%a, %b : tensor<64x16xf32>, tensor<16x32xf32>) outs(%c : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %0 : tensor<64x32xf32>
}

// -----

#c = #autotune.config<simt, tile = [32, 32, 8], thread = [2, 2]>

// Buffers have strides that tensors have not.
// CHECK-LABEL: func.func @buffers
// CHECK: tile.launch
func.func @buffers(%a: memref<64x16xf32, strided<[?, 1], offset: ?>>, %b: memref<16x32xf32>, %c: memref<64x32xf32>) {
  // expected-warning@+2 {{was chosen for '64x32x16 f32 -> f32 accumulate', but the matmul is '64x32x16 f32 -> f32 accumulate a(stride=?, align=4)' here}}
  // expected-note@+1 {{remove autotune.config}}
  linalg.matmul {autotune.config = #c, autotune.fact = "64x32x16 f32 -> f32 accumulate"}
      ins(%a, %b : memref<64x16xf32, strided<[?, 1], offset: ?>>, memref<16x32xf32>) outs(%c : memref<64x32xf32>)
  return
}

// -----

#c = #autotune.config<hopper_wgmma, tile = [64, 16, 128], stages = 2, consumers = 1, schedule = cooperative, in_turn = false, promote = 1, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = false, load = tma, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>

// A config for a sum of two products, of which the second one has got a config.
// CHECK-LABEL: func.func @apart
// CHECK-COUNT-2: tile.launch
func.func @apart(%a: tensor<256x64xbf16>, %b: tensor<64x256xbf16>, %c: tensor<256x256xf32>) -> tensor<256x256xf32> {
  // expected-warning@+2 {{was chosen for '256x256x64+64 bf16 -> f32 accumulate', but the matmul is '256x256x64 bf16 -> f32 accumulate' here}}
  // expected-note@+1 {{remove autotune.config}}
  %0 = linalg.matmul {autotune.config = #c, autotune.fact = "256x256x64+64 bf16 -> f32 accumulate"}
      ins(%a, %b : tensor<256x64xbf16>, tensor<64x256xbf16>) outs(%c : tensor<256x256xf32>) -> tensor<256x256xf32>
  %1 = linalg.matmul {autotune.config = #c, autotune.fact = "256x256x64 bf16 -> f32 accumulate"} ins(%a, %b : tensor<256x64xbf16>, tensor<64x256xbf16>) outs(%0 : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %1 : tensor<256x256xf32>
}

// -----

#c = #autotune.config<hopper_wgmma, tile = [64, 16, 128], stages = 2, consumers = 1, schedule = cooperative, in_turn = false, promote = 1, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = false, load = tma, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>

// Whether two matmuls are one kernel is what the config was chosen for, and is not
// estimated again.
// CHECK-LABEL: func.func @together
// CHECK: tile.launch {{.*}} with(
// CHECK-NOT: linalg.matmul
// CHECK-LABEL: func.func @alone
// CHECK: tile.launch
// CHECK-NOT: with(
// CHECK: linalg.matmul
func.func @together(%a: tensor<256x64xbf16>, %b: tensor<64x256xbf16>, %c: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %0 = linalg.matmul {autotune.config = #c, autotune.fact = "256x256x64+64 bf16 -> f32 accumulate"}
      ins(%a, %b : tensor<256x64xbf16>, tensor<64x256xbf16>) outs(%c : tensor<256x256xf32>) -> tensor<256x256xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<256x64xbf16>, tensor<64x256xbf16>) outs(%0 : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %1 : tensor<256x256xf32>
}
func.func @alone(%a: tensor<256x64xbf16>, %b: tensor<64x256xbf16>, %c: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %0 = linalg.matmul {autotune.config = #c, autotune.fact = "256x256x64 bf16 -> f32 accumulate"}
      ins(%a, %b : tensor<256x64xbf16>, tensor<64x256xbf16>) outs(%c : tensor<256x256xf32>) -> tensor<256x256xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<256x64xbf16>, tensor<64x256xbf16>) outs(%0 : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %1 : tensor<256x256xf32>
}

// -----

// Bufferization's allocations are aligned to 64 bytes and not to the 256 of a
// tensor, which is no news to any kernel.
// CHECK-LABEL: func.func @aligned
// CHECK: tile.launch
func.func @aligned(%a: memref<64x16xf32>, %b: memref<16x32xf32>) -> memref<64x32xf32> {
  %c = memref.alloc() {alignment = 64 : i64} : memref<64x32xf32>
  linalg.matmul {autotune.config = #autotune.config<simt, tile = [32, 32, 8], thread = [2, 2]>, autotune.fact = "64x32x16 f32 -> f32"}
      ins(%a, %b : memref<64x16xf32>, memref<16x32xf32>) outs(%c : memref<64x32xf32>)
  return %c : memref<64x32xf32>
}

// -----

// What is not legal for what is there stays an error.
func.func @illegal(%a: memref<64x16xbf16, strided<[?, 1], offset: ?>>, %b: memref<16x32xbf16>, %c: memref<64x32xf32>) {
  // expected-error@+1 {{has a config that breaks}}
  linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 16, 128], stages = 2, consumers = 1, schedule = cooperative, in_turn = false, promote = 1, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = false, load = tma, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>, autotune.fact = "64x32x16 bf16 -> f32 accumulate"}
      ins(%a, %b : memref<64x16xbf16, strided<[?, 1], offset: ?>>, memref<16x32xbf16>) outs(%c : memref<64x32xf32>)
  return
}
