// Where tensor cores have no wgmma, they get tiles for mma.sync.
// RUN: autotune-opt %s -autotune-attach-configs="target=a100-sxm space=none" | %long_configs | FileCheck %s --check-prefixes=CHECK,A100
// RUN: autotune-opt %s -autotune-attach-configs="target=l40s space=none" | %long_configs | FileCheck %s --check-prefixes=CHECK,L40S
// RUN: autotune-opt %s -autotune-attach-configs="target=h200 space=none" | %long_configs | FileCheck %s --check-prefix=H200

// A large product gets a large tile, as deep a ring as the chip holds.
// CHECK-LABEL: func @large
// A100: autotune.config = #autotune.config<ampere_mma, tile = [128, 
// L40S: autotune.config = #autotune.config<ampere_mma, tile = [
// CHECK-SAME: heuristics = ["ampere-default"]
// H200-LABEL: func @large
// H200: #autotune.config<hopper_wgmma,
// H200-NOT: ampere
func.func @large(%a: tensor<4096x4096xbf16>, %b: tensor<4096x4096xbf16>, %c: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>)
                     outs(%c : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %0 : tensor<4096x4096xf32>
}

// A few rows get a tile of few.
// CHECK-LABEL: func @rows
// CHECK: #autotune.config<ampere_mma, tile = [16,
// H200-LABEL: func @rows
// H200: #autotune.config<hopper_wgmma,
// H200-NOT: ampere
func.func @rows(%a: tensor<16x4096xf16>, %b: tensor<4096x8192xf16>, %c: tensor<16x8192xf16>) -> tensor<16x8192xf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<16x4096xf16>, tensor<4096x8192xf16>)
                     outs(%c : tensor<16x8192xf16>) -> tensor<16x8192xf16>
  return %0 : tensor<16x8192xf16>
}

// Sizes that are not known, of rows that are known to be aligned.
// CHECK-LABEL: func @dynamic
// CHECK: #autotune.config<ampere_mma,
// H200-LABEL: func @dynamic
func.func @dynamic(%a: memref<?x64xbf16>, %b: memref<64x128xbf16>, %c: memref<?x128xbf16>) {
  linalg.matmul ins(%a, %b : memref<?x64xbf16>, memref<64x128xbf16>) outs(%c : memref<?x128xbf16>)
  return
}

// f64 is multiplied so on Hopper, too: no template has wgmma for it. TMA loads it
// there, and CTAs have several tiles in turn.
// CHECK-LABEL: func @doubles
// A100: #autotune.config<ampere_mma,
// A100-SAME: load = copy, persistent = false
// H200-LABEL: func @doubles
// H200: #autotune.config<ampere_mma,
// H200-SAME: load = tma, persistent = true
// H200-SAME: heuristics = ["ampere-default"]
func.func @doubles(%a: tensor<2048x2048xf64>, %b: tensor<2048x2048xf64>, %c: tensor<2048x2048xf64>) -> tensor<2048x2048xf64> {
  %0 = linalg.matmul ins(%a, %b : tensor<2048x2048xf64>, tensor<2048x2048xf64>)
                     outs(%c : tensor<2048x2048xf64>) -> tensor<2048x2048xf64>
  return %0 : tensor<2048x2048xf64>
}

// Rows that start anywhere are copied through registers, on chips that can't pack them.
// A100-LABEL: func @unaligned
// A100: #autotune.config<ampere_mma,
// H200-LABEL: func @unaligned
// H200: #autotune.config<hopper_wgmma,
func.func @unaligned(%a: tensor<512x511xbf16>, %b: tensor<511x512xbf16>, %c: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<512x511xbf16>, tensor<511x512xbf16>)
                     outs(%c : tensor<512x512xbf16>) -> tensor<512x512xbf16>
  return %0 : tensor<512x512xbf16>
}

// A CTA with one tile goes on to none.
// CHECK-LABEL: func @few_doubles
// H200-LABEL: func @few_doubles
// H200: #autotune.config<ampere_mma,
// H200-SAME: load = tma, persistent = false
func.func @few_doubles(%a: tensor<512x2048xf64>, %b: tensor<2048x512xf64>, %c: tensor<512x512xf64>) -> tensor<512x512xf64> {
  %0 = linalg.matmul ins(%a, %b : tensor<512x2048xf64>, tensor<2048x512xf64>)
                     outs(%c : tensor<512x512xf64>) -> tensor<512x512xf64>
  return %0 : tensor<512x512xf64>
}
