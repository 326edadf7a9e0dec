// What upstream's lowering computes of each named operation, it computes of the
// matmul that it becomes.
// DEFINE: %{lower} = --one-shot-bufferize='bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map' \
// DEFINE:   --convert-linalg-to-loops --expand-strided-metadata --lower-affine --convert-scf-to-cf --convert-to-llvm --reconcile-unrealized-casts
// DEFINE: %{values} = %run_sim | sed 's/base@ = 0x[0-9a-f]*//'
// RUN: autotune-opt %s %{lower} | %{values} > %t.before
// RUN: autotune-opt %s --autotune-canonicalize-contractions=allow-copies --remarks-filter=autotune -o %t.mlir 2>&1 | count 0
// RUN: FileCheck %s < %t.mlir
// RUN: autotune-opt %t.mlir %{lower} | %{values} | diff %t.before -
// RUN: FileCheck %s --check-prefix=VALUES < %t.before
// VALUES-COUNT-18: data =

// CHECK-NOT: linalg.{{(matvec|vecmat|batch_matvec|batch_vecmat|dot|batch_reduce|quantized)}}

func.func private @printMemrefI32(memref<*xi32>)

func.func @matvec_tensor(%a: tensor<3x4xi16>, %b: tensor<4xi32>, %c: tensor<3xi32>) -> tensor<3xi32> {
  %r = linalg.matvec ins(%a, %b : tensor<3x4xi16>, tensor<4xi32>) outs(%c : tensor<3xi32>) -> tensor<3xi32>
  return %r : tensor<3xi32>
}

func.func @vecmat_tensor(%a: tensor<4xi16>, %b: tensor<4x3xi32>, %c: tensor<3xi32>) -> tensor<3xi32> {
  %r = linalg.vecmat ins(%a, %b : tensor<4xi16>, tensor<4x3xi32>) outs(%c : tensor<3xi32>) -> tensor<3xi32>
  return %r : tensor<3xi32>
}

func.func @batch_matvec_tensor(%a: tensor<2x3x4xi16>, %b: tensor<2x4xi32>, %c: tensor<2x3xi32>) -> tensor<2x3xi32> {
  %r = linalg.batch_matvec ins(%a, %b : tensor<2x3x4xi16>, tensor<2x4xi32>) outs(%c : tensor<2x3xi32>) -> tensor<2x3xi32>
  return %r : tensor<2x3xi32>
}

func.func @batch_vecmat_tensor(%a: tensor<2x4xi16>, %b: tensor<2x4x3xi32>, %c: tensor<2x3xi32>) -> tensor<2x3xi32> {
  %r = linalg.batch_vecmat ins(%a, %b : tensor<2x4xi16>, tensor<2x4x3xi32>) outs(%c : tensor<2x3xi32>) -> tensor<2x3xi32>
  return %r : tensor<2x3xi32>
}

func.func @dot_tensor(%a: tensor<5xi16>, %b: tensor<5xi32>, %c: tensor<i32>) -> tensor<i32> {
  %r = linalg.dot ins(%a, %b : tensor<5xi16>, tensor<5xi32>) outs(%c : tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

func.func @batch_matmul_tensor(%a: tensor<1x2x3xi16>, %b: tensor<1x3x2xi32>, %c: tensor<1x2x2xi32>) -> tensor<1x2x2xi32> {
  %r = linalg.batch_matmul ins(%a, %b : tensor<1x2x3xi16>, tensor<1x3x2xi32>) outs(%c : tensor<1x2x2xi32>) -> tensor<1x2x2xi32>
  return %r : tensor<1x2x2xi32>
}

func.func @batch_reduce_matmul_tensor(%a: tensor<2x1x3xi16>, %b: tensor<2x3x2xi32>, %c: tensor<1x2xi32>) -> tensor<1x2xi32> {
  %r = linalg.batch_reduce_matmul ins(%a, %b : tensor<2x1x3xi16>, tensor<2x3x2xi32>) outs(%c : tensor<1x2xi32>) -> tensor<1x2xi32>
  return %r : tensor<1x2xi32>
}

func.func @quantized_matmul_tensor(%a: tensor<2x3xi8>, %b: tensor<3x2xi8>, %c: tensor<2x2xi32>, %za: i32, %zb: i32) -> tensor<2x2xi32> {
  %r = linalg.quantized_matmul ins(%a, %b, %za, %zb : tensor<2x3xi8>, tensor<3x2xi8>, i32, i32) outs(%c : tensor<2x2xi32>) -> tensor<2x2xi32>
  return %r : tensor<2x2xi32>
}

func.func @quantized_batch_matmul_tensor(%a: tensor<2x2x3xi8>, %b: tensor<2x3x2xi8>, %c: tensor<2x2x2xi32>, %za: i32, %zb: i32) -> tensor<2x2x2xi32> {
  %r = linalg.quantized_batch_matmul ins(%a, %b, %za, %zb : tensor<2x2x3xi8>, tensor<2x3x2xi8>, i32, i32) outs(%c : tensor<2x2x2xi32>) -> tensor<2x2x2xi32>
  return %r : tensor<2x2x2xi32>
}

func.func @matvec_memref(%a: memref<3x4xi16>, %b: memref<4xi32>, %c: memref<3xi32>) {
  linalg.matvec ins(%a, %b : memref<3x4xi16>, memref<4xi32>) outs(%c : memref<3xi32>)
  return
}

func.func @vecmat_memref(%a: memref<4xi16>, %b: memref<4x3xi32>, %c: memref<3xi32>) {
  linalg.vecmat ins(%a, %b : memref<4xi16>, memref<4x3xi32>) outs(%c : memref<3xi32>)
  return
}

func.func @batch_matvec_memref(%a: memref<2x3x4xi16>, %b: memref<2x4xi32>, %c: memref<2x3xi32>) {
  linalg.batch_matvec ins(%a, %b : memref<2x3x4xi16>, memref<2x4xi32>) outs(%c : memref<2x3xi32>)
  return
}

func.func @batch_vecmat_memref(%a: memref<2x4xi16>, %b: memref<2x4x3xi32>, %c: memref<2x3xi32>) {
  linalg.batch_vecmat ins(%a, %b : memref<2x4xi16>, memref<2x4x3xi32>) outs(%c : memref<2x3xi32>)
  return
}

func.func @dot_memref(%a: memref<5xi16>, %b: memref<5xi32>, %c: memref<i32>) {
  linalg.dot ins(%a, %b : memref<5xi16>, memref<5xi32>) outs(%c : memref<i32>)
  return
}

func.func @batch_matmul_memref(%a: memref<1x2x3xi16>, %b: memref<1x3x2xi32>, %c: memref<1x2x2xi32>) {
  linalg.batch_matmul ins(%a, %b : memref<1x2x3xi16>, memref<1x3x2xi32>) outs(%c : memref<1x2x2xi32>)
  return
}

func.func @batch_reduce_matmul_memref(%a: memref<2x1x3xi16>, %b: memref<2x3x2xi32>, %c: memref<1x2xi32>) {
  linalg.batch_reduce_matmul ins(%a, %b : memref<2x1x3xi16>, memref<2x3x2xi32>) outs(%c : memref<1x2xi32>)
  return
}

func.func @quantized_matmul_memref(%a: memref<2x3xi8>, %b: memref<3x2xi8>, %c: memref<2x2xi32>, %za: i32, %zb: i32) {
  linalg.quantized_matmul ins(%a, %b, %za, %zb : memref<2x3xi8>, memref<3x2xi8>, i32, i32) outs(%c : memref<2x2xi32>)
  return
}

func.func @quantized_batch_matmul_memref(%a: memref<2x2x3xi8>, %b: memref<2x3x2xi8>, %c: memref<2x2x2xi32>, %za: i32, %zb: i32) {
  linalg.quantized_batch_matmul ins(%a, %b, %za, %zb : memref<2x2x3xi8>, memref<2x3x2xi8>, i32, i32) outs(%c : memref<2x2x2xi32>)
  return
}

func.func @main() {
  %za = arith.constant -128 : i32
  %zb = arith.constant 77 : i32
  %matvec_tensor_a = arith.constant dense<[[1, -5, 3, -8], [-7, 8, -6, 2], [9, -8, 7, -3]]> : tensor<3x4xi16>
  %matvec_tensor_b = arith.constant dense<[-8, -7, 4, 4]> : tensor<4xi32>
  %matvec_tensor_c = arith.constant dense<[-7, -2, -7]> : tensor<3xi32>
  %matvec_tensor = call @matvec_tensor(%matvec_tensor_a, %matvec_tensor_b, %matvec_tensor_c) : (tensor<3x4xi16>, tensor<4xi32>, tensor<3xi32>) -> tensor<3xi32>
  %matvec_tensor_p = bufferization.to_buffer %matvec_tensor read_only : tensor<3xi32> to memref<3xi32>
  %matvec_tensor_u = memref.cast %matvec_tensor_p : memref<3xi32> to memref<*xi32>
  call @printMemrefI32(%matvec_tensor_u) : (memref<*xi32>) -> ()
  %vecmat_tensor_a = arith.constant dense<[8, 4, -8, 9]> : tensor<4xi16>
  %vecmat_tensor_b = arith.constant dense<[[-6, -2, 9], [-8, 9, 9], [3, -8, -2], [-8, 8, -5]]> : tensor<4x3xi32>
  %vecmat_tensor_c = arith.constant dense<[0, 4, -5]> : tensor<3xi32>
  %vecmat_tensor = call @vecmat_tensor(%vecmat_tensor_a, %vecmat_tensor_b, %vecmat_tensor_c) : (tensor<4xi16>, tensor<4x3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %vecmat_tensor_p = bufferization.to_buffer %vecmat_tensor read_only : tensor<3xi32> to memref<3xi32>
  %vecmat_tensor_u = memref.cast %vecmat_tensor_p : memref<3xi32> to memref<*xi32>
  call @printMemrefI32(%vecmat_tensor_u) : (memref<*xi32>) -> ()
  %batch_matvec_tensor_a = arith.constant dense<[[[8, -6, 9, 0], [8, -4, -6, 9], [9, -3, 2, -6]], [[8, -7, 9, -8], [-3, 6, 8, 4], [1, 5, 9, 5]]]> : tensor<2x3x4xi16>
  %batch_matvec_tensor_b = arith.constant dense<[[2, 0, -2, -4], [-2, -7, 9, 0]]> : tensor<2x4xi32>
  %batch_matvec_tensor_c = arith.constant dense<[[7, 6, 1], [5, 0, -7]]> : tensor<2x3xi32>
  %batch_matvec_tensor = call @batch_matvec_tensor(%batch_matvec_tensor_a, %batch_matvec_tensor_b, %batch_matvec_tensor_c) : (tensor<2x3x4xi16>, tensor<2x4xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  %batch_matvec_tensor_p = bufferization.to_buffer %batch_matvec_tensor read_only : tensor<2x3xi32> to memref<2x3xi32>
  %batch_matvec_tensor_u = memref.cast %batch_matvec_tensor_p : memref<2x3xi32> to memref<*xi32>
  call @printMemrefI32(%batch_matvec_tensor_u) : (memref<*xi32>) -> ()
  %batch_vecmat_tensor_a = arith.constant dense<[[-6, 7, 4, -4], [1, -5, 6, 4]]> : tensor<2x4xi16>
  %batch_vecmat_tensor_b = arith.constant dense<[[[-8, -7, 8], [9, 1, 1], [2, 6, 9], [5, -7, -7]], [[-1, 6, -7], [-8, 0, 9], [5, 0, 3], [2, -9, 5]]]> : tensor<2x4x3xi32>
  %batch_vecmat_tensor_c = arith.constant dense<[[2, -4, -6], [6, -8, -3]]> : tensor<2x3xi32>
  %batch_vecmat_tensor = call @batch_vecmat_tensor(%batch_vecmat_tensor_a, %batch_vecmat_tensor_b, %batch_vecmat_tensor_c) : (tensor<2x4xi16>, tensor<2x4x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  %batch_vecmat_tensor_p = bufferization.to_buffer %batch_vecmat_tensor read_only : tensor<2x3xi32> to memref<2x3xi32>
  %batch_vecmat_tensor_u = memref.cast %batch_vecmat_tensor_p : memref<2x3xi32> to memref<*xi32>
  call @printMemrefI32(%batch_vecmat_tensor_u) : (memref<*xi32>) -> ()
  %dot_tensor_a = arith.constant dense<[0, -5, -2, 3, 3]> : tensor<5xi16>
  %dot_tensor_b = arith.constant dense<[6, -7, -4, 5, 3]> : tensor<5xi32>
  %dot_tensor_c = arith.constant dense<8> : tensor<i32>
  %dot_tensor = call @dot_tensor(%dot_tensor_a, %dot_tensor_b, %dot_tensor_c) : (tensor<5xi16>, tensor<5xi32>, tensor<i32>) -> tensor<i32>
  %dot_tensor_p = bufferization.to_buffer %dot_tensor read_only : tensor<i32> to memref<i32>
  %dot_tensor_u = memref.cast %dot_tensor_p : memref<i32> to memref<*xi32>
  call @printMemrefI32(%dot_tensor_u) : (memref<*xi32>) -> ()
  %batch_matmul_tensor_a = arith.constant dense<[[[-1, -5, 4], [8, -1, 4]]]> : tensor<1x2x3xi16>
  %batch_matmul_tensor_b = arith.constant dense<[[[2, 3], [-2, -5], [-7, -4]]]> : tensor<1x3x2xi32>
  %batch_matmul_tensor_c = arith.constant dense<[[[-5, -2], [-2, -9]]]> : tensor<1x2x2xi32>
  %batch_matmul_tensor = call @batch_matmul_tensor(%batch_matmul_tensor_a, %batch_matmul_tensor_b, %batch_matmul_tensor_c) : (tensor<1x2x3xi16>, tensor<1x3x2xi32>, tensor<1x2x2xi32>) -> tensor<1x2x2xi32>
  %batch_matmul_tensor_p = bufferization.to_buffer %batch_matmul_tensor read_only : tensor<1x2x2xi32> to memref<1x2x2xi32>
  %batch_matmul_tensor_u = memref.cast %batch_matmul_tensor_p : memref<1x2x2xi32> to memref<*xi32>
  call @printMemrefI32(%batch_matmul_tensor_u) : (memref<*xi32>) -> ()
  %batch_reduce_matmul_tensor_a = arith.constant dense<[[[6, 9, -4]], [[-1, 0, -9]]]> : tensor<2x1x3xi16>
  %batch_reduce_matmul_tensor_b = arith.constant dense<[[[-5, 4], [8, 2], [9, 1]], [[-5, 7], [-8, 5], [8, 3]]]> : tensor<2x3x2xi32>
  %batch_reduce_matmul_tensor_c = arith.constant dense<[[3, 3]]> : tensor<1x2xi32>
  %batch_reduce_matmul_tensor = call @batch_reduce_matmul_tensor(%batch_reduce_matmul_tensor_a, %batch_reduce_matmul_tensor_b, %batch_reduce_matmul_tensor_c) : (tensor<2x1x3xi16>, tensor<2x3x2xi32>, tensor<1x2xi32>) -> tensor<1x2xi32>
  %batch_reduce_matmul_tensor_p = bufferization.to_buffer %batch_reduce_matmul_tensor read_only : tensor<1x2xi32> to memref<1x2xi32>
  %batch_reduce_matmul_tensor_u = memref.cast %batch_reduce_matmul_tensor_p : memref<1x2xi32> to memref<*xi32>
  call @printMemrefI32(%batch_reduce_matmul_tensor_u) : (memref<*xi32>) -> ()
  %quantized_matmul_tensor_a = arith.constant dense<[[73, -75, 118], [77, -97, -31]]> : tensor<2x3xi8>
  %quantized_matmul_tensor_b = arith.constant dense<[[-94, -22], [97, -45], [-72, 46]]> : tensor<3x2xi8>
  %quantized_matmul_tensor_c = arith.constant dense<[[-102, -76], [-128, -51]]> : tensor<2x2xi32>
  %quantized_matmul_tensor = call @quantized_matmul_tensor(%quantized_matmul_tensor_a, %quantized_matmul_tensor_b, %quantized_matmul_tensor_c, %za, %zb) : (tensor<2x3xi8>, tensor<3x2xi8>, tensor<2x2xi32>, i32, i32) -> tensor<2x2xi32>
  %quantized_matmul_tensor_p = bufferization.to_buffer %quantized_matmul_tensor read_only : tensor<2x2xi32> to memref<2x2xi32>
  %quantized_matmul_tensor_u = memref.cast %quantized_matmul_tensor_p : memref<2x2xi32> to memref<*xi32>
  call @printMemrefI32(%quantized_matmul_tensor_u) : (memref<*xi32>) -> ()
  %quantized_batch_matmul_tensor_a = arith.constant dense<[[[-77, 58, -115], [-92, -22, 64]], [[-52, 1, 49], [58, 114, -66]]]> : tensor<2x2x3xi8>
  %quantized_batch_matmul_tensor_b = arith.constant dense<[[[-69, 121], [110, 117], [119, 31]], [[-85, -55], [-76, 47], [7, 117]]]> : tensor<2x3x2xi8>
  %quantized_batch_matmul_tensor_c = arith.constant dense<[[[-46, -117], [-23, 57]], [[-53, -115], [24, -82]]]> : tensor<2x2x2xi32>
  %quantized_batch_matmul_tensor = call @quantized_batch_matmul_tensor(%quantized_batch_matmul_tensor_a, %quantized_batch_matmul_tensor_b, %quantized_batch_matmul_tensor_c, %za, %zb) : (tensor<2x2x3xi8>, tensor<2x3x2xi8>, tensor<2x2x2xi32>, i32, i32) -> tensor<2x2x2xi32>
  %quantized_batch_matmul_tensor_p = bufferization.to_buffer %quantized_batch_matmul_tensor read_only : tensor<2x2x2xi32> to memref<2x2x2xi32>
  %quantized_batch_matmul_tensor_u = memref.cast %quantized_batch_matmul_tensor_p : memref<2x2x2xi32> to memref<*xi32>
  call @printMemrefI32(%quantized_batch_matmul_tensor_u) : (memref<*xi32>) -> ()
  %matvec_memref_a = arith.constant dense<[[1, -5, 3, -8], [-7, 8, -6, 2], [9, -8, 7, -3]]> : tensor<3x4xi16>
  %matvec_memref_ar = bufferization.to_buffer %matvec_memref_a read_only : tensor<3x4xi16> to memref<3x4xi16>
  %matvec_memref_am = memref.alloc() : memref<3x4xi16>
  memref.copy %matvec_memref_ar, %matvec_memref_am : memref<3x4xi16> to memref<3x4xi16>
  %matvec_memref_b = arith.constant dense<[-8, -7, 4, 4]> : tensor<4xi32>
  %matvec_memref_br = bufferization.to_buffer %matvec_memref_b read_only : tensor<4xi32> to memref<4xi32>
  %matvec_memref_bm = memref.alloc() : memref<4xi32>
  memref.copy %matvec_memref_br, %matvec_memref_bm : memref<4xi32> to memref<4xi32>
  %matvec_memref_c = arith.constant dense<[-7, -2, -7]> : tensor<3xi32>
  %matvec_memref_cr = bufferization.to_buffer %matvec_memref_c read_only : tensor<3xi32> to memref<3xi32>
  %matvec_memref_cm = memref.alloc() : memref<3xi32>
  memref.copy %matvec_memref_cr, %matvec_memref_cm : memref<3xi32> to memref<3xi32>
  call @matvec_memref(%matvec_memref_am, %matvec_memref_bm, %matvec_memref_cm) : (memref<3x4xi16>, memref<4xi32>, memref<3xi32>) -> ()
  %matvec_memref_u = memref.cast %matvec_memref_cm : memref<3xi32> to memref<*xi32>
  call @printMemrefI32(%matvec_memref_u) : (memref<*xi32>) -> ()
  %vecmat_memref_a = arith.constant dense<[8, 4, -8, 9]> : tensor<4xi16>
  %vecmat_memref_ar = bufferization.to_buffer %vecmat_memref_a read_only : tensor<4xi16> to memref<4xi16>
  %vecmat_memref_am = memref.alloc() : memref<4xi16>
  memref.copy %vecmat_memref_ar, %vecmat_memref_am : memref<4xi16> to memref<4xi16>
  %vecmat_memref_b = arith.constant dense<[[-6, -2, 9], [-8, 9, 9], [3, -8, -2], [-8, 8, -5]]> : tensor<4x3xi32>
  %vecmat_memref_br = bufferization.to_buffer %vecmat_memref_b read_only : tensor<4x3xi32> to memref<4x3xi32>
  %vecmat_memref_bm = memref.alloc() : memref<4x3xi32>
  memref.copy %vecmat_memref_br, %vecmat_memref_bm : memref<4x3xi32> to memref<4x3xi32>
  %vecmat_memref_c = arith.constant dense<[0, 4, -5]> : tensor<3xi32>
  %vecmat_memref_cr = bufferization.to_buffer %vecmat_memref_c read_only : tensor<3xi32> to memref<3xi32>
  %vecmat_memref_cm = memref.alloc() : memref<3xi32>
  memref.copy %vecmat_memref_cr, %vecmat_memref_cm : memref<3xi32> to memref<3xi32>
  call @vecmat_memref(%vecmat_memref_am, %vecmat_memref_bm, %vecmat_memref_cm) : (memref<4xi16>, memref<4x3xi32>, memref<3xi32>) -> ()
  %vecmat_memref_u = memref.cast %vecmat_memref_cm : memref<3xi32> to memref<*xi32>
  call @printMemrefI32(%vecmat_memref_u) : (memref<*xi32>) -> ()
  %batch_matvec_memref_a = arith.constant dense<[[[8, -6, 9, 0], [8, -4, -6, 9], [9, -3, 2, -6]], [[8, -7, 9, -8], [-3, 6, 8, 4], [1, 5, 9, 5]]]> : tensor<2x3x4xi16>
  %batch_matvec_memref_ar = bufferization.to_buffer %batch_matvec_memref_a read_only : tensor<2x3x4xi16> to memref<2x3x4xi16>
  %batch_matvec_memref_am = memref.alloc() : memref<2x3x4xi16>
  memref.copy %batch_matvec_memref_ar, %batch_matvec_memref_am : memref<2x3x4xi16> to memref<2x3x4xi16>
  %batch_matvec_memref_b = arith.constant dense<[[2, 0, -2, -4], [-2, -7, 9, 0]]> : tensor<2x4xi32>
  %batch_matvec_memref_br = bufferization.to_buffer %batch_matvec_memref_b read_only : tensor<2x4xi32> to memref<2x4xi32>
  %batch_matvec_memref_bm = memref.alloc() : memref<2x4xi32>
  memref.copy %batch_matvec_memref_br, %batch_matvec_memref_bm : memref<2x4xi32> to memref<2x4xi32>
  %batch_matvec_memref_c = arith.constant dense<[[7, 6, 1], [5, 0, -7]]> : tensor<2x3xi32>
  %batch_matvec_memref_cr = bufferization.to_buffer %batch_matvec_memref_c read_only : tensor<2x3xi32> to memref<2x3xi32>
  %batch_matvec_memref_cm = memref.alloc() : memref<2x3xi32>
  memref.copy %batch_matvec_memref_cr, %batch_matvec_memref_cm : memref<2x3xi32> to memref<2x3xi32>
  call @batch_matvec_memref(%batch_matvec_memref_am, %batch_matvec_memref_bm, %batch_matvec_memref_cm) : (memref<2x3x4xi16>, memref<2x4xi32>, memref<2x3xi32>) -> ()
  %batch_matvec_memref_u = memref.cast %batch_matvec_memref_cm : memref<2x3xi32> to memref<*xi32>
  call @printMemrefI32(%batch_matvec_memref_u) : (memref<*xi32>) -> ()
  %batch_vecmat_memref_a = arith.constant dense<[[-6, 7, 4, -4], [1, -5, 6, 4]]> : tensor<2x4xi16>
  %batch_vecmat_memref_ar = bufferization.to_buffer %batch_vecmat_memref_a read_only : tensor<2x4xi16> to memref<2x4xi16>
  %batch_vecmat_memref_am = memref.alloc() : memref<2x4xi16>
  memref.copy %batch_vecmat_memref_ar, %batch_vecmat_memref_am : memref<2x4xi16> to memref<2x4xi16>
  %batch_vecmat_memref_b = arith.constant dense<[[[-8, -7, 8], [9, 1, 1], [2, 6, 9], [5, -7, -7]], [[-1, 6, -7], [-8, 0, 9], [5, 0, 3], [2, -9, 5]]]> : tensor<2x4x3xi32>
  %batch_vecmat_memref_br = bufferization.to_buffer %batch_vecmat_memref_b read_only : tensor<2x4x3xi32> to memref<2x4x3xi32>
  %batch_vecmat_memref_bm = memref.alloc() : memref<2x4x3xi32>
  memref.copy %batch_vecmat_memref_br, %batch_vecmat_memref_bm : memref<2x4x3xi32> to memref<2x4x3xi32>
  %batch_vecmat_memref_c = arith.constant dense<[[2, -4, -6], [6, -8, -3]]> : tensor<2x3xi32>
  %batch_vecmat_memref_cr = bufferization.to_buffer %batch_vecmat_memref_c read_only : tensor<2x3xi32> to memref<2x3xi32>
  %batch_vecmat_memref_cm = memref.alloc() : memref<2x3xi32>
  memref.copy %batch_vecmat_memref_cr, %batch_vecmat_memref_cm : memref<2x3xi32> to memref<2x3xi32>
  call @batch_vecmat_memref(%batch_vecmat_memref_am, %batch_vecmat_memref_bm, %batch_vecmat_memref_cm) : (memref<2x4xi16>, memref<2x4x3xi32>, memref<2x3xi32>) -> ()
  %batch_vecmat_memref_u = memref.cast %batch_vecmat_memref_cm : memref<2x3xi32> to memref<*xi32>
  call @printMemrefI32(%batch_vecmat_memref_u) : (memref<*xi32>) -> ()
  %dot_memref_a = arith.constant dense<[0, -5, -2, 3, 3]> : tensor<5xi16>
  %dot_memref_ar = bufferization.to_buffer %dot_memref_a read_only : tensor<5xi16> to memref<5xi16>
  %dot_memref_am = memref.alloc() : memref<5xi16>
  memref.copy %dot_memref_ar, %dot_memref_am : memref<5xi16> to memref<5xi16>
  %dot_memref_b = arith.constant dense<[6, -7, -4, 5, 3]> : tensor<5xi32>
  %dot_memref_br = bufferization.to_buffer %dot_memref_b read_only : tensor<5xi32> to memref<5xi32>
  %dot_memref_bm = memref.alloc() : memref<5xi32>
  memref.copy %dot_memref_br, %dot_memref_bm : memref<5xi32> to memref<5xi32>
  %dot_memref_c = arith.constant dense<8> : tensor<i32>
  %dot_memref_cr = bufferization.to_buffer %dot_memref_c read_only : tensor<i32> to memref<i32>
  %dot_memref_cm = memref.alloc() : memref<i32>
  memref.copy %dot_memref_cr, %dot_memref_cm : memref<i32> to memref<i32>
  call @dot_memref(%dot_memref_am, %dot_memref_bm, %dot_memref_cm) : (memref<5xi16>, memref<5xi32>, memref<i32>) -> ()
  %dot_memref_u = memref.cast %dot_memref_cm : memref<i32> to memref<*xi32>
  call @printMemrefI32(%dot_memref_u) : (memref<*xi32>) -> ()
  %batch_matmul_memref_a = arith.constant dense<[[[-1, -5, 4], [8, -1, 4]]]> : tensor<1x2x3xi16>
  %batch_matmul_memref_ar = bufferization.to_buffer %batch_matmul_memref_a read_only : tensor<1x2x3xi16> to memref<1x2x3xi16>
  %batch_matmul_memref_am = memref.alloc() : memref<1x2x3xi16>
  memref.copy %batch_matmul_memref_ar, %batch_matmul_memref_am : memref<1x2x3xi16> to memref<1x2x3xi16>
  %batch_matmul_memref_b = arith.constant dense<[[[2, 3], [-2, -5], [-7, -4]]]> : tensor<1x3x2xi32>
  %batch_matmul_memref_br = bufferization.to_buffer %batch_matmul_memref_b read_only : tensor<1x3x2xi32> to memref<1x3x2xi32>
  %batch_matmul_memref_bm = memref.alloc() : memref<1x3x2xi32>
  memref.copy %batch_matmul_memref_br, %batch_matmul_memref_bm : memref<1x3x2xi32> to memref<1x3x2xi32>
  %batch_matmul_memref_c = arith.constant dense<[[[-5, -2], [-2, -9]]]> : tensor<1x2x2xi32>
  %batch_matmul_memref_cr = bufferization.to_buffer %batch_matmul_memref_c read_only : tensor<1x2x2xi32> to memref<1x2x2xi32>
  %batch_matmul_memref_cm = memref.alloc() : memref<1x2x2xi32>
  memref.copy %batch_matmul_memref_cr, %batch_matmul_memref_cm : memref<1x2x2xi32> to memref<1x2x2xi32>
  call @batch_matmul_memref(%batch_matmul_memref_am, %batch_matmul_memref_bm, %batch_matmul_memref_cm) : (memref<1x2x3xi16>, memref<1x3x2xi32>, memref<1x2x2xi32>) -> ()
  %batch_matmul_memref_u = memref.cast %batch_matmul_memref_cm : memref<1x2x2xi32> to memref<*xi32>
  call @printMemrefI32(%batch_matmul_memref_u) : (memref<*xi32>) -> ()
  %batch_reduce_matmul_memref_a = arith.constant dense<[[[6, 9, -4]], [[-1, 0, -9]]]> : tensor<2x1x3xi16>
  %batch_reduce_matmul_memref_ar = bufferization.to_buffer %batch_reduce_matmul_memref_a read_only : tensor<2x1x3xi16> to memref<2x1x3xi16>
  %batch_reduce_matmul_memref_am = memref.alloc() : memref<2x1x3xi16>
  memref.copy %batch_reduce_matmul_memref_ar, %batch_reduce_matmul_memref_am : memref<2x1x3xi16> to memref<2x1x3xi16>
  %batch_reduce_matmul_memref_b = arith.constant dense<[[[-5, 4], [8, 2], [9, 1]], [[-5, 7], [-8, 5], [8, 3]]]> : tensor<2x3x2xi32>
  %batch_reduce_matmul_memref_br = bufferization.to_buffer %batch_reduce_matmul_memref_b read_only : tensor<2x3x2xi32> to memref<2x3x2xi32>
  %batch_reduce_matmul_memref_bm = memref.alloc() : memref<2x3x2xi32>
  memref.copy %batch_reduce_matmul_memref_br, %batch_reduce_matmul_memref_bm : memref<2x3x2xi32> to memref<2x3x2xi32>
  %batch_reduce_matmul_memref_c = arith.constant dense<[[3, 3]]> : tensor<1x2xi32>
  %batch_reduce_matmul_memref_cr = bufferization.to_buffer %batch_reduce_matmul_memref_c read_only : tensor<1x2xi32> to memref<1x2xi32>
  %batch_reduce_matmul_memref_cm = memref.alloc() : memref<1x2xi32>
  memref.copy %batch_reduce_matmul_memref_cr, %batch_reduce_matmul_memref_cm : memref<1x2xi32> to memref<1x2xi32>
  call @batch_reduce_matmul_memref(%batch_reduce_matmul_memref_am, %batch_reduce_matmul_memref_bm, %batch_reduce_matmul_memref_cm) : (memref<2x1x3xi16>, memref<2x3x2xi32>, memref<1x2xi32>) -> ()
  %batch_reduce_matmul_memref_u = memref.cast %batch_reduce_matmul_memref_cm : memref<1x2xi32> to memref<*xi32>
  call @printMemrefI32(%batch_reduce_matmul_memref_u) : (memref<*xi32>) -> ()
  %quantized_matmul_memref_a = arith.constant dense<[[73, -75, 118], [77, -97, -31]]> : tensor<2x3xi8>
  %quantized_matmul_memref_ar = bufferization.to_buffer %quantized_matmul_memref_a read_only : tensor<2x3xi8> to memref<2x3xi8>
  %quantized_matmul_memref_am = memref.alloc() : memref<2x3xi8>
  memref.copy %quantized_matmul_memref_ar, %quantized_matmul_memref_am : memref<2x3xi8> to memref<2x3xi8>
  %quantized_matmul_memref_b = arith.constant dense<[[-94, -22], [97, -45], [-72, 46]]> : tensor<3x2xi8>
  %quantized_matmul_memref_br = bufferization.to_buffer %quantized_matmul_memref_b read_only : tensor<3x2xi8> to memref<3x2xi8>
  %quantized_matmul_memref_bm = memref.alloc() : memref<3x2xi8>
  memref.copy %quantized_matmul_memref_br, %quantized_matmul_memref_bm : memref<3x2xi8> to memref<3x2xi8>
  %quantized_matmul_memref_c = arith.constant dense<[[-102, -76], [-128, -51]]> : tensor<2x2xi32>
  %quantized_matmul_memref_cr = bufferization.to_buffer %quantized_matmul_memref_c read_only : tensor<2x2xi32> to memref<2x2xi32>
  %quantized_matmul_memref_cm = memref.alloc() : memref<2x2xi32>
  memref.copy %quantized_matmul_memref_cr, %quantized_matmul_memref_cm : memref<2x2xi32> to memref<2x2xi32>
  call @quantized_matmul_memref(%quantized_matmul_memref_am, %quantized_matmul_memref_bm, %quantized_matmul_memref_cm, %za, %zb) : (memref<2x3xi8>, memref<3x2xi8>, memref<2x2xi32>, i32, i32) -> ()
  %quantized_matmul_memref_u = memref.cast %quantized_matmul_memref_cm : memref<2x2xi32> to memref<*xi32>
  call @printMemrefI32(%quantized_matmul_memref_u) : (memref<*xi32>) -> ()
  %quantized_batch_matmul_memref_a = arith.constant dense<[[[-77, 58, -115], [-92, -22, 64]], [[-52, 1, 49], [58, 114, -66]]]> : tensor<2x2x3xi8>
  %quantized_batch_matmul_memref_ar = bufferization.to_buffer %quantized_batch_matmul_memref_a read_only : tensor<2x2x3xi8> to memref<2x2x3xi8>
  %quantized_batch_matmul_memref_am = memref.alloc() : memref<2x2x3xi8>
  memref.copy %quantized_batch_matmul_memref_ar, %quantized_batch_matmul_memref_am : memref<2x2x3xi8> to memref<2x2x3xi8>
  %quantized_batch_matmul_memref_b = arith.constant dense<[[[-69, 121], [110, 117], [119, 31]], [[-85, -55], [-76, 47], [7, 117]]]> : tensor<2x3x2xi8>
  %quantized_batch_matmul_memref_br = bufferization.to_buffer %quantized_batch_matmul_memref_b read_only : tensor<2x3x2xi8> to memref<2x3x2xi8>
  %quantized_batch_matmul_memref_bm = memref.alloc() : memref<2x3x2xi8>
  memref.copy %quantized_batch_matmul_memref_br, %quantized_batch_matmul_memref_bm : memref<2x3x2xi8> to memref<2x3x2xi8>
  %quantized_batch_matmul_memref_c = arith.constant dense<[[[-46, -117], [-23, 57]], [[-53, -115], [24, -82]]]> : tensor<2x2x2xi32>
  %quantized_batch_matmul_memref_cr = bufferization.to_buffer %quantized_batch_matmul_memref_c read_only : tensor<2x2x2xi32> to memref<2x2x2xi32>
  %quantized_batch_matmul_memref_cm = memref.alloc() : memref<2x2x2xi32>
  memref.copy %quantized_batch_matmul_memref_cr, %quantized_batch_matmul_memref_cm : memref<2x2x2xi32> to memref<2x2x2xi32>
  call @quantized_batch_matmul_memref(%quantized_batch_matmul_memref_am, %quantized_batch_matmul_memref_bm, %quantized_batch_matmul_memref_cm, %za, %zb) : (memref<2x2x3xi8>, memref<2x3x2xi8>, memref<2x2x2xi32>, i32, i32) -> ()
  %quantized_batch_matmul_memref_u = memref.cast %quantized_batch_matmul_memref_cm : memref<2x2x2xi32> to memref<*xi32>
  call @printMemrefI32(%quantized_batch_matmul_memref_u) : (memref<*xi32>) -> ()
  return
}
