// RUN: autotune-opt %s -split-input-file --autotune-attach-configs="target=h200 space=none plan-configs=1" --remarks-filter=autotune -o /dev/null 2>&1 \
// RUN:   | grep -o 'Function=.* | .*\(pair\|fused\).*' | FileCheck %s
// RUN: autotune-opt %s -split-input-file --autotune-attach-configs="target=h200 space=none plan-configs=1" \
// RUN:   --autotune-lower-matmul=target=h200 | FileCheck %s --check-prefix=IR

// On memrefs nobody may read the products but what makes one matrix of both: they
// are in allocations of which all uses are seen, and which go with them.
// CHECK: Function=swiglu | {{.*}}makes a pair with the matmul of the same A, because one operation reads both results: one kernel computes both
// CHECK: Function=swiglu | {{.*}}fused 1 element-wise operations, which read 0 operands
// CHECK: Function=swiglu | {{.*}}is part of the pair of the matmul before it, whose config serves both
// IR-LABEL: func.func @swiglu
// IR-NOT: linalg.
// IR-NOT: memref.
// IR: tile.launch {{.*}} ins(%arg0, %arg1 : {{.*}}) outs(%arg3 : memref<256x128xbf16>) with(%arg2 : memref<64x128xbf16>) sms
// IR-NEXT: return
#id = affine_map<(i, j) -> (i, j)>
func.func @swiglu(%x: memref<256x64xbf16>, %w1: memref<64x128xbf16>, %w2: memref<64x128xbf16>, %c: memref<256x128xbf16>) {
  %zero = arith.constant 0.0 : f32
  %u = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<256x128xf32>)
  linalg.matmul ins(%x, %w1 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%u : memref<256x128xf32>)
  %v = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%v : memref<256x128xf32>)
  linalg.matmul ins(%x, %w2 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%v : memref<256x128xf32>)
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%u, %v : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xbf16>) {
  ^bb0(%s: f32, %t: f32, %o: bf16):
    %one = arith.constant 1.0 : f32
    %0 = arith.negf %s : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %s, %2 : f32
    %4 = arith.mulf %3, %t : f32
    %5 = arith.truncf %4 : f32 to bf16
    linalg.yield %5 : bf16
  }
  memref.dealloc %u : memref<256x128xf32>
  memref.dealloc %v : memref<256x128xf32>
  return
}

// -----

// Several operations: in place, through a buffer that nobody else reads, and with
// what is read beside. The launch stands where the last of them does, before which
// all that it reads is there.
// CHECK: Function=several | {{.*}}makes a pair with
// CHECK: Function=several | {{.*}}fused 4 element-wise operations, which read 1 operands
// IR-LABEL: func.func @several
// IR-NOT: linalg.
// IR: %[[OUT:.*]] = memref.alloc() : memref<256x128xbf16>
// IR-NOT: memref.alloc
// IR: %[[R:.*]] = memref.subview %arg3
// IR-NEXT: tile.launch {{.*}} outs(%[[OUT]] : memref<256x128xbf16>) with(%arg2, %[[R]] : memref<64x128xbf16>, memref<256x128xf32, strided<[128, 1]>>) sms
// IR-NEXT: return %[[OUT]]
#id = affine_map<(i, j) -> (i, j)>
func.func @several(%x: memref<256x64xbf16>, %w1: memref<64x128xbf16>, %w2: memref<64x128xbf16>, %all: memref<512x128xf32>) -> memref<256x128xbf16> {
  %zero = arith.constant 0.0 : f32
  %u = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<256x128xf32>)
  linalg.matmul ins(%x, %w1 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%u : memref<256x128xf32>)
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%u : memref<256x128xf32>) {
  ^bb0(%s: f32):
    %0 = math.tanh %s : f32
    linalg.yield %0 : f32
  }
  %v = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%v : memref<256x128xf32>)
  linalg.matmul ins(%x, %w2 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%v : memref<256x128xf32>)
  %h = memref.alloc() : memref<256x128xbf16>
  %t = memref.alloc() : memref<256x128xf32>
  linalg.mul ins(%u, %v : memref<256x128xf32>, memref<256x128xf32>) outs(%t : memref<256x128xf32>)
  memref.dealloc %u : memref<256x128xf32>
  memref.dealloc %v : memref<256x128xf32>
  %r = memref.subview %all[0, 0] [256, 128] [1, 1] : memref<512x128xf32> to memref<256x128xf32, strided<[128, 1]>>
  linalg.add ins(%t, %r : memref<256x128xf32>, memref<256x128xf32, strided<[128, 1]>>) outs(%t : memref<256x128xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%t : memref<256x128xf32>) outs(%h : memref<256x128xbf16>) {
  ^bb0(%s: f32, %o: bf16):
    %1 = arith.truncf %s : f32 to bf16
    linalg.yield %1 : bf16
  }
  memref.dealloc %t : memref<256x128xf32>
  return %h : memref<256x128xbf16>
}

// -----

// C may be the buffer of one of the products: others read what is made of both.
// CHECK: Function=in_place | {{.*}}makes a pair with
// IR-LABEL: func.func @in_place
// IR-NOT: linalg.
// IR-NOT: memref.
// IR: tile.launch {{.*}} outs(%arg3 : memref<256x128xf32>) with(%arg2 : memref<64x128xbf16>) sms
// IR-NEXT: return
func.func @in_place(%x: memref<256x64xbf16>, %w1: memref<64x128xbf16>, %w2: memref<64x128xbf16>, %c: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %u = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<256x128xf32>)
  linalg.matmul ins(%x, %w1 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%u : memref<256x128xf32>)
  linalg.fill ins(%zero : f32) outs(%c : memref<256x128xf32>)
  linalg.matmul ins(%x, %w2 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%c : memref<256x128xf32>)
  linalg.mul ins(%u, %c : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>)
  memref.dealloc %u : memref<256x128xf32>
  return
}

// -----

// A part of a larger buffer as C, of sizes that are asked for: an allocation stays
// for that.
// CHECK: Function=part | {{.*}}makes a pair with
// IR-LABEL: func.func @part
// IR: %[[U:.*]] = memref.alloc(
// IR: %[[M:.*]] = memref.dim %[[U]]
// IR: %[[C:.*]] = memref.subview %arg3[0, 0] [%[[M]], 128]
// IR-NEXT: tile.launch {{.*}} outs(%[[C]] : {{.*}}) with(%arg2 : memref<64x128xbf16>) sms
// IR-NEXT: memref.dealloc %[[U]]
// IR-NEXT: return
func.func @part(%x: memref<?x64xbf16>, %w1: memref<64x128xbf16>, %w2: memref<64x128xbf16>, %all: memref<512x256xf32>, %m: index) {
  %zero = arith.constant 0.0 : f32
  %i = arith.constant 0 : index
  %u = memref.alloc(%m) : memref<?x128xf32>
  %v = memref.alloc(%m) : memref<?x128xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<?x128xf32>)
  linalg.fill ins(%zero : f32) outs(%v : memref<?x128xf32>)
  linalg.matmul ins(%x, %w1 : memref<?x64xbf16>, memref<64x128xbf16>) outs(%u : memref<?x128xf32>)
  linalg.matmul ins(%x, %w2 : memref<?x64xbf16>, memref<64x128xbf16>) outs(%v : memref<?x128xf32>)
  %rows = memref.dim %u, %i : memref<?x128xf32>
  %c = memref.subview %all[0, 0] [%rows, 128] [1, 1] : memref<512x256xf32> to memref<?x128xf32, strided<[256, 1]>>
  linalg.mul ins(%u, %v : memref<?x128xf32>, memref<?x128xf32>) outs(%c : memref<?x128xf32, strided<[256, 1]>>)
  memref.dealloc %u : memref<?x128xf32>
  memref.dealloc %v : memref<?x128xf32>
  return
}

// -----

// Memory of a device, and of the stack.
// CHECK: Function=allocated | {{.*}}makes a pair with
// IR-LABEL: func.func @allocated
// IR-NOT: gpu.alloc
// IR-NOT: memref.
// IR: tile.launch {{.*}} outs(%arg3 : memref<256x128xf32>) with(%arg2 : memref<64x128xbf16>) sms
// IR-NEXT: return
func.func @allocated(%x: memref<256x64xbf16>, %w1: memref<64x128xbf16>, %w2: memref<64x128xbf16>, %c: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %u = gpu.alloc () : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<256x128xf32>)
  linalg.matmul ins(%x, %w1 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%u : memref<256x128xf32>)
  %v = memref.alloca() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%v : memref<256x128xf32>)
  linalg.matmul ins(%x, %w2 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%v : memref<256x128xf32>)
  linalg.mul ins(%u, %v : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>)
  gpu.dealloc %u : memref<256x128xf32>
  return
}

// -----

// A batch.
// CHECK: Function=batch | {{.*}}makes a pair with
// IR-LABEL: func.func @batch
// IR-NOT: memref.
// IR: tile.launch {{.*}} with(%arg2 : memref<4x64x128xbf16>) sms
// IR-NEXT: return
func.func @batch(%x: memref<4x256x64xbf16>, %w1: memref<4x64x128xbf16>, %w2: memref<4x64x128xbf16>, %c: memref<4x256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %u = memref.alloc() : memref<4x256x128xf32>
  %v = memref.alloc() : memref<4x256x128xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<4x256x128xf32>)
  linalg.fill ins(%zero : f32) outs(%v : memref<4x256x128xf32>)
  linalg.batch_matmul ins(%x, %w1 : memref<4x256x64xbf16>, memref<4x64x128xbf16>) outs(%u : memref<4x256x128xf32>)
  linalg.batch_matmul ins(%x, %w2 : memref<4x256x64xbf16>, memref<4x64x128xbf16>) outs(%v : memref<4x256x128xf32>)
  linalg.mul ins(%u, %v : memref<4x256x128xf32>, memref<4x256x128xf32>) outs(%c : memref<4x256x128xf32>)
  return
}

// -----

// Matrices that lie in one, which start elsewhere in it.
// CHECK: Function=views | {{.*}}makes a pair with
// IR-LABEL: func.func @views
// IR: %[[V:.*]] = memref.subview %arg1[0, 128]
// IR-NEXT: tile.launch {{.*}} outs(%arg2 : memref<256x128xf32>) with(%[[V]] : {{.*}}) sms
// IR-NEXT: return
func.func @views(%x: memref<256x64xbf16>, %w: memref<64x256xbf16>, %c: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %w1 = memref.subview %w[0, 0] [64, 128] [1, 1] : memref<64x256xbf16> to memref<64x128xbf16, strided<[256, 1]>>
  %w2 = memref.subview %w[0, 128] [64, 128] [1, 1] : memref<64x256xbf16> to memref<64x128xbf16, strided<[256, 1], offset: 128>>
  %u = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<256x128xf32>)
  linalg.matmul ins(%x, %w1 : memref<256x64xbf16>, memref<64x128xbf16, strided<[256, 1]>>) outs(%u : memref<256x128xf32>)
  %v = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%v : memref<256x128xf32>)
  linalg.matmul ins(%x, %w2 : memref<256x64xbf16>, memref<64x128xbf16, strided<[256, 1], offset: 128>>) outs(%v : memref<256x128xf32>)
  linalg.mul ins(%u, %v : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>)
  memref.dealloc %u : memref<256x128xf32>
  memref.dealloc %v : memref<256x128xf32>
  return
}

// -----

// One matmul by both matrices side by side, whose halves are subviews.
// CHECK: Function=halves | {{.*}}is a pair, because later operations combine its two halves: one kernel computes C from both
// IR-LABEL: func.func @halves
// IR-NOT: memref.alloc
// IR-DAG: %[[LEFT:.*]] = memref.subview %arg1[0, 0] [64, 128] [1, 1]
// IR-DAG: %[[RIGHT:.*]] = memref.subview %arg1[0, 128] [64, 128] [1, 1]
// IR: tile.launch {{.*}} ins(%arg0, %[[LEFT]] : {{.*}}) outs(%arg2 : memref<256x128xf32>) with(%[[RIGHT]] : {{.*}}) sms
// IR-NEXT: return
func.func @halves(%x: memref<256x64xbf16>, %w: memref<64x256xbf16>, %c: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %y = memref.alloc() : memref<256x256xf32>
  linalg.fill ins(%zero : f32) outs(%y : memref<256x256xf32>)
  linalg.matmul ins(%x, %w : memref<256x64xbf16>, memref<64x256xbf16>) outs(%y : memref<256x256xf32>)
  %u = memref.subview %y[0, 0] [256, 128] [1, 1] : memref<256x256xf32> to memref<256x128xf32, strided<[256, 1]>>
  %v = memref.subview %y[0, 128] [256, 128] [1, 1] : memref<256x256xf32> to memref<256x128xf32, strided<[256, 1], offset: 128>>
  linalg.mul ins(%u, %v : memref<256x128xf32, strided<[256, 1]>>, memref<256x128xf32, strided<[256, 1], offset: 128>>) outs(%c : memref<256x128xf32>)
  memref.dealloc %y : memref<256x256xf32>
  return
}

// -----

// CHECK: Function=halves_shared | {{.*}}its halves are no pair: linalg.mul is not fused: an intermediate result is in memory that the function does not allocate
// IR-LABEL: func.func @halves_shared
// IR: tile.launch
// IR: linalg.mul
func.func @halves_shared(%x: memref<256x64xbf16>, %w: memref<64x256xbf16>, %y: memref<256x256xf32>, %c: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%y : memref<256x256xf32>)
  linalg.matmul ins(%x, %w : memref<256x64xbf16>, memref<64x256xbf16>) outs(%y : memref<256x256xf32>)
  %u = memref.subview %y[0, 0] [256, 128] [1, 1] : memref<256x256xf32> to memref<256x128xf32, strided<[256, 1]>>
  %v = memref.subview %y[0, 128] [256, 128] [1, 1] : memref<256x256xf32> to memref<256x128xf32, strided<[256, 1], offset: 128>>
  linalg.mul ins(%u, %v : memref<256x128xf32, strided<[256, 1]>>, memref<256x128xf32, strided<[256, 1], offset: 128>>) outs(%c : memref<256x128xf32>)
  return
}

// -----

// CHECK: Function=halves_in_place | {{.*}}its halves are no pair: linalg.mul is not fused: its result is stored in one half of the product
// IR-LABEL: func.func @halves_in_place
// IR: tile.launch
// IR: linalg.mul
func.func @halves_in_place(%x: memref<256x64xbf16>, %w: memref<64x256xbf16>, %c: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %y = memref.alloc() : memref<256x256xf32>
  linalg.fill ins(%zero : f32) outs(%y : memref<256x256xf32>)
  linalg.matmul ins(%x, %w : memref<256x64xbf16>, memref<64x256xbf16>) outs(%y : memref<256x256xf32>)
  %u = memref.subview %y[0, 0] [256, 128] [1, 1] : memref<256x256xf32> to memref<256x128xf32, strided<[256, 1]>>
  %v = memref.subview %y[0, 128] [256, 128] [1, 1] : memref<256x256xf32> to memref<256x128xf32, strided<[256, 1], offset: 128>>
  linalg.mul ins(%u, %v : memref<256x128xf32, strided<[256, 1]>>, memref<256x128xf32, strided<[256, 1], offset: 128>>) outs(%u : memref<256x128xf32, strided<[256, 1]>>)
  memref.copy %u, %c : memref<256x128xf32, strided<[256, 1]>> to memref<256x128xf32>
  memref.dealloc %y : memref<256x256xf32>
  return
}

// -----

// A product in memory that others may read when the function is done, one that is
// returned, and one that is read by another operation.
// CHECK: Function=argument | {{.*}}makes no pair with the other matmul of its A, though one operation reads both results: linalg.mul is not fused: an intermediate result is in memory that the function does not allocate
// CHECK-NOT: Function=argument | {{.*}}is part of the pair
// IR-LABEL: func.func @argument
// IR-COUNT-2: tile.launch
func.func @argument(%x: memref<256x64xbf16>, %w1: memref<64x128xbf16>, %w2: memref<64x128xbf16>, %u: memref<256x128xf32>, %c: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%u : memref<256x128xf32>)
  linalg.matmul ins(%x, %w1 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%u : memref<256x128xf32>)
  %v = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%v : memref<256x128xf32>)
  linalg.matmul ins(%x, %w2 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%v : memref<256x128xf32>)
  linalg.mul ins(%u, %v : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>)
  memref.dealloc %v : memref<256x128xf32>
  return
}
// CHECK: Function=returned | {{.*}}makes no pair with the other matmul of its A, though one operation reads both results: linalg.mul is not fused: func.return also uses an intermediate result
// CHECK-NOT: Function=returned | {{.*}}is part of the pair
// IR-LABEL: func.func @returned
// IR-COUNT-2: tile.launch
func.func @returned(%x: memref<256x64xbf16>, %w1: memref<64x128xbf16>, %w2: memref<64x128xbf16>, %c: memref<256x128xf32>) -> memref<256x128xf32> {
  %zero = arith.constant 0.0 : f32
  %u = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<256x128xf32>)
  linalg.matmul ins(%x, %w1 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%u : memref<256x128xf32>)
  %v = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%v : memref<256x128xf32>)
  linalg.matmul ins(%x, %w2 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%v : memref<256x128xf32>)
  linalg.mul ins(%u, %v : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>)
  memref.dealloc %u : memref<256x128xf32>
  return %v : memref<256x128xf32>
}
// CHECK: Function=copied | {{.*}}makes no pair with the other matmul of its A, though one operation reads both results: linalg.mul is not fused: memref.copy also uses an intermediate result
// CHECK-NOT: Function=copied | {{.*}}is part of the pair
// IR-LABEL: func.func @copied
// IR-COUNT-2: tile.launch
func.func @copied(%x: memref<256x64xbf16>, %w1: memref<64x128xbf16>, %w2: memref<64x128xbf16>, %c: memref<256x128xf32>, %d: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %u = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<256x128xf32>)
  linalg.matmul ins(%x, %w1 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%u : memref<256x128xf32>)
  %v = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%v : memref<256x128xf32>)
  linalg.matmul ins(%x, %w2 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%v : memref<256x128xf32>)
  linalg.mul ins(%u, %v : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>)
  memref.copy %u, %d : memref<256x128xf32> to memref<256x128xf32>
  return
}

// -----

// One that is written on the way and read by others is C: what follows is none of
// it.
// CHECK: Function=on_the_way | {{.*}}makes a pair with
// CHECK: Function=on_the_way | {{.*}}fused 1 element-wise operations
// CHECK: Function=on_the_way | {{.*}}linalg.add is not fused: memref.copy also uses an intermediate result
// IR-LABEL: func.func @on_the_way
// IR: %[[T:.*]] = memref.alloc
// IR: tile.launch {{.*}} outs(%[[T]] :
// IR-NEXT: linalg.add ins(%[[T]],
// IR-NEXT: memref.copy %[[T]],
func.func @on_the_way(%x: memref<256x64xbf16>, %w1: memref<64x128xbf16>, %w2: memref<64x128xbf16>, %c: memref<256x128xf32>, %d: memref<256x128xf32>, %r: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %u = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<256x128xf32>)
  linalg.matmul ins(%x, %w1 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%u : memref<256x128xf32>)
  %v = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%v : memref<256x128xf32>)
  linalg.matmul ins(%x, %w2 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%v : memref<256x128xf32>)
  %t = memref.alloc() : memref<256x128xf32>
  linalg.mul ins(%u, %v : memref<256x128xf32>, memref<256x128xf32>) outs(%t : memref<256x128xf32>)
  linalg.add ins(%t, %r : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>)
  memref.copy %t, %d : memref<256x128xf32> to memref<256x128xf32>
  return
}

// -----

// A view of a buffer may be anywhere.
// CHECK: Function=viewed | {{.*}}makes no pair with the other matmul of its A, though one operation reads both results: linalg.mul is not fused: memref.subview also uses an intermediate result
// CHECK-NOT: Function=viewed | {{.*}}is part of the pair
// IR-LABEL: func.func @viewed
// IR-COUNT-2: tile.launch
func.func @viewed(%x: memref<256x64xbf16>, %w1: memref<64x128xbf16>, %w2: memref<64x128xbf16>, %c: memref<256x128xf32>, %d: memref<128xf32>) {
  %zero = arith.constant 0.0 : f32
  %u = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<256x128xf32>)
  linalg.matmul ins(%x, %w1 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%u : memref<256x128xf32>)
  %v = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%v : memref<256x128xf32>)
  linalg.matmul ins(%x, %w2 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%v : memref<256x128xf32>)
  %p = memref.subview %u[0, 0] [1, 128] [1, 1] : memref<256x128xf32> to memref<128xf32, strided<[1]>>
  linalg.mul ins(%u, %v : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>)
  memref.copy %p, %d : memref<128xf32, strided<[1]>> to memref<128xf32>
  return
}

// -----

// The buffer of the first product is used again.
// CHECK: Function=reused | {{.*}}makes no pair with the other matmul of its A, though one operation reads both results: linalg.mul is not fused: memref.copy also uses an intermediate result
// CHECK-NOT: Function=reused | {{.*}}is part of the pair
// IR-LABEL: func.func @reused
// IR-COUNT-2: tile.launch
func.func @reused(%x: memref<256x64xbf16>, %w1: memref<64x128xbf16>, %w2: memref<64x128xbf16>, %c: memref<256x128xf32>, %d: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %u = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<256x128xf32>)
  linalg.matmul ins(%x, %w1 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%u : memref<256x128xf32>)
  %v = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%v : memref<256x128xf32>)
  linalg.matmul ins(%x, %w2 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%v : memref<256x128xf32>)
  linalg.mul ins(%u, %v : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>)
  linalg.fill ins(%zero : f32) outs(%u : memref<256x128xf32>)
  linalg.matmul ins(%x, %w2 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%u : memref<256x128xf32>)
  memref.copy %u, %d : memref<256x128xf32> to memref<256x128xf32>
  return
}

// -----

// An operation that reads the second buffer before the second product is there.
// CHECK: Function=early | {{.*}}makes no pair with the other matmul of its A, though one operation reads both results: linalg.mul uses the buffer of the other matmul before that matmul
// CHECK-NOT: Function=early | {{.*}}is part of the pair
// IR-LABEL: func.func @early
// IR-COUNT-2: tile.launch
func.func @early(%x: memref<256x64xbf16>, %w1: memref<64x128xbf16>, %w2: memref<64x128xbf16>, %c: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %v = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%v : memref<256x128xf32>)
  %u = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<256x128xf32>)
  linalg.matmul ins(%x, %w1 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%u : memref<256x128xf32>)
  linalg.mul ins(%u, %v : memref<256x128xf32>, memref<256x128xf32>) outs(%u : memref<256x128xf32>)
  linalg.fill ins(%zero : f32) outs(%v : memref<256x128xf32>)
  linalg.matmul ins(%x, %w2 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%v : memref<256x128xf32>)
  linalg.mul ins(%u, %v : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>)
  return
}

// -----

// What the first one reads is overwritten before the second, or what the second
// reads before C is written.
// CHECK: Function=overwritten | {{.*}}makes no pair with the other matmul of its A, though one operation reads both results: memref.copy between may access memory that they write, or write memory that they read
// CHECK-NOT: Function=overwritten | {{.*}}is part of the pair
// IR-LABEL: func.func @overwritten
// IR-COUNT-2: tile.launch
func.func @overwritten(%x: memref<256x64xbf16>, %w2: memref<64x128xbf16>, %w3: memref<64x128xbf16>, %c: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %w1 = memref.alloc() : memref<64x128xbf16>
  memref.copy %w2, %w1 : memref<64x128xbf16> to memref<64x128xbf16>
  %u = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<256x128xf32>)
  linalg.matmul ins(%x, %w1 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%u : memref<256x128xf32>)
  memref.copy %w3, %w1 : memref<64x128xbf16> to memref<64x128xbf16>
  %v = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%v : memref<256x128xf32>)
  linalg.matmul ins(%x, %w2 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%v : memref<256x128xf32>)
  linalg.mul ins(%u, %v : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>)
  return
}
// CHECK: Function=freed | {{.*}}makes no pair with the other matmul of its A, though one operation reads both results: memref.dealloc between may access memory that they write, or write memory that they read
// CHECK-NOT: Function=freed | {{.*}}is part of the pair
// IR-LABEL: func.func @freed
// IR-COUNT-2: tile.launch
func.func @freed(%x: memref<256x64xbf16>, %w2: memref<64x128xbf16>, %c: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %w1 = memref.alloc() : memref<64x128xbf16>
  memref.copy %w2, %w1 : memref<64x128xbf16> to memref<64x128xbf16>
  %u = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<256x128xf32>)
  linalg.matmul ins(%x, %w1 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%u : memref<256x128xf32>)
  %v = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%v : memref<256x128xf32>)
  linalg.matmul ins(%x, %w2 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%v : memref<256x128xf32>)
  memref.dealloc %w1 : memref<64x128xbf16>
  linalg.mul ins(%u, %v : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>)
  return
}
// CHECK: Function=called | {{.*}}makes no pair with the other matmul of its A, though one operation reads both results: func.call between may access memory that they write, or write memory that they read
// CHECK-NOT: Function=called | {{.*}}is part of the pair
// IR-LABEL: func.func @called
// IR-COUNT-2: tile.launch
func.func private @something()
func.func @called(%x: memref<256x64xbf16>, %w1: memref<64x128xbf16>, %w2: memref<64x128xbf16>, %c: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %u = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<256x128xf32>)
  linalg.matmul ins(%x, %w1 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%u : memref<256x128xf32>)
  call @something() : () -> ()
  %v = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%v : memref<256x128xf32>)
  linalg.matmul ins(%x, %w2 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%v : memref<256x128xf32>)
  linalg.mul ins(%u, %v : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>)
  return
}

// -----

// C is read between the first operation that writes it and the last: that one
// alone is fused.
// CHECK: Function=read_between | {{.*}}makes a pair with
// CHECK: Function=read_between | {{.*}}fused 1 element-wise operations
// IR-LABEL: func.func @read_between
// IR: tile.launch
// IR-NEXT: memref.copy
// IR-NEXT: linalg.add
func.func @read_between(%x: memref<256x64xbf16>, %w1: memref<64x128xbf16>, %w2: memref<64x128xbf16>, %c: memref<256x128xf32>, %d: memref<256x128xf32>, %r: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %u = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<256x128xf32>)
  linalg.matmul ins(%x, %w1 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%u : memref<256x128xf32>)
  %v = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%v : memref<256x128xf32>)
  linalg.matmul ins(%x, %w2 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%v : memref<256x128xf32>)
  linalg.mul ins(%u, %v : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>)
  memref.copy %c, %d : memref<256x128xf32> to memref<256x128xf32>
  linalg.add ins(%c, %r : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>)
  return
}

// -----

// Where C may be: not in the buffer of A, nor in one of which nobody knows what it is.
// CHECK: Function=same_memory | {{.*}}makes no pair with the other matmul of its A, though one operation reads both results: linalg.generic is not fused: C may be in memory that the matmuls read
// CHECK-NOT: Function=same_memory | {{.*}}is part of the pair
// IR-LABEL: func.func @same_memory
// IR-COUNT-2: tile.launch
#id = affine_map<(i, j) -> (i, j)>
func.func @same_memory(%x: memref<128x128xbf16>, %w1: memref<128x128xbf16>, %w2: memref<128x128xbf16>) {
  %zero = arith.constant 0.0 : f32
  %u = memref.alloc() : memref<128x128xf32>
  %v = memref.alloc() : memref<128x128xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<128x128xf32>)
  linalg.fill ins(%zero : f32) outs(%v : memref<128x128xf32>)
  linalg.matmul ins(%x, %w1 : memref<128x128xbf16>, memref<128x128xbf16>) outs(%u : memref<128x128xf32>)
  linalg.matmul ins(%x, %w2 : memref<128x128xbf16>, memref<128x128xbf16>) outs(%v : memref<128x128xf32>)
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%u, %v : memref<128x128xf32>, memref<128x128xf32>) outs(%x : memref<128x128xbf16>) {
  ^bb0(%s: f32, %t: f32, %o: bf16):
    %4 = arith.mulf %s, %t : f32
    %5 = arith.truncf %4 : f32 to bf16
    linalg.yield %5 : bf16
  }
  return
}
// CHECK: Function=unknown_memory | {{.*}}makes no pair with the other matmul of its A, though one operation reads both results: linalg.mul is not fused: C may be in memory that the matmuls read
// CHECK-NOT: Function=unknown_memory | {{.*}}is part of the pair
// IR-LABEL: func.func @unknown_memory
// IR-COUNT-2: tile.launch
func.func @unknown_memory(%x: memref<256x64xbf16>, %w1: memref<64x128xbf16>, %w2: memref<64x128xbf16>, %which: i1, %d: memref<256x128xf32>, %e: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %u = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<256x128xf32>)
  linalg.matmul ins(%x, %w1 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%u : memref<256x128xf32>)
  %v = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%v : memref<256x128xf32>)
  linalg.matmul ins(%x, %w2 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%v : memref<256x128xf32>)
  %c = arith.select %which, %d, %e : memref<256x128xf32>
  linalg.mul ins(%u, %v : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>)
  return
}

// -----

// What is read beside may be C, as what was there or as an input.
// CHECK: Function=accumulated | {{.*}}fused 1 element-wise operations, which read 1 operands
// IR-LABEL: func.func @accumulated
// IR: tile.launch {{.*}} outs(%arg3 : memref<256x128xf32>) with(%arg2, %arg3 : {{.*}}) sms
// IR-NEXT: return
#id = affine_map<(i, j) -> (i, j)>
func.func @accumulated(%x: memref<256x64xbf16>, %w1: memref<64x128xbf16>, %w2: memref<64x128xbf16>, %c: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %u = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<256x128xf32>)
  linalg.matmul ins(%x, %w1 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%u : memref<256x128xf32>)
  %v = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%v : memref<256x128xf32>)
  linalg.matmul ins(%x, %w2 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%v : memref<256x128xf32>)
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%u, %v : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>) {
  ^bb0(%s: f32, %t: f32, %o: f32):
    %4 = arith.mulf %s, %t : f32
    %5 = arith.addf %4, %o : f32
    linalg.yield %5 : f32
  }
  return
}
// CHECK: Function=read_and_written | {{.*}}fused 2 element-wise operations, which read 1 operands
// IR-LABEL: func.func @read_and_written
// IR-NOT: memref.alloc
// IR: tile.launch {{.*}} outs(%arg3 : memref<256x128xf32>) with(%arg2, %arg3 : {{.*}}) sms
// IR-NEXT: return
func.func @read_and_written(%x: memref<256x64xbf16>, %w1: memref<64x128xbf16>, %w2: memref<64x128xbf16>, %c: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %u = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<256x128xf32>)
  linalg.matmul ins(%x, %w1 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%u : memref<256x128xf32>)
  %v = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%v : memref<256x128xf32>)
  linalg.matmul ins(%x, %w2 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%v : memref<256x128xf32>)
  linalg.mul ins(%u, %v : memref<256x128xf32>, memref<256x128xf32>) outs(%u : memref<256x128xf32>)
  linalg.add ins(%u, %c : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>)
  return
}

// -----

// Before a result is written to a buffer that nobody else reads, it may have what a
// loop's last iteration left.
// CHECK: Function=carried | {{.*}}makes no pair with the other matmul of its A, though one operation reads both results: linalg.add is not fused: it reads the old contents of a buffer that a result overwrites
// CHECK-NOT: Function=carried | {{.*}}is part of the pair
// IR-LABEL: func.func @carried
// IR-COUNT-2: tile.launch
func.func @carried(%x: memref<256x64xbf16>, %w1: memref<64x128xbf16>, %w2: memref<64x128xbf16>, %c: memref<256x128xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %i = arith.constant 0 : index
  %one = arith.constant 1 : index
  %t = memref.alloc() : memref<256x128xf32>
  scf.for %k = %i to %n step %one {
  %u = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<256x128xf32>)
  linalg.matmul ins(%x, %w1 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%u : memref<256x128xf32>)
  %v = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%v : memref<256x128xf32>)
  linalg.matmul ins(%x, %w2 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%v : memref<256x128xf32>)
  linalg.add ins(%u, %t : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>)
  linalg.mul ins(%c, %v : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>)
  linalg.add ins(%u, %v : memref<256x128xf32>, memref<256x128xf32>) outs(%t : memref<256x128xf32>)
  }
  return
}

// -----

// What is said of tensors is so here.
// CHECK: Function=given | {{.*}}makes no pair with the other matmul of its A, though one operation reads both results: it has a config of its own
// CHECK-NOT: Function=given | {{.*}}is part of the pair
// IR-LABEL: func.func @given
// IR-COUNT-2: tile.launch
func.func @given(%x: memref<256x64xbf16>, %w1: memref<64x128xbf16>, %w2: memref<64x128xbf16>, %c: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %u = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<256x128xf32>)
  linalg.matmul ins(%x, %w1 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%u : memref<256x128xf32>)
  %v = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%v : memref<256x128xf32>)
  linalg.matmul {autotune.config = #autotune.config<simt>} ins(%x, %w2 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%v : memref<256x128xf32>)
  linalg.mul ins(%u, %v : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>)
  return
}
// CHECK: Function=adds | {{.*}}makes no pair with the other matmul of its A, though one operation reads both results: one of them adds to a C
// CHECK-NOT: Function=adds | {{.*}}is part of the pair
// IR-LABEL: func.func @adds
// IR-COUNT-2: tile.launch
func.func @adds(%x: memref<256x64xbf16>, %w1: memref<64x128xbf16>, %w2: memref<64x128xbf16>, %c: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %u = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<256x128xf32>)
  linalg.matmul ins(%x, %w1 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%u : memref<256x128xf32>)
  %v = memref.alloc() : memref<256x128xf32>
  memref.copy %c, %v : memref<256x128xf32> to memref<256x128xf32>
  linalg.matmul ins(%x, %w2 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%v : memref<256x128xf32>)
  linalg.mul ins(%u, %v : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>)
  return
}
// CHECK: Function=strides | {{.*}}makes no pair with the other matmul of its A, though one operation reads both results: the layouts of their operands differ
// CHECK-NOT: Function=strides | {{.*}}is part of the pair
// IR-LABEL: func.func @strides
// IR-COUNT-2: tile.launch
func.func @strides(%x: memref<256x64xbf16>, %w1: memref<64x128xbf16, strided<[256, 1]>>, %w2: memref<64x128xbf16>, %c: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %u = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<256x128xf32>)
  linalg.matmul ins(%x, %w1 : memref<256x64xbf16>, memref<64x128xbf16, strided<[256, 1]>>) outs(%u : memref<256x128xf32>)
  %v = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%v : memref<256x128xf32>)
  linalg.matmul ins(%x, %w2 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%v : memref<256x128xf32>)
  linalg.mul ins(%u, %v : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>)
  return
}
// CHECK: Function=one_alone | {{.*}}makes no pair with the other matmul of its A, though one operation reads both results: linalg.generic is not fused: it reads the product in another order, or a part of it
// IR-LABEL: func.func @one_alone
// IR-COUNT-2: tile.launch
func.func @one_alone(%x: memref<256x64xbf16>, %w1: memref<64x128xbf16>, %w2: memref<64x128xbf16>, %c: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %u = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<256x128xf32>)
  linalg.matmul ins(%x, %w1 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%u : memref<256x128xf32>)
  %v = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%v : memref<256x128xf32>)
  linalg.matmul ins(%x, %w2 : memref<256x64xbf16>, memref<64x128xbf16>) outs(%v : memref<256x128xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (0, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%u, %v : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>) {
  ^bb0(%s: f32, %t: f32, %o: f32):
    %4 = arith.mulf %s, %t : f32
    linalg.yield %4 : f32
  }
  return
}
