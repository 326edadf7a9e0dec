// RUN: autotune-opt %s -split-input-file -autotune-size-results | FileCheck %s

// CHECK-LABEL: func.func @layer
// CHECK-SAME:    autotune.result_sizes = @layer.sizes
// CHECK-LABEL: func.func @layer.sizes
// CHECK-SAME:    (%[[X:.*]]: tensor<?x?x64xf32>, %{{.*}}: tensor<64x32xf32>) -> (index, index, index)
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG:     %[[D0:.*]] = tensor.dim %[[X]], %[[C0]]
// CHECK-DAG:     %[[D1:.*]] = tensor.dim %[[X]], %[[C1]]
// CHECK-NOT:     linalg
// CHECK:         return %[[D0]], %[[D1]],
func.func @layer(%x: tensor<?x?x64xf32>, %w: tensor<64x32xf32> {autotune.frozen})
    -> (tensor<?x?x32xf32>, tensor<4xf32>, tensor<?x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %b = tensor.dim %x, %c0 : tensor<?x?x64xf32>
  %s = tensor.dim %x, %c1 : tensor<?x?x64xf32>
  %rows = arith.muli %b, %s : index
  %flat = tensor.collapse_shape %x [[0, 1], [2]] : tensor<?x?x64xf32> into tensor<?x64xf32>
  %empty = tensor.empty(%rows) : tensor<?x32xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x32xf32>) -> tensor<?x32xf32>
  %c = linalg.matmul ins(%flat, %w : tensor<?x64xf32>, tensor<64x32xf32>)
                     outs(%init : tensor<?x32xf32>) -> tensor<?x32xf32>
  %y = tensor.expand_shape %c [[0, 1], [2]] output_shape [%b, %s, 32]
     : tensor<?x32xf32> into tensor<?x?x32xf32>
  %four = arith.constant dense<4.0> : tensor<4xf32>
  return %y, %four, %c : tensor<?x?x32xf32>, tensor<4xf32>, tensor<?x32xf32>
}

// -----

// Sizes that do not fit each other are refused there, too.
// CHECK-LABEL: func.func @checked
// CHECK:         cf.assert
// CHECK-LABEL: func.func @checked.sizes
// CHECK:         cf.assert
// CHECK-NOT:     linalg
func.func @checked(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %same = arith.cmpi eq, %n, %m : index
  cf.assert %same, "sizes differ"
  %empty = tensor.empty(%n) : tensor<?xf32>
  %z = linalg.add ins(%x, %y : tensor<?xf32>, tensor<?xf32>)
                  outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  return %z : tensor<?xf32>
}

// -----

// A size that is an element.
// CHECK-LABEL: func.func @from_element
// CHECK-NOT:     result_sizes
// CHECK-NOT:   @from_element.sizes
func.func @from_element(%x: tensor<i64>) -> tensor<?xf32> {
  %n = tensor.extract %x[] : tensor<i64>
  %size = arith.index_cast %n : i64 to index
  %empty = tensor.empty(%size) : tensor<?xf32>
  return %empty : tensor<?xf32>
}

// -----

// All sizes are known, or nobody else calls it.
// CHECK-NOT: .sizes
func.func @known(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func private @own(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
