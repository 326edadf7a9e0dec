// Two matmuls of different sizes and of the same kernels.
func.func @two(%a: tensor<32x64xf32>, %b: tensor<64x48xf32>,
               %x: tensor<40x24xf32>, %y: tensor<24x56xf32>)
    -> (tensor<32x48xf32>, tensor<40x56xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x48xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<32x48xf32>)
      -> tensor<32x48xf32>
  %c = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x48xf32>)
      outs(%init : tensor<32x48xf32>) -> tensor<32x48xf32>
  %empty2 = tensor.empty() : tensor<40x56xf32>
  %init2 = linalg.fill ins(%zero : f32) outs(%empty2 : tensor<40x56xf32>)
      -> tensor<40x56xf32>
  %z = linalg.matmul ins(%x, %y : tensor<40x24xf32>, tensor<24x56xf32>)
      outs(%init2 : tensor<40x56xf32>) -> tensor<40x56xf32>
  return %c, %z : tensor<32x48xf32>, tensor<40x56xf32>
}
