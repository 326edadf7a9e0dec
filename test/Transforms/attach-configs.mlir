// RUN: autotune-opt %s --autotune-attach-configs=target=h200 | FileCheck %s
// RUN: autotune-opt %s --autotune-attach-configs=target=h200 \
// RUN:   | autotune-opt --autotune-attach-configs=target=h200 | FileCheck %s
// RUN: autotune-opt %s --pass-pipeline='builtin.module(func.func(autotune-attach-configs{target=h200}))' \
// RUN:   | FileCheck %s

// A matmul gets the pick, the ranked candidates with the pick first, and who
// proposed them. A second run changes nothing, and neither does running on each
// function.

// CHECK-LABEL: func @square
func.func @square(%a: tensor<4096x4096xbf16>, %b: tensor<4096x4096xbf16>,
                  %c: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  // CHECK: linalg.matmul
  // CHECK-SAME: autotune.candidates = [#autotune.config<[[PICK:hopper_wgmma, tile = \[128, (128|256), 64\], [^>]*store = tma, [^>]*]]>, #autotune.config<hopper_wgmma,
  // CHECK-SAME: autotune.config = #autotune.config<[[PICK]]>
  // CHECK-SAME: autotune.provenance = #autotune.provenance<heuristic, heuristics = ["cluster-m2", "wave-fill"]>
  %0 = linalg.matmul ins(%a, %b : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>)
                     outs(%c : tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
  return %0 : tensor<4096x4096xbf16>
}

// On memrefs too, whatever the strides: what TMA can't load is packed first, and
// where elements of a row are apart, CUDA cores serve.

// CHECK-LABEL: func @odd_stride
func.func @odd_stride(%a: memref<64x64xf16, strided<[67, 1]>>, %b: memref<64x64xf16>,
                      %c: memref<64x64xf32>) {
  // CHECK: linalg.matmul
  // CHECK-SAME: autotune.candidates = {{.*}}#autotune.config<hopper_wgmma, {{[^>]*}}load = copy
  linalg.matmul ins(%a, %b : memref<64x64xf16, strided<[67, 1]>>, memref<64x64xf16>)
                outs(%c : memref<64x64xf32>)
  return
}

// CHECK-LABEL: func @apart
func.func @apart(%a: memref<64x64xf16, strided<[128, 2]>>, %b: memref<64x64xf16>,
                 %c: memref<64x64xf32>) {
  // CHECK: linalg.matmul
  // CHECK-SAME: autotune.config = #autotune.config<simt,
  // CHECK-SAME: heuristics = ["simt-default"]
  linalg.matmul ins(%a, %b : memref<64x64xf16, strided<[128, 2]>>, memref<64x64xf16>)
                outs(%c : memref<64x64xf32>)
  return
}

// A dynamic M keeps static strides, so TMA can still load all operands. The
// matmul gets a plan (attach-plans.mlir).

// CHECK-LABEL: func @dynamic_rows
func.func @dynamic_rows(%a: tensor<?x1024xbf16>, %b: tensor<1024x1024xbf16>,
                        %c: tensor<?x1024xf32>) -> tensor<?x1024xf32> {
  // CHECK: linalg.matmul
  // CHECK-SAME: autotune.config = #autotune.plan<[{{.*}}else: <hopper_wgmma,
  // CHECK-SAME: autotune.provenance = #autotune.provenance<model>
  %0 = linalg.matmul ins(%a, %b : tensor<?x1024xbf16>, tensor<1024x1024xbf16>)
                     outs(%c : tensor<?x1024xf32>) -> tensor<?x1024xf32>
  return %0 : tensor<?x1024xf32>
}
