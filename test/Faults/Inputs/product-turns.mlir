// Two consumers that convert what they multiply, and start their products in turn.
func.func @f(%a: tensor<24x1024xbf16>, %b: tensor<256x1024xi8>) -> tensor<24x256xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<24x256xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<24x256xf32>) -> tensor<24x256xf32>
  %eb = tensor.empty() : tensor<256x1024xbf16>
  %w = linalg.generic {
      indexing_maps = [affine_map<(n, k) -> (n, k)>, affine_map<(n, k) -> (n, k)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%b : tensor<256x1024xi8>) outs(%eb : tensor<256x1024xbf16>) {
  ^bb0(%q: i8, %o: bf16):
    %0 = arith.sitofp %q : i8 to bf16
    linalg.yield %0 : bf16
  } -> tensor<256x1024xbf16>
  %d = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<
      hopper_wgmma, tile = [128, 24, 128], stages = 3, consumers = 2, schedule = cooperative,
      swap = true, in_turn = true, persistent = true>}
      ins(%a, %w : tensor<24x1024xbf16>, tensor<256x1024xbf16>) outs(%f : tensor<24x256xf32>) -> tensor<24x256xf32>
  return %d : tensor<24x256xf32>
}
