// RUN: autotune-opt %s -split-input-file --autotune-attach-configs="target=h200 space=none plan-configs=1" --remarks-filter=autotune -o /dev/null 2>&1 \
// RUN:   | grep -o 'Function=.* | .*fused.*' | FileCheck %s
// RUN: autotune-opt %s -split-input-file --autotune-attach-configs="target=h200 space=none plan-configs=1" \
// RUN:   --autotune-lower-matmul=target=h200 | FileCheck %s --check-prefix=IR

// What an epilogue leaves to the readers of its results: cheap operations whose results take
// more bytes than what they are made of.

// A norm behind a sum of bf16 reads it as f32, and its squares; a later operation reads the
// sum itself. The kernel stores the sum alone, and the norm's kernel computes the others.
// CHECK: Function=norm | {{.*}}fused 1 element-wise operations, which read 1 operands
// CHECK-NOT: outputs
// CHECK: Function=norm | {{.*}}linalg.generic is not fused: its readers compute it, which moves fewer bytes
// IR-LABEL: func.func @norm
// IR: %[[X:.*]] = tile.launch {{.*}} outs(%{{.*}} : tensor<256x512xbf16>) with(%{{.*}} : tensor<256x512xbf16>)
// IR-NEXT: %[[WIDE:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<256x512xbf16>)
// IR: %[[SQUARES:.*]] = linalg.generic {{.*}} ins(%[[WIDE]] : tensor<256x512xf32>)
// IR: %[[SUMS:.*]] = linalg.generic {{.*}} ins(%[[SQUARES]] : tensor<256x512xf32>)
// IR: %[[NORM:.*]] = linalg.generic {{.*}} ins(%[[WIDE]], %[[SUMS]] :
// IR: linalg.generic {{.*}} ins(%[[X]], %[[NORM]] :
#id = affine_map<(i, j) -> (i, j)>
#of_row = affine_map<(i, j) -> (i)>
func.func @norm(%a: tensor<256x1024xbf16>, %b: tensor<1024x512xbf16>, %residual: tensor<256x512xbf16>) -> tensor<256x512xbf16> {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2 : i32
  %e = tensor.empty() : tensor<256x512xf32>
  %h = tensor.empty() : tensor<256x512xbf16>
  %rows = tensor.empty() : tensor<256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x512xf32>) -> tensor<256x512xf32>
  %y = linalg.matmul ins(%a, %b : tensor<256x1024xbf16>, tensor<1024x512xbf16>) outs(%init : tensor<256x512xf32>) -> tensor<256x512xf32>
  %x = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %residual : tensor<256x512xf32>, tensor<256x512xbf16>) outs(%h : tensor<256x512xbf16>) {
  ^bb0(%s: f32, %r: bf16, %o: bf16):
    %0 = arith.truncf %s : f32 to bf16
    %1 = arith.addf %0, %r : bf16
    linalg.yield %1 : bf16
  } -> tensor<256x512xbf16>
  %wide = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<256x512xbf16>) outs(%e : tensor<256x512xf32>) {
  ^bb0(%s: bf16, %o: f32):
    %0 = arith.extf %s : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<256x512xf32>
  %square = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%wide : tensor<256x512xf32>) outs(%e : tensor<256x512xf32>) {
  ^bb0(%s: f32, %o: f32):
    %0 = math.fpowi %s, %two : f32, i32
    linalg.yield %0 : f32
  } -> tensor<256x512xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<256xf32>) -> tensor<256xf32>
  %sum = linalg.generic {indexing_maps = [#id, #of_row], iterator_types = ["parallel", "reduction"]}
      ins(%square : tensor<256x512xf32>) outs(%zeros : tensor<256xf32>) {
  ^bb0(%s: f32, %o: f32):
    %0 = arith.addf %s, %o : f32
    linalg.yield %0 : f32
  } -> tensor<256xf32>
  %norm = linalg.generic {indexing_maps = [#id, #of_row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%wide, %sum : tensor<256x512xf32>, tensor<256xf32>) outs(%h : tensor<256x512xbf16>) {
  ^bb0(%s: f32, %t: f32, %o: bf16):
    %0 = math.rsqrt %t : f32
    %1 = arith.mulf %s, %0 : f32
    %2 = arith.truncf %1 : f32 to bf16
    linalg.yield %2 : bf16
  } -> tensor<256x512xbf16>
  %last = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %norm : tensor<256x512xbf16>, tensor<256x512xbf16>) outs(%h : tensor<256x512xbf16>) {
  ^bb0(%s: bf16, %t: bf16, %o: bf16):
    %0 = arith.addf %s, %t : bf16
    linalg.yield %0 : bf16
  } -> tensor<256x512xbf16>
  return %last : tensor<256x512xbf16>
}

// -----

// The same if only the norm reads the sum, through reshapes: it reads two bytes of each
// element instead of eight.
// CHECK: Function=widened | {{.*}}fused 1 element-wise operations, which read 1 operands
// CHECK-NOT: outputs
// CHECK: Function=widened | {{.*}}linalg.generic is not fused: its readers compute it, which moves fewer bytes
// IR-LABEL: func.func @widened
// IR: %[[X:.*]] = tile.launch {{.*}} outs(%{{.*}} : tensor<256x512xbf16>) with
// IR-NEXT: linalg.generic {{.*}} ins(%[[X]] : tensor<256x512xbf16>)
// IR: math.fpowi
#id = affine_map<(i, j) -> (i, j)>
#of_row = affine_map<(i, j) -> (i)>
func.func @widened(%a: tensor<256x1024xbf16>, %b: tensor<1024x512xbf16>, %residual: tensor<256x512xbf16>) -> tensor<256x512xbf16> {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2 : i32
  %e = tensor.empty() : tensor<256x512xf32>
  %h = tensor.empty() : tensor<256x512xbf16>
  %rows = tensor.empty() : tensor<256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x512xf32>) -> tensor<256x512xf32>
  %y = linalg.matmul ins(%a, %b : tensor<256x1024xbf16>, tensor<1024x512xbf16>) outs(%init : tensor<256x512xf32>) -> tensor<256x512xf32>
  %x = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %residual : tensor<256x512xf32>, tensor<256x512xbf16>) outs(%h : tensor<256x512xbf16>) {
  ^bb0(%s: f32, %r: bf16, %o: bf16):
    %0 = arith.truncf %s : f32 to bf16
    %1 = arith.addf %0, %r : bf16
    linalg.yield %1 : bf16
  } -> tensor<256x512xbf16>
  %wide = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<256x512xbf16>) outs(%e : tensor<256x512xf32>) {
  ^bb0(%s: bf16, %o: f32):
    %0 = arith.extf %s : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<256x512xf32>
  %flat = tensor.collapse_shape %wide [[0, 1]] : tensor<256x512xf32> into tensor<131072xf32>
  %back = tensor.expand_shape %flat [[0, 1]] output_shape [256, 512] : tensor<131072xf32> into tensor<256x512xf32>
  %square = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%wide : tensor<256x512xf32>) outs(%e : tensor<256x512xf32>) {
  ^bb0(%s: f32, %o: f32):
    %0 = math.fpowi %s, %two : f32, i32
    linalg.yield %0 : f32
  } -> tensor<256x512xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<256xf32>) -> tensor<256xf32>
  %sum = linalg.generic {indexing_maps = [#id, #of_row], iterator_types = ["parallel", "reduction"]}
      ins(%square : tensor<256x512xf32>) outs(%zeros : tensor<256xf32>) {
  ^bb0(%s: f32, %o: f32):
    %0 = arith.addf %s, %o : f32
    linalg.yield %0 : f32
  } -> tensor<256xf32>
  %norm = linalg.generic {indexing_maps = [#id, #of_row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%back, %sum : tensor<256x512xf32>, tensor<256xf32>) outs(%h : tensor<256x512xbf16>) {
  ^bb0(%s: f32, %t: f32, %o: bf16):
    %0 = math.rsqrt %t : f32
    %1 = arith.mulf %s, %0 : f32
    %2 = arith.truncf %1 : f32 to bf16
    linalg.yield %2 : bf16
  } -> tensor<256x512xbf16>
  return %norm : tensor<256x512xbf16>
}

// -----

// One widened result is enough: two bytes are stored instead of four.
// CHECK: Function=one_reader | {{.*}}fused 1 element-wise operations, which read 1 operands
// CHECK-NOT: outputs
// CHECK: Function=one_reader | {{.*}}linalg.generic is not fused: its readers compute it, which moves fewer bytes
// IR-LABEL: func.func @one_reader
// IR: tile.launch {{.*}} outs(%{{.*}} : tensor<256x512xbf16>) with
#id = affine_map<(i, j) -> (i, j)>
#of_row = affine_map<(i, j) -> (i)>
func.func @one_reader(%a: tensor<256x1024xbf16>, %b: tensor<1024x512xbf16>, %residual: tensor<256x512xbf16>) -> tensor<256xf32> {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2 : i32
  %e = tensor.empty() : tensor<256x512xf32>
  %h = tensor.empty() : tensor<256x512xbf16>
  %rows = tensor.empty() : tensor<256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x512xf32>) -> tensor<256x512xf32>
  %y = linalg.matmul ins(%a, %b : tensor<256x1024xbf16>, tensor<1024x512xbf16>) outs(%init : tensor<256x512xf32>) -> tensor<256x512xf32>
  %x = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %residual : tensor<256x512xf32>, tensor<256x512xbf16>) outs(%h : tensor<256x512xbf16>) {
  ^bb0(%s: f32, %r: bf16, %o: bf16):
    %0 = arith.truncf %s : f32 to bf16
    %1 = arith.addf %0, %r : bf16
    linalg.yield %1 : bf16
  } -> tensor<256x512xbf16>
  %wide = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<256x512xbf16>) outs(%e : tensor<256x512xf32>) {
  ^bb0(%s: bf16, %o: f32):
    %0 = arith.extf %s : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<256x512xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<256xf32>) -> tensor<256xf32>
  %sum = linalg.generic {indexing_maps = [#id, #of_row], iterator_types = ["parallel", "reduction"]}
      ins(%wide : tensor<256x512xf32>) outs(%zeros : tensor<256xf32>) {
  ^bb0(%s: f32, %o: f32):
    %0 = arith.addf %s, %o : f32
    linalg.yield %0 : f32
  } -> tensor<256xf32>
  return %sum : tensor<256xf32>
}

// -----

// A result of the same width saves nothing if what it is made of must be stored for it.
// CHECK: Function=relu | {{.*}}fused 2 element-wise operations, which read 1 operands
// CHECK-NOT: Function=relu
// IR-LABEL: func.func @relu
// IR: %[[RELU:.*]] = tile.launch {{.*}} outs(%{{.*}} : tensor<256x512xbf16>) with
// IR-NOT: arith.maximumf
// IR: linalg.generic {{.*}} ins(%[[RELU]] :
#id = affine_map<(i, j) -> (i, j)>
#of_row = affine_map<(i, j) -> (i)>
func.func @relu(%a: tensor<256x1024xbf16>, %b: tensor<1024x512xbf16>, %residual: tensor<256x512xbf16>) -> tensor<256xf32> {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2 : i32
  %e = tensor.empty() : tensor<256x512xf32>
  %h = tensor.empty() : tensor<256x512xbf16>
  %rows = tensor.empty() : tensor<256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x512xf32>) -> tensor<256x512xf32>
  %y = linalg.matmul ins(%a, %b : tensor<256x1024xbf16>, tensor<1024x512xbf16>) outs(%init : tensor<256x512xf32>) -> tensor<256x512xf32>
  %x = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %residual : tensor<256x512xf32>, tensor<256x512xbf16>) outs(%h : tensor<256x512xbf16>) {
  ^bb0(%s: f32, %r: bf16, %o: bf16):
    %0 = arith.truncf %s : f32 to bf16
    %1 = arith.addf %0, %r : bf16
    linalg.yield %1 : bf16
  } -> tensor<256x512xbf16>
  %relu = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<256x512xbf16>) outs(%h : tensor<256x512xbf16>) {
  ^bb0(%s: bf16, %o: bf16):
    %0 = arith.constant 0.0 : bf16
    %1 = arith.maximumf %s, %0 : bf16
    linalg.yield %1 : bf16
  } -> tensor<256x512xbf16>
  %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<256xf32>) -> tensor<256xf32>
  %sum = linalg.generic {indexing_maps = [#id, #of_row], iterator_types = ["parallel", "reduction"]}
      ins(%relu : tensor<256x512xbf16>) outs(%zeros : tensor<256xf32>) {
  ^bb0(%s: bf16, %o: f32):
    %0 = arith.extf %s : bf16 to f32
    %1 = arith.addf %0, %o : f32
    linalg.yield %1 : f32
  } -> tensor<256xf32>
  return %sum : tensor<256xf32>
}

// -----

// A division is not cheap: it is computed once.
// CHECK: Function=quotient | {{.*}}fused 2 element-wise operations, which read 1 operands
// CHECK-NOT: Function=quotient
#id = affine_map<(i, j) -> (i, j)>
#of_row = affine_map<(i, j) -> (i)>
func.func @quotient(%a: tensor<256x1024xbf16>, %b: tensor<1024x512xbf16>, %residual: tensor<256x512xbf16>) -> tensor<256xf32> {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2 : i32
  %e = tensor.empty() : tensor<256x512xf32>
  %h = tensor.empty() : tensor<256x512xbf16>
  %rows = tensor.empty() : tensor<256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x512xf32>) -> tensor<256x512xf32>
  %y = linalg.matmul ins(%a, %b : tensor<256x1024xbf16>, tensor<1024x512xbf16>) outs(%init : tensor<256x512xf32>) -> tensor<256x512xf32>
  %x = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %residual : tensor<256x512xf32>, tensor<256x512xbf16>) outs(%h : tensor<256x512xbf16>) {
  ^bb0(%s: f32, %r: bf16, %o: bf16):
    %0 = arith.truncf %s : f32 to bf16
    %1 = arith.addf %0, %r : bf16
    linalg.yield %1 : bf16
  } -> tensor<256x512xbf16>
  %quotient = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<256x512xbf16>) outs(%e : tensor<256x512xf32>) {
  ^bb0(%s: bf16, %o: f32):
    %c = arith.constant 3.0 : f32
    %0 = arith.extf %s : bf16 to f32
    %1 = arith.divf %0, %c : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<256xf32>) -> tensor<256xf32>
  %sum = linalg.generic {indexing_maps = [#id, #of_row], iterator_types = ["parallel", "reduction"]}
      ins(%quotient : tensor<256x512xf32>) outs(%zeros : tensor<256xf32>) {
  ^bb0(%s: f32, %o: f32):
    %0 = arith.addf %s, %o : f32
    linalg.yield %0 : f32
  } -> tensor<256xf32>
  return %sum : tensor<256xf32>
}

// -----

// Nor is an exponential, even if its argument is stored as well.
// CHECK: Function=exponential | {{.*}}fused 2 element-wise operations, which read 1 operands, into a kernel of 2 outputs
// CHECK-NOT: Function=exponential
#id = affine_map<(i, j) -> (i, j)>
#of_row = affine_map<(i, j) -> (i)>
func.func @exponential(%a: tensor<256x1024xbf16>, %b: tensor<1024x512xbf16>, %residual: tensor<256x512xbf16>) -> (tensor<256xf32>, tensor<256xf32>) {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2 : i32
  %e = tensor.empty() : tensor<256x512xf32>
  %h = tensor.empty() : tensor<256x512xbf16>
  %rows = tensor.empty() : tensor<256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x512xf32>) -> tensor<256x512xf32>
  %y = linalg.matmul ins(%a, %b : tensor<256x1024xbf16>, tensor<1024x512xbf16>) outs(%init : tensor<256x512xf32>) -> tensor<256x512xf32>
  %x = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %residual : tensor<256x512xf32>, tensor<256x512xbf16>) outs(%h : tensor<256x512xbf16>) {
  ^bb0(%s: f32, %r: bf16, %o: bf16):
    %0 = arith.truncf %s : f32 to bf16
    %1 = arith.addf %0, %r : bf16
    linalg.yield %1 : bf16
  } -> tensor<256x512xbf16>
  %exp = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<256x512xbf16>) outs(%e : tensor<256x512xf32>) {
  ^bb0(%s: bf16, %o: f32):
    %0 = arith.extf %s : bf16 to f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<256xf32>) -> tensor<256xf32>
  %sum = linalg.generic {indexing_maps = [#id, #of_row], iterator_types = ["parallel", "reduction"]}
      ins(%exp : tensor<256x512xf32>) outs(%zeros : tensor<256xf32>) {
  ^bb0(%s: f32, %o: f32):
    %0 = arith.addf %s, %o : f32
    linalg.yield %0 : f32
  } -> tensor<256xf32>
  %zeros2 = linalg.fill ins(%zero : f32) outs(%rows : tensor<256xf32>) -> tensor<256xf32>
  %other = linalg.generic {indexing_maps = [#id, #of_row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<256x512xbf16>) outs(%zeros2 : tensor<256xf32>) {
  ^bb0(%s: bf16, %o: f32):
    %0 = arith.extf %s : bf16 to f32
    %1 = arith.addf %0, %o : f32
    linalg.yield %1 : f32
  } -> tensor<256xf32>
  return %sum, %other : tensor<256xf32>, tensor<256xf32>
}

// -----

// A result that is returned is stored by the epilogue.
// CHECK: Function=returned | {{.*}}fused 2 element-wise operations, which read 1 operands
// CHECK-NOT: Function=returned
#id = affine_map<(i, j) -> (i, j)>
#of_row = affine_map<(i, j) -> (i)>
func.func @returned(%a: tensor<256x1024xbf16>, %b: tensor<1024x512xbf16>, %residual: tensor<256x512xbf16>) -> tensor<256x512xf32> {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2 : i32
  %e = tensor.empty() : tensor<256x512xf32>
  %h = tensor.empty() : tensor<256x512xbf16>
  %rows = tensor.empty() : tensor<256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x512xf32>) -> tensor<256x512xf32>
  %y = linalg.matmul ins(%a, %b : tensor<256x1024xbf16>, tensor<1024x512xbf16>) outs(%init : tensor<256x512xf32>) -> tensor<256x512xf32>
  %x = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %residual : tensor<256x512xf32>, tensor<256x512xbf16>) outs(%h : tensor<256x512xbf16>) {
  ^bb0(%s: f32, %r: bf16, %o: bf16):
    %0 = arith.truncf %s : f32 to bf16
    %1 = arith.addf %0, %r : bf16
    linalg.yield %1 : bf16
  } -> tensor<256x512xbf16>
  %wide = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<256x512xbf16>) outs(%e : tensor<256x512xf32>) {
  ^bb0(%s: bf16, %o: f32):
    %0 = arith.extf %s : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<256x512xf32>
  return %wide : tensor<256x512xf32>
}

// -----

// So it is beside its argument.
// CHECK: Function=returned_both | {{.*}}fused 2 element-wise operations, which read 1 operands, into a kernel of 2 outputs
// CHECK-NOT: Function=returned_both
#id = affine_map<(i, j) -> (i, j)>
#of_row = affine_map<(i, j) -> (i)>
func.func @returned_both(%a: tensor<256x1024xbf16>, %b: tensor<1024x512xbf16>, %residual: tensor<256x512xbf16>) -> (tensor<256x512xbf16>, tensor<256x512xf32>) {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2 : i32
  %e = tensor.empty() : tensor<256x512xf32>
  %h = tensor.empty() : tensor<256x512xbf16>
  %rows = tensor.empty() : tensor<256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x512xf32>) -> tensor<256x512xf32>
  %y = linalg.matmul ins(%a, %b : tensor<256x1024xbf16>, tensor<1024x512xbf16>) outs(%init : tensor<256x512xf32>) -> tensor<256x512xf32>
  %x = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %residual : tensor<256x512xf32>, tensor<256x512xbf16>) outs(%h : tensor<256x512xbf16>) {
  ^bb0(%s: f32, %r: bf16, %o: bf16):
    %0 = arith.truncf %s : f32 to bf16
    %1 = arith.addf %0, %r : bf16
    linalg.yield %1 : bf16
  } -> tensor<256x512xbf16>
  %wide = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<256x512xbf16>) outs(%e : tensor<256x512xf32>) {
  ^bb0(%s: bf16, %o: f32):
    %0 = arith.extf %s : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<256x512xf32>
  return %x, %wide : tensor<256x512xbf16>, tensor<256x512xf32>
}

// -----

// One that a matmul reads would be computed for each of its tiles.
// CHECK: Function=multiplied | {{.*}}fused 2 element-wise operations, which read 1 operands
// CHECK-NOT: Function=multiplied
#id = affine_map<(i, j) -> (i, j)>
#of_row = affine_map<(i, j) -> (i)>
func.func @multiplied(%a: tensor<256x1024xbf16>, %b: tensor<1024x512xbf16>, %residual: tensor<256x512xbf16>, %w: tensor<512x64xf32>) -> tensor<256x64xf32> {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2 : i32
  %e = tensor.empty() : tensor<256x512xf32>
  %h = tensor.empty() : tensor<256x512xbf16>
  %rows = tensor.empty() : tensor<256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x512xf32>) -> tensor<256x512xf32>
  %y = linalg.matmul ins(%a, %b : tensor<256x1024xbf16>, tensor<1024x512xbf16>) outs(%init : tensor<256x512xf32>) -> tensor<256x512xf32>
  %x = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %residual : tensor<256x512xf32>, tensor<256x512xbf16>) outs(%h : tensor<256x512xbf16>) {
  ^bb0(%s: f32, %r: bf16, %o: bf16):
    %0 = arith.truncf %s : f32 to bf16
    %1 = arith.addf %0, %r : bf16
    linalg.yield %1 : bf16
  } -> tensor<256x512xbf16>
  %wide = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<256x512xbf16>) outs(%e : tensor<256x512xf32>) {
  ^bb0(%s: bf16, %o: f32):
    %0 = arith.extf %s : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<256x512xf32>
  %n = tensor.empty() : tensor<256x64xf32>
  %none = linalg.fill ins(%zero : f32) outs(%n : tensor<256x64xf32>) -> tensor<256x64xf32>
  %next = linalg.matmul ins(%wide, %w : tensor<256x512xf32>, tensor<512x64xf32>) outs(%none : tensor<256x64xf32>) -> tensor<256x64xf32>
  return %next : tensor<256x64xf32>
}

// -----

// One that another operation of the epilogue needs is fused, and stored for its other reader.
// CHECK: Function=needed | {{.*}}fused 3 element-wise operations, which read 2 operands, into a kernel of 2 outputs
// CHECK-NOT: Function=needed
#id = affine_map<(i, j) -> (i, j)>
#of_row = affine_map<(i, j) -> (i)>
func.func @needed(%a: tensor<256x1024xbf16>, %b: tensor<1024x512xbf16>, %residual: tensor<256x512xbf16>, %other: tensor<256x512xf32>) -> (tensor<256x512xbf16>, tensor<256xf32>) {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2 : i32
  %e = tensor.empty() : tensor<256x512xf32>
  %h = tensor.empty() : tensor<256x512xbf16>
  %rows = tensor.empty() : tensor<256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x512xf32>) -> tensor<256x512xf32>
  %y = linalg.matmul ins(%a, %b : tensor<256x1024xbf16>, tensor<1024x512xbf16>) outs(%init : tensor<256x512xf32>) -> tensor<256x512xf32>
  %x = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %residual : tensor<256x512xf32>, tensor<256x512xbf16>) outs(%h : tensor<256x512xbf16>) {
  ^bb0(%s: f32, %r: bf16, %o: bf16):
    %0 = arith.truncf %s : f32 to bf16
    %1 = arith.addf %0, %r : bf16
    linalg.yield %1 : bf16
  } -> tensor<256x512xbf16>
  %wide = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<256x512xbf16>) outs(%e : tensor<256x512xf32>) {
  ^bb0(%s: bf16, %o: f32):
    %0 = arith.extf %s : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<256x512xf32>
  %product = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%wide, %other : tensor<256x512xf32>, tensor<256x512xf32>) outs(%h : tensor<256x512xbf16>) {
  ^bb0(%s: f32, %t: f32, %o: bf16):
    %0 = arith.mulf %s, %t : f32
    %1 = arith.truncf %0 : f32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<256x512xbf16>
  %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<256xf32>) -> tensor<256xf32>
  %sum = linalg.generic {indexing_maps = [#id, #of_row], iterator_types = ["parallel", "reduction"]}
      ins(%wide : tensor<256x512xf32>) outs(%zeros : tensor<256xf32>) {
  ^bb0(%s: f32, %o: f32):
    %0 = arith.addf %s, %o : f32
    linalg.yield %0 : f32
  } -> tensor<256xf32>
  return %product, %sum : tensor<256x512xbf16>, tensor<256xf32>
}
