// RUN: autotune-opt %s -split-input-file --autotune-lower-matmul=target=h200 | FileCheck %s
// RUN: autotune-opt %s -split-input-file --autotune-lower-matmul='target=h200 libraries=cublaslt' | FileCheck %s
// RUN: autotune-opt %s -split-input-file --autotune-lower-matmul='target=h200 libraries=none' | FileCheck %s --check-prefix=NONE --implicit-check-not=call_library
// RUN: autotune-opt %s -split-input-file --autotune-lower-matmul=target=h200 -one-shot-bufferize='bufferize-function-boundaries' | FileCheck %s --check-prefix=BUFFERS --implicit-check-not=memref.alloc --implicit-check-not=memref.copy

// The kernel is launched where the library does nothing.

// CHECK-LABEL: func @known
// CHECK-SAME: %[[A:.*]]: tensor<16x64xf32>, %[[B:.*]]: tensor<64x32xf32>, %[[C:.*]]: tensor<16x32xf32>
// CHECK-NEXT: %[[R:.*]], %[[DONE:.*]] = tile.call_library "cublaslt" "a=f32 b=f32 c=f32 sums=f32 transpose_a=0 transpose_b=0 accumulate=1 bias=0 activation=none version=130100 workspace=16 algorithm=1,2,-3,0,0,0,0,0"
// CHECK-SAME: ins(%[[A]], %[[B]] : {{.*}}) outs(%[[C]] : tensor<16x32xf32>) -> tensor<16x32xf32>
// CHECK-NEXT: %[[D:.*]] = scf.if %[[DONE]]
// CHECK-NEXT: scf.yield %[[R]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[L:.*]] = tile.launch @{{.*}}matmul_simt_{{.*}} ins(%[[A]], %[[B]] : {{.*}}) outs(%[[R]] : tensor<16x32xf32>)
// CHECK-SAME: autotune.config = #autotune.config<simt,
// CHECK-NEXT: scf.yield %[[L]]
// CHECK: return %[[D]]

// NONE-LABEL: func @known
// NONE-NEXT: tile.launch
// NONE-NEXT: return

// All in one buffer.
// BUFFERS-LABEL: func @known
// BUFFERS-SAME: %[[C:[a-z0-9]*]]: memref<16x32xf32, strided<[?, ?], offset: ?>>) ->
// BUFFERS-NEXT: %[[DONE:.*]] = tile.call_library {{.*}} outs(%[[C]] :
// BUFFERS: } else {
// BUFFERS-NEXT: tile.launch {{.*}} outs(%[[C]] :
// BUFFERS: return
func.func @known(%a: tensor<16x64xf32>, %b: tensor<64x32xf32>, %c: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %0 = linalg.matmul {autotune.config = #autotune.plan<
      any: <cublaslt, version = 130100, algorithm = [1, 2, -3, 0, 0, 0, 0, 0], workspace = 16>,
      else: <simt, tile = [32, 32, 16], thread = [4, 4]>>}
      ins(%a, %b : tensor<16x64xf32>, tensor<64x32xf32>) outs(%c : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %0 : tensor<16x32xf32>
}

// -----

// A library is asked where its guard holds, and that of no kernel before it.
// The rows of kernels are selected as without libraries.

// CHECK-LABEL: func @unknown
// CHECK-SAME: %[[C:[a-z0-9]*]]: tensor<?x96xf32>) ->
// CHECK: %[[M16:.*]] = arith.cmpi eq, %{{.*}}, %c16
// CHECK: %[[M3:.*]] = arith.cmpi eq, %{{.*}}, %c3
// CHECK: %[[NOT3:.*]] = arith.xori %[[M3]], %true
// CHECK: %[[FIRST:.*]] = arith.andi %[[M16]], %[[NOT3]]
// CHECK: %[[R:.*]]:2 = scf.if %[[FIRST]] -> (tensor<?x96xf32>, i1)
// CHECK-NEXT: tile.call_library {{.*}} outs(%[[C]] :
// CHECK-NEXT: scf.yield
// CHECK-NEXT: } else {
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: scf.yield %[[C]], %false
// CHECK: %[[LEFT:.*]] = arith.xori %[[R]]#1, %true
// CHECK: %[[SECOND:.*]] = arith.andi %{{.*}}, %[[LEFT]]
// CHECK: %[[S:.*]]:2 = scf.if %[[SECOND]] -> (tensor<?x96xf32>, i1)
// CHECK-NEXT: tile.call_library {{.*}} outs(%[[R]]#0 :
// CHECK: scf.yield %[[R]]#0, %false
// CHECK: %[[DONE:.*]] = arith.ori %[[R]]#1, %[[S]]#1
// CHECK: scf.if %[[DONE]]
// CHECK-NEXT: scf.yield %[[S]]#0
// CHECK: scf.index_switch
// CHECK-NEXT: case 0 {
// CHECK-NEXT: tile.launch {{.*}}simt_stream{{.*}} outs(%[[S]]#0 :
// CHECK: default {
// CHECK-NEXT: tile.launch {{.*}}simt_{{.*}} outs(%[[S]]#0 :

// NONE-LABEL: func @unknown
// NONE: scf.index_switch
// NONE-NEXT: case 0 {
// NONE-NEXT: tile.launch {{.*}}simt_stream
// NONE: default {
// NONE-NEXT: tile.launch {{.*}}simt_

// BUFFERS-LABEL: func @unknown
// BUFFERS-COUNT-2: tile.call_library
// BUFFERS-COUNT-2: tile.launch
func.func @unknown(%a: tensor<?x64xf32>, %b: tensor<64x96xf32>, %c: tensor<?x96xf32>) -> tensor<?x96xf32> {
  %0 = linalg.matmul {autotune.config = #autotune.plan<
      [m = 3]: <simt_stream, rows = 3, defaults>,
      [m = 16]: <cublaslt, version = 130100, algorithm = [1, 0, 0, 0, 0, 0, 0, 0], workspace = 0>,
      [m = 16]: <cublaslt, version = 130100, algorithm = [2, 0, 0, 0, 0, 0, 0, 0], workspace = 0>,
      else: <simt, tile = [32, 64, 16], thread = [4, 8], defaults>>}
      ins(%a, %b : tensor<?x64xf32>, tensor<64x96xf32>) outs(%c : tensor<?x96xf32>) -> tensor<?x96xf32>
  return %0 : tensor<?x96xf32>
}

// -----

// Buffers, a batch, a C that is only written, and a transposed B.

// CHECK-LABEL: func @buffers
// CHECK: %[[DONE:.*]] = tile.call_library "cublaslt" "a=bf16 b=bf16 c=bf16 sums=f32 transpose_a=0 transpose_b=1 accumulate=0 bias=0 activation=none version=1 workspace=0 algorithm=0,0,0,0,0,0,0,0"
// CHECK-SAME: outs(%{{.*}} : memref<2x64x64xbf16>){{$}}
// CHECK-NEXT: scf.if %[[DONE]] {
// CHECK-NEXT: } else {
// CHECK-NEXT: tile.launch

// NONE-LABEL: func @buffers
// BUFFERS-LABEL: func @buffers
func.func @buffers(%a: memref<2x64x64xbf16>, %b: memref<2x64x64xbf16>, %c: memref<2x64x64xbf16>) {
  %zero = arith.constant 0.0 : bf16
  linalg.fill ins(%zero : bf16) outs(%c : memref<2x64x64xbf16>)
  linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>,
                                       affine_map<(b, m, n, k) -> (b, n, k)>,
                                       affine_map<(b, m, n, k) -> (b, m, n)>]
      {autotune.config = #autotune.plan<any: <cublaslt, version = 1, defaults>, else: <hopper_wgmma, tile = [64, 64, 64], consumers = 1, defaults>>}
      ins(%a, %b : memref<2x64x64xbf16>, memref<2x64x64xbf16>) outs(%c : memref<2x64x64xbf16>)
  return
}

// -----

// Calls that were there before are left out, too.

// CHECK-LABEL: func @by_hand
// CHECK: tile.call_library "cublaslt"
// NONE-LABEL: func @by_hand
// NONE: %[[FALSE:.*]] = arith.constant false
// NONE: return %{{.*}}, %[[FALSE]]
// BUFFERS-LABEL: func @by_hand
func.func @by_hand(%a: tensor<16x64xf32>, %b: tensor<64x32xf32>, %c: tensor<16x32xf32>) -> (tensor<16x32xf32>, i1) {
  %r, %done = tile.call_library "cublaslt" "a=f32" ins(%a, %b : tensor<16x64xf32>, tensor<64x32xf32>) outs(%c : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %r, %done : tensor<16x32xf32>, i1
}

// NONE-LABEL: func @by_hand_on_buffers
// NONE: %[[FALSE:.*]] = arith.constant false
// NONE: return %[[FALSE]]
// BUFFERS-LABEL: func @by_hand_on_buffers
func.func @by_hand_on_buffers(%a: memref<16x64xf32>, %b: memref<64x32xf32>, %c: memref<16x32xf32>) -> i1 {
  %done = tile.call_library "cublaslt" "a=f32" ins(%a, %b : memref<16x64xf32>, memref<64x32xf32>) outs(%c : memref<16x32xf32>)
  return %done : i1
}

// -----

// The library computes the sums, and a kernel the epilogue behind it. Its name
// says nothing of the algorithm.

// CHECK-LABEL: func @separate
// CHECK: %[[R:.*]]:2, %[[DONE:.*]] = tile.call_library "cublaslt" "a=bf16 b=bf16 c=f32 sums=f32 transpose_a=0 transpose_b=0 accumulate=0 bias=0 activation=none version=130100 workspace=0 algorithm=0,0,0,0,0,0,0,0"
// CHECK-SAME: outs(%{{.*}}, %{{.*}} : tensor<16x32xf32>, tensor<16x32xi8>) with(%{{.*}} : tensor<16x32xbf16>)
// CHECK-SAME: sums f32 then @autotune_kernels_sm_90a::@[[KERNEL:epilogue_[0-9a-f]*]] -> tensor<16x32xf32>, tensor<16x32xi8>
// CHECK-NEXT: scf.if %[[DONE]]
// CHECK-NEXT: scf.yield %[[R]]#0, %[[R]]#1
// CHECK: tile.launch {{.*}}simt_{{.*}} outs(%[[R]]#0, %[[R]]#1 :
// CHECK: tile.kernel @[[KERNEL]](%{{.*}}: memref<?x?xf32, strided<[?, 1]{{.*}}
// CHECK: tile.for_each_tile {{.*}} tile(4, 1024, 1)
// CHECK-COUNT-4: vector.load %arg0{{.*}} vector<4xf32>
// CHECK-COUNT-2: vector.load %arg3{{.*}} vector<8xbf16>
// CHECK-COUNT-4: vector.store {{.*}} %arg1{{.*}} vector<4xf32>
// CHECK: vector.store {{.*}} %arg2{{.*}} vector<16xi8>

// NONE-LABEL: func @separate
// NONE-NOT: tile.kernel @epilogue
// BUFFERS-LABEL: func @separate
#all = affine_map<(i, j) -> (i, j)>
func.func @separate(%x: tensor<16x64xbf16>, %w: tensor<64x32xbf16>, %m: tensor<16x32xbf16>, %e: tensor<16x32xf32>, %h: tensor<16x32xi8>) -> (tensor<16x32xf32>, tensor<16x32xi8>) {
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
  %y = linalg.matmul {autotune.config = #autotune.plan<
      any: <cublaslt, version = 130100, separate_epilogue = true, defaults>,
      else: <simt, tile = [32, 32, 16], thread = [4, 4]>>}
      ins(%x, %w : tensor<16x64xbf16>, tensor<64x32xbf16>) outs(%init : tensor<16x32xf32>) -> tensor<16x32xf32>
  %r:2 = linalg.generic {indexing_maps = [#all, #all, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%y, %m : tensor<16x32xf32>, tensor<16x32xbf16>) outs(%e, %h : tensor<16x32xf32>, tensor<16x32xi8>) {
  ^bb0(%s: f32, %d: bf16, %o: f32, %p: i8):
    %0 = arith.extf %d : bf16 to f32
    %1 = arith.addf %s, %0 : f32
    %2 = arith.fptosi %1 : f32 to i8
    linalg.yield %1, %2 : f32, i8
  } -> (tensor<16x32xf32>, tensor<16x32xi8>)
  return %r#0, %r#1 : tensor<16x32xf32>, tensor<16x32xi8>
}
