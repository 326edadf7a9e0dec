// RUN: autotune-opt %s -split-input-file --autotune-attach-configs="target=h200 space=none plan-configs=1" --remarks-filter=autotune -o /dev/null 2>&1 \
// RUN:   | grep -o 'Function=.* | .*fused.*' | FileCheck %s --implicit-check-not=fused
// RUN: autotune-opt %s -split-input-file --autotune-attach-configs="target=h200 space=none plan-configs=1" \
// RUN:   --autotune-lower-matmul=target=h200 | FileCheck %s --check-prefix=IR

// The sums are in an allocation of which all uses are seen, and what becomes of
// them is in another buffer: no sum goes to memory. Bias and activation, rounded.
// CHECK: Function=activated | {{.*}}fused 1 element-wise operations, which read 1 operands
// IR-LABEL: func.func @activated
// IR-NOT: linalg.
// IR-NOT: memref.alloc
// IR: %[[ROW:.*]] = memref.expand_shape %arg2
// IR-NEXT: tile.launch {{.*}} ins(%arg0, %arg1 : {{.*}}) outs(%arg3 : memref<256x128xbf16>) with(%[[ROW]] : memref<1x128xf32>) sms
// IR-NEXT: return
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
func.func @activated(%a: memref<256x64xbf16>, %b: memref<64x128xbf16>, %bias: memref<128xf32>, %c: memref<256x128xbf16>) {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<256x128xf32>)
  linalg.matmul ins(%a, %b : memref<256x64xbf16>, memref<64x128xbf16>) outs(%s : memref<256x128xf32>)
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s, %bias : memref<256x128xf32>, memref<128xf32>) outs(%c : memref<256x128xbf16>) {
  ^bb0(%x: f32, %y: f32, %o: bf16):
    %0 = arith.addf %x, %y : f32
    %1 = arith.maximumf %0, %zero : f32
    %2 = arith.truncf %1 : f32 to bf16
    linalg.yield %2 : bf16
  }
  memref.dealloc %s : memref<256x128xf32>
  return
}

// -----

// A truncation alone is no epilogue: the kernel is that of a product that is
// rounded, as on tensors. The launch stands where the truncation did.
// IR-LABEL: func.func @rounded
// IR-NOT: linalg.
// IR-NOT: memref.
// IR: %[[PART:.*]] = memref.subview %arg2
// IR-NEXT: tile.launch {{.*}} ins(%arg0, %arg1 : {{.*}}) outs(%[[PART]] : memref<256x128xbf16, strided<[256, 1], offset: 128>>) sms
// IR-NEXT: return
// IR: tile.kernel
// IR-NOT: tile.epilogue
#id = affine_map<(i, j) -> (i, j)>
func.func @rounded(%a: memref<256x64xbf16>, %b: memref<64x128xbf16>, %all: memref<256x256xbf16>) {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<256x128xf32>)
  linalg.matmul ins(%a, %b : memref<256x64xbf16>, memref<64x128xbf16>) outs(%s : memref<256x128xf32>)
  %c = memref.subview %all[0, 128] [256, 128] [1, 1] : memref<256x256xbf16> to memref<256x128xbf16, strided<[256, 1], offset: 128>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s : memref<256x128xf32>) outs(%c : memref<256x128xbf16, strided<[256, 1], offset: 128>>) {
  ^bb0(%x: f32, %o: bf16):
    %0 = arith.truncf %x : f32 to bf16
    linalg.yield %0 : bf16
  }
  return
}

// -----

// Of a K that may be 0 the kernel writes nothing: the zeros must be in C.
// IR-LABEL: func.func @unknown_depth
// IR: %[[ZERO:.*]] = arith.constant 0.000000e+00 : bf16
// IR-NEXT: linalg.fill ins(%[[ZERO]] : bf16) outs(%arg2 : memref<256x128xbf16>)
// IR-NEXT: tile.launch {{.*}} outs(%arg2 : memref<256x128xbf16>) sms
// IR-NEXT: return
#id = affine_map<(i, j) -> (i, j)>
func.func @unknown_depth(%a: memref<256x?xbf16>, %b: memref<?x128xbf16>, %c: memref<256x128xbf16>) {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<256x128xf32>)
  linalg.matmul ins(%a, %b : memref<256x?xbf16>, memref<?x128xbf16>) outs(%s : memref<256x128xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s : memref<256x128xf32>) outs(%c : memref<256x128xbf16>) {
  ^bb0(%x: f32, %o: bf16):
    %0 = arith.truncf %x : f32 to bf16
    linalg.yield %0 : bf16
  }
  memref.dealloc %s : memref<256x128xf32>
  return
}

// -----

// In place, through memory that nobody else reads, and into one that is returned.
// CHECK: Function=several | {{.*}}fused 3 element-wise operations, which read 1 operands
// IR-LABEL: func.func @several
// IR-NOT: linalg.
// IR: %[[C:.*]] = memref.alloc() : memref<256x128xbf16>
// IR-NOT: memref.alloc
// IR: tile.launch {{.*}} outs(%[[C]] : memref<256x128xbf16>) with(%arg2 : memref<256x128xf32>) sms
// IR-NEXT: return %[[C]]
#id = affine_map<(i, j) -> (i, j)>
func.func @several(%a: memref<256x64xbf16>, %b: memref<64x128xbf16>, %r: memref<256x128xf32>) -> memref<256x128xbf16> {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<256x128xf32>)
  linalg.matmul ins(%a, %b : memref<256x64xbf16>, memref<64x128xbf16>) outs(%s : memref<256x128xf32>)
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%s : memref<256x128xf32>) {
  ^bb0(%x: f32):
    %0 = math.tanh %x : f32
    linalg.yield %0 : f32
  }
  %t = memref.alloca() : memref<256x128xf32>
  linalg.add ins(%s, %r : memref<256x128xf32>, memref<256x128xf32>) outs(%t : memref<256x128xf32>)
  memref.dealloc %s : memref<256x128xf32>
  %c = memref.alloc() : memref<256x128xbf16>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%t : memref<256x128xf32>) outs(%c : memref<256x128xbf16>) {
  ^bb0(%x: f32, %o: bf16):
    %0 = arith.truncf %x : f32 to bf16
    linalg.yield %0 : bf16
  }
  return %c : memref<256x128xbf16>
}

// -----

// Integers become what they are stored as, and a batch.
// CHECK: Function=requantised | {{.*}}fused 1 element-wise operations, which read 1 operands
// IR-LABEL: func.func @requantised
// IR-NOT: memref.alloc
// IR: tile.launch {{.*}} outs(%arg2 : memref<4x256x128xi8>) with(%{{.*}} : memref<1x128xf32>) sms
// IR-NEXT: return
#id = affine_map<(b, i, j) -> (b, i, j)>
#row = affine_map<(b, i, j) -> (j)>
func.func @requantised(%a: memref<4x256x64xi8>, %b: memref<4x64x128xi8>, %c: memref<4x256x128xi8>, %scale: memref<128xf32>) {
  %zero = arith.constant 0 : i32
  %low = arith.constant -128.0 : f32
  %high = arith.constant 127.0 : f32
  %s = memref.alloc() : memref<4x256x128xi32>
  linalg.fill ins(%zero : i32) outs(%s : memref<4x256x128xi32>)
  linalg.batch_matmul ins(%a, %b : memref<4x256x64xi8>, memref<4x64x128xi8>) outs(%s : memref<4x256x128xi32>)
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %scale : memref<4x256x128xi32>, memref<128xf32>) outs(%c : memref<4x256x128xi8>) {
  ^bb0(%x: i32, %y: f32, %o: i8):
    %0 = arith.sitofp %x : i32 to f32
    %1 = arith.mulf %0, %y : f32
    %2 = math.roundeven %1 : f32
    %3 = arith.maximumf %2, %low : f32
    %4 = arith.minimumf %3, %high : f32
    %5 = arith.fptosi %4 : f32 to i8
    linalg.yield %5 : i8
  }
  memref.dealloc %s : memref<4x256x128xi32>
  return
}

// -----

// Two products of different A: the kernel of the first reads what the other one
// has written. And a sum that is rounded.
// CHECK: Function=gated | {{.*}}fused 1 element-wise operations, which read 1 operands
// CHECK: Function=gated | {{.*}}linalg.mul is not fused: the kernel of another matmul computes it
// IR-LABEL: func.func @gated
// IR: %[[V:.*]] = memref.alloc
// IR-NOT: memref.alloc
// IR: tile.launch {{.*}} ins(%arg2, %arg1 : {{.*}}) outs(%[[V]] : memref<256x128xf32>) sms
// IR-NEXT: tile.launch {{.*}} ins(%arg0, %arg1 : {{.*}}) outs(%arg3 : memref<256x128xf32>) with(%[[V]] : memref<256x128xf32>) sms
// IR-NEXT: return
// IR-LABEL: func.func @sum
// IR-NOT: memref.alloc
// IR: tile.launch {{.*}} ins(%arg0, %arg1 : {{.*}}) outs(%arg3 : memref<256x128xbf16>) with(%arg2, %arg1 : {{.*}}) sms
// IR-NEXT: return
#id = affine_map<(i, j) -> (i, j)>
func.func @gated(%a: memref<256x64xbf16>, %b: memref<64x128xbf16>, %d: memref<256x64xbf16>, %c: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %u = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<256x128xf32>)
  linalg.matmul ins(%a, %b : memref<256x64xbf16>, memref<64x128xbf16>) outs(%u : memref<256x128xf32>)
  %v = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%v : memref<256x128xf32>)
  linalg.matmul ins(%d, %b : memref<256x64xbf16>, memref<64x128xbf16>) outs(%v : memref<256x128xf32>)
  linalg.mul ins(%u, %v : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>)
  return
}
func.func @sum(%a: memref<256x64xbf16>, %b: memref<64x128xbf16>, %d: memref<256x64xbf16>, %c: memref<256x128xbf16>) {
  %zero = arith.constant 0.0 : f32
  %u = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<256x128xf32>)
  linalg.matmul ins(%a, %b : memref<256x64xbf16>, memref<64x128xbf16>) outs(%u : memref<256x128xf32>)
  linalg.matmul ins(%d, %b : memref<256x64xbf16>, memref<64x128xbf16>) outs(%u : memref<256x128xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%u : memref<256x128xf32>) outs(%c : memref<256x128xbf16>) {
  ^bb0(%x: f32, %o: bf16):
    %0 = arith.truncf %x : f32 to bf16
    linalg.yield %0 : bf16
  }
  return
}

// -----

// A view of what is changed in place may be made before, and read later.
// CHECK: Function=viewed | {{.*}}fused 1 element-wise operations, which read 0 operands
// IR-LABEL: func.func @viewed
// IR: %[[ROW:.*]] = memref.subview %arg2
// IR-NEXT: tile.launch {{.*}} outs(%arg2 : memref<256x128xf32>) sms
// IR-NEXT: memref.copy %[[ROW]],
#id = affine_map<(i, j) -> (i, j)>
func.func @viewed(%a: memref<256x64xbf16>, %b: memref<64x128xbf16>, %c: memref<256x128xf32>, %d: memref<128xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<256x128xf32>)
  linalg.matmul ins(%a, %b : memref<256x64xbf16>, memref<64x128xbf16>) outs(%c : memref<256x128xf32>)
  %row = memref.subview %c[0, 0] [1, 128] [1, 1] : memref<256x128xf32> to memref<128xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%c : memref<256x128xf32>) {
  ^bb0(%x: f32):
    %0 = math.tanh %x : f32
    linalg.yield %0 : f32
  }
  memref.copy %row, %d : memref<128xf32, strided<[1]>> to memref<128xf32>
  return
}

// -----

// The sums are where others may read them when the function is done, they are read
// by another operation, or there is more in them than the product.
// CHECK: Function=argument | {{.*}}linalg.generic is not fused: an intermediate result is in memory that the function does not allocate
// CHECK: Function=read | {{.*}}linalg.generic is not fused: memref.copy also uses an intermediate result
// CHECK: Function=adds | {{.*}}linalg.generic is not fused: the matmul adds to one buffer, and the result goes to another
// IR-LABEL: func.func @argument
// IR: tile.launch {{.*}} outs(%arg2 : memref<256x128xf32>) sms
// IR: linalg.generic
// IR-LABEL: func.func @read
// IR: tile.launch {{.*}} outs(%{{.*}} : memref<256x128xf32>) sms
// IR: linalg.generic
// IR-LABEL: func.func @adds
// IR: tile.launch {{.*}} outs(%{{.*}} : memref<256x128xf32>) sms
// IR-NEXT: linalg.generic
#id = affine_map<(i, j) -> (i, j)>
func.func @argument(%a: memref<256x64xbf16>, %b: memref<64x128xbf16>, %s: memref<256x128xf32>, %c: memref<256x128xbf16>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%s : memref<256x128xf32>)
  linalg.matmul ins(%a, %b : memref<256x64xbf16>, memref<64x128xbf16>) outs(%s : memref<256x128xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s : memref<256x128xf32>) outs(%c : memref<256x128xbf16>) {
  ^bb0(%x: f32, %o: bf16):
    %0 = arith.truncf %x : f32 to bf16
    linalg.yield %0 : bf16
  }
  return
}
func.func @read(%a: memref<256x64xbf16>, %b: memref<64x128xbf16>, %c: memref<256x128xbf16>, %d: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<256x128xf32>)
  linalg.matmul ins(%a, %b : memref<256x64xbf16>, memref<64x128xbf16>) outs(%s : memref<256x128xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s : memref<256x128xf32>) outs(%c : memref<256x128xbf16>) {
  ^bb0(%x: f32, %o: bf16):
    %0 = arith.truncf %x : f32 to bf16
    linalg.yield %0 : bf16
  }
  memref.copy %s, %d : memref<256x128xf32> to memref<256x128xf32>
  return
}
func.func @adds(%a: memref<256x64xbf16>, %b: memref<64x128xbf16>, %c: memref<256x128xbf16>) {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<256x128xf32>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%s : memref<256x128xf32>) {
  ^bb0(%x: f32):
    %one = arith.constant 1.0 : f32
    linalg.yield %one : f32
  }
  linalg.matmul ins(%a, %b : memref<256x64xbf16>, memref<64x128xbf16>) outs(%s : memref<256x128xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s : memref<256x128xf32>) outs(%c : memref<256x128xbf16>) {
  ^bb0(%x: f32, %o: bf16):
    %0 = arith.truncf %x : f32 to bf16
    linalg.yield %0 : bf16
  }
  return
}

// -----

// A residual may be C, as an input or as what was there; but what is read of it
// elsewhere, or of another view, may not be written yet.
// CHECK: Function=residual | {{.*}}fused 1 element-wise operations, which read 1 operands
// CHECK: Function=accumulated | {{.*}}fused 2 element-wise operations, which read 1 operands
// CHECK: Function=row | {{.*}}linalg.generic is not fused: it may read memory that is written
// CHECK: Function=left_before | {{.*}}linalg.add is not fused: it reads the old contents of a buffer that a result overwrites
// IR-LABEL: func.func @residual
// IR-NOT: memref.alloc
// IR: tile.launch {{.*}} outs(%arg2 : memref<128x128xf32>) with(%arg2 : memref<128x128xf32>) sms
// IR-NEXT: return
// IR-LABEL: func.func @accumulated
// IR-NOT: memref.alloc
// IR: tile.launch {{.*}} outs(%arg2 : memref<128x128xf32>) with(%arg2 : memref<128x128xf32>) sms
// IR-NEXT: return
// IR-LABEL: func.func @row
// IR: linalg.generic
// IR-LABEL: func.func @left_before
// IR: linalg.add
#id = affine_map<(i, j) -> (i, j)>
func.func @residual(%a: memref<128x64xbf16>, %b: memref<64x128xbf16>, %c: memref<128x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<128x128xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<128x128xf32>)
  linalg.matmul ins(%a, %b : memref<128x64xbf16>, memref<64x128xbf16>) outs(%s : memref<128x128xf32>)
  linalg.add ins(%s, %c : memref<128x128xf32>, memref<128x128xf32>) outs(%c : memref<128x128xf32>)
  return
}
func.func @accumulated(%a: memref<128x64xbf16>, %b: memref<64x128xbf16>, %c: memref<128x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<128x128xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<128x128xf32>)
  linalg.matmul ins(%a, %b : memref<128x64xbf16>, memref<64x128xbf16>) outs(%s : memref<128x128xf32>)
  linalg.exp ins(%s : memref<128x128xf32>) outs(%s : memref<128x128xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s : memref<128x128xf32>) outs(%c : memref<128x128xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.subf %o, %x : f32
    linalg.yield %0 : f32
  }
  return
}
func.func @row(%a: memref<128x64xbf16>, %b: memref<64x128xbf16>, %c: memref<128x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<128x128xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<128x128xf32>)
  linalg.matmul ins(%a, %b : memref<128x64xbf16>, memref<64x128xbf16>) outs(%s : memref<128x128xf32>)
  %first = memref.subview %c[0, 0] [1, 128] [1, 1] : memref<128x128xf32> to memref<1x128xf32, strided<[128, 1]>>
  linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> (0, j)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s, %first : memref<128x128xf32>, memref<1x128xf32, strided<[128, 1]>>) outs(%c : memref<128x128xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  }
  return
}
func.func @left_before(%a: memref<128x64xbf16>, %b: memref<64x128xbf16>, %c: memref<128x128xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %i = arith.constant 0 : index
  %one = arith.constant 1 : index
  %t = memref.alloc() : memref<128x128xf32>
  scf.for %k = %i to %n step %one {
    %s = memref.alloc() : memref<128x128xf32>
    linalg.fill ins(%zero : f32) outs(%s : memref<128x128xf32>)
    linalg.matmul ins(%a, %b : memref<128x64xbf16>, memref<64x128xbf16>) outs(%s : memref<128x128xf32>)
    linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s : memref<128x128xf32>) outs(%t : memref<128x128xf32>) {
    ^bb0(%x: f32, %o: f32):
      %0 = arith.addf %o, %x : f32
      linalg.yield %0 : f32
    }
    linalg.add ins(%t, %s : memref<128x128xf32>, memref<128x128xf32>) outs(%c : memref<128x128xf32>)
  }
  return
}

// -----

// C must surely be none of what is read, be there, and have what the sums become.
// CHECK: Function=same_memory | {{.*}}linalg.generic is not fused: C may be in memory that the matmuls read
// CHECK: Function=unknown_memory | {{.*}}linalg.generic is not fused: C may be in memory that the matmuls read
// CHECK: Function=extra | {{.*}}linalg.add is not fused: it may read memory that is written
// CHECK: Function=freed | {{.*}}linalg.mul is not fused: C is freed before it
// CHECK: Function=overwritten | {{.*}}linalg.add is not fused: it overwrites a result without reading it
// CHECK: Function=local | {{.*}}linalg.generic is not fused: the memory space of its C operand is local to a CTA or thread
// IR-LABEL: func.func @same_memory
// IR: linalg.generic
// IR-LABEL: func.func @unknown_memory
// IR: linalg.generic
// IR-LABEL: func.func @extra
// IR: linalg.add
// IR-LABEL: func.func @freed
// IR: linalg.add
// IR-NEXT: memref.dealloc %arg2
// IR-NEXT: linalg.mul
// IR-LABEL: func.func @overwritten
// IR: linalg.add
// IR-LABEL: func.func @local
// IR: linalg.generic
#id = affine_map<(i, j) -> (i, j)>
func.func @same_memory(%a: memref<128x128xbf16>, %b: memref<128x128xbf16>) {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<128x128xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<128x128xf32>)
  linalg.matmul ins(%a, %b : memref<128x128xbf16>, memref<128x128xbf16>) outs(%s : memref<128x128xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s : memref<128x128xf32>) outs(%a : memref<128x128xbf16>) {
  ^bb0(%x: f32, %o: bf16):
    %0 = arith.truncf %x : f32 to bf16
    linalg.yield %0 : bf16
  }
  return
}
func.func @unknown_memory(%a: memref<256x64xbf16>, %b: memref<64x128xbf16>, %which: i1, %d: memref<256x128xbf16>, %e: memref<256x128xbf16>) {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<256x128xf32>)
  linalg.matmul ins(%a, %b : memref<256x64xbf16>, memref<64x128xbf16>) outs(%s : memref<256x128xf32>)
  %c = arith.select %which, %d, %e : memref<256x128xbf16>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s : memref<256x128xf32>) outs(%c : memref<256x128xbf16>) {
  ^bb0(%x: f32, %o: bf16):
    %0 = arith.truncf %x : f32 to bf16
    linalg.yield %0 : bf16
  }
  return
}
func.func @extra(%a: memref<256x64xbf16>, %b: memref<64x128xbf16>, %c: memref<256x128xf32>, %which: i1, %d: memref<256x128xf32>, %e: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<256x128xf32>)
  linalg.matmul ins(%a, %b : memref<256x64xbf16>, memref<64x128xbf16>) outs(%s : memref<256x128xf32>)
  %r = arith.select %which, %d, %e : memref<256x128xf32>
  linalg.add ins(%s, %r : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>)
  return
}
func.func @freed(%a: memref<256x64xbf16>, %b: memref<64x128xbf16>, %c: memref<256x128xf32>, %r: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<256x128xf32>)
  linalg.matmul ins(%a, %b : memref<256x64xbf16>, memref<64x128xbf16>) outs(%s : memref<256x128xf32>)
  %t = memref.alloc() : memref<256x128xf32>
  linalg.add ins(%s, %r : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>)
  memref.dealloc %c : memref<256x128xf32>
  linalg.mul ins(%s, %r : memref<256x128xf32>, memref<256x128xf32>) outs(%t : memref<256x128xf32>)
  return
}
func.func @overwritten(%a: memref<256x64xbf16>, %b: memref<64x128xbf16>, %c: memref<256x128xf32>, %r: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<256x128xf32>)
  linalg.matmul ins(%a, %b : memref<256x64xbf16>, memref<64x128xbf16>) outs(%c : memref<256x128xf32>)
  linalg.add ins(%r, %r : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>)
  return
}
func.func @local(%a: memref<256x64xbf16>, %b: memref<64x128xbf16>) {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<256x128xf32>)
  linalg.matmul ins(%a, %b : memref<256x64xbf16>, memref<64x128xbf16>) outs(%s : memref<256x128xf32>)
  %c = memref.alloca() : memref<256x128xbf16, 3>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s : memref<256x128xf32>) outs(%c : memref<256x128xbf16, 3>) {
  ^bb0(%x: f32, %o: bf16):
    %0 = arith.truncf %x : f32 to bf16
    linalg.yield %0 : bf16
  }
  return
}
