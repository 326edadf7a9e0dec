func.func @f(%a: tensor<256x128xf32>, %b: tensor<128x256xf32>, %c: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %0 = linalg.matmul {autotune.config = #autotune.config<simt>}
         ins(%a, %b : tensor<256x128xf32>, tensor<128x256xf32>)
         outs(%c : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %0 : tensor<256x256xf32>
}
