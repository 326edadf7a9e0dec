// Two matmuls of one fact, and one whose sizes nobody knows.
func.func @two(%a: tensor<32x64xf32>, %b: tensor<64x48xf32>,
               %b2: tensor<64x48xf32>)
    -> (tensor<32x48xf32>, tensor<32x48xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x48xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<32x48xf32>)
      -> tensor<32x48xf32>
  %c = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x48xf32>)
      outs(%init : tensor<32x48xf32>) -> tensor<32x48xf32>
  %c2 = linalg.matmul ins(%a, %b2 : tensor<32x64xf32>, tensor<64x48xf32>)
      outs(%init : tensor<32x48xf32>) -> tensor<32x48xf32>
  return %c, %c2 : tensor<32x48xf32>, tensor<32x48xf32>
}

func.func @dynamic(%a: tensor<?x64xf32>, %b: tensor<64x48xf32>,
                   %c: tensor<?x48xf32>) -> tensor<?x48xf32> {
  %d = linalg.matmul ins(%a, %b : tensor<?x64xf32>, tensor<64x48xf32>)
      outs(%c : tensor<?x48xf32>) -> tensor<?x48xf32>
  return %d : tensor<?x48xf32>
}
