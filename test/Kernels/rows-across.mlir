// Inputs that are read across rows: the CTA loads tiles of them, lanes along the
// rows, and threads take their elements from shared memory.
// RUN: autotune-sim --rows=%s --schedule=all | FileCheck %s --implicit-check-not=FAIL
// RUN: autotune-opt %s -autotune-compile="target=h200 attach offload" -mlir-print-ir-after=autotune-lower-rows \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=KERNEL

// CHECK: ok rows 135x70 f16*9450 -> f16*9450 crossing 1 by {{.*}} | simt_rows t16 r16 v2 | round-robin
// KERNEL: gpu.func @{{.*}} workgroup({{.*}} : memref<576xf16, #gpu.address_space<workgroup>>)
// KERNEL: gpu.barrier
func.func @ragged(%x: tensor<3x70x45xf16>) -> tensor<3x45x70xf16> {
  %e = tensor.empty() : tensor<3x45x70xf16>
  %t = linalg.transpose ins(%x : tensor<3x70x45xf16>) outs(%e : tensor<3x45x70xf16>) permutation = [0, 2, 1]
  return %t : tensor<3x45x70xf16>
}

// Columns that are no whole vectors stay: rows are those of the tile.
// CHECK: ok rows 128x49 f32*6272,f32*6272 -> f32*6272 crossing 1 by {{.*}} | simt_rows t16 r16 v1 | round-robin
func.func @added(%x: tensor<2x49x64xf32>, %y: tensor<2x64x49xf32>) -> tensor<2x64x49xf32> {
  %e = tensor.empty() : tensor<2x64x49xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, c, b)>, affine_map<(a, b, c) -> (a, b, c)>,
                                        affine_map<(a, b, c) -> (a, b, c)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %y : tensor<2x49x64xf32>, tensor<2x64x49xf32>) outs(%e : tensor<2x64x49xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<2x64x49xf32>
  return %t : tensor<2x64x49xf32>
}

// CHECK: ok rows 100x40 i8*4000 -> i8*4000 crossing 1 by {{.*}} | simt_rows t8 r32 v8 | round-robin
func.func @bytes(%x: tensor<40x100xi8>) -> tensor<100x40xi8> {
  %e = tensor.empty() : tensor<100x40xi8>
  %t = linalg.transpose ins(%x : tensor<40x100xi8>) outs(%e : tensor<100x40xi8>) permutation = [1, 0]
  return %t : tensor<100x40xi8>
}
// CHECK: 9 right, 0 wrong
