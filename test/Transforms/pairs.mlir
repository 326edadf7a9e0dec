// RUN: autotune-opt %s -split-input-file --autotune-attach-configs="target=h200 space=none" --remarks-filter=autotune -o /dev/null 2>&1 \
// RUN:   | grep -o 'Function=.* | .*\(pair\|fused\).*' | FileCheck %s
// RUN: autotune-opt %s -split-input-file --autotune-attach-configs="target=h200 space=none" \
// RUN:   --autotune-lower-matmul=target=h200 | FileCheck %s --check-prefix=IR

// Two matmuls of one A, and element-wise operations that make one matrix of both
// results, are one kernel. The config stands on the first.
// CHECK: Function=swiglu | {{.*}}makes a pair with the matmul of the same A, because one operation reads both results: one kernel computes both
// CHECK: Function=swiglu | {{.*}}fused 1 element-wise operations, which read 0 operands
// CHECK: Function=swiglu | {{.*}}is part of the pair of the matmul before it, whose config serves both
// IR-LABEL: func.func @swiglu
// IR-NOT: linalg.
// IR: tile.launch {{.*}} ins(%arg0, %arg1 : {{.*}}) outs({{.*}} : tensor<256x128xbf16>) with(%arg2 : tensor<64x128xbf16>) sms
// IR-NOT: linalg.
// IR: tile.kernel @{{.*}}(%{{[^,]*}}: memref<?x?xbf16, {{[^>]*}}>>, %[[B:[^,]*]]: memref<?x?xbf16, {{[^>]*}}>>, %{{[^,]*}}: memref<?x?xbf16, {{[^>]*}}>>, %[[B2:[^,]*]]: memref<?x?xbf16, {{[^>]*}}>>)
// IR: tile.load %[[B]][{{.*}}] into %{{.*}}[1] half [1, 0]
// IR: tile.load %[[B2]][{{.*}}] into %{{.*}}[1] half [1, 1]
// IR: %[[SUMS:.*]] = tile.mma_wait pending(0) {{.*}} -> !tile.fragment<64x128xf32>
// IR: tile.epilogue %[[SUMS]] at[%{{.*}}, %{{.*}}] : <64x128xf32> -> <64x64xf32>
// IR-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: f32):
#id = affine_map<(i, j) -> (i, j)>
func.func @swiglu(%x: tensor<256x64xbf16>, %w1: tensor<64x128xbf16>, %w2: tensor<64x128xbf16>) -> tensor<256x128xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x128xf32>
  %h = tensor.empty() : tensor<256x128xbf16>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x128xf32>) -> tensor<256x128xf32>
  %u = linalg.matmul ins(%x, %w1 : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%init : tensor<256x128xf32>) -> tensor<256x128xf32>
  %v = linalg.matmul ins(%x, %w2 : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%init : tensor<256x128xf32>) -> tensor<256x128xf32>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%u, %v : tensor<256x128xf32>, tensor<256x128xf32>) outs(%h : tensor<256x128xbf16>) {
  ^bb0(%s: f32, %t: f32, %o: bf16):
    %one = arith.constant 1.0 : f32
    %0 = arith.negf %s : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %s, %2 : f32
    %4 = arith.mulf %3, %t : f32
    %5 = arith.truncf %4 : f32 to bf16
    linalg.yield %5 : bf16
  } -> tensor<256x128xbf16>
  return %y : tensor<256x128xbf16>
}

// -----

// What is done to one of them before, on its own, is found; so is what follows,
// and what is read beside. In the program the second result may be the first
// factor.
// CHECK: Function=apart | {{.*}}makes a pair with
// CHECK: Function=apart | {{.*}}fused 4 element-wise operations, which read 1 operands
// IR-LABEL: func.func @apart
// IR-NOT: linalg.
// IR: tile.launch {{.*}} with(%arg2, %arg3 : tensor<64x128xbf16>, tensor<256x128xf32>) sms
func.func @apart(%x: tensor<256x64xbf16>, %w1: tensor<64x128xbf16>, %w2: tensor<64x128xbf16>, %r: tensor<256x128xf32>) -> tensor<256x128xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x128xf32>
  %h = tensor.empty() : tensor<256x128xbf16>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x128xf32>) -> tensor<256x128xf32>
  %u = linalg.matmul ins(%x, %w1 : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%init : tensor<256x128xf32>) -> tensor<256x128xf32>
  %v = linalg.matmul ins(%x, %w2 : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%init : tensor<256x128xf32>) -> tensor<256x128xf32>
  %0 = math.tanh %v : tensor<256x128xf32>
  %1 = linalg.mul ins(%0, %u : tensor<256x128xf32>, tensor<256x128xf32>) outs(%e : tensor<256x128xf32>) -> tensor<256x128xf32>
  %2 = linalg.add ins(%1, %r : tensor<256x128xf32>, tensor<256x128xf32>) outs(%e : tensor<256x128xf32>) -> tensor<256x128xf32>
  %3 = arith.truncf %2 : tensor<256x128xf32> to tensor<256x128xbf16>
  return %3 : tensor<256x128xbf16>
}

// -----

// A result that others read, too: each matmul is served for itself.
// CHECK: Function=shared | {{.*}}makes no pair with the other matmul of its A, though one operation reads both results: linalg.mul is not fused: other operations read an intermediate result between it and the matmul
// CHECK-NOT: Function=shared | {{.*}}is part of the pair
// IR-LABEL: func.func @shared
// IR-COUNT-2: tile.launch
func.func @shared(%x: tensor<256x64xbf16>, %w1: tensor<64x128xbf16>, %w2: tensor<64x128xbf16>) -> (tensor<256x128xf32>, tensor<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x128xf32>
  %h = tensor.empty() : tensor<256x128xbf16>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x128xf32>) -> tensor<256x128xf32>
  %u = linalg.matmul ins(%x, %w1 : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%init : tensor<256x128xf32>) -> tensor<256x128xf32>
  %v = linalg.matmul ins(%x, %w2 : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%init : tensor<256x128xf32>) -> tensor<256x128xf32>
  %0 = linalg.mul ins(%u, %v : tensor<256x128xf32>, tensor<256x128xf32>) outs(%e : tensor<256x128xf32>) -> tensor<256x128xf32>
  return %0, %v : tensor<256x128xf32>, tensor<256x128xf32>
}

// -----

// Of other types or layouts.
// CHECK: Function=layouts | {{.*}}makes no pair with the other matmul of its A, though one operation reads both results: their types differ
// IR-LABEL: func.func @layouts
// IR-COUNT-2: tile.launch
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @layouts(%x: tensor<256x64xbf16>, %w1: tensor<64x128xbf16>, %w2: tensor<128x64xbf16>) -> tensor<256x128xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x128xf32>
  %h = tensor.empty() : tensor<256x128xbf16>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x128xf32>) -> tensor<256x128xf32>
  %u = linalg.matmul ins(%x, %w1 : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%init : tensor<256x128xf32>) -> tensor<256x128xf32>
  %v = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %w2 : tensor<256x64xbf16>, tensor<128x64xbf16>) outs(%init : tensor<256x128xf32>) -> tensor<256x128xf32>
  %0 = linalg.mul ins(%u, %v : tensor<256x128xf32>, tensor<256x128xf32>) outs(%e : tensor<256x128xf32>) -> tensor<256x128xf32>
  return %0 : tensor<256x128xf32>
}

// -----

// One that adds to a C, and one with a config of its own.
// CHECK: Function=adds | {{.*}}one operation reads both results: one of them adds to a C
// IR-LABEL: func.func @adds
// IR-COUNT-2: tile.launch
func.func @adds(%x: tensor<256x64xbf16>, %w1: tensor<64x128xbf16>, %w2: tensor<64x128xbf16>, %c: tensor<256x128xf32>) -> tensor<256x128xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x128xf32>
  %h = tensor.empty() : tensor<256x128xbf16>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x128xf32>) -> tensor<256x128xf32>
  %u = linalg.matmul ins(%x, %w1 : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%init : tensor<256x128xf32>) -> tensor<256x128xf32>
  %v = linalg.matmul ins(%x, %w2 : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%c : tensor<256x128xf32>) -> tensor<256x128xf32>
  %0 = linalg.mul ins(%u, %v : tensor<256x128xf32>, tensor<256x128xf32>) outs(%e : tensor<256x128xf32>) -> tensor<256x128xf32>
  return %0 : tensor<256x128xf32>
}
// CHECK: Function=given | {{.*}}one operation reads both results: it has a config of its own
// IR-LABEL: func.func @given
// IR-COUNT-2: tile.launch
func.func @given(%x: tensor<256x64xbf16>, %w1: tensor<64x128xbf16>, %w2: tensor<64x128xbf16>) -> tensor<256x128xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x128xf32>
  %h = tensor.empty() : tensor<256x128xbf16>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x128xf32>) -> tensor<256x128xf32>
  %u = linalg.matmul ins(%x, %w1 : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%init : tensor<256x128xf32>) -> tensor<256x128xf32>
  %v = linalg.matmul {autotune.config = #autotune.config<simt>} ins(%x, %w2 : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%init : tensor<256x128xf32>) -> tensor<256x128xf32>
  %0 = linalg.mul ins(%u, %v : tensor<256x128xf32>, tensor<256x128xf32>) outs(%e : tensor<256x128xf32>) -> tensor<256x128xf32>
  return %0 : tensor<256x128xf32>
}

// -----

// A config of the first that serves no pair is its own.
// CHECK: Function=simt | {{.*}}is no pair, so each matmul has a kernel of its own: pair: a pair of products that the epilogue combines into one matrix; only hopper_wgmma has both sums of an element in one thread
// IR-LABEL: func.func @simt
// IR: %[[V:.*]] = tile.launch {{.*}}matmul_hopper_wgmma
// IR: tile.launch {{.*}}matmul_simt{{.*}} with(%[[V]] : tensor<256x128xf32>)
func.func @simt(%x: tensor<256x64xbf16>, %w1: tensor<64x128xbf16>, %w2: tensor<64x128xbf16>) -> tensor<256x128xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x128xf32>
  %h = tensor.empty() : tensor<256x128xbf16>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x128xf32>) -> tensor<256x128xf32>
  %u = linalg.matmul {autotune.config = #autotune.config<simt>} ins(%x, %w1 : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%init : tensor<256x128xf32>) -> tensor<256x128xf32>
  %v = linalg.matmul ins(%x, %w2 : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%init : tensor<256x128xf32>) -> tensor<256x128xf32>
  %0 = linalg.mul ins(%u, %v : tensor<256x128xf32>, tensor<256x128xf32>) outs(%e : tensor<256x128xf32>) -> tensor<256x128xf32>
  return %0 : tensor<256x128xf32>
}

// -----

// What TMA can't load.
// CHECK: Function=odd | {{.*}}is no pair, so each matmul has a kernel of its own: hopper_wgmma: pair: A {{.*}} a pair of products must be loaded by TMA
// IR-LABEL: func.func @odd
// IR-COUNT-2: tile.launch
func.func @odd(%x: tensor<256x63xbf16>, %w1: tensor<63x127xbf16>, %w2: tensor<63x127xbf16>) -> tensor<256x127xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x127xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x127xf32>) -> tensor<256x127xf32>
  %u = linalg.matmul ins(%x, %w1 : tensor<256x63xbf16>, tensor<63x127xbf16>) outs(%init : tensor<256x127xf32>) -> tensor<256x127xf32>
  %v = linalg.matmul ins(%x, %w2 : tensor<256x63xbf16>, tensor<63x127xbf16>) outs(%init : tensor<256x127xf32>) -> tensor<256x127xf32>
  %0 = linalg.mul ins(%u, %v : tensor<256x127xf32>, tensor<256x127xf32>) outs(%e : tensor<256x127xf32>) -> tensor<256x127xf32>
  return %0 : tensor<256x127xf32>
}

// -----

// A few rows of A: kernels that swap the operands are estimated to be faster,
// though they are two.
// CHECK: Function=rows | {{.*}}is no pair, so each matmul has a kernel of its own: one kernel is estimated to take {{[0-9.]+}} us, and a kernel for each {{[0-9.]+}} us
// IR-LABEL: func.func @rows
// IR-COUNT-2: tile.launch
func.func @rows(%x: tensor<1x4096xbf16>, %w1: tensor<4096x4096xbf16>, %w2: tensor<4096x4096xbf16>) -> tensor<1x4096xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x4096xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4096xf32>) -> tensor<1x4096xf32>
  %u = linalg.matmul ins(%x, %w1 : tensor<1x4096xbf16>, tensor<4096x4096xbf16>) outs(%init : tensor<1x4096xf32>) -> tensor<1x4096xf32>
  %v = linalg.matmul ins(%x, %w2 : tensor<1x4096xbf16>, tensor<4096x4096xbf16>) outs(%init : tensor<1x4096xf32>) -> tensor<1x4096xf32>
  %0 = linalg.mul ins(%u, %v : tensor<1x4096xf32>, tensor<1x4096xf32>) outs(%e : tensor<1x4096xf32>) -> tensor<1x4096xf32>
  return %0 : tensor<1x4096xf32>
}

// -----

// A batch of pairs.
// CHECK: Function=batch | {{.*}}makes a pair with
// IR-LABEL: func.func @batch
// IR: tile.launch {{.*}} with(%arg2 : tensor<4x64x128xbf16>) sms
// IR-NOT: tile.launch
func.func @batch(%x: tensor<4x256x64xbf16>, %w1: tensor<4x64x128xbf16>, %w2: tensor<4x64x128xbf16>) -> tensor<4x256x128xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x256x128xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<4x256x128xf32>) -> tensor<4x256x128xf32>
  %u = linalg.batch_matmul ins(%x, %w1 : tensor<4x256x64xbf16>, tensor<4x64x128xbf16>) outs(%init : tensor<4x256x128xf32>) -> tensor<4x256x128xf32>
  %v = linalg.batch_matmul ins(%x, %w2 : tensor<4x256x64xbf16>, tensor<4x64x128xbf16>) outs(%init : tensor<4x256x128xf32>) -> tensor<4x256x128xf32>
  %0 = linalg.mul ins(%u, %v : tensor<4x256x128xf32>, tensor<4x256x128xf32>) outs(%e : tensor<4x256x128xf32>) -> tensor<4x256x128xf32>
  return %0 : tensor<4x256x128xf32>
}

// -----

// One matmul by both matrices side by side, whose halves are taken apart. On
// tensors halves of the matrix are slices, which become subviews.
// CHECK: Function=halves | {{.*}}is a pair, because later operations combine its two halves: one kernel computes C from both
// CHECK: Function=halves | {{.*}}fused 2 element-wise operations, which read 0 operands
// IR-LABEL: func.func @halves
// IR-DAG: %[[LEFT:.*]] = tensor.extract_slice %arg1[0, 0] [64, 128] [1, 1] : tensor<64x256xbf16> to tensor<64x128xbf16>
// IR-DAG: %[[RIGHT:.*]] = tensor.extract_slice %arg1[0, 128] [64, 128] [1, 1] : tensor<64x256xbf16> to tensor<64x128xbf16>
// IR: tile.launch {{.*}} ins(%arg0, %[[LEFT]] : {{.*}}) outs(%{{.*}} : tensor<256x128xf32>) with(%[[RIGHT]] : tensor<64x128xbf16>) sms
// IR-NEXT: return
func.func @halves(%x: tensor<256x64xbf16>, %w: tensor<64x256xbf16>) -> tensor<256x128xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x256xf32>
  %f = tensor.empty() : tensor<256x128xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x256xf32>) -> tensor<256x256xf32>
  %y = linalg.matmul ins(%x, %w : tensor<256x64xbf16>, tensor<64x256xbf16>) outs(%init : tensor<256x256xf32>) -> tensor<256x256xf32>
  %v = tensor.extract_slice %y[0, 128] [256, 128] [1, 1] : tensor<256x256xf32> to tensor<256x128xf32>
  %u = tensor.extract_slice %y[0, 0] [256, 128] [1, 1] : tensor<256x256xf32> to tensor<256x128xf32>
  %0 = math.tanh %u : tensor<256x128xf32>
  %1 = linalg.mul ins(%0, %v : tensor<256x128xf32>, tensor<256x128xf32>) outs(%f : tensor<256x128xf32>) -> tensor<256x128xf32>
  return %1 : tensor<256x128xf32>
}

// -----

// Parts that are no halves, and halves of whose rows TMA can't load.
// IR-LABEL: func.func @parts
// IR: tile.launch
// IR: tensor.extract_slice
// IR: linalg.mul
func.func @parts(%x: tensor<256x64xbf16>, %w: tensor<64x256xbf16>) -> tensor<256x128xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x256xf32>
  %f = tensor.empty() : tensor<256x128xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x256xf32>) -> tensor<256x256xf32>
  %y = linalg.matmul ins(%x, %w : tensor<256x64xbf16>, tensor<64x256xbf16>) outs(%init : tensor<256x256xf32>) -> tensor<256x256xf32>
  %v = tensor.extract_slice %y[0, 64] [256, 128] [1, 1] : tensor<256x256xf32> to tensor<256x128xf32>
  %u = tensor.extract_slice %y[0, 0] [256, 128] [1, 1] : tensor<256x256xf32> to tensor<256x128xf32>
  %1 = linalg.mul ins(%u, %v : tensor<256x128xf32>, tensor<256x128xf32>) outs(%f : tensor<256x128xf32>) -> tensor<256x128xf32>
  return %1 : tensor<256x128xf32>
}

// CHECK: Function=unaligned | {{.*}}is no pair, so each matmul has a kernel of its own: hopper_wgmma: pair: B {{.*}} a pair of products must be loaded by TMA
// IR-LABEL: func.func @unaligned
// IR: tile.launch
// IR: tensor.extract_slice
// IR: linalg.mul
func.func @unaligned(%x: tensor<256x64xbf16>, %w: tensor<64x200xbf16>) -> tensor<256x100xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x200xf32>
  %f = tensor.empty() : tensor<256x100xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x200xf32>) -> tensor<256x200xf32>
  %y = linalg.matmul ins(%x, %w : tensor<256x64xbf16>, tensor<64x200xbf16>) outs(%init : tensor<256x200xf32>) -> tensor<256x200xf32>
  %u = tensor.extract_slice %y[0, 0] [256, 100] [1, 1] : tensor<256x200xf32> to tensor<256x100xf32>
  %v = tensor.extract_slice %y[0, 100] [256, 100] [1, 1] : tensor<256x200xf32> to tensor<256x100xf32>
  %1 = linalg.mul ins(%u, %v : tensor<256x100xf32>, tensor<256x100xf32>) outs(%f : tensor<256x100xf32>) -> tensor<256x100xf32>
  return %1 : tensor<256x100xf32>
}
