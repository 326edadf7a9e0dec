// Sums in f16 (`autotune.accumulator = "f16"`) as a tile program.
// RUN: autotune-opt %s -split-input-file -autotune-attach-configs="target=h200 space=none" \
// RUN:   -autotune-lower-matmul=target=h200 | FileCheck %s
// RUN: sed -n '1,/^\/\/ -----/p' %s \
// RUN:   | autotune-opt -autotune-attach-configs="target=h200 space=none" -autotune-lower-matmul=target=h200 \
// RUN:   | sed -n '/^  gpu.module @/,/^  }/p' \
// RUN:   | autotune-opt -autotune-lower-kernels | FileCheck %s --check-prefix=NVVM
// RUN: sed -n '1,/^\/\/ -----/p' %s \
// RUN:   | autotune-opt -autotune-attach-configs="target=h200 space=none" -autotune-lower-matmul=target=h200 \
// RUN:   | sed -n '/^  gpu.module @/,/^  }/p' \
// RUN:   | autotune-opt -autotune-lower-kernels -gpu-module-to-binary=format=isa \
// RUN:   | sed 's/\\0A/\n/g' | FileCheck %s --check-prefix=PTX

// They become C as they are.
// CHECK-LABEL: func.func @plain
// CHECK: tile.role "consumer"
// CHECK: tile.mma %{{.*}} transpose_b : <256x64xf16, 256x64xf16> -> <256x256xf16>
// CHECK: scf.for
// CHECK: %[[SUM:.*]] = tile.mma_wait pending(0)
// CHECK-NOT: tile.map
// CHECK: tile.store %[[SUM]], {{.*}} through {{.*}} : <256x256xf16>

// Two to a register.
// NVVM: wgmma.mma_async.sync.aligned.m64n256k16.f16.f16.f16 {{.*}} : (i32, i32, {{.*}} -> !llvm.struct<(i32, i32,
// NVVM-NOT: fpext
// NVVM-NOT: cvt.rn.f16x2
// PTX: wgmma.mma_async.sync.aligned.m64n256k16.f16.f16.f16
// PTX-NOT: cvt.f32.f16
// PTX-NOT: cvt.rn.f16
// PTX: stmatrix.sync.aligned.m8n8.x4

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

func.func @plain(%a: tensor<512x512xf16>, %b: tensor<512x512xf16>) -> tensor<512x512xf16> {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<512x512xf16>
  %f = linalg.fill ins(%zero : f16) outs(%e : tensor<512x512xf16>) -> tensor<512x512xf16>
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      {autotune.accumulator = "f16", autotune.config = #autotune.config<hopper_wgmma, tile = [256, 256, 64], stages = 3, consumers = 2, schedule = cooperative, split_k = 1, swap = false, persistent = true, store = tma>}
      ins(%a, %b : tensor<512x512xf16>, tensor<512x512xf16>) outs(%f : tensor<512x512xf16>) -> tensor<512x512xf16>
  return %d : tensor<512x512xf16>
}

// -----

// They begin with C, which is read as it is.
// CHECK-LABEL: func.func @added
// CHECK: %[[C:.*]] = tile.read %{{.*}} : memref<{{.*}}xf16{{.*}}> -> <128x256xf16>
// CHECK: tile.mma %{{.*}}, %[[C]] : <128x64xf16, 64x256xf16>, !tile.fragment<128x256xf16> -> <128x256xf16>
// CHECK: %[[SUM:.*]] = tile.mma_wait pending(0)
// CHECK-NOT: tile.map
// CHECK: tile.store %[[SUM]], {{.*}} : <128x256xf16>
func.func @added(%a: tensor<512x512xf16>, %b: tensor<512x512xf16>, %c: tensor<512x512xf16>) -> tensor<512x512xf16> {
  %d = linalg.matmul
      {autotune.accumulator = "f16", autotune.config = #autotune.config<hopper_wgmma, tile = [128, 256, 64], stages = 3, consumers = 2, schedule = cooperative, split_k = 1, swap = false, persistent = true, store = direct>}
      ins(%a, %b : tensor<512x512xf16>, tensor<512x512xf16>) outs(%c : tensor<512x512xf16>) -> tensor<512x512xf16>
  return %d : tensor<512x512xf16>
}

// -----

// An epilogue takes them in f32, and what it first does is to round, as of others.
// CHECK-LABEL: func.func @relu
// CHECK: %[[SUM:.*]] = tile.mma_wait pending(0) {{.*}} : !tile.fragment<128x128xf16> -> !tile.fragment<128x128xf16>
// CHECK: %[[WIDE:.*]] = tile.map %[[SUM]] : !tile.fragment<128x128xf16> -> !tile.fragment<128x128xf32> {
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: tile.epilogue %[[WIDE]] {{.*}} : <128x128xf32> -> <128x128xf32> {
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK: tile.store {{.*}} : <128x128xf32>
func.func @relu(%a: tensor<512x512xf16>, %b: tensor<512x512xf16>) -> tensor<512x512xf16> {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<512x512xf16>
  %f = linalg.fill ins(%zero : f16) outs(%e : tensor<512x512xf16>) -> tensor<512x512xf16>
  %d = linalg.matmul
      {autotune.accumulator = "f16", autotune.config = #autotune.config<hopper_wgmma, tile = [128, 128, 64], stages = 3, consumers = 2, schedule = cooperative, split_k = 1>}
      ins(%a, %b : tensor<512x512xf16>, tensor<512x512xf16>) outs(%f : tensor<512x512xf16>) -> tensor<512x512xf16>
  %r = arith.maximumf %d, %f : tensor<512x512xf16>
  return %r : tensor<512x512xf16>
}

// -----

// Parts of a sum are added up in f32, and so is C.
// CHECK-LABEL: func.func @shared
// CHECK: %[[SUM:.*]] = tile.mma_wait pending(0) {{.*}} -> !tile.fragment<64x64xf16>
// CHECK: %[[WIDE:.*]] = tile.map %[[SUM]] : !tile.fragment<64x64xf16> -> !tile.fragment<64x64xf32> {
// CHECK: tile.contribute %[[WIDE]] to
// CHECK: tile.collect %[[WIDE]] of
// CHECK: tile.read %{{.*}} : memref<{{.*}}xf16{{.*}}> -> <64x16xf32>
// CHECK: tile.store {{.*}} : <64x16xf32>
func.func @shared(%a: tensor<512x512xf16>, %b: tensor<512x512xf16>, %c: tensor<512x512xf16>) -> tensor<512x512xf16> {
  %d = linalg.matmul
      {autotune.accumulator = "f16", autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], stages = 3, consumers = 1, schedule = cooperative, split_k = 4, reduce = shares, store = direct>}
      ins(%a, %b : tensor<512x512xf16>, tensor<512x512xf16>) outs(%c : tensor<512x512xf16>) -> tensor<512x512xf16>
  return %d : tensor<512x512xf16>
}
