// What autotune.fusion says stands above estimates, whoever asks.
// RUN: autotune-opt %s -split-input-file --autotune-attach-configs=target=h200 --remarks-filter=autotune -o %t 2>%t.err
// RUN: grep -o 'Function=.* | .*\(pair\|sum[ ,]\|fused\|computes\|dequantize\|as it is\).*' %t.err | FileCheck %s --check-prefix=REMARK
// RUN: autotune-opt %t -split-input-file --autotune-lower-matmul=target=h200 | FileCheck %s

// By estimates these are a pair. What makes one matrix of both is in the kernel
// of the first, which is launched behind the second.
// REMARK: Function=apart | Remark="is no pair, so each matmul has a kernel of its own: autotune.fusion = "none" is asked for"
// REMARK-NEXT: Function=apart | Remark="fused 2 element-wise operations, which read 1 operands"
// REMARK-NEXT: Function=apart | Remark="arith.mulf is not fused: the kernel of another matmul computes it"
// CHECK-LABEL: func.func @apart(
// CHECK-NOT: linalg.matmul
// CHECK: %[[V:.*]] = tile.launch {{.*}} ins(%arg0, %arg2 :
// CHECK: tile.launch {{.*}} ins(%arg0, %arg1 : {{.*}} with(%[[V]] :
// CHECK-NOT: math.tanh
func.func @apart(%x: tensor<2048x1024xbf16>, %w1: tensor<1024x4096xbf16>, %w2: tensor<1024x4096xbf16>) -> tensor<2048x4096xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2048x4096xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<2048x4096xf32>) -> tensor<2048x4096xf32>
  %u = linalg.matmul {autotune.fusion = "none"} ins(%x, %w1 : tensor<2048x1024xbf16>, tensor<1024x4096xbf16>) outs(%init : tensor<2048x4096xf32>) -> tensor<2048x4096xf32>
  %v = linalg.matmul ins(%x, %w2 : tensor<2048x1024xbf16>, tensor<1024x4096xbf16>) outs(%init : tensor<2048x4096xf32>) -> tensor<2048x4096xf32>
  %0 = arith.mulf %u, %v : tensor<2048x4096xf32>
  %1 = math.tanh %0 : tensor<2048x4096xf32>
  return %1 : tensor<2048x4096xf32>
}

// -----

// The other one may say so as well.
// REMARK: Function=other | Remark="is no pair, so each matmul has a kernel of its own: autotune.fusion = "none" is asked for at the other one"
// CHECK-LABEL: func.func @other(
// CHECK-COUNT-2: tile.launch
func.func @other(%x: tensor<2048x1024xbf16>, %w1: tensor<1024x4096xbf16>, %w2: tensor<1024x4096xbf16>) -> tensor<2048x4096xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2048x4096xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<2048x4096xf32>) -> tensor<2048x4096xf32>
  %u = linalg.matmul ins(%x, %w1 : tensor<2048x1024xbf16>, tensor<1024x4096xbf16>) outs(%init : tensor<2048x4096xf32>) -> tensor<2048x4096xf32>
  %v = linalg.matmul {autotune.fusion = "none"} ins(%x, %w2 : tensor<2048x1024xbf16>, tensor<1024x4096xbf16>) outs(%init : tensor<2048x4096xf32>) -> tensor<2048x4096xf32>
  %0 = arith.mulf %u, %v : tensor<2048x4096xf32>
  return %0 : tensor<2048x4096xf32>
}

// -----

// By estimates these are two.
// REMARK: Function=skinny | Remark="makes a pair with the matmul of the same A
// CHECK-LABEL: func.func @skinny(
// CHECK: tile.launch {{.*}} with(%arg2 :
// CHECK-NOT: tile.launch
// CHECK: return
func.func @skinny(%x: tensor<4x1024xbf16>, %w1: tensor<1024x768xbf16>, %w2: tensor<1024x768xbf16>) -> tensor<4x768xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x768xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<4x768xf32>) -> tensor<4x768xf32>
  %u = linalg.matmul {autotune.fusion = "products"} ins(%x, %w1 : tensor<4x1024xbf16>, tensor<1024x768xbf16>) outs(%init : tensor<4x768xf32>) -> tensor<4x768xf32>
  %v = linalg.matmul ins(%x, %w2 : tensor<4x1024xbf16>, tensor<1024x768xbf16>) outs(%init : tensor<4x768xf32>) -> tensor<4x768xf32>
  %0 = arith.mulf %u, %v : tensor<4x768xf32>
  return %0 : tensor<4x768xf32>
}

// -----

// Where nothing serves both, that it is asked for does not help.
// REMARK: Function=unserved | Remark="is no pair, so each matmul has a kernel of its own: {{.*}}TMA
// CHECK-LABEL: func.func @unserved(
// CHECK-COUNT-2: tile.launch
func.func @unserved(%x: tensor<64x33xbf16>, %w1: tensor<33x96xbf16>, %w2: tensor<33x96xbf16>) -> tensor<64x96xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x96xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<64x96xf32>) -> tensor<64x96xf32>
  %u = linalg.matmul {autotune.fusion = "products"} ins(%x, %w1 : tensor<64x33xbf16>, tensor<33x96xbf16>) outs(%init : tensor<64x96xf32>) -> tensor<64x96xf32>
  %v = linalg.matmul ins(%x, %w2 : tensor<64x33xbf16>, tensor<33x96xbf16>) outs(%init : tensor<64x96xf32>) -> tensor<64x96xf32>
  %0 = arith.mulf %u, %v : tensor<64x96xf32>
  return %0 : tensor<64x96xf32>
}

// -----

// A sum.
// REMARK: Function=sum | Remark="is no sum, so each matmul has a kernel of its own: autotune.fusion = "none" is asked for"
// CHECK-LABEL: func.func @sum(
// CHECK-COUNT-2: tile.launch
func.func @sum(%x: tensor<512x1024xbf16>, %w: tensor<1024x768xbf16>, %h: tensor<512x64xbf16>, %v: tensor<64x768xbf16>, %c: tensor<512x768xf32>) -> tensor<512x768xf32> {
  %0 = linalg.matmul {autotune.fusion = "none"} ins(%x, %w : tensor<512x1024xbf16>, tensor<1024x768xbf16>) outs(%c : tensor<512x768xf32>) -> tensor<512x768xf32>
  %1 = linalg.matmul ins(%h, %v : tensor<512x64xbf16>, tensor<64x768xbf16>) outs(%0 : tensor<512x768xf32>) -> tensor<512x768xf32>
  return %1 : tensor<512x768xf32>
}

// -----

// The halves of one product.
// REMARK: Function=halves | Remark="is no pair, so each matmul has a kernel of its own: autotune.fusion = "none" is asked for"
// CHECK-LABEL: func.func @halves(
// CHECK: tile.launch
// CHECK: linalg.mul
func.func @halves(%x: tensor<256x64xbf16>, %w: tensor<64x1024xbf16>) -> tensor<256x512xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x1024xf32>
  %f = tensor.empty() : tensor<256x512xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x1024xf32>) -> tensor<256x1024xf32>
  %y = linalg.matmul {autotune.fusion = "none"} ins(%x, %w : tensor<256x64xbf16>, tensor<64x1024xbf16>) outs(%init : tensor<256x1024xf32>) -> tensor<256x1024xf32>
  %v = tensor.extract_slice %y[0, 512] [256, 512] [1, 1] : tensor<256x1024xf32> to tensor<256x512xf32>
  %u = tensor.extract_slice %y[0, 0] [256, 512] [1, 1] : tensor<256x1024xf32> to tensor<256x512xf32>
  %1 = linalg.mul ins(%u, %v : tensor<256x512xf32>, tensor<256x512xf32>) outs(%f : tensor<256x512xf32>) -> tensor<256x512xf32>
  return %1 : tensor<256x512xf32>
}

// -----

// An operand that an estimate would rather have made before.
// REMARK: Function=computed | Remark="computes its A in the kernel, which reads 0 operands for it"
// CHECK-LABEL: func.func @computed(
// CHECK-NOT: math.exp
// CHECK: tile.launch {{.*}} ins(%arg0, %arg1 :
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @computed(%x: tensor<4096x4096xbf16>, %w: tensor<12288x4096xbf16>, %c: tensor<4096x12288xf32>) -> tensor<4096x12288xf32> {
  %n = math.exp %x : tensor<4096x4096xbf16>
  %y = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.fusion = "prologue"} ins(%n, %w : tensor<4096x4096xbf16>, tensor<12288x4096xbf16>) outs(%c : tensor<4096x12288xf32>) -> tensor<4096x12288xf32>
  return %y : tensor<4096x12288xf32>
}

// -----

// Weights that would be dequantized in the kernel.
// REMARK: Function=weights | Remark="reads a dequantized operand, instead of dequantizing it in the kernel: autotune.fusion = "none" is asked for"
// CHECK-LABEL: func.func @weights(
// CHECK: %[[W:.*]] = arith.sitofp
// CHECK: tile.launch {{.*}} ins(%arg0, %[[W]] :
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @weights(%x: tensor<64x1024xbf16>, %q: tensor<512x1024xi8>, %c: tensor<64x512xf32>) -> tensor<64x512xf32> {
  %w = arith.sitofp %q : tensor<512x1024xi8> to tensor<512x1024xbf16>
  %y = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.fusion = "none"} ins(%x, %w : tensor<64x1024xbf16>, tensor<512x1024xbf16>) outs(%c : tensor<64x512xf32>) -> tensor<64x512xf32>
  return %y : tensor<64x512xf32>
}

// -----

// What there is nothing of can be asked for.
// CHECK-LABEL: func.func @plain(
// CHECK: tile.launch
func.func @plain(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %y = linalg.matmul {autotune.fusion = "prologue"} ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}
