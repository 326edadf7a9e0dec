// Inputs on memrefs that a kernel is given as they lie, not as the matmul has them.
// RUN: autotune-opt %s -split-input-file -autotune-attach-configs='target=h200 space=none' -autotune-lower-matmul=target=h200 | %long_configs | FileCheck %s
// RUN: autotune-opt %s -split-input-file -autotune-group-matmuls='target=h200 min-problems=2' -autotune-attach-configs='target=h200 space=none' -autotune-lower-matmul=target=h200 | %long_configs | FileCheck %s --check-prefix=GROUP

#at = affine_map<(m, n, k) -> (k, m)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>

// A column-major B is the transpose of rows, and a column-major A^T is A: wgmma
// loads both by TMA.
// CHECK-LABEL: func.func @columns(
// CHECK-DAG: %[[A:.*]] = memref.transpose %arg0 (d0, d1) -> (d1, d0) : memref<256x128xbf16, strided<[1, 256]>> to memref<128x256xbf16, strided<[256, 1]>>
// CHECK-DAG: %[[B:.*]] = memref.transpose %arg1 (d0, d1) -> (d1, d0) : memref<256x512xbf16, strided<[1, 320]>> to memref<512x256xbf16, strided<[320, 1]>>
// CHECK: tile.launch {{.*}} ins(%[[A]], %[[B]] : {{.*}}) outs(%arg2 : memref<128x512xf32>) {{.*}}config<hopper_wgmma, {{.*}}load = tma
func.func @columns(%a: memref<256x128xbf16, strided<[1, 256]>>, %b: memref<256x512xbf16, strided<[1, 320]>>, %c: memref<128x512xf32>) {
  linalg.matmul indexing_maps = [#at, #b, #c] ins(%a, %b : memref<256x128xbf16, strided<[1, 256]>>, memref<256x512xbf16, strided<[1, 320]>>) outs(%c : memref<128x512xf32>)
  return
}

// -----

// Of a batch that is one matrix over and over, that matrix.
// CHECK-LABEL: func.func @shared(
// CHECK: %[[A:.*]] = memref.subview %arg0[0, 0, 0] [1, 128, 256] [1, 1, 1] : memref<4x128x256xbf16, strided<[0, 256, 1]>> to memref<128x256xbf16, strided<[256, 1]>>
// CHECK: %[[FIRST:.*]] = memref.subview %arg1[0, 0, 0] [1, 256, %{{.*}}] [1, 1, 1] : memref<?x256x?xbf16, strided<[0, 1, 256]>> to memref<256x?xbf16, strided<[1, 256]>>
// CHECK: %[[B:.*]] = memref.transpose %[[FIRST]] (d0, d1) -> (d1, d0) : memref<256x?xbf16, strided<[1, 256]>> to memref<?x256xbf16, strided<[256, 1]>>
// CHECK: tile.launch {{.*}} ins(%[[A]], %[[B]] : {{.*}}) outs(%arg2 : memref<4x128x?xf32>)
func.func @shared(%a: memref<4x128x256xbf16, strided<[0, 256, 1]>>, %b: memref<?x256x?xbf16, strided<[0, 1, 256]>>, %c: memref<4x128x?xf32>) {
  linalg.batch_matmul ins(%a, %b : memref<4x128x256xbf16, strided<[0, 256, 1]>>, memref<?x256x?xbf16, strided<[0, 1, 256]>>) outs(%c : memref<4x128x?xf32>)
  return
}

// -----

// So is what an epilogue reads.
// CHECK-LABEL: func.func @residual(
// CHECK: %[[R:.*]] = memref.subview %arg3[0, 0, 0] [1, 128, 256] [1, 1, 1] : memref<4x128x256xf32, strided<[0, 256, 1]>> to memref<128x256xf32, strided<[256, 1]>>
// CHECK: tile.launch {{.*}} with(%[[R]] : memref<128x256xf32, strided<[256, 1]>>)
#all = affine_map<(b, m, n) -> (b, m, n)>
func.func @residual(%a: memref<4x128x64xbf16>, %b: memref<4x64x256xbf16>, %c: memref<4x128x256xf32>, %r: memref<4x128x256xf32, strided<[0, 256, 1]>>) {
  linalg.batch_matmul ins(%a, %b : memref<4x128x64xbf16>, memref<4x64x256xbf16>) outs(%c : memref<4x128x256xf32>)
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%r : memref<4x128x256xf32, strided<[0, 256, 1]>>) outs(%c : memref<4x128x256xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// The operands of a group, too.
// GROUP-LABEL: func.func @group(
// GROUP-COUNT-2: memref.transpose %arg{{[01]}} (d0, d1) -> (d1, d0) : memref<64x64xbf16, strided<[1, 64]>> to memref<64x64xbf16, strided<[64, 1]>>
// GROUP: tile.launch
func.func @group(%a0: memref<64x64xbf16, strided<[1, 64]>>, %a1: memref<64x64xbf16, strided<[1, 64]>>, %b: memref<64x32xbf16>, %c0: memref<64x32xf32>, %c1: memref<64x32xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c0 : memref<64x32xf32>)
  linalg.fill ins(%zero : f32) outs(%c1 : memref<64x32xf32>)
  linalg.matmul ins(%a0, %b : memref<64x64xbf16, strided<[1, 64]>>, memref<64x32xbf16>) outs(%c0 : memref<64x32xf32>)
  linalg.matmul ins(%a1, %b : memref<64x64xbf16, strided<[1, 64]>>, memref<64x32xbf16>) outs(%c1 : memref<64x32xf32>)
  return
}

// -----

// GROUP-LABEL: func.func @given(
// GROUP-COUNT-2: memref.transpose %arg0 (d0, d1) -> (d1, d0) : memref<8x64xbf16, strided<[1, 8]>> to memref<64x8xbf16, strided<[8, 1]>>
// GROUP: tile.launch
func.func @given(%a: memref<8x64xbf16, strided<[1, 8]>>, %b: memref<64x32xbf16>, %c0: memref<8x32xbf16>, %c1: memref<8x32xbf16>) {
  problem.grouped_matmul ins(%a, %a : memref<8x64xbf16, strided<[1, 8]>>, memref<8x64xbf16, strided<[1, 8]>>) by(%b, %b : memref<64x32xbf16>, memref<64x32xbf16>)
      outs(%c0, %c1 : memref<8x32xbf16>, memref<8x32xbf16>)
  return
}
