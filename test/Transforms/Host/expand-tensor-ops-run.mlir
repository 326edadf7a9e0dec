// What takes the place of operations that upstream can't bufferize computes the
// same.
// RUN: autotune-opt %s -autotune-expand-tensor-ops | FileCheck %s --check-prefix=EXPANDED
// RUN: autotune-opt %s -autotune-compile='target=h200 format=sim' | %run_sim | FileCheck %s
// EXPANDED-NOT: {{linalg\.(pack|unpack|softmax)|tensor\.(gather|scatter|bitcast)|load_const}}

ml_program.global private @values(dense<[4.0, 5.0]> : tensor<2xf32>) : tensor<2xf32>

func.func @gather(%x: tensor<2x3xf32>, %i: tensor<?x1xi32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  // Columns 2, 0 and 2.
  %0 = tensor.gather %x[%i] gather_dims([1]) : (tensor<2x3xf32>, tensor<?x1xi32>) -> tensor<?x2x1xf32>
  %v = vector.transfer_read %0[%c0, %c0, %c0], %z {permutation_map = affine_map<(a, b, c) -> (a, b)>} : tensor<?x2x1xf32>, vector<3x2xf32>
  vector.print %v : vector<3x2xf32>
  %1 = tensor.gather %x[%i] gather_dims([1]) : (tensor<2x3xf32>, tensor<?x1xi32>) -> tensor<?x2xf32>
  %w = vector.transfer_read %1[%c0, %c0], %z : tensor<?x2xf32>, vector<3x2xf32>
  vector.print %w : vector<3x2xf32>
  return
}

func.func @scatter(%x: tensor<2x3xf32>, %i: tensor<2x1xi32>, %s: tensor<2x2x1xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %0 = tensor.scatter %s into %x[%i] scatter_dims([1]) unique : (tensor<2x2x1xf32>, tensor<2x3xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>
  %v = vector.transfer_read %0[%c0, %c0], %z : tensor<2x3xf32>, vector<2x3xf32>
  vector.print %v : vector<2x3xf32>
  return
}

// Padded, with the outer dimensions changed, and back.
func.func @pack(%x: tensor<2x3xf32>, %size: index) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %pad = arith.constant -1.0 : f32
  %e = tensor.empty(%size) : tensor<?x1x2x2xf32>
  %0 = linalg.pack %x padding_value(%pad : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %e : tensor<2x3xf32> -> tensor<?x1x2x2xf32>
  %v = vector.transfer_read %0[%c0, %c0, %c0, %c0], %z {permutation_map = affine_map<(a, b, c, d) -> (a, c, d)>} : tensor<?x1x2x2xf32>, vector<2x2x2xf32>
  vector.print %v : vector<2x2x2xf32>
  %o = tensor.empty() : tensor<2x3xf32>
  %1 = linalg.unpack %0 outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %o : tensor<?x1x2x2xf32> -> tensor<2x3xf32>
  %w = vector.transfer_read %1[%c0, %c0], %z : tensor<2x3xf32>, vector<2x3xf32>
  vector.print %w : vector<2x3xf32>
  return
}

func.func @softmax(%x: memref<2x2xf32>, %o: memref<2x2xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  linalg.softmax dimension(1) ins(%x : memref<2x2xf32>) outs(%o : memref<2x2xf32>)
  %v = vector.transfer_read %o[%c0, %c0], %z : memref<2x2xf32>, vector<2x2xf32>
  vector.print %v : vector<2x2xf32>
  return
}

func.func @others(%x: tensor<2xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %zi = arith.constant 0 : i32
  %0 = tensor.bitcast %x : tensor<2xf32> to tensor<2xi32>
  %v = vector.transfer_read %0[%c0], %zi : tensor<2xi32>, vector<2xi32>
  vector.print %v : vector<2xi32>
  %1 = ml_program.global_load_const @values : tensor<2xf32>
  %w = vector.transfer_read %1[%c0], %z : tensor<2xf32>, vector<2xf32>
  vector.print %w : vector<2xf32>
  return
}

// CHECK: ( ( 3, 6 ), ( 1, 4 ), ( 3, 6 ) )
// CHECK-NEXT: ( ( 3, 6 ), ( 1, 4 ), ( 3, 6 ) )
// CHECK-NEXT: ( ( 30, 2, 10 ), ( 40, 5, 20 ) )
// CHECK-NEXT: ( ( ( 1, 2 ), ( 4, 5 ) ), ( ( 3, -1 ), ( 6, -1 ) ) )
// CHECK-NEXT: ( ( 1, 2, 3 ), ( 4, 5, 6 ) )
// CHECK-NEXT: ( ( 0.5, 0.5 ), ( 0.5, 0.5 ) )
// CHECK-NEXT: ( 1065353216, 1073741824 )
// CHECK-NEXT: ( 4, 5 )
func.func @main() {
  %x = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %i = arith.constant dense<[[2], [0], [2]]> : tensor<3x1xi32>
  %j = tensor.cast %i : tensor<3x1xi32> to tensor<?x1xi32>
  call @gather(%x, %j) : (tensor<2x3xf32>, tensor<?x1xi32>) -> ()
  %k = arith.constant dense<[[2], [0]]> : tensor<2x1xi32>
  %s = arith.constant dense<[[[10.0], [20.0]], [[30.0], [40.0]]]> : tensor<2x2x1xf32>
  call @scatter(%x, %k, %s) : (tensor<2x3xf32>, tensor<2x1xi32>, tensor<2x2x1xf32>) -> ()
  %c2 = arith.constant 2 : index
  call @pack(%x, %c2) : (tensor<2x3xf32>, index) -> ()
  %a = memref.alloc() : memref<2x2xf32>
  %b = memref.alloc() : memref<2x2xf32>
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%one : f32) outs(%a : memref<2x2xf32>)
  call @softmax(%a, %b) : (memref<2x2xf32>, memref<2x2xf32>) -> ()
  %t = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  call @others(%t) : (tensor<2xf32>) -> ()
  return
}
