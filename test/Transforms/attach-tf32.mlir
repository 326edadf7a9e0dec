// f32 that may be multiplied as tf32: by an option, or by what an operation says.
// RUN: autotune-opt %s --autotune-attach-configs="target=h200 max-candidates=1 allow-tf32=tf32" | %long_configs | FileCheck %s --check-prefixes=CHECK,ALLOWED
// RUN: autotune-opt %s --autotune-attach-configs="target=h200 max-candidates=1" | %long_configs | FileCheck %s --check-prefixes=CHECK,STRICT
// RUN: autotune-opt %s --autotune-attach-configs="target=h200 explain-rejections allow-tf32=tf32" -o /dev/null | grep '^//' | FileCheck %s --check-prefix=KEY
// RUN: not autotune-opt %s --autotune-attach-configs="target=h200 allow-tf32=bf16" 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: autotune-opt %s --autotune-attach-configs="target=h200 max-candidates=1 allow-tf32=tf32" --autotune-lower-matmul=target=h200 | FileCheck %s --check-prefix=KERNEL

// OTHER: error: allow-tf32 = bf16 is none of none, tf32 and 3xtf32{{$}}

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// KEY: // 512x1024x4096 tf32 B^T -> f32 accumulate on h200
// CHECK-LABEL: func.func @plain
// ALLOWED: linalg.matmul
// ALLOWED-SAME: autotune.allow_tf32 = "tf32"
// ALLOWED-SAME: autotune.config = #autotune.config<hopper_wgmma, tile = [{{[0-9]+, [0-9]+}}, {{32|64}}], {{.*}} load = tma,
// STRICT-NOT: autotune.allow_tf32
// STRICT: autotune.config = #autotune.config<simt,
// KERNEL: tile.kernel @
// KERNEL: tile.mma {{.*}} transpose_b tf32 : {{.*}}x32xf32
func.func @plain(%a: tensor<512x4096xf32>, %b: tensor<1024x4096xf32>, %c: tensor<512x1024xf32>) -> tensor<512x1024xf32> {
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      ins(%a, %b : tensor<512x4096xf32>, tensor<1024x4096xf32>) outs(%c : tensor<512x1024xf32>) -> tensor<512x1024xf32>
  return %d : tensor<512x1024xf32>
}

// An operation that says so needs no option, and its result may be rounded.
// KEY: // 512x1024x2048 tf32 B^T -> bf16 on h200
// CHECK-LABEL: func.func @said
// CHECK: autotune.config = #autotune.config<hopper_wgmma,
func.func @said(%a: tensor<512x2048xf32>, %b: tensor<1024x2048xf32>) -> tensor<512x1024xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x1024xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x1024xf32>) -> tensor<512x1024xf32>
  %d = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.allow_tf32 = "tf32"}
      ins(%a, %b : tensor<512x2048xf32>, tensor<1024x2048xf32>) outs(%f : tensor<512x1024xf32>) -> tensor<512x1024xf32>
  %r = arith.truncf %d : tensor<512x1024xf32> to tensor<512x1024xbf16>
  return %r : tensor<512x1024xbf16>
}

// One that says no stays as exact as it is.
// KEY: // 512x1024x1024 f32 B^T -> f32 accumulate on h200
// CHECK-LABEL: func.func @exact
// CHECK: autotune.allow_tf32 = "none"
// CHECK-SAME: autotune.config = #autotune.config<simt,
func.func @exact(%a: tensor<512x1024xf32>, %b: tensor<1024x1024xf32>, %c: tensor<512x1024xf32>) -> tensor<512x1024xf32> {
  %d = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.allow_tf32 = "none"}
      ins(%a, %b : tensor<512x1024xf32>, tensor<1024x1024xf32>) outs(%c : tensor<512x1024xf32>) -> tensor<512x1024xf32>
  return %d : tensor<512x1024xf32>
}

// Tensor cores take it only where K is contiguous in both: what lies otherwise is
// transposed on the way.
// KEY: // 512x512x512 tf32 -> f32 accumulate on h200
// CHECK-LABEL: func.func @rows_of_b
// ALLOWED: autotune.config = #autotune.config<hopper_wgmma, {{.*}} load = transpose,
// STRICT: autotune.config = #autotune.config<simt,
// KERNEL-NOT: tile.pack
// KERNEL: tile.role "transposer" warps(3) {
// KERNEL: tile.transpose
// KERNEL: tile.mma {{.*}} transpose_b tf32 {{left|right}}({{.*}}xf32>) :
func.func @rows_of_b(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>, %c: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %d = linalg.matmul ins(%a, %b : tensor<512x512xf32>, tensor<512x512xf32>) outs(%c : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %d : tensor<512x512xf32>
}

// What is no f32 is not spoken of.
// KEY: // 512x512x512 bf16 -> f32 accumulate on h200
// CHECK-LABEL: func.func @halves
// CHECK-NOT: allow_tf32
func.func @halves(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %d = linalg.matmul ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%c : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %d : tensor<512x512xf32>
}
