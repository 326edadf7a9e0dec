// RUN: autotune-opt %s -split-input-file --autotune-attach-configs="target=h200 space=none" --remarks-filter=autotune -o /dev/null 2>&1 \
// RUN:   | grep -o 'Function=.* | .*fused.*' | FileCheck %s
// RUN: autotune-opt %s -split-input-file --autotune-canonicalize-contractions --autotune-attach-configs="target=h200 space=none" \
// RUN:   --autotune-lower-matmul=target=h200 -canonicalize | FileCheck %s --check-prefix=IR

// A kernel reads what its epilogue's operands are made of where no element is computed
// twice, or nothing but converted.

// A bias that is widened, then broadcast, then added; a residual that is widened and
// scaled. The kernel reads N and M x N elements of bf16.
// CHECK: Function=made | {{.*}}fused 2 element-wise operations, which read 2 operands
// IR-LABEL: func.func @made
// IR-NOT: linalg
// IR: tile.launch {{.*}} with(%{{.*}}, %arg3 : tensor<1x24xbf16>, tensor<16x24xbf16>)
// IR-NEXT: return
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
#one = affine_map<(i) -> (i)>
func.func @made(%a: tensor<16x32xbf16>, %b: tensor<32x24xbf16>, %bias: tensor<24xbf16>, %r: tensor<16x24xbf16>) -> tensor<16x24xf32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<16x24xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<16x24xf32>) -> tensor<16x24xf32>
  %y = linalg.matmul ins(%a, %b : tensor<16x32xbf16>, tensor<32x24xbf16>) outs(%init : tensor<16x24xf32>) -> tensor<16x24xf32>
  %en = tensor.empty() : tensor<24xf32>
  %wide = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%bias : tensor<24xbf16>) outs(%en : tensor<24xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %x = arith.extf %in : bf16 to f32
    linalg.yield %x : f32
  } -> tensor<24xf32>
  %full = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]} ins(%wide : tensor<24xf32>) outs(%e : tensor<16x24xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<16x24xf32>
  %0 = linalg.add ins(%y, %full : tensor<16x24xf32>, tensor<16x24xf32>) outs(%e : tensor<16x24xf32>) -> tensor<16x24xf32>
  %1 = arith.extf %r : tensor<16x24xbf16> to tensor<16x24xf32>
  %2 = linalg.map { arith.mulf } ins(%1, %1 : tensor<16x24xf32>, tensor<16x24xf32>) outs(%e : tensor<16x24xf32>)
  %3 = linalg.add ins(%0, %2 : tensor<16x24xf32>, tensor<16x24xf32>) outs(%e : tensor<16x24xf32>) -> tensor<16x24xf32>
  return %3 : tensor<16x24xf32>
}

// -----

// A function of a row stays one: each of the kernel's rows would compute it. So does
// what others read, and what an epilogue can't compute.
// CHECK: Function=kept | {{.*}}fused 3 element-wise operations, which read 3 operands
// IR-LABEL: func.func @kept
// IR: %[[ROW:.*]] = linalg.mul
// IR: %[[SHARED:.*]] = {{.*}}linalg.sub
// IR: %[[EXP:.*]] = linalg.exp
// IR: tile.launch {{.*}} with(%{{.*}}, %[[SHARED]], %[[EXP]] : tensor<1x24xf32>, tensor<16x24xf32>, tensor<16x24xf32>)
func.func @kept(%a: tensor<16x32xbf16>, %b: tensor<32x24xbf16>, %bias: tensor<24xf32>, %r: tensor<16x24xf32>) -> (tensor<16x24xf32>, tensor<16x24xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x24xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<16x24xf32>) -> tensor<16x24xf32>
  %y = linalg.matmul ins(%a, %b : tensor<16x32xbf16>, tensor<32x24xbf16>) outs(%init : tensor<16x24xf32>) -> tensor<16x24xf32>
  %en = tensor.empty() : tensor<24xf32>
  %row = linalg.mul ins(%bias, %bias : tensor<24xf32>, tensor<24xf32>) outs(%en : tensor<24xf32>) -> tensor<24xf32>
  %full = linalg.broadcast ins(%row : tensor<24xf32>) outs(%e : tensor<16x24xf32>) dimensions = [0]
  %shared = linalg.sub ins(%r, %r : tensor<16x24xf32>, tensor<16x24xf32>) outs(%e : tensor<16x24xf32>) -> tensor<16x24xf32>
  %exp = linalg.exp ins(%r : tensor<16x24xf32>) outs(%e : tensor<16x24xf32>) -> tensor<16x24xf32>
  %0 = linalg.add ins(%y, %full : tensor<16x24xf32>, tensor<16x24xf32>) outs(%e : tensor<16x24xf32>) -> tensor<16x24xf32>
  %1 = linalg.add ins(%0, %shared : tensor<16x24xf32>, tensor<16x24xf32>) outs(%e : tensor<16x24xf32>) -> tensor<16x24xf32>
  %2 = linalg.add ins(%1, %exp : tensor<16x24xf32>, tensor<16x24xf32>) outs(%e : tensor<16x24xf32>) -> tensor<16x24xf32>
  return %2, %shared : tensor<16x24xf32>, tensor<16x24xf32>
}

// -----

// What is made of another product is for the kernel of that one, which reads the
// second product as it is.
// CHECK: Function=other | {{.*}}fused 2 element-wise operations, which read 1 operands
// IR-LABEL: func.func @other
// IR-COUNT-2: tile.launch
// IR-NOT: linalg.
func.func @other(%a: tensor<16x32xbf16>, %b: tensor<32x24xbf16>, %d: tensor<16x32xbf16>) -> tensor<16x24xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x24xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<16x24xf32>) -> tensor<16x24xf32>
  %x = linalg.matmul ins(%d, %b : tensor<16x32xbf16>, tensor<32x24xbf16>) outs(%init : tensor<16x24xf32>) -> tensor<16x24xf32>
  %n = arith.negf %x : tensor<16x24xf32>
  %y = linalg.matmul ins(%a, %b : tensor<16x32xbf16>, tensor<32x24xbf16>) outs(%init : tensor<16x24xf32>) -> tensor<16x24xf32>
  %0 = linalg.add ins(%y, %n : tensor<16x24xf32>, tensor<16x24xf32>) outs(%e : tensor<16x24xf32>) -> tensor<16x24xf32>
  return %0 : tensor<16x24xf32>
}

// -----

// The layer of a transformer as it is exported: bias, rounding, activation and residual
// are in other shapes than the product.
// IR-LABEL: func.func @layer
// IR: tile.launch {{.*}} with(%{{.*}}, %{{.*}} : tensor<1x24xbf16>, tensor<16x24xbf16>)
// IR-NEXT: tensor.expand_shape
// IR-NEXT: return
#id3 = affine_map<(b, i, j) -> (b, i, j)>
#row3 = affine_map<(b, i, j) -> (j)>
func.func @layer(%a: tensor<16x32xbf16>, %b: tensor<32x24xbf16>, %bias: tensor<24xbf16>, %r: tensor<2x8x24xbf16>) -> tensor<2x8x24xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x24xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<16x24xf32>) -> tensor<16x24xf32>
  %y = linalg.matmul ins(%a, %b : tensor<16x32xbf16>, tensor<32x24xbf16>) outs(%init : tensor<16x24xf32>) -> tensor<16x24xf32>
  %y3 = tensor.expand_shape %y [[0, 1], [2]] output_shape [2, 8, 24] : tensor<16x24xf32> into tensor<2x8x24xf32>
  %e3 = tensor.empty() : tensor<2x8x24xf32>
  %h3 = tensor.empty() : tensor<2x8x24xbf16>
  %wide = arith.extf %bias : tensor<24xbf16> to tensor<24xf32>
  %full = linalg.broadcast ins(%wide : tensor<24xf32>) outs(%e3 : tensor<2x8x24xf32>) dimensions = [0, 1]
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%y3, %full : tensor<2x8x24xf32>, tensor<2x8x24xf32>) outs(%e3 : tensor<2x8x24xf32>) -> tensor<2x8x24xf32>
  %1 = linalg.map ins(%0 : tensor<2x8x24xf32>) outs(%h3 : tensor<2x8x24xbf16>) (%in: f32, %out: bf16) {
    %t = arith.truncf %in : f32 to bf16
    linalg.yield %t : bf16
  }
  %2 = linalg.tanh ins(%1 : tensor<2x8x24xbf16>) outs(%h3 : tensor<2x8x24xbf16>) -> tensor<2x8x24xbf16>
  %copy = linalg.copy ins(%2 : tensor<2x8x24xbf16>) outs(%h3 : tensor<2x8x24xbf16>) -> tensor<2x8x24xbf16>
  %3 = arith.addf %copy, %r : tensor<2x8x24xbf16>
  return %3 : tensor<2x8x24xbf16>
}
