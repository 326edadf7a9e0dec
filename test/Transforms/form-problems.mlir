// A matmul with a config becomes a problem, with all that its kernel takes over.
// RUN: autotune-opt %s -autotune-attach-configs="target=h200 space=none allow-tf32=tf32" -autotune-form-problems=target=h200 | FileCheck %s
// RUN: autotune-opt %s -autotune-attach-configs="target=h200 space=none allow-tf32=tf32" -autotune-form-problems=target=h200 -autotune-lower-matmul=target=h200 | FileCheck %s --check-prefix=LOWERED
// Problems bufferize.
// RUN: autotune-opt %s -autotune-attach-configs="target=h200 space=none allow-tf32=tf32" -autotune-form-problems=target=h200 -one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" -autotune-lower-matmul=target=h200 | FileCheck %s --check-prefix=BUFFERS

// LOWERED-COUNT-10: tile.launch
// LOWERED-NOT: problem.
// BUFFERS-COUNT-10: tile.launch {{.*}} memref<
// BUFFERS-NOT: problem.
func.func @plain(%a: tensor<64x128xbf16>, %b: tensor<128x32xbf16>, %c: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x128xbf16>, tensor<128x32xbf16>) outs(%c : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %0 : tensor<64x32xf32>
}

// CHECK-DAG: #[[MK:.+]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[KN:.+]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[NK:.+]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[MN:.+]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[ZN:.+]] = affine_map<(d0, d1, d2) -> (0, d1)>

// CHECK-LABEL: func.func @plain
// CHECK: %[[R:.+]] = problem.contract ins(%arg0, %arg1 : tensor<64x128xbf16>, tensor<128x32xbf16>) outs(%arg2 : tensor<64x32xf32>) accumulate maps [#[[MK]], #[[KN]], #[[MN]]] sums f32 {autotune.candidates = {{.*}}, autotune.config = {{.*}}, autotune.fact = "64x32x128 bf16 -> f32 accumulate", {{.*}}} -> tensor<64x32xf32>
// CHECK: return %[[R]]

// CHECK-LABEL: func.func @rounded
// CHECK: %[[E:.+]] = tensor.empty() : tensor<64x32xbf16>
// CHECK: problem.contract {{.*}} outs(%[[E]] : tensor<64x32xbf16>) maps [#[[MK]], #[[NK]], #[[MN]]] sums f32 {
func.func @rounded(%a: tensor<64x128xbf16>, %b: tensor<32x128xbf16>) -> tensor<64x32xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x32xf32>) -> tensor<64x32xf32>
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<64x128xbf16>, tensor<32x128xbf16>) outs(%f : tensor<64x32xf32>) -> tensor<64x32xf32>
  %1 = arith.truncf %0 : tensor<64x32xf32> to tensor<64x32xbf16>
  return %1 : tensor<64x32xbf16>
}

// CHECK-LABEL: func.func @biased
// CHECK: %[[BIAS:.+]] = tensor.expand_shape %arg2
// CHECK: problem.contract {{.*}} with(%[[BIAS]] : tensor<1x32xf32>) outs(%{{.+}} : tensor<64x32xf32>) maps [#[[MK]], #[[KN]], #[[ZN]], #[[MN]]] sums f32 epilogue {
// CHECK-NEXT: ^bb0(%[[SUM:.+]]: f32, %[[OF:.+]]: f32):
// CHECK-NEXT:   %[[ADDED:.+]] = arith.addf %[[SUM]], %[[OF]] : f32
// CHECK-NEXT:   problem.yield %[[ADDED]] : f32
// CHECK-NEXT: }
func.func @biased(%a: tensor<64x128xbf16>, %b: tensor<128x32xbf16>, %bias: tensor<32xf32>) -> tensor<64x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x32xf32>) -> tensor<64x32xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<64x128xbf16>, tensor<128x32xbf16>) outs(%f : tensor<64x32xf32>) -> tensor<64x32xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%0, %bias : tensor<64x32xf32>, tensor<32xf32>) outs(%e : tensor<64x32xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %sum = arith.addf %x, %y : f32
    linalg.yield %sum : f32
  } -> tensor<64x32xf32>
  return %1 : tensor<64x32xf32>
}

// CHECK-LABEL: func.func @batch
// CHECK: problem.contract ins(%arg0, %arg1 : tensor<4x64x128xf16>, tensor<4x128x32xf16>) {{.*}} maps [#[[BMK:.+]], #[[BKN:.+]], #[[BMN:.+]]] sums f32
func.func @batch(%a: tensor<4x64x128xf16>, %b: tensor<4x128x32xf16>, %c: tensor<4x64x32xf32>) -> tensor<4x64x32xf32> {
  %0 = linalg.batch_matmul ins(%a, %b : tensor<4x64x128xf16>, tensor<4x128x32xf16>) outs(%c : tensor<4x64x32xf32>) -> tensor<4x64x32xf32>
  return %0 : tensor<4x64x32xf32>
}

// The products of all matrices are summed.
// CHECK-LABEL: func.func @parts
// CHECK: problem.contract {{.*}} maps [#[[BMK]], #[[BKN]], #[[OF_PARTS:.+]]] sums f32
func.func @parts(%a: tensor<4x64x128xf16>, %b: tensor<4x128x32xf16>, %c: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %0 = linalg.batch_reduce_matmul ins(%a, %b : tensor<4x64x128xf16>, tensor<4x128x32xf16>) outs(%c : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %0 : tensor<64x32xf32>
}

// CHECK-LABEL: func.func @pair
// CHECK: problem.contract pair ins(%arg0, %arg1, %arg2 : {{.*}}) {{.*}} maps [#[[MK]], #[[KN]], #[[KN]], #[[MN]]] sums f32 epilogue {
// CHECK-NEXT: ^bb0(%{{.+}}: f32, %{{.+}}: f32):
func.func @pair(%a: tensor<256x128xbf16>, %b: tensor<128x256xbf16>, %b2: tensor<128x256xbf16>) -> tensor<256x256xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x256xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<256x256xf32>) -> tensor<256x256xf32>
  %0 = linalg.matmul {autotune.fusion = "products"} ins(%a, %b : tensor<256x128xbf16>, tensor<128x256xbf16>) outs(%f : tensor<256x256xf32>) -> tensor<256x256xf32>
  %1 = linalg.matmul ins(%a, %b2 : tensor<256x128xbf16>, tensor<128x256xbf16>) outs(%f : tensor<256x256xf32>) -> tensor<256x256xf32>
  %2 = arith.mulf %0, %1 : tensor<256x256xf32>
  return %2 : tensor<256x256xf32>
}

// A sum has a K for each product.
// CHECK-LABEL: func.func @sum
// CHECK: problem.contract ins(%arg0, %arg1, %arg2, %arg3 : {{.*}}) {{.*}} maps [#[[SMK:.+]], #[[SKN:.+]], #[[SMK2:.+]], #[[SK2N:.+]], #{{.+}}] sums f32
func.func @sum(%a: tensor<256x128xbf16>, %b: tensor<128x256xbf16>, %a2: tensor<256x64xbf16>, %b2: tensor<64x256xbf16>, %c: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %0 = linalg.matmul {autotune.fusion = "products"} ins(%a, %b : tensor<256x128xbf16>, tensor<128x256xbf16>) outs(%c : tensor<256x256xf32>) -> tensor<256x256xf32>
  %1 = linalg.matmul ins(%a2, %b2 : tensor<256x64xbf16>, tensor<64x256xbf16>) outs(%0 : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %1 : tensor<256x256xf32>
}

// CHECK-LABEL: func.func @dequantized
// CHECK: problem.contract ins(%arg0, %arg1 : tensor<64x128xbf16>, tensor<128x64xi8>) stored_with(%{{.+}} : tensor<64x1xbf16>) {{.*}} prologue 1 {
// CHECK-NEXT: ^bb0(%{{.+}}: i8, %{{.+}}: bf16):
// CHECK: problem.yield %{{.+}} : bf16
func.func @dequantized(%a: tensor<64x128xbf16>, %w: tensor<128x64xi8>, %s: tensor<64xbf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<128x64xbf16>
  %b = linalg.generic {indexing_maps = [affine_map<(k, n) -> (k, n)>, affine_map<(k, n) -> (n)>, affine_map<(k, n) -> (k, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<128x64xi8>, tensor<64xbf16>) outs(%e : tensor<128x64xbf16>) {
  ^bb0(%x: i8, %y: bf16, %z: bf16):
    %0 = arith.sitofp %x : i8 to bf16
    %1 = arith.mulf %0, %y : bf16
    linalg.yield %1 : bf16
  } -> tensor<128x64xbf16>
  %0 = linalg.matmul {autotune.fusion = "prologue"} ins(%a, %b : tensor<64x128xbf16>, tensor<128x64xbf16>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @tf32
// CHECK: problem.contract {{.*}} sums f32 as "tf32"
func.func @tf32(%a: tensor<64x128xf32>, %b: tensor<128x32xf32>, %c: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x128xf32>, tensor<128x32xf32>) outs(%c : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %0 : tensor<64x32xf32>
}

// CHECK-LABEL: func.func @unsigned
// CHECK: problem.contract {{.*}} sums i32 zero_extend
func.func @unsigned(%a: tensor<64x128xi8>, %b: tensor<128x32xi8>, %c: tensor<64x32xi32>) -> tensor<64x32xi32> {
  %0 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : tensor<64x128xi8>, tensor<128x32xi8>) outs(%c : tensor<64x32xi32>) -> tensor<64x32xi32>
  return %0 : tensor<64x32xi32>
}

// CHECK-LABEL: func.func @untouched
// CHECK: linalg.matmul ins
func.func @untouched(%a: tensor<?x?xi1>, %b: tensor<?x?xi1>, %c: tensor<?x?xi1>) -> tensor<?x?xi1> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xi1>, tensor<?x?xi1>) outs(%c : tensor<?x?xi1>) -> tensor<?x?xi1>
  return %0 : tensor<?x?xi1>
}
