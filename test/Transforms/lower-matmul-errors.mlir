// RUN: autotune-opt %s -split-input-file -autotune-lower-matmul=target=h200 -verify-diagnostics

func.func @partial(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>) {
  // expected-error@+1 {{'linalg.matmul' op has a partial 'autotune.config'; autotune-attach-configs completes it}}
  linalg.matmul {autotune.config = #autotune.config<simt, thread = [1, 1]>}
      ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
  return
}

// -----

// Without `stages`, which no config was ever complete without.
func.func @partial_of_others(%a: tensor<256x256xbf16>, %b: tensor<256x256xbf16>, %c: tensor<256x256xf32>) -> tensor<256x256xf32> {
  // expected-error@+1 {{'linalg.matmul' op has a partial 'autotune.config'; autotune-attach-configs completes it}}
  %0 = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 128, 64], consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, swap = false, persistent = true, load = tma, store = direct, ctas_per_sm = 1, evict_first = none>}
      ins(%a, %b : tensor<256x256xbf16>, tensor<256x256xbf16>) outs(%c : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %0 : tensor<256x256xf32>
}

// -----

func.func @illegal(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>) {
  // expected-error@+1 {{'linalg.matmul' op has a config that breaks threads: tile = [16, 16] over thread = [8, 8] takes 4 threads; it must be a multiple of 32, from 32 to 1024}}
  linalg.matmul {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [8, 8]>}
      ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
  return
}

// -----

func.func @no_matmul(%c: memref<4x16xf32>) {
  %zero = arith.constant 0.0 : f32
  // expected-error@+1 {{'linalg.fill' op has a config, but no kernel can serve it: it is a linalg.fill, not a linalg.matmul, linalg.batch_matmul or linalg.batch_reduce_matmul}}
  linalg.fill {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>}
      ins(%zero : f32) outs(%c : memref<4x16xf32>)
  return
}

// -----

// The cast that a matmul would take over.
func.func @annotated_cast(%a: tensor<4x8xbf16>, %b: tensor<8x16xbf16>, %c: tensor<4x16xf32>, %e: tensor<4x16xbf16>) -> tensor<4x16xbf16> {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  %0 = linalg.matmul {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>}
      ins(%a, %b : tensor<4x8xbf16>, tensor<8x16xbf16>) outs(%f : tensor<4x16xf32>) -> tensor<4x16xf32>
  // expected-error@+1 {{'linalg.generic' op has a config, but no kernel can serve it: it is a linalg.generic, not a linalg.matmul, linalg.batch_matmul or linalg.batch_reduce_matmul}}
  %1 = linalg.generic {autotune.config = #autotune.config<simt>,
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<4x16xf32>) outs(%e : tensor<4x16xbf16>) {
  ^bb0(%x: f32, %y: bf16):
    %t = arith.truncf %x : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<4x16xbf16>
  return %1 : tensor<4x16xbf16>
}

// -----

func.func @types(%a: memref<4x8xi2>, %b: memref<8x16xi2>, %c: memref<4x16xi32>) {
  // expected-error@+1 {{'linalg.matmul' op has a config, but no kernel can serve it: the element type i2 of its A operand is none of bf16, f16, f32, f64, f8E4M3FN, f8E5M2, i8, i16, i32, i64}}
  linalg.matmul {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>}
      ins(%a, %b : memref<4x8xi2>, memref<8x16xi2>) outs(%c : memref<4x16xi32>)
  return
}

// -----

func.func @zero(%a: memref<4x0xf32>, %b: memref<0x16xf32>, %c: memref<4x16xf32>) {
  // expected-error@+1 {{'linalg.matmul' op has a config that breaks size-zero: the matmul is 4 x 16 x 0; no size may be 0}}
  linalg.matmul {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>}
      ins(%a, %b : memref<4x0xf32>, memref<0x16xf32>) outs(%c : memref<4x16xf32>)
  return
}

// -----

gpu.module @device {
  gpu.func @f(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>) kernel {
    // expected-error@+1 {{'linalg.matmul' op has a config, but no kernel can serve it: it stands in a gpu.func, which is code for a device: only the host launches kernels}}
    linalg.matmul {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>}
        ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
    gpu.return
  }
}

// -----

func.func private @autotune_kernels_sm_90a()
func.func @taken_module(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>) {
  // expected-error@+1 {{'problem.contract' op needs the symbol @autotune_kernels_sm_90a for kernels of sm_90a, which is taken}}
  linalg.matmul {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>}
      ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
  return
}

// -----

// A gpu.module of that name without a target, or for another chip, is not ours.
gpu.module @autotune_kernels_sm_90a [#nvvm.target<chip = "sm_80">] {}
func.func @foreign_module(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>) {
  // expected-error@+1 {{'problem.contract' op needs the symbol @autotune_kernels_sm_90a for kernels of sm_90a, which is taken}}
  linalg.matmul {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>}
      ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
  return
}

// -----

// The fill must stay: it is a write to A as well.
func.func @in_place(%a: memref<16x16xf32>, %b: memref<16x16xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%a : memref<16x16xf32>)
  // expected-error@+1 {{'linalg.matmul' op has a config, but no kernel can serve it: its C operand is in the same buffer as its A operand; it must be in another buffer}}
  linalg.matmul {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>}
      ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%a : memref<16x16xf32>)
  return
}
