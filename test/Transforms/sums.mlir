// RUN: autotune-opt %s -split-input-file --autotune-attach-configs="target=h200 space=none" --remarks-filter=autotune -o /dev/null 2>&1 \
// RUN:   | grep -o 'Function=.* | .*\( sum[ ,]\|fused\).*' | FileCheck %s
// RUN: autotune-opt %s -split-input-file --autotune-attach-configs="target=h200 space=none" \
// RUN:   --autotune-lower-matmul=target=h200 | FileCheck %s --check-prefix=IR

// A matmul that adds to what another one has computed: both are one kernel, in
// which the second product begins with a tile of its own. The config stands on
// the first.
// CHECK: Function=adapted | {{.*}}makes a sum with the matmul that adds to its result: one kernel computes both
// CHECK: Function=adapted | {{.*}}is part of the sum of the matmul before it, whose config serves both
// IR-LABEL: func.func @adapted
// IR-NOT: linalg.
// IR: tile.launch {{.*}} ins(%arg0, %arg1 : {{.*}}) outs({{.*}} : tensor<256x128xf32>) with(%arg2, %arg3 : tensor<256x16xbf16>, tensor<16x128xbf16>) sms
// IR-NOT: linalg.
// IR: tile.kernel @{{.*}}(%[[A:[^,]*]]: memref<?x?xbf16, {{[^>]*}}>>, %[[B:[^,]*]]: memref<?x?xbf16, {{[^>]*}}>>, %{{[^,]*}}: memref<?x?xf32, {{[^>]*}}>>, %[[A2:[^,]*]]: memref<?x?xbf16, {{[^>]*}}>>, %[[B2:[^,]*]]: memref<?x?xbf16, {{[^>]*}}>>)
// IR-DAG: tile.load %[[A]][
// IR-DAG: tile.load %[[B]][
// IR: scf.for
// IR-DAG: tile.load %[[A2]][
// IR-DAG: tile.load %[[B2]][
func.func @adapted(%x: tensor<256x104xbf16>, %w: tensor<104x128xbf16>, %y: tensor<256x16xbf16>, %v: tensor<16x128xbf16>) -> tensor<256x128xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x128xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x128xf32>) -> tensor<256x128xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<256x104xbf16>, tensor<104x128xbf16>) outs(%init : tensor<256x128xf32>) -> tensor<256x128xf32>
  %1 = linalg.matmul ins(%y, %v : tensor<256x16xbf16>, tensor<16x128xbf16>) outs(%0 : tensor<256x128xf32>) -> tensor<256x128xf32>
  return %1 : tensor<256x128xf32>
}

// -----

// What follows the second follows the sum; a C is added to as by one product.
// CHECK: Function=epilogue | {{.*}}makes a sum with
// CHECK: Function=epilogue | {{.*}}fused 1 element-wise operations, which read 1 operands
// IR-LABEL: func.func @epilogue
// IR-NOT: linalg.
// IR: tile.launch {{.*}} outs({{.*}} : tensor<256x128xbf16>) with(%arg2, %arg3, %arg4 : tensor<256x32xbf16>, tensor<32x128xbf16>, tensor<256x128xbf16>) sms
#id = affine_map<(i, j) -> (i, j)>
func.func @epilogue(%x: tensor<256x64xbf16>, %w: tensor<64x128xbf16>, %y: tensor<256x32xbf16>, %v: tensor<32x128xbf16>, %r: tensor<256x128xbf16>) -> tensor<256x128xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x128xf32>
  %h = tensor.empty() : tensor<256x128xbf16>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x128xf32>) -> tensor<256x128xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%init : tensor<256x128xf32>) -> tensor<256x128xf32>
  %1 = linalg.matmul ins(%y, %v : tensor<256x32xbf16>, tensor<32x128xbf16>) outs(%0 : tensor<256x128xf32>) -> tensor<256x128xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%1, %r : tensor<256x128xf32>, tensor<256x128xbf16>) outs(%h : tensor<256x128xbf16>) {
  ^bb0(%s: f32, %t: bf16, %o: bf16):
    %3 = arith.extf %t : bf16 to f32
    %4 = arith.addf %s, %3 : f32
    %5 = arith.truncf %4 : f32 to bf16
    linalg.yield %5 : bf16
  } -> tensor<256x128xbf16>
  return %2 : tensor<256x128xbf16>
}

// -----

// A truncation is the kernel's, as behind one product.
// IR-LABEL: func.func @cast
// IR-NOT: truncf
// IR: tile.launch {{.*}} outs({{.*}} : tensor<3x64x128xbf16>) with(%arg2, %arg3 : tensor<3x64x32xbf16>, tensor<32x128xbf16>) sms
// IR-NOT: tile.launch
// IR-NOT: truncf
func.func @cast(%x: tensor<3x64x64xbf16>, %w: tensor<64x128xbf16>, %y: tensor<3x64x32xbf16>, %v: tensor<32x128xbf16>) -> tensor<3x64x128xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x64x128xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<3x64x128xf32>) -> tensor<3x64x128xf32>
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%x, %w : tensor<3x64x64xbf16>, tensor<64x128xbf16>) outs(%init : tensor<3x64x128xf32>) -> tensor<3x64x128xf32>
  %1 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%y, %v : tensor<3x64x32xbf16>, tensor<32x128xbf16>) outs(%0 : tensor<3x64x128xf32>) -> tensor<3x64x128xf32>
  %2 = arith.truncf %1 : tensor<3x64x128xf32> to tensor<3x64x128xbf16>
  return %2 : tensor<3x64x128xbf16>
}

// -----

// Of three the first two, and then one that adds to a C. The first may do so too.
// CHECK: Function=three | {{.*}}makes a sum with
// CHECK-NOT: Function=three | {{.*}}makes a sum with
// IR-LABEL: func.func @three
// IR: %[[SUM:.*]] = tile.launch {{.*}} outs(%arg3 : {{.*}}) with(%arg0, %arg2 :
// IR: tile.launch {{.*}} ins(%arg0, %arg1 : {{.*}}) outs(%[[SUM]] : {{[^)]*}}) sms
func.func @three(%x: tensor<256x64xbf16>, %w: tensor<64x128xbf16>, %v: tensor<64x128xbf16>, %c: tensor<256x128xf32>) -> tensor<256x128xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%c : tensor<256x128xf32>) -> tensor<256x128xf32>
  %1 = linalg.matmul ins(%x, %v : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%0 : tensor<256x128xf32>) -> tensor<256x128xf32>
  %2 = linalg.matmul ins(%x, %w : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%1 : tensor<256x128xf32>) -> tensor<256x128xf32>
  return %2 : tensor<256x128xf32>
}

// -----

// Others read the first product.
// CHECK-NOT: Function=shared | {{.*}}sum
// IR-LABEL: func.func @shared
// IR-COUNT-2: tile.launch
func.func @shared(%x: tensor<256x64xbf16>, %w: tensor<64x128xbf16>, %c: tensor<256x128xf32>) -> (tensor<256x128xf32>, tensor<256x128xf32>) {
  %0 = linalg.matmul ins(%x, %w : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%c : tensor<256x128xf32>) -> tensor<256x128xf32>
  %1 = linalg.matmul ins(%x, %w : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%0 : tensor<256x128xf32>) -> tensor<256x128xf32>
  return %0, %1 : tensor<256x128xf32>, tensor<256x128xf32>
}

// -----

// CHECK: Function=types | {{.*}}makes no sum with the matmul that adds to its result: their types differ
// IR-LABEL: func.func @types
// IR-COUNT-2: tile.launch
func.func @types(%x: tensor<256x64xbf16>, %w: tensor<64x128xbf16>, %y: tensor<256x64xf16>, %v: tensor<64x128xf16>, %c: tensor<256x128xf32>) -> tensor<256x128xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%c : tensor<256x128xf32>) -> tensor<256x128xf32>
  %1 = linalg.matmul ins(%y, %v : tensor<256x64xf16>, tensor<64x128xf16>) outs(%0 : tensor<256x128xf32>) -> tensor<256x128xf32>
  return %1 : tensor<256x128xf32>
}

// -----

// CHECK: Function=layouts | {{.*}}makes no sum with the matmul that adds to its result: the layouts of their operands differ
// IR-LABEL: func.func @layouts
// IR-COUNT-2: tile.launch
func.func @layouts(%x: tensor<256x64xbf16>, %w: tensor<64x128xbf16>, %v: tensor<128x64xbf16>, %c: tensor<256x128xf32>) -> tensor<256x128xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%c : tensor<256x128xf32>) -> tensor<256x128xf32>
  %1 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%x, %v : tensor<256x64xbf16>, tensor<128x64xbf16>) outs(%0 : tensor<256x128xf32>) -> tensor<256x128xf32>
  return %1 : tensor<256x128xf32>
}

// -----

// CHECK: Function=narrow | {{.*}}makes no sum with the matmul that adds to its result: the first product is rounded before the second is added
// IR-LABEL: func.func @narrow
// IR-COUNT-2: tile.launch
func.func @narrow(%x: tensor<256x64xbf16>, %w: tensor<64x128xbf16>, %v: tensor<64x128xbf16>, %c: tensor<256x128xbf16>) -> tensor<256x128xbf16> {
  %0 = linalg.matmul ins(%x, %w : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%c : tensor<256x128xbf16>) -> tensor<256x128xbf16>
  %1 = linalg.matmul ins(%x, %v : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%0 : tensor<256x128xbf16>) -> tensor<256x128xbf16>
  return %1 : tensor<256x128xbf16>
}

// -----

// CHECK: Function=unknown | {{.*}}makes no sum with the matmul that adds to its result: a K is 0, or known at run time only
// IR-LABEL: func.func @unknown
// IR-COUNT-2: tile.launch
func.func @unknown(%x: tensor<256x64xbf16>, %w: tensor<64x128xbf16>, %y: tensor<256x?xbf16>, %v: tensor<?x128xbf16>, %c: tensor<256x128xf32>) -> tensor<256x128xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%c : tensor<256x128xf32>) -> tensor<256x128xf32>
  %1 = linalg.matmul ins(%y, %v : tensor<256x?xbf16>, tensor<?x128xbf16>) outs(%0 : tensor<256x128xf32>) -> tensor<256x128xf32>
  return %1 : tensor<256x128xf32>
}

// -----

// CHECK: Function=given | {{.*}}makes no sum with the matmul that adds to its result: it has a config of its own
// IR-LABEL: func.func @given
// IR-COUNT-2: tile.launch
func.func @given(%x: tensor<256x64xbf16>, %w: tensor<64x128xbf16>, %v: tensor<64x128xbf16>, %c: tensor<256x128xf32>) -> tensor<256x128xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%c : tensor<256x128xf32>) -> tensor<256x128xf32>
  %1 = linalg.matmul {autotune.config = #autotune.config<simt>} ins(%x, %v : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%0 : tensor<256x128xf32>) -> tensor<256x128xf32>
  return %1 : tensor<256x128xf32>
}

// -----

// The first one's is none that a sum can have.
// CHECK: Function=simt | {{.*}}is no sum, so each matmul has a kernel of its own: {{.*}}
// IR-LABEL: func.func @simt
// IR-COUNT-2: tile.launch
func.func @simt(%x: tensor<256x64xbf16>, %w: tensor<64x128xbf16>, %v: tensor<64x128xbf16>, %c: tensor<256x128xf32>) -> tensor<256x128xf32> {
  %0 = linalg.matmul {autotune.config = #autotune.config<simt>} ins(%x, %w : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%c : tensor<256x128xf32>) -> tensor<256x128xf32>
  %1 = linalg.matmul ins(%x, %v : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%0 : tensor<256x128xf32>) -> tensor<256x128xf32>
  return %1 : tensor<256x128xf32>
}

// -----

// TMA loads no rows of 126 bytes.
// CHECK: Function=odd | {{.*}}is no sum, so each matmul has a kernel of its own: {{.*}}
// IR-LABEL: func.func @odd
// IR-COUNT-2: tile.launch
func.func @odd(%x: tensor<256x64xbf16>, %w: tensor<64x128xbf16>, %y: tensor<256x63xbf16>, %v: tensor<63x128xbf16>, %c: tensor<256x128xf32>) -> tensor<256x128xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%c : tensor<256x128xf32>) -> tensor<256x128xf32>
  %1 = linalg.matmul ins(%y, %v : tensor<256x63xbf16>, tensor<63x128xbf16>) outs(%0 : tensor<256x128xf32>) -> tensor<256x128xf32>
  return %1 : tensor<256x128xf32>
}
