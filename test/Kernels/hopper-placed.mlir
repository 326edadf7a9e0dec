// With placed = true every role's loop begins with the tile that the launch gives
// the cluster.
// RUN: autotune-opt %s -split-input-file -autotune-attach-configs="target=h200 space=none" \
// RUN:   -autotune-lower-matmul=target=h200 | FileCheck %s

// CHECK-LABEL: func.func @placed
// CHECK: tile.role "producer"
// CHECK: tile.for_each_tile {{.*}} tile(64, 96, 64) raster(along_m, 4) placed {
// CHECK: tile.role "consumer"
// CHECK: tile.for_each_tile {{.*}} tile(64, 96, 64) raster(along_m, 4) placed {
func.func @placed(%a: tensor<1024x512xbf16>, %b: tensor<512x768xbf16>) -> tensor<1024x768xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1024x768xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1024x768xf32>) -> tensor<1024x768xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 96, 64], consumers = 1, group = 4, placed = true, persistent = false>}
      ins(%a, %b : tensor<1024x512xbf16>, tensor<512x768xbf16>) outs(%f : tensor<1024x768xf32>) -> tensor<1024x768xf32>
  return %d : tensor<1024x768xf32>
}

// -----

// Clusters that share K are clusters of whole tiles.
// CHECK-LABEL: func.func @shared
// CHECK: tile.for_each_tile {{.*}} raster(along_m, 4) placed {
func.func @shared(%a: tensor<1024x512xbf16>, %b: tensor<512x768xbf16>) -> tensor<1024x768xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1024x768xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1024x768xf32>) -> tensor<1024x768xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 96, 64], consumers = 1, group = 4, placed = true, split_k = 2>}
      ins(%a, %b : tensor<1024x512xbf16>, tensor<512x768xbf16>) outs(%f : tensor<1024x768xf32>) -> tensor<1024x768xf32>
  return %d : tensor<1024x768xf32>
}

// -----

// CHECK-LABEL: func.func @plain
// CHECK-NOT: placed
func.func @plain(%a: tensor<1024x512xbf16>, %b: tensor<512x768xbf16>) -> tensor<1024x768xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1024x768xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1024x768xf32>) -> tensor<1024x768xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 96, 64], consumers = 1>}
      ins(%a, %b : tensor<1024x512xbf16>, tensor<512x768xbf16>) outs(%f : tensor<1024x768xf32>) -> tensor<1024x768xf32>
  return %d : tensor<1024x768xf32>
}
