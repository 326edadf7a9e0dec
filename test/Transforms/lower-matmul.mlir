// Annotated matmuls become launches of tile kernels.
// RUN: autotune-opt %s -split-input-file -autotune-lower-matmul=target=h200 | FileCheck %s

// Config and provenance move on to the launch, which is told how many SMs the
// target has; the candidates have served. Matmuls without a config stay.
// CHECK-LABEL: func.func @attributes
// CHECK: tile.launch @autotune_kernels_sm_90a::@{{[a-z0-9_]+}} ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<8x16xf32>) outs(%arg2 : tensor<4x16xf32>) sms(132) {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>, autotune.provenance = #autotune.provenance<given>} -> tensor<4x16xf32>
// CHECK: linalg.matmul ins
func.func @attributes(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>) {
  %0 = linalg.matmul {autotune.candidates = [#autotune.config<simt>],
                      autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>,
                      autotune.provenance = #autotune.provenance<given>}
      ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %0, %1 : tensor<4x16xf32>, tensor<4x16xf32>
}

// -----

// A module without annotated matmuls gets no kernels.
// CHECK-LABEL: func.func @nothing
// CHECK-NOT: gpu.module
func.func @nothing() {
  return
}

// -----

// The zero fill goes with the matmul: the kernel overwrites what nobody filled.
// CHECK-LABEL: func.func @fill
// CHECK-NOT: linalg.fill
// CHECK: %[[E:.*]] = tensor.empty()
// CHECK-NOT: linalg.fill
// CHECK: tile.launch {{.*}} outs(%[[E]] :
func.func @fill(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>) -> tensor<4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
  %0 = linalg.matmul {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>}
      ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%f : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// -----

// A fill with another user stays for that one.
// CHECK-LABEL: func.func @shared_fill
// CHECK: %[[E:.*]] = tensor.empty()
// CHECK: %[[F:.*]] = linalg.fill
// CHECK: %[[R:.*]] = tile.launch {{.*}} outs(%[[E]] :
// CHECK: return %[[R]], %[[F]]
func.func @shared_fill(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
  %0 = linalg.matmul {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>}
      ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%f : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %0, %f : tensor<4x16xf32>, tensor<4x16xf32>
}

// -----

// With a K that may turn out to be 0 nothing may be launched: the zeros stay.
// CHECK-LABEL: func.func @dynamic_k
// CHECK: %[[F:.*]] = linalg.fill
// CHECK: tile.launch {{.*}} outs(%[[F]] :
func.func @dynamic_k(%a: tensor<4x?xf32>, %b: tensor<?x16xf32>) -> tensor<4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
  %0 = linalg.matmul {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>}
      ins(%a, %b : tensor<4x?xf32>, tensor<?x16xf32>) outs(%f : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// -----

// The same where a cast is taken over: its result gets the zeros.
// CHECK-LABEL: func.func @dynamic_k_cast
// CHECK: %[[E:.*]] = tensor.empty() : tensor<4x16xbf16>
// CHECK: %[[F:.*]] = linalg.fill ins(%{{.*}} : bf16) outs(%[[E]] : tensor<4x16xbf16>)
// CHECK: %[[R:.*]] = tile.launch {{.*}} outs(%[[F]] : tensor<4x16xbf16>)
// CHECK: return %[[R]]
func.func @dynamic_k_cast(%a: tensor<4x?xbf16>, %b: tensor<?x16xbf16>) -> tensor<4x16xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
  %0 = linalg.matmul {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>}
      ins(%a, %b : tensor<4x?xbf16>, tensor<?x16xbf16>) outs(%f : tensor<4x16xf32>) -> tensor<4x16xf32>
  %1 = arith.truncf %0 : tensor<4x16xf32> to tensor<4x16xbf16>
  return %1 : tensor<4x16xbf16>
}

// -----

// Dynamic sizes of a cast's result are those of the matmul's.
// CHECK-LABEL: func.func @dynamic_cast
// CHECK-SAME: %{{.*}}: tensor<?x8xbf16>, %{{.*}}: tensor<8x?xbf16>, %[[C:.*]]: tensor<?x?xf32>)
// CHECK: %[[M:.*]] = tensor.dim %{{.*}}, %c0
// CHECK: %[[N:.*]] = tensor.dim %{{.*}}, %c1
// CHECK: %[[E:.*]] = tensor.empty(%[[M]], %[[N]]) : tensor<?x?xbf16>
// CHECK: tile.launch {{.*}} outs(%[[E]] : tensor<?x?xbf16>)
func.func @dynamic_cast(%a: tensor<?x8xbf16>, %b: tensor<8x?xbf16>, %c: tensor<?x?xf32>) -> tensor<?x?xbf16> {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.matmul {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>}
      ins(%a, %b : tensor<?x8xbf16>, tensor<8x?xbf16>) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = arith.truncf %0 : tensor<?x?xf32> to tensor<?x?xbf16>
  return %1 : tensor<?x?xbf16>
}

// -----

// A cast between fill and matmul: the launch keeps the matmul's type.
// CHECK-LABEL: func.func @cast_fill
// CHECK: %[[S:.*]] = tensor.cast
// CHECK: tile.launch {{.*}} outs(%[[S]] : tensor<4x16xf32>) {{.*}} -> tensor<4x16xf32>
func.func @cast_fill(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<?x?xf32>) -> tensor<4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %s = tensor.cast %f : tensor<?x?xf32> to tensor<4x16xf32>
  %0 = linalg.matmul {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>}
      ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%s : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// -----

// On memrefs it is in place, and the fill goes too.
// CHECK-LABEL: func.func @memrefs
// CHECK-SAME: %[[A:.*]]: memref<4x8xf32>, %[[B:.*]]: memref<8x16xf32>, %[[C:.*]]: memref<4x16xf32>
// CHECK-NOT: linalg.fill
// CHECK: tile.launch {{.*}} ins(%[[A]], %[[B]] : memref<4x8xf32>, memref<8x16xf32>) outs(%[[C]] : memref<4x16xf32>)
// CHECK-NOT: ->
// CHECK: return
func.func @memrefs(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<4x16xf32>)
  linalg.matmul {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>}
      ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
  return
}

// -----

// A module in a module: the kernels stand where the launch finds them.
// CHECK: module @outer
// CHECK: module @inner
// CHECK: func.func @nested
// CHECK: tile.launch @autotune_kernels_sm_90a::@[[NAME:[a-z0-9_]+]]
// CHECK: gpu.module @autotune_kernels_sm_90a
// CHECK: tile.kernel @[[NAME]]
module @outer {
  module @inner {
    func.func @nested(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>) {
      linalg.matmul {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>}
          ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
      return
    }
  }
}

// -----

// Kernels join those of an earlier run.
// CHECK: gpu.module @autotune_kernels_sm_90a
// CHECK: tile.kernel @old
// CHECK: tile.kernel @matmul_simt_
// CHECK: func.func @again
// CHECK-NOT: gpu.module
gpu.module @autotune_kernels_sm_90a [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  tile.kernel @old() threads(32) {}
}
func.func @again(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>) {
  linalg.matmul {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>}
      ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
  return
}

// -----

// A config that was complete before its template had `reduce`, `load` and
// `dependent_launch` is one with their defaults. One that was complete when it
// had `stream_k` and `evict_last` is one without.
// CHECK-LABEL: func.func @stored
// CHECK: tile.launch @[[KERNEL:[a-z0-9_]+::@[a-z0-9_]+]] ins
// CHECK: tile.launch @[[KERNEL]] ins
// CHECK: tile.launch @[[KERNEL]] ins
// CHECK-COUNT-1: tile.kernel
// CHECK-NOT: tile.kernel
func.func @stored(%a: tensor<256x256xbf16>, %b: tensor<256x256xbf16>, %c: tensor<256x256xf32>) -> (tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>) {
  %0 = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 128, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, swap = false, persistent = true, store = direct, ctas_per_sm = 1, evict_first = none>}
      ins(%a, %b : tensor<256x256xbf16>, tensor<256x256xbf16>) outs(%c : tensor<256x256xf32>) -> tensor<256x256xf32>
  %1 = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 128, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = true, load = tma, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<256x256xbf16>, tensor<256x256xbf16>) outs(%c : tensor<256x256xf32>) -> tensor<256x256xf32>
  %2 = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 128, 64], stages = 4, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, stream_k = false, swap = false, persistent = true, load = tma, store = direct, ctas_per_sm = 1, evict_first = none, evict_last = none, dependent_launch = false>}
      ins(%a, %b : tensor<256x256xbf16>, tensor<256x256xbf16>) outs(%c : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %0, %1, %2 : tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>
}
