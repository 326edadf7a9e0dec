func.func @unknown_rows(%a: tensor<?x64xf32>, %b: tensor<64x96xf32>, %c: tensor<?x96xf32>) -> tensor<?x96xf32> {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%c : tensor<?x96xf32>) -> tensor<?x96xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<?x64xf32>, tensor<64x96xf32>)
                     outs(%f : tensor<?x96xf32>) -> tensor<?x96xf32>
  return %0 : tensor<?x96xf32>
}
