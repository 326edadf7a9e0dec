// RUN: autotune-opt %s --split-input-file --autotune-attach-configs="target=h200 heuristics=wave-fill space=none" | %long_configs | FileCheck %s

// 1024 x 1024 in tiles of 64 x 128 are 128 CTAs: 0.97 of a wave of 132.

// CHECK-LABEL: func @one_wave
// CHECK: autotune.config = #autotune.config<hopper_wgmma, tile = [64, 128, 128], stages = 4,
func.func @one_wave(%a: tensor<1024x1024xbf16>, %b: tensor<1024x1024xbf16>, %c: tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<1024x1024xbf16>, tensor<1024x1024xbf16>)
                     outs(%c : tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
  return %0 : tensor<1024x1024xbf16>
}

// -----

// 128 x 192 tiles of this one leave the third wave 0.67 full; shrunk along the
// larger axis to 176 columns, 384 tiles fill it to 0.91.

// CHECK-LABEL: func @shrunk
// CHECK-DAG: #autotune.config<hopper_wgmma, tile = [128, 192, 64], {{[^>]*}}schedule = pingpong
// CHECK-DAG: #autotune.config<hopper_wgmma, tile = [128, 176, 64], {{[^>]*}}schedule = pingpong
func.func @shrunk(%a: tensor<4096x7168xbf16>, %b: tensor<7168x2112xbf16>, %c: tensor<4096x2112xbf16>) -> tensor<4096x2112xbf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<4096x7168xbf16>, tensor<7168x2112xbf16>)
                     outs(%c : tensor<4096x2112xbf16>) -> tensor<4096x2112xbf16>
  return %0 : tensor<4096x2112xbf16>
}

// -----

// Clamped to the shape: no tile is larger than 64 x 24. Fewer rows than wgmma
// has are swapped to the columns.

// CHECK-LABEL: func @clamped
// CHECK-NOT: tile = [128
// CHECK-NOT: tile = [64, {{[3-9][0-9]}}
// CHECK: autotune.provenance
// CHECK-LABEL: func @swapped
// CHECK: autotune.config = #autotune.config<hopper_wgmma, tile = [64, 8,
// CHECK-SAME: swap = true
func.func @clamped(%a: tensor<64x512xf16>, %b: tensor<512x24xf16>, %c: tensor<64x24xf32>) -> tensor<64x24xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x512xf16>, tensor<512x24xf16>)
                     outs(%c : tensor<64x24xf32>) -> tensor<64x24xf32>
  return %0 : tensor<64x24xf32>
}
func.func @swapped(%a: tensor<1x512xf16>, %b: tensor<512x4096xf16>, %c: tensor<1x4096xf32>) -> tensor<1x4096xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<1x512xf16>, tensor<512x4096xf16>)
                     outs(%c : tensor<1x4096xf32>) -> tensor<1x4096xf32>
  return %0 : tensor<1x4096xf32>
}

// -----

// Few tiles and a long K: each tile is shared by a cluster. Of 8 CTAs, the 16
// clusters would not run at once.

// CHECK-LABEL: func @long_k
// CHECK: autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 128],
// CHECK-SAME: split_k = 4
func.func @long_k(%a: tensor<256x16384xbf16>, %b: tensor<16384x256xbf16>, %c: tensor<256x256xbf16>) -> tensor<256x256xbf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<256x16384xbf16>, tensor<16384x256xbf16>)
                     outs(%c : tensor<256x256xbf16>) -> tensor<256x256xbf16>
  return %0 : tensor<256x256xbf16>
}
