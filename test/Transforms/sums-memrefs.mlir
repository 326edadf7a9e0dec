// RUN: autotune-opt %s -split-input-file --autotune-attach-configs="target=h200 space=none" --remarks-filter=autotune -o /dev/null 2>&1 \
// RUN:   | grep -o 'Function=.* | .*\( sum[ ,]\|fused\).*' | FileCheck %s
// RUN: autotune-opt %s -split-input-file --autotune-attach-configs="target=h200 space=none" \
// RUN:   --autotune-lower-matmul=target=h200 | FileCheck %s --check-prefix=IR

// On memrefs, two matmuls with one C, the second of which has no fill of its own.
// CHECK: Function=adapted | {{.*}}makes a sum with the matmul that adds to its result: one kernel computes both
// CHECK: Function=adapted | {{.*}}is part of the sum of the matmul before it, whose config serves both
// IR-LABEL: func.func @adapted
// IR-NOT: linalg.
// IR: tile.launch {{.*}} ins(%arg0, %arg1 : {{.*}}) outs(%arg4 : memref<256x128xf32>) with(%arg2, %arg3 : memref<256x16xbf16>, memref<16x128xbf16>) sms
// IR-NEXT: return
func.func @adapted(%x: memref<256x104xbf16>, %w: memref<104x128xbf16>, %y: memref<256x16xbf16>, %v: memref<16x128xbf16>, %c: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<256x128xf32>)
  linalg.matmul ins(%x, %w : memref<256x104xbf16>, memref<104x128xbf16>) outs(%c : memref<256x128xf32>)
  linalg.matmul ins(%y, %v : memref<256x16xbf16>, memref<16x128xbf16>) outs(%c : memref<256x128xf32>)
  return
}

// -----

// Both are computed where the second stands: what it reads is there then, as what
// is computed between, of the first one's A, into memory that neither is in, and
// rounded there.
// CHECK: Function=low_rank | {{.*}}makes a sum with
// IR-LABEL: func.func @low_rank
// IR: %[[C:.*]] = memref.alloc
// IR: %[[H:.*]] = memref.alloc
// IR-NEXT: tile.launch {{.*}} ins(%arg0, %arg2 : {{.*}}) outs(%[[H]] : memref<256x16xbf16>)
// IR: %[[PART:.*]] = memref.subview %arg3
// IR: tile.launch {{.*}} ins(%arg0, %arg1 : {{.*}}) outs(%[[C]] : memref<256x128xf32>) with(%[[H]], %[[PART]] : {{.*}}) sms
// IR-NEXT: return
#id = affine_map<(i, j) -> (i, j)>
func.func @low_rank(%x: memref<256x64xbf16>, %w: memref<64x128xbf16>, %down: memref<64x16xbf16>, %up: memref<32x128xbf16>) -> memref<256x128xf32> {
  %c = memref.alloc() : memref<256x128xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<256x128xf32>)
  linalg.matmul ins(%x, %w : memref<256x64xbf16>, memref<64x128xbf16>) outs(%c : memref<256x128xf32>)
  %s = memref.alloc() : memref<256x16xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<256x16xf32>)
  linalg.matmul ins(%x, %down : memref<256x64xbf16>, memref<64x16xbf16>) outs(%s : memref<256x16xf32>)
  %h = memref.alloc() : memref<256x16xbf16>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s : memref<256x16xf32>) outs(%h : memref<256x16xbf16>) {
  ^bb0(%0: f32, %o: bf16):
    %1 = arith.truncf %0 : f32 to bf16
    linalg.yield %1 : bf16
  }
  %part = memref.subview %up[16, 0] [16, 128] [1, 1] : memref<32x128xbf16> to memref<16x128xbf16, strided<[128, 1], offset: 2048>>
  linalg.matmul ins(%h, %part : memref<256x16xbf16>, memref<16x128xbf16, strided<[128, 1], offset: 2048>>) outs(%c : memref<256x128xf32>)
  return %c : memref<256x128xf32>
}

// -----

// What changes C behind the second is the sum's epilogue.
// CHECK: Function=epilogue | {{.*}}makes a sum with
// CHECK: Function=epilogue | {{.*}}fused 1 element-wise operations, which read 1 operands
// IR-LABEL: func.func @epilogue
// IR-NEXT: tile.launch {{.*}} outs(%arg4 : memref<4x64x128xf32>) with(%arg2, %arg3, %arg5 : memref<4x64x32xbf16>, memref<32x128xbf16>, memref<4x64x128xbf16>) sms
// IR-NEXT: return
#id = affine_map<(b, i, j) -> (b, i, j)>
func.func @epilogue(%x: memref<4x64x64xbf16>, %w: memref<64x128xbf16>, %y: memref<4x64x32xbf16>, %v: memref<32x128xbf16>, %c: memref<4x64x128xf32>, %r: memref<4x64x128xbf16>) {
  linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%x, %w : memref<4x64x64xbf16>, memref<64x128xbf16>) outs(%c : memref<4x64x128xf32>)
  linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%y, %v : memref<4x64x32xbf16>, memref<32x128xbf16>) outs(%c : memref<4x64x128xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%r : memref<4x64x128xbf16>) outs(%c : memref<4x64x128xf32>) {
  ^bb0(%t: bf16, %s: f32):
    %3 = arith.extf %t : bf16 to f32
    %4 = arith.addf %s, %3 : f32
    linalg.yield %4 : f32
  }
  return
}

// -----

// The first two of three; the third adds to what is in memory.
// CHECK: Function=three | {{.*}}makes a sum with
// CHECK-NOT: Function=three | {{.*}}makes a sum with
// IR-LABEL: func.func @three
// IR-NEXT: tile.launch {{.*}} outs(%arg3 : {{.*}}) with(%arg0, %arg2 :
// IR-NEXT: tile.launch {{.*}} ins(%arg0, %arg1 : {{.*}}) outs(%arg3 : {{[^)]*}}) sms
func.func @three(%x: memref<256x64xbf16>, %w: memref<64x128xbf16>, %v: memref<64x128xbf16>, %c: memref<256x128xf32>) {
  linalg.matmul ins(%x, %w : memref<256x64xbf16>, memref<64x128xbf16>) outs(%c : memref<256x128xf32>)
  linalg.matmul ins(%x, %v : memref<256x64xbf16>, memref<64x128xbf16>) outs(%c : memref<256x128xf32>)
  linalg.matmul ins(%x, %w : memref<256x64xbf16>, memref<64x128xbf16>) outs(%c : memref<256x128xf32>)
  return
}

// -----

// C is read, or changed, between.
// CHECK: Function=read | {{.*}}makes no sum with the matmul that adds to its result: memref.load between may read or write C
// CHECK-NOT: Function=read | {{.*}}is part of the sum
// IR-LABEL: func.func @read
// IR: tile.launch
// IR-NEXT: memref.load
// IR-NEXT: tile.launch
func.func @read(%x: memref<256x64xbf16>, %w: memref<64x128xbf16>, %v: memref<64x128xbf16>, %c: memref<256x128xf32>) -> f32 {
  %i = arith.constant 0 : index
  linalg.matmul ins(%x, %w : memref<256x64xbf16>, memref<64x128xbf16>) outs(%c : memref<256x128xf32>)
  %0 = memref.load %c[%i, %i] : memref<256x128xf32>
  linalg.matmul ins(%x, %v : memref<256x64xbf16>, memref<64x128xbf16>) outs(%c : memref<256x128xf32>)
  return %0 : f32
}

// -----

// CHECK: Function=activated | {{.*}}makes no sum with the matmul that adds to its result: linalg.generic between may read or write C
// CHECK: Function=activated | {{.*}}fused 1 element-wise operations
// IR-LABEL: func.func @activated
// IR-COUNT-2: tile.launch
func.func @activated(%x: memref<256x64xbf16>, %w: memref<64x128xbf16>, %v: memref<64x128xbf16>, %c: memref<256x128xf32>) {
  linalg.matmul ins(%x, %w : memref<256x64xbf16>, memref<64x128xbf16>) outs(%c : memref<256x128xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%c : memref<256x128xf32>) {
  ^bb0(%s: f32):
    %0 = math.tanh %s : f32
    linalg.yield %0 : f32
  }
  linalg.matmul ins(%x, %v : memref<256x64xbf16>, memref<64x128xbf16>) outs(%c : memref<256x128xf32>)
  return
}

// -----

// A part of C, through a view.
// CHECK: Function=part | {{.*}}makes no sum with the matmul that adds to its result: memref.copy between may read or write C
// IR-LABEL: func.func @part
// IR-COUNT-2: tile.launch
func.func @part(%x: memref<256x64xbf16>, %w: memref<64x128xbf16>, %v: memref<64x128xbf16>, %row: memref<128xf32>) -> memref<256x128xf32> {
  %c = memref.alloc() : memref<256x128xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<256x128xf32>)
  %part = memref.subview %c[0, 0] [1, 128] [1, 1] : memref<256x128xf32> to memref<128xf32, strided<[1]>>
  linalg.matmul ins(%x, %w : memref<256x64xbf16>, memref<64x128xbf16>) outs(%c : memref<256x128xf32>)
  memref.copy %part, %row : memref<128xf32, strided<[1]>> to memref<128xf32>
  linalg.matmul ins(%x, %v : memref<256x64xbf16>, memref<64x128xbf16>) outs(%c : memref<256x128xf32>)
  return %c : memref<256x128xf32>
}

// -----

// What the first one reads is overwritten before the second is computed, or may
// be: nobody knows what a function does.
// CHECK: Function=overwritten | {{.*}}makes no sum with the matmul that adds to its result: memref.copy between may write memory that the first one reads
// IR-LABEL: func.func @overwritten
// IR: tile.launch
// IR-NEXT: memref.copy
// IR-NEXT: tile.launch
func.func @overwritten(%x: memref<256x64xbf16>, %w: memref<64x128xbf16>) -> memref<256x128xf32> {
  %c = memref.alloc() : memref<256x128xf32>
  %v = memref.alloc() : memref<64x128xbf16>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<256x128xf32>)
  linalg.matmul ins(%x, %v : memref<256x64xbf16>, memref<64x128xbf16>) outs(%c : memref<256x128xf32>)
  memref.copy %w, %v : memref<64x128xbf16> to memref<64x128xbf16>
  linalg.matmul ins(%x, %v : memref<256x64xbf16>, memref<64x128xbf16>) outs(%c : memref<256x128xf32>)
  return %c : memref<256x128xf32>
}

// -----

// CHECK: Function=freed | {{.*}}makes no sum with the matmul that adds to its result: memref.dealloc between may write memory that the first one reads
// IR-LABEL: func.func @freed
// IR: tile.launch
// IR-NEXT: memref.dealloc
// IR-NEXT: tile.launch
func.func @freed(%x: memref<256x64xbf16>, %w: memref<64x128xbf16>) -> memref<256x128xf32> {
  %c = memref.alloc() : memref<256x128xf32>
  %v = memref.alloc() : memref<64x128xbf16>
  memref.copy %w, %v : memref<64x128xbf16> to memref<64x128xbf16>
  linalg.matmul ins(%x, %v : memref<256x64xbf16>, memref<64x128xbf16>) outs(%c : memref<256x128xf32>)
  memref.dealloc %v : memref<64x128xbf16>
  linalg.matmul ins(%x, %w : memref<256x64xbf16>, memref<64x128xbf16>) outs(%c : memref<256x128xf32>)
  return %c : memref<256x128xf32>
}

// -----

// CHECK: Function=called | {{.*}}makes no sum with the matmul that adds to its result: func.call between may read or write C
// IR-LABEL: func.func @called
// IR-COUNT-2: tile.launch
func.func private @something()
func.func @called(%x: memref<256x64xbf16>, %w: memref<64x128xbf16>, %v: memref<64x128xbf16>, %c: memref<256x128xf32>) {
  linalg.matmul ins(%x, %w : memref<256x64xbf16>, memref<64x128xbf16>) outs(%c : memref<256x128xf32>)
  call @something() : () -> ()
  linalg.matmul ins(%x, %v : memref<256x64xbf16>, memref<64x128xbf16>) outs(%c : memref<256x128xf32>)
  return
}

// -----

// Two arguments may be one buffer: what is computed into one of them between
// may be in C.
// CHECK: Function=arguments | {{.*}}makes no sum with the matmul that adds to its result: linalg.fill between may read or write C
// IR-LABEL: func.func @arguments
// IR-COUNT-3: tile.launch
func.func @arguments(%x: memref<256x64xbf16>, %w: memref<64x128xbf16>, %v: memref<64x128xbf16>, %c: memref<256x128xf32>, %d: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.matmul ins(%x, %w : memref<256x64xbf16>, memref<64x128xbf16>) outs(%c : memref<256x128xf32>)
  linalg.fill ins(%zero : f32) outs(%d : memref<256x128xf32>)
  linalg.matmul ins(%x, %v : memref<256x64xbf16>, memref<64x128xbf16>) outs(%d : memref<256x128xf32>)
  linalg.matmul ins(%x, %v : memref<256x64xbf16>, memref<64x128xbf16>) outs(%c : memref<256x128xf32>)
  return
}

// -----

// With a fill of its own, be it of another view, the second adds to nothing.
// CHECK-NOT: Function=filled | {{.*}}sum
// CHECK-NOT: Function=reshaped | {{.*}}sum
// IR-LABEL: func.func @filled
// IR-COUNT-2: tile.launch
// IR-LABEL: func.func @reshaped
// IR-COUNT-2: tile.launch
func.func @filled(%x: memref<256x64xbf16>, %w: memref<64x128xbf16>, %v: memref<64x128xbf16>, %c: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.matmul ins(%x, %w : memref<256x64xbf16>, memref<64x128xbf16>) outs(%c : memref<256x128xf32>)
  linalg.fill ins(%zero : f32) outs(%c : memref<256x128xf32>)
  linalg.matmul ins(%x, %v : memref<256x64xbf16>, memref<64x128xbf16>) outs(%c : memref<256x128xf32>)
  return
}
func.func @reshaped(%x: memref<256x64xbf16>, %w: memref<64x128xbf16>, %v: memref<64x128xbf16>, %c: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %flat = memref.collapse_shape %c [[0, 1]] : memref<256x128xf32> into memref<32768xf32>
  linalg.matmul ins(%x, %w : memref<256x64xbf16>, memref<64x128xbf16>) outs(%c : memref<256x128xf32>)
  linalg.fill ins(%zero : f32) outs(%flat : memref<32768xf32>)
  linalg.matmul ins(%x, %v : memref<256x64xbf16>, memref<64x128xbf16>) outs(%c : memref<256x128xf32>)
  return
}

// -----

// What is said of tensors is so here: of elements of 16 bits, for one.
// CHECK: Function=narrow | {{.*}}makes no sum with the matmul that adds to its result: the first product is rounded before the second is added
// IR-LABEL: func.func @narrow
// IR-COUNT-2: tile.launch
func.func @narrow(%x: memref<256x64xbf16>, %w: memref<64x128xbf16>, %v: memref<64x128xbf16>, %c: memref<256x128xbf16>) {
  linalg.matmul ins(%x, %w : memref<256x64xbf16>, memref<64x128xbf16>) outs(%c : memref<256x128xbf16>)
  linalg.matmul ins(%x, %v : memref<256x64xbf16>, memref<64x128xbf16>) outs(%c : memref<256x128xbf16>)
  return
}
