// RUN: autotune-opt %s | autotune-opt | FileCheck %s
// RUN: autotune-opt %s -one-shot-bufferize='bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map' | FileCheck %s --check-prefix=BUFFERS

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#mask = affine_map<(b, m, n, d, e) -> (m, n)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
#lse = affine_map<(b, m, n, d, e) -> (b, m)>
#of_m = affine_map<(b, m, n, d, e) -> (m)>

// CHECK-LABEL: func.func @masked
// CHECK: problem.attention inputs(%{{.*}} : tensor<16x256x64xf16>, tensor<16x256x64xf16>, tensor<16x256x64xf16>, tensor<256x256xi1>) outputs(%{{.*}} : tensor<16x256x64xf16>) maps = [#map, #map1, #map2, #map3, #map{{[0-9]*}}] masked_rows = zero score {
// CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: i8, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK: problem.yield %{{.*}} : f32
// CHECK-NEXT: } -> tensor<16x256x64xf16>

// The output is overwritten, so its buffer is a new one.
// BUFFERS-LABEL: func.func @masked
// BUFFERS: memref.alloc
// BUFFERS-NOT: memref.copy
// BUFFERS: problem.attention inputs({{.*}} : memref<16x256x64xf16>, memref<16x256x64xf16>, memref<16x256x64xf16>, memref<256x256xi1>) outputs({{.*}} : memref<16x256x64xf16>)
func.func @masked(%q: tensor<16x256x64xf16>, %k: tensor<16x256x64xf16>, %v: tensor<16x256x64xf16>,
                  %mask: tensor<256x256xi1>) -> tensor<16x256x64xf16> {
  %o = tensor.empty() : tensor<16x256x64xf16>
  %r = problem.attention inputs(%q, %k, %v, %mask : tensor<16x256x64xf16>, tensor<16x256x64xf16>, tensor<16x256x64xf16>, tensor<256x256xi1>)
      outputs(%o : tensor<16x256x64xf16>) maps = [#q, #k, #v, #mask, #o] masked_rows = zero
      score {
      ^bb0(%s: f32, %x: i8, %b: index, %m: index, %n: index):
        %zero = arith.constant 0 : i8
        %low = arith.constant 0xFF800000 : f32
        %is = arith.cmpi ne, %x, %zero : i8
        %y = arith.select %is, %s, %low : f32
        problem.yield %y : f32
      } -> tensor<16x256x64xf16>
  return %r : tensor<16x256x64xf16>
}

// CHECK-LABEL: func.func @sums
// CHECK: %{{.*}}:2 = problem.attention
// CHECK-NOT: masked_rows
// CHECK: } -> tensor<?x8x32xbf16>, tensor<?x8xf32>
func.func @sums(%q: tensor<?x8x16xbf16>, %k: tensor<?x12x16xbf16>, %v: tensor<?x12x32xbf16>, %o: tensor<?x8x32xbf16>,
                %l: tensor<?x8xf32>) -> (tensor<?x8x32xbf16>, tensor<?x8xf32>) {
  %r:2 = problem.attention inputs(%q, %k, %v : tensor<?x8x16xbf16>, tensor<?x12x16xbf16>, tensor<?x12x32xbf16>)
      outputs(%o, %l : tensor<?x8x32xbf16>, tensor<?x8xf32>) maps = [#q, #k, #v, #o, #lse]
      score {
      ^bb0(%s: f32, %b: index, %m: index, %n: index):
        problem.yield %s : f32
      } -> tensor<?x8x32xbf16>, tensor<?x8xf32>
  return %r#0, %r#1 : tensor<?x8x32xbf16>, tensor<?x8xf32>
}

// The inputs of key_range may have a batch, and stand anywhere among the others. A buffer
// keeps what the tensor had.
// CHECK-LABEL: func.func @bounded
// CHECK: problem.attention inputs(
// CHECK-SAME: maps = [#map, #map1, #map2, #map3, #map{{[0-9]*}}, #map{{[0-9]*}}, #map{{[0-9]*}}] masked_rows = zero key_range = [4, 5, 5, 4] score {
// CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: i8, %{{.*}}: i32, %{{.*}}: i32, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// BUFFERS-LABEL: func.func @bounded
// BUFFERS: problem.attention inputs({{.*}}, memref<16x256xi32>, memref<256xi32>)
// BUFFERS-SAME: key_range = [4, 5, 5, 4]
func.func @bounded(%q: tensor<16x256x64xf16>, %k: tensor<16x256x64xf16>, %v: tensor<16x256x64xf16>, %mask: tensor<256x256xi8>,
                   %first: tensor<16x256xi32>, %last: tensor<256xi32>) -> tensor<16x256x64xf16> {
  %o = tensor.empty() : tensor<16x256x64xf16>
  %r = problem.attention inputs(%q, %k, %v, %mask, %first, %last : tensor<16x256x64xf16>, tensor<16x256x64xf16>, tensor<16x256x64xf16>, tensor<256x256xi8>, tensor<16x256xi32>, tensor<256xi32>)
      outputs(%o : tensor<16x256x64xf16>) maps = [#q, #k, #v, #mask, #lse, #of_m, #o] masked_rows = zero key_range = [4, 5, 5, 4]
      score {
      ^bb0(%s: f32, %x: i8, %i: i32, %j: i32, %b: index, %m: index, %n: index):
        %zero = arith.constant 0 : i8
        %low = arith.constant 0xFF800000 : f32
        %is = arith.cmpi ne, %x, %zero : i8
        %y = arith.select %is, %s, %low : f32
        problem.yield %y : f32
      } -> tensor<16x256x64xf16>
  return %r : tensor<16x256x64xf16>
}
