// The matmuls of one Llama-3-8B decoder block, by the model's published sizes:
// hidden 4096, 32 query heads and 8 key/value heads of 128, intermediate 14336.
// Once for 16 tokens (decoding a batch) and once for 4096 (a prompt).
//
//   matmul    out x in        weight stored as
//   qkv       6144 x 4096     N x K   (PyTorch's linear layer: B transposed)
//   o         4096 x 4096     K x N   (stored the other way, as some exporters do)
//   gate_up  28672 x 4096     N x K
//   down      4096 x 14336    N x K
//
// Everything is bf16 and summed in f32. What lies between the matmuls is left
// out: attention turns qkv into %attended, SwiGLU turns gate_up into %activated,
// so these two come in as arguments; norms and residual sums are skipped.

#a = affine_map<(m, n, k) -> (m, k)>
#b_transposed = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
#row = affine_map<(m, n) -> (m, n)>

func.func @block_16(%x: tensor<16x4096xbf16>, %attended: tensor<16x4096xbf16>,
    %activated: tensor<16x14336xbf16>, %w_qkv: tensor<6144x4096xbf16>,
    %w_o: tensor<4096x4096xbf16>, %w_gate_up: tensor<28672x4096xbf16>,
    %w_down: tensor<4096x14336xbf16>)
    -> (tensor<16x6144xbf16>, tensor<16x28672xbf16>, tensor<16x4096xbf16>) {
  %zero = arith.constant 0.0 : f32

  // qkv: 16 x 6144 x 4096
  %qkv_empty = tensor.empty() : tensor<16x6144xf32>
  %qkv_init = linalg.fill ins(%zero : f32) outs(%qkv_empty : tensor<16x6144xf32>) -> tensor<16x6144xf32>
  %qkv_sum = linalg.matmul indexing_maps = [#a, #b_transposed, #c]
        ins(%x, %w_qkv : tensor<16x4096xbf16>, tensor<6144x4096xbf16>)
        outs(%qkv_init : tensor<16x6144xf32>) -> tensor<16x6144xf32>
  %qkv_out = tensor.empty() : tensor<16x6144xbf16>
  %qkv = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
        ins(%qkv_sum : tensor<16x6144xf32>) outs(%qkv_out : tensor<16x6144xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %cast = arith.truncf %in : f32 to bf16
    linalg.yield %cast : bf16
  } -> tensor<16x6144xbf16>

  // o: 16 x 4096 x 4096
  %o_empty = tensor.empty() : tensor<16x4096xf32>
  %o_init = linalg.fill ins(%zero : f32) outs(%o_empty : tensor<16x4096xf32>) -> tensor<16x4096xf32>
  %o_sum = linalg.matmul ins(%attended, %w_o : tensor<16x4096xbf16>, tensor<4096x4096xbf16>)
        outs(%o_init : tensor<16x4096xf32>) -> tensor<16x4096xf32>
  %o_out = tensor.empty() : tensor<16x4096xbf16>
  %o = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
        ins(%o_sum : tensor<16x4096xf32>) outs(%o_out : tensor<16x4096xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %cast = arith.truncf %in : f32 to bf16
    linalg.yield %cast : bf16
  } -> tensor<16x4096xbf16>

  // gate_up: 16 x 28672 x 4096
  %gate_up_empty = tensor.empty() : tensor<16x28672xf32>
  %gate_up_init = linalg.fill ins(%zero : f32) outs(%gate_up_empty : tensor<16x28672xf32>) -> tensor<16x28672xf32>
  %gate_up_sum = linalg.matmul indexing_maps = [#a, #b_transposed, #c]
        ins(%o, %w_gate_up : tensor<16x4096xbf16>, tensor<28672x4096xbf16>)
        outs(%gate_up_init : tensor<16x28672xf32>) -> tensor<16x28672xf32>
  %gate_up_out = tensor.empty() : tensor<16x28672xbf16>
  %gate_up = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
        ins(%gate_up_sum : tensor<16x28672xf32>) outs(%gate_up_out : tensor<16x28672xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %cast = arith.truncf %in : f32 to bf16
    linalg.yield %cast : bf16
  } -> tensor<16x28672xbf16>

  // down: 16 x 4096 x 14336
  %down_empty = tensor.empty() : tensor<16x4096xf32>
  %down_init = linalg.fill ins(%zero : f32) outs(%down_empty : tensor<16x4096xf32>) -> tensor<16x4096xf32>
  %down_sum = linalg.matmul indexing_maps = [#a, #b_transposed, #c]
        ins(%activated, %w_down : tensor<16x14336xbf16>, tensor<4096x14336xbf16>)
        outs(%down_init : tensor<16x4096xf32>) -> tensor<16x4096xf32>
  %down_out = tensor.empty() : tensor<16x4096xbf16>
  %down = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
        ins(%down_sum : tensor<16x4096xf32>) outs(%down_out : tensor<16x4096xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %cast = arith.truncf %in : f32 to bf16
    linalg.yield %cast : bf16
  } -> tensor<16x4096xbf16>

  return %qkv, %gate_up, %down
      : tensor<16x6144xbf16>, tensor<16x28672xbf16>, tensor<16x4096xbf16>
}

func.func @block_4096(%x: tensor<4096x4096xbf16>, %attended: tensor<4096x4096xbf16>,
    %activated: tensor<4096x14336xbf16>, %w_qkv: tensor<6144x4096xbf16>,
    %w_o: tensor<4096x4096xbf16>, %w_gate_up: tensor<28672x4096xbf16>,
    %w_down: tensor<4096x14336xbf16>)
    -> (tensor<4096x6144xbf16>, tensor<4096x28672xbf16>, tensor<4096x4096xbf16>) {
  %zero = arith.constant 0.0 : f32

  // qkv: 4096 x 6144 x 4096
  %qkv_empty = tensor.empty() : tensor<4096x6144xf32>
  %qkv_init = linalg.fill ins(%zero : f32) outs(%qkv_empty : tensor<4096x6144xf32>) -> tensor<4096x6144xf32>
  %qkv_sum = linalg.matmul indexing_maps = [#a, #b_transposed, #c]
        ins(%x, %w_qkv : tensor<4096x4096xbf16>, tensor<6144x4096xbf16>)
        outs(%qkv_init : tensor<4096x6144xf32>) -> tensor<4096x6144xf32>
  %qkv_out = tensor.empty() : tensor<4096x6144xbf16>
  %qkv = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
        ins(%qkv_sum : tensor<4096x6144xf32>) outs(%qkv_out : tensor<4096x6144xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %cast = arith.truncf %in : f32 to bf16
    linalg.yield %cast : bf16
  } -> tensor<4096x6144xbf16>

  // o: 4096 x 4096 x 4096
  %o_empty = tensor.empty() : tensor<4096x4096xf32>
  %o_init = linalg.fill ins(%zero : f32) outs(%o_empty : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %o_sum = linalg.matmul ins(%attended, %w_o : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>)
        outs(%o_init : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %o_out = tensor.empty() : tensor<4096x4096xbf16>
  %o = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
        ins(%o_sum : tensor<4096x4096xf32>) outs(%o_out : tensor<4096x4096xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %cast = arith.truncf %in : f32 to bf16
    linalg.yield %cast : bf16
  } -> tensor<4096x4096xbf16>

  // gate_up: 4096 x 28672 x 4096
  %gate_up_empty = tensor.empty() : tensor<4096x28672xf32>
  %gate_up_init = linalg.fill ins(%zero : f32) outs(%gate_up_empty : tensor<4096x28672xf32>) -> tensor<4096x28672xf32>
  %gate_up_sum = linalg.matmul indexing_maps = [#a, #b_transposed, #c]
        ins(%o, %w_gate_up : tensor<4096x4096xbf16>, tensor<28672x4096xbf16>)
        outs(%gate_up_init : tensor<4096x28672xf32>) -> tensor<4096x28672xf32>
  %gate_up_out = tensor.empty() : tensor<4096x28672xbf16>
  %gate_up = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
        ins(%gate_up_sum : tensor<4096x28672xf32>) outs(%gate_up_out : tensor<4096x28672xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %cast = arith.truncf %in : f32 to bf16
    linalg.yield %cast : bf16
  } -> tensor<4096x28672xbf16>

  // down: 4096 x 4096 x 14336
  %down_empty = tensor.empty() : tensor<4096x4096xf32>
  %down_init = linalg.fill ins(%zero : f32) outs(%down_empty : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %down_sum = linalg.matmul indexing_maps = [#a, #b_transposed, #c]
        ins(%activated, %w_down : tensor<4096x14336xbf16>, tensor<4096x14336xbf16>)
        outs(%down_init : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %down_out = tensor.empty() : tensor<4096x4096xbf16>
  %down = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
        ins(%down_sum : tensor<4096x4096xf32>) outs(%down_out : tensor<4096x4096xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %cast = arith.truncf %in : f32 to bf16
    linalg.yield %cast : bf16
  } -> tensor<4096x4096xbf16>

  return %qkv, %gate_up, %down
      : tensor<4096x6144xbf16>, tensor<4096x28672xbf16>, tensor<4096x4096xbf16>
}
