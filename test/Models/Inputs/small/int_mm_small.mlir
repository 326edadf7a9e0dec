module {
  func.func @main(%arg0: tensor<64x96xi8>, %arg1: tensor<96x48xi8>) -> tensor<64x48xi32> {
    %c0_i32 = arith.constant 0 : i32
    %0 = tensor.empty() : tensor<64x48xi32>
    %1 = linalg.fill ins(%c0_i32 : i32) outs(%0 : tensor<64x48xi32>) -> tensor<64x48xi32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<64x96xi8>, tensor<96x48xi8>) outs(%1 : tensor<64x48xi32>) -> tensor<64x48xi32>
    return %2 : tensor<64x48xi32>
  }
}
