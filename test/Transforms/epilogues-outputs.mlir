// RUN: autotune-opt %s -split-input-file --autotune-attach-configs="target=h200 space=none" --remarks-filter=autotune -o /dev/null 2>&1 \
// RUN:   | grep -o 'Function=.* | .*fused.*' | FileCheck %s
// RUN: autotune-opt %s -split-input-file --autotune-attach-configs="target=h200 space=none" \
// RUN:   --autotune-lower-matmul=target=h200 | FileCheck %s --check-prefix=IR

// Sums that become elements of another type than theirs.

// Integers that are scaled in floats, by row and column, and come out with 8 bits: a
// fragment of floats never goes to memory, and one of i32 is stored as its low bits.
// CHECK: Function=requantised | {{.*}}fused 1 element-wise operations, which read 2 operands
// IR-LABEL: func.func @requantised
// IR: tile.launch {{.*}} outs(%{{.*}} : tensor<256x512xi8>) with(%{{.*}}, %{{.*}} : tensor<256x1xf32>, tensor<1x512xf32>)
// IR-NEXT: return
// IR: tile.kernel {{.*}}: memref<?x?xi8, {{.*}}: memref<?x?xi8, {{.*}}: memref<?x?xi8,
// IR: tile.epilogue {{.*}} : <{{.*}}xi32>, {{.*}} -> <{{.*}}xi32>
// IR: %[[CLAMPED:.*]] = arith.minimumf
// IR-NEXT: %[[BYTE:.*]] = arith.fptosi %[[CLAMPED]] : f32 to i32
// IR-NEXT: tile.yield %[[BYTE]] : i32
// IR: tile.store {{.*}}xi32>, memref<?x?xi8,
#id = affine_map<(i, j) -> (i, j)>
#of_row = affine_map<(i, j) -> (i)>
#of_column = affine_map<(i, j) -> (j)>
#at = affine_map<(m, n, k) -> (m, k)>
#bt = affine_map<(m, n, k) -> (n, k)>
#ct = affine_map<(m, n, k) -> (m, n)>
func.func @requantised(%a: tensor<256x1024xi8>, %b: tensor<512x1024xi8>, %rows: tensor<256xf32>, %columns: tensor<512xf32>) -> tensor<256x512xi8> {
  %zero = arith.constant 0 : i32
  %lowest = arith.constant -128.0 : f32
  %highest = arith.constant 127.0 : f32
  %e = tensor.empty() : tensor<256x512xi32>
  %o = tensor.empty() : tensor<256x512xi8>
  %init = linalg.fill ins(%zero : i32) outs(%e : tensor<256x512xi32>) -> tensor<256x512xi32>
  %y = linalg.matmul indexing_maps = [#at, #bt, #ct] ins(%a, %b : tensor<256x1024xi8>, tensor<512x1024xi8>) outs(%init : tensor<256x512xi32>) -> tensor<256x512xi32>
  %r = linalg.generic {indexing_maps = [#id, #of_row, #of_column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %rows, %columns : tensor<256x512xi32>, tensor<256xf32>, tensor<512xf32>) outs(%o : tensor<256x512xi8>) {
  ^bb0(%s: i32, %row: f32, %column: f32, %out: i8):
    %0 = arith.sitofp %s : i32 to f32
    %1 = arith.mulf %0, %row : f32
    %2 = arith.mulf %1, %column : f32
    %3 = math.roundeven %2 : f32
    %4 = arith.maximumf %3, %lowest : f32
    %5 = arith.minimumf %4, %highest : f32
    %6 = arith.fptosi %5 : f32 to i8
    linalg.yield %6 : i8
  } -> tensor<256x512xi8>
  return %r : tensor<256x512xi8>
}

// -----

// In integers alone, as tosa.rescale has it: in 64 bits for a while.
// CHECK: Function=in_integers | {{.*}}fused 2 element-wise operations, which read 0 operands
// IR-LABEL: func.func @in_integers
// IR: tile.launch {{.*}} outs(%{{.*}} : tensor<64x128xi8>) sms
// IR-NEXT: return
// IR: tile.epilogue {{.*}} -> <{{.*}}xi32>
// IR: %[[HIGH:.*]] = arith.shrsi %{{.*}}, %{{.*}} : i64
// IR-NEXT: %[[LOW:.*]] = arith.trunci %[[HIGH]] : i64 to i32
#id = affine_map<(i, j) -> (i, j)>
#at = affine_map<(m, n, k) -> (m, k)>
#bt = affine_map<(m, n, k) -> (n, k)>
#ct = affine_map<(m, n, k) -> (m, n)>
func.func @in_integers(%a: tensor<64x256xi8>, %b: tensor<128x256xi8>) -> tensor<64x128xi8> {
  %zero = arith.constant 0 : i32
  %multiplier = arith.constant 1518500250 : i64
  %half = arith.constant 549755813888 : i64
  %shift = arith.constant 40 : i64
  %lowest = arith.constant -128 : i32
  %highest = arith.constant 127 : i32
  %e = tensor.empty() : tensor<64x128xi32>
  %o = tensor.empty() : tensor<64x128xi8>
  %init = linalg.fill ins(%zero : i32) outs(%e : tensor<64x128xi32>) -> tensor<64x128xi32>
  %y = linalg.matmul indexing_maps = [#at, #bt, #ct] ins(%a, %b : tensor<64x256xi8>, tensor<128x256xi8>) outs(%init : tensor<64x128xi32>) -> tensor<64x128xi32>
  %scaled = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<64x128xi32>) outs(%e : tensor<64x128xi32>) {
  ^bb0(%s: i32, %out: i32):
    %0 = arith.extsi %s : i32 to i64
    %1 = arith.muli %0, %multiplier : i64
    %2 = arith.addi %1, %half : i64
    %3 = arith.shrsi %2, %shift : i64
    %4 = arith.trunci %3 : i64 to i32
    linalg.yield %4 : i32
  } -> tensor<64x128xi32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%scaled : tensor<64x128xi32>) outs(%o : tensor<64x128xi8>) {
  ^bb0(%s: i32, %out: i8):
    %0 = arith.maxsi %s, %lowest : i32
    %1 = arith.minsi %0, %highest : i32
    %2 = arith.trunci %1 : i32 to i8
    linalg.yield %2 : i8
  } -> tensor<64x128xi8>
  return %r : tensor<64x128xi8>
}

// -----

// Integers that become floats; floats that become integers, or floats of 8 bits.
// CHECK: Function=dequantised | {{.*}}fused 2 element-wise operations, which read 1 operands
// CHECK: Function=quantised | {{.*}}fused 1 element-wise operations, which read 0 operands
// CHECK: Function=to_float8 | {{.*}}fused 1 element-wise operations, which read 0 operands
// IR-LABEL: func.func @dequantised
// IR: tile.launch {{.*}} outs(%{{.*}} : tensor<64x128xbf16>) with(%{{.*}} : tensor<1x1xf32>)
// IR-NEXT: return
// IR-LABEL: func.func @quantised
// IR: tile.launch {{.*}} outs(%{{.*}} : tensor<64x128xi8>) sms
// IR-NEXT: return
// IR-LABEL: func.func @to_float8
// IR: tile.launch {{.*}} outs(%{{.*}} : tensor<64x128xf8E4M3FN>) sms
// IR-NEXT: return
// IR: tile.kernel
// IR: tile.epilogue {{.*}} : <{{.*}}xi32>, memref<1x1xf32, {{.*}} -> <{{.*}}xf32>
// IR: tile.store {{.*}}xf32>, memref<?x?xbf16,
// IR: tile.kernel
// IR: tile.epilogue {{.*}} : <{{.*}}xf32> -> <{{.*}}xi32>
// IR: tile.store {{.*}}xi32>, memref<?x?xi8,
#id = affine_map<(i, j) -> (i, j)>
#one = affine_map<(i, j) -> ()>
#at = affine_map<(m, n, k) -> (m, k)>
#bt = affine_map<(m, n, k) -> (n, k)>
#ct = affine_map<(m, n, k) -> (m, n)>
func.func @dequantised(%a: tensor<64x256xi8>, %b: tensor<128x256xi8>, %scale: tensor<f32>) -> tensor<64x128xbf16> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<64x128xi32>
  %o = tensor.empty() : tensor<64x128xbf16>
  %init = linalg.fill ins(%zero : i32) outs(%e : tensor<64x128xi32>) -> tensor<64x128xi32>
  %y = linalg.matmul indexing_maps = [#at, #bt, #ct] ins(%a, %b : tensor<64x256xi8>, tensor<128x256xi8>) outs(%init : tensor<64x128xi32>) -> tensor<64x128xi32>
  %wide = arith.sitofp %y : tensor<64x128xi32> to tensor<64x128xf32>
  %r = linalg.generic {indexing_maps = [#id, #one, #id], iterator_types = ["parallel", "parallel"]}
      ins(%wide, %scale : tensor<64x128xf32>, tensor<f32>) outs(%o : tensor<64x128xbf16>) {
  ^bb0(%s: f32, %x: f32, %out: bf16):
    %0 = arith.mulf %s, %x : f32
    %1 = arith.truncf %0 : f32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<64x128xbf16>
  return %r : tensor<64x128xbf16>
}
func.func @quantised(%a: tensor<64x256xbf16>, %b: tensor<256x128xbf16>) -> tensor<64x128xi8> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x128xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
  %y = linalg.matmul ins(%a, %b : tensor<64x256xbf16>, tensor<256x128xbf16>) outs(%init : tensor<64x128xf32>) -> tensor<64x128xf32>
  %r = arith.fptosi %y : tensor<64x128xf32> to tensor<64x128xi8>
  return %r : tensor<64x128xi8>
}
func.func @to_float8(%a: tensor<64x256xbf16>, %b: tensor<256x128xbf16>) -> tensor<64x128xf8E4M3FN> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x128xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
  %y = linalg.matmul ins(%a, %b : tensor<64x256xbf16>, tensor<256x128xbf16>) outs(%init : tensor<64x128xf32>) -> tensor<64x128xf32>
  %r = arith.truncf %y : tensor<64x128xf32> to tensor<64x128xf8E4M3FN>
  return %r : tensor<64x128xf8E4M3FN>
}

// -----

// Not what a register of 32 bits does not hold, nor what is rounded otherwise than to
// nearest even, nor twice.
// CHECK: Function=wide | {{.*}}arith.extf is not fused: no kernel with these sums stores elements of its type
// CHECK: Function=upward | {{.*}}arith.truncf is not fused: no kernel computes arith.truncf of f8E5M2
func.func @wide(%a: tensor<64x256xbf16>, %b: tensor<256x128xbf16>) -> tensor<64x128xf64> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x128xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
  %y = linalg.matmul ins(%a, %b : tensor<64x256xbf16>, tensor<256x128xbf16>) outs(%init : tensor<64x128xf32>) -> tensor<64x128xf32>
  %r = arith.extf %y : tensor<64x128xf32> to tensor<64x128xf64>
  return %r : tensor<64x128xf64>
}
func.func @upward(%a: tensor<64x256xbf16>, %b: tensor<256x128xbf16>) -> tensor<64x128xf8E5M2> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x128xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
  %y = linalg.matmul ins(%a, %b : tensor<64x256xbf16>, tensor<256x128xbf16>) outs(%init : tensor<64x128xf32>) -> tensor<64x128xf32>
  %r = arith.truncf %y upward : tensor<64x128xf32> to tensor<64x128xf8E5M2>
  return %r : tensor<64x128xf8E5M2>
}
