// Offsets, strides and sizes that no address space holds: the matmul is left
// alone, and no arithmetic on them overflows.
// RUN: autotune-opt %s --autotune-canonicalize-contractions --autotune-attach-configs=target=h200 --autotune-lower-matmul=target=h200 --remarks-filter=autotune 2>&1 | FileCheck %s

// CHECK-DAG: Function=far_rows | {{.*}}left alone: no address space can hold its A operand: sizes, strides and offset take at most 2^57 bytes
func.func @far_rows(%a: memref<64x64xbf16, strided<[65, 1], offset: 4611686018427387904>>, %b: memref<64x128xbf16>, %c: memref<64x128xf32>) {
  linalg.matmul ins(%a, %b : memref<64x64xbf16, strided<[65, 1], offset: 4611686018427387904>>, memref<64x128xbf16>) outs(%c : memref<64x128xf32>)
  return
}

// CHECK-DAG: Function=wide_steps | {{.*}}left alone: no address space can hold its B operand
func.func @wide_steps(%a: memref<64x64xbf16>, %b: memref<64x128xbf16, strided<[9223372036854775807, 1]>>, %c: memref<64x128xf32>) {
  linalg.matmul ins(%a, %b : memref<64x64xbf16>, memref<64x128xbf16, strided<[9223372036854775807, 1]>>) outs(%c : memref<64x128xf32>)
  return
}

// CHECK-DAG: Function=backward | {{.*}}left alone: no address space can hold its C operand
func.func @backward(%a: memref<64x64xbf16>, %b: memref<64x128xbf16>, %c: memref<64x128xf32, strided<[-9223372036854775807, 1]>>) {
  linalg.matmul ins(%a, %b : memref<64x64xbf16>, memref<64x128xbf16>) outs(%c : memref<64x128xf32, strided<[-9223372036854775807, 1]>>)
  return
}

// CHECK-DAG: Function=far_batches | {{.*}}left alone: no address space can hold its A operand
func.func @far_batches(%a: memref<4x64x64xf32, strided<[4611686018427387904, 64, 1]>>, %b: memref<4x64x64xf32>, %c: memref<4x64x64xf32>) {
  linalg.batch_matmul ins(%a, %b : memref<4x64x64xf32, strided<[4611686018427387904, 64, 1]>>, memref<4x64x64xf32>) outs(%c : memref<4x64x64xf32>)
  return
}

// Each size fits, and their product does not.
// CHECK-DAG: Function=many | {{.*}}left alone: no address space can hold its C operand
func.func @many(%a: tensor<1000000000x64xf32>, %b: tensor<64x1000000000xf32>, %c: tensor<1000000000x1000000000xf32>) -> tensor<1000000000x1000000000xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<1000000000x64xf32>, tensor<64x1000000000xf32>) outs(%c : tensor<1000000000x1000000000xf32>) -> tensor<1000000000x1000000000xf32>
  return %r : tensor<1000000000x1000000000xf32>
}

// CHECK-DAG: Function=contracted | {{.*}}no address space can hold one of its operands
func.func @contracted(%a: memref<64x64xf32, strided<[4611686018427387904, 1]>>, %b: memref<64xf32>, %c: memref<64xf32>) {
  linalg.matvec ins(%a, %b : memref<64x64xf32, strided<[4611686018427387904, 1]>>, memref<64xf32>) outs(%c : memref<64xf32>)
  return
}

// Far, but in reach: offsets keep the alignment that they have.
// CHECK: func.func @reachable
// CHECK: tile.launch
func.func @reachable(%a: memref<64x64xbf16, strided<[65, 1], offset: 4503599627370496>>, %b: memref<64x128xbf16>, %c: memref<64x128xf32>) {
  linalg.matmul ins(%a, %b : memref<64x64xbf16, strided<[65, 1], offset: 4503599627370496>>, memref<64x128xbf16>) outs(%c : memref<64x128xf32>)
  return
}

// What follows a matmul and reads such an operand is not fused.
// CHECK: func.func @residual
// CHECK: linalg.generic
#id = affine_map<(m, n) -> (m, n)>
func.func @residual(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>, %far: memref<64x64xf32, strided<[4611686018427387904, 1]>>) {
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%far : memref<64x64xf32, strided<[4611686018427387904, 1]>>) outs(%c : memref<64x64xf32>) {
  ^bb0(%r: f32, %s: f32):
    %0 = arith.addf %r, %s : f32
    linalg.yield %0 : f32
  }
  return
}
