// RUN: autotune-opt %s --split-input-file --autotune-attach-configs=target=h200 | %long_configs | FileCheck %s

// A partial config is completed by the best-ranked seed that agrees with it, and
// the candidates all agree with it.

// CHECK-LABEL: func @agrees
// CHECK: autotune.candidates = [
// CHECK-NOT: cooperative
// CHECK: autotune.config = #autotune.config<hopper_wgmma, tile = [128, 128, 64], stages = 6,
// CHECK-SAME: schedule = pingpong, in_turn = false, promote = 1, cluster = [1, 1]
// CHECK-SAME: autotune.provenance = #autotune.provenance<given, heuristics = ["wave-fill"]>
func.func @agrees(%a: tensor<4096x4096xbf16>, %b: tensor<4096x4096xbf16>,
                  %c: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  %0 = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 128, 64], schedule = pingpong, cluster = [1, 1]>}
      ins(%a, %b : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>)
      outs(%c : tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
  return %0 : tensor<4096x4096xbf16>
}

// -----

// What no seed has is taken over into the best seed that it goes with.

// CHECK-LABEL: func @overlay
// CHECK: autotune.config = #autotune.config<hopper_wgmma,
// CHECK-SAME: stages = 3,
// CHECK-SAME: raster = along_n, group = 16
// CHECK-SAME: autotune.provenance = #autotune.provenance<given>
func.func @overlay(%a: tensor<4096x4096xbf16>, %b: tensor<4096x4096xbf16>,
                   %c: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  %0 = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, stages = 3, raster = along_n, group = 16>}
      ins(%a, %b : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>)
      outs(%c : tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
  return %0 : tensor<4096x4096xbf16>
}

// -----

// Where no seed fits, the space is searched: few seeds of a large square have
// one consumer, and none has four CTAs an SM.

// CHECK-LABEL: func @search
// CHECK: autotune.config = #autotune.config<hopper_wgmma,
// CHECK-SAME: ctas_per_sm = 4
func.func @search(%a: tensor<4096x4096xbf16>, %b: tensor<4096x4096xbf16>,
                  %c: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  %0 = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, ctas_per_sm = 4>}
      ins(%a, %b : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>)
      outs(%c : tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
  return %0 : tensor<4096x4096xbf16>
}

// -----

// A template alone is a partial config too.

// CHECK-LABEL: func @template_only
// CHECK: autotune.config = #autotune.config<simt, tile = [{{.*}}], thread = [{{.*}}]>
func.func @template_only(%a: tensor<4096x4096xbf16>, %b: tensor<4096x4096xbf16>,
                         %c: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  %0 = linalg.matmul {autotune.config = #autotune.config<simt>}
      ins(%a, %b : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>)
      outs(%c : tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
  return %0 : tensor<4096x4096xbf16>
}

// -----

// A complete config is checked and kept, and so is what is known of it.

// CHECK-LABEL: func @measured
// CHECK: autotune.candidates = [#autotune.config<simt, tile = [64, 64, 16], thread = [4, 4]>]
// CHECK-SAME: autotune.config = #autotune.config<simt, tile = [64, 64, 16], thread = [4, 4]>
// CHECK-SAME: autotune.provenance = #autotune.provenance<measured, time_ns = 100, device = "NVIDIA H200">
func.func @measured(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul {autotune.config = #autotune.config<simt, tile = [64, 64, 16], thread = [4, 4]>,
                      autotune.provenance = #autotune.provenance<measured, time_ns = 100, device = "NVIDIA H200">}
      ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>)
      outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
