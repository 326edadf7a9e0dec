// RUN: autotune-opt %s --autotune-attach-configs="target=h200 explain-rejections" -o /dev/null | grep '^//' | FileCheck %s

// The keys of facts, in the order of the matmuls.

#a = affine_map<(m, n, k) -> (m, k)>
#at = affine_map<(m, n, k) -> (k, m)>
#b = affine_map<(m, n, k) -> (k, n)>
#bt = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(i, j) -> (i, j)>

// A real C, and then the ways in which there is none.
func.func @inits(%a: tensor<8x16xbf16>, %b: tensor<16x32xbf16>, %c: tensor<8x32xf32>)
    -> (tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>) {
  // CHECK: // 8x32x16 bf16 -> f32 accumulate on h200
  %0 = linalg.matmul ins(%a, %b : tensor<8x16xbf16>, tensor<16x32xbf16>) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
  // CHECK-NEXT: // 8x32x16 bf16 -> f32 on h200
  %zero = arith.constant -0.0 : f32
  %fill = linalg.fill ins(%zero : f32) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<8x16xbf16>, tensor<16x32xbf16>) outs(%fill : tensor<8x32xf32>) -> tensor<8x32xf32>
  // Alike, so not listed again.
  %dense = arith.constant dense<0.0> : tensor<8x32xf32>
  %2 = linalg.matmul ins(%a, %b : tensor<8x16xbf16>, tensor<16x32xbf16>) outs(%dense : tensor<8x32xf32>) -> tensor<8x32xf32>
  %empty = tensor.empty() : tensor<8x32xf32>
  %3 = linalg.matmul ins(%a, %b : tensor<8x16xbf16>, tensor<16x32xbf16>) outs(%empty : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %0, %1, %2, %3 : tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>
}

// A fill with anything else is a real C.
func.func @ones(%a: tensor<8x48xbf16>, %b: tensor<48x32xbf16>, %c: tensor<8x32xf32>) -> tensor<8x32xf32> {
  // CHECK-NEXT: // 8x32x48 bf16 -> f32 accumulate on h200
  %one = arith.constant 1.0 : f32
  %fill = linalg.fill ins(%one : f32) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<8x48xbf16>, tensor<48x32xbf16>) outs(%fill : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}

// The cast that follows names what is written; sums that others read are written too.
func.func @casts(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %c: tensor<16x16xf32>)
    -> (tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>, tensor<16x16xbf16>) {
  %zero = arith.constant 0.0 : f32
  %fill = linalg.fill ins(%zero : f32) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  %out = tensor.empty() : tensor<16x16xf16>
  // CHECK-NEXT: // 16x16x16 f16 B^T -> f16 on h200
  %0 = linalg.matmul indexing_maps = [#a, #bt, #c] ins(%a, %b : tensor<16x16xf16>, tensor<16x16xf16>) outs(%fill : tensor<16x16xf32>) -> tensor<16x16xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<16x16xf32>) outs(%out : tensor<16x16xf16>) {
  ^bb0(%in: f32, %o: f16):
    %t = arith.truncf %in : f32 to f16
    linalg.yield %t : f16
  } -> tensor<16x16xf16>
  // CHECK-NEXT: // 16x16x16 f16 A^T -> f32,f16 then 06d5df16ce3a3bad on h200
  %2 = linalg.matmul indexing_maps = [#at, #b, #c] ins(%a, %b : tensor<16x16xf16>, tensor<16x16xf16>) outs(%fill : tensor<16x16xf32>) -> tensor<16x16xf32>
  %3 = arith.truncf %2 : tensor<16x16xf32> to tensor<16x16xf16>
  // CHECK-NEXT: // 16x16x16 f16 A^T B^T -> f32 accumulate on h200
  %4 = linalg.matmul indexing_maps = [#at, #bt, #c] ins(%a, %b : tensor<16x16xf16>, tensor<16x16xf16>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  %5 = arith.truncf %4 : tensor<16x16xf32> to tensor<16x16xbf16>
  return %1, %3, %2, %5 : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>, tensor<16x16xbf16>
}

// Integers wrap, so their sums are at least 32 bits wide.
func.func @integers(%a: tensor<?x64xi8>, %b: tensor<64x128xi8>, %c: tensor<?x128xi32>, %d: tensor<?x128xi8>, %e: tensor<?x128xi64>)
    -> (tensor<?x128xi32>, tensor<?x128xi32>, tensor<?x128xi8>, tensor<?x128xi64>) {
  // CHECK-NEXT: // ?x128x64 i8 -> i32 accumulate on h200
  %0 = linalg.matmul ins(%a, %b : tensor<?x64xi8>, tensor<64x128xi8>) outs(%c : tensor<?x128xi32>) -> tensor<?x128xi32>
  // CHECK-NEXT: // ?x128x64 i8 zext -> i32 accumulate on h200
  %1 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : tensor<?x64xi8>, tensor<64x128xi8>) outs(%c : tensor<?x128xi32>) -> tensor<?x128xi32>
  // CHECK-NEXT: // ?x128x64 i8 -> i8 accumulate on h200
  %2 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : tensor<?x64xi8>, tensor<64x128xi8>) outs(%d : tensor<?x128xi8>) -> tensor<?x128xi8>
  // CHECK-NEXT: // ?x128x64 i8 -> i64 accumulate on h200
  %3 = linalg.matmul ins(%a, %b : tensor<?x64xi8>, tensor<64x128xi8>) outs(%e : tensor<?x128xi64>) -> tensor<?x128xi64>
  return %0, %1, %2, %3 : tensor<?x128xi32>, tensor<?x128xi32>, tensor<?x128xi8>, tensor<?x128xi64>
}

// 8-bit floats, alike and mixed, in whatever holds them.
func.func @floats8(%a: tensor<8x16xf8E4M3FN>, %b: tensor<16x32xf8E4M3FN>, %d: tensor<16x32xf8E5M2>, %c: tensor<8x32xf32>, %e: tensor<8x32xf16>)
    -> (tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf16>) {
  // CHECK-NEXT: // 8x32x16 f8E4M3FN -> f32 accumulate on h200
  %0 = linalg.matmul ins(%a, %b : tensor<8x16xf8E4M3FN>, tensor<16x32xf8E4M3FN>) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
  // CHECK-NEXT: // 8x32x16 f8E4M3FN,f8E5M2 -> f32 accumulate on h200
  %1 = linalg.matmul ins(%a, %d : tensor<8x16xf8E4M3FN>, tensor<16x32xf8E5M2>) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
  // CHECK-NEXT: // 8x32x16 f8E4M3FN,f8E5M2 -> f16 accumulate on h200
  %2 = linalg.matmul ins(%a, %d : tensor<8x16xf8E4M3FN>, tensor<16x32xf8E5M2>) outs(%e : tensor<8x32xf16>) -> tensor<8x32xf16>
  return %0, %1, %2 : tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf16>
}

// Layouts of memrefs: strides, a column-major one, which is a transposed one of
// rows, and alignment.
func.func @memrefs(%a: memref<8x64xf32, strided<[128, 1]>>, %b: memref<64x24xf32, strided<[1, 64]>>,
                   %base: memref<64x64xf32>, %i: index, %ld: memref<8x24xf32, strided<[?, 1], offset: ?>>) {
  // CHECK-NEXT: // 8x24x64 f32 B^T -> f32 accumulate a(stride=128) c(stride=?, align=4) on h200
  linalg.matmul ins(%a, %b : memref<8x64xf32, strided<[128, 1]>>, memref<64x24xf32, strided<[1, 64]>>)
                outs(%ld : memref<8x24xf32, strided<[?, 1], offset: ?>>)
  // CHECK-NEXT: // 8x8x8 f32 -> f32 a(stride=64) b(stride=64, align=32) c(align=16) on h200
  %x = memref.subview %base[0, 0] [8, 8] [1, 1] : memref<64x64xf32> to memref<8x8xf32, strided<[64, 1]>>
  %y = memref.subview %base[1, 8] [8, 8] [1, 1] : memref<64x64xf32> to memref<8x8xf32, strided<[64, 1], offset: 72>>
  %c = memref.alloc() {alignment = 16} : memref<8x8xf32>
  linalg.matmul ins(%x, %y : memref<8x8xf32, strided<[64, 1]>>, memref<8x8xf32, strided<[64, 1], offset: 72>>)
                outs(%c : memref<8x8xf32>)
  memref.dealloc %c : memref<8x8xf32>
  return
}

// An offset that is set anew counts from the start of the allocation, as every other
// one; a view starts at its byte. Of what is not known an element is left.
func.func @anew(%base: memref<4096xf32>, %bytes: memref<65536xi8>, %others: memref<65536xi8>, %i: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  // CHECK-NEXT: // 8x8x8 f32 -> f32 a(stride=16) b(stride=16, align=32) c(stride=16, align=4) on h200
  %part = memref.subview %base[1] [2048] [1] : memref<4096xf32> to memref<2048xf32, strided<[1], offset: 1>>
  %a = memref.reinterpret_cast %part to offset: [0], sizes: [8, 8], strides: [16, 1] : memref<2048xf32, strided<[1], offset: 1>> to memref<8x8xf32, strided<[16, 1]>>
  %b = memref.reinterpret_cast %base to offset: [1032], sizes: [8, 8], strides: [16, 1] : memref<4096xf32> to memref<8x8xf32, strided<[16, 1], offset: 1032>>
  %own = memref.alloc() : memref<4096xf32>
  %d = memref.reinterpret_cast %own to offset: [%i], sizes: [8, 8], strides: [16, 1] : memref<4096xf32> to memref<8x8xf32, strided<[16, 1], offset: ?>>
  linalg.matmul ins(%a, %b : memref<8x8xf32, strided<[16, 1]>>, memref<8x8xf32, strided<[16, 1], offset: 1032>>)
                outs(%d : memref<8x8xf32, strided<[16, 1], offset: ?>>)
  // CHECK-NEXT: // 8x8x8 f32 -> f32 accumulate b(align=64) c(align=4) on h200
  %x = memref.view %bytes[%c0][] : memref<65536xi8> to memref<8x8xf32>
  %y = memref.view %bytes[%c64][] : memref<65536xi8> to memref<8x8xf32>
  %z = memref.view %others[%i][] : memref<65536xi8> to memref<8x8xf32>
  linalg.matmul ins(%x, %y : memref<8x8xf32>, memref<8x8xf32>) outs(%z : memref<8x8xf32>)
  memref.dealloc %own : memref<4096xf32>
  return
}

// On memrefs a zero fill counts when nothing touches the buffer in between.
func.func @fills(%a: memref<24x24xf32>, %b: memref<24x40xf32>, %c: memref<24x40xf32>, %d: memref<24x40xf32>) {
  %zero = arith.constant 0.0 : f32
  // The next one adds to it: their sum is looked at before each of them.
  // CHECK-NEXT: // 24x40x24+24 f32 -> f32 on h200
  // CHECK-NEXT: // 24x40x24 f32 -> f32 on h200
  linalg.fill ins(%zero : f32) outs(%c : memref<24x40xf32>)
  linalg.matmul ins(%a, %b : memref<24x24xf32>, memref<24x40xf32>) outs(%c : memref<24x40xf32>)
  // The sums of before are in it now.
  // CHECK-NEXT: // 24x40x24 f32 -> f32 accumulate on h200
  linalg.matmul ins(%a, %b : memref<24x24xf32>, memref<24x40xf32>) outs(%c : memref<24x40xf32>)
  return
}

// %d may be %c, so a write to it may be one to %c.
func.func @alias(%a: memref<24x24xf32>, %b: memref<24x56xf32>, %c: memref<24x56xf32>, %d: memref<24x56xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  // CHECK-NEXT: // 24x56x24 f32 -> f32 accumulate on h200
  linalg.fill ins(%zero : f32) outs(%c : memref<24x56xf32>)
  linalg.fill ins(%one : f32) outs(%d : memref<24x56xf32>)
  linalg.matmul ins(%a, %b : memref<24x24xf32>, memref<24x56xf32>) outs(%c : memref<24x56xf32>)
  // An allocation is no other buffer.
  // CHECK-NEXT: // 24x56x24 f32 -> f32 on h200
  linalg.fill ins(%zero : f32) outs(%c : memref<24x56xf32>)
  %e = memref.alloc() : memref<24x56xf32>
  linalg.fill ins(%one : f32) outs(%e : memref<24x56xf32>)
  linalg.matmul ins(%a, %b : memref<24x24xf32>, memref<24x56xf32>) outs(%c : memref<24x56xf32>)
  memref.dealloc %e : memref<24x56xf32>
  return
}

// What may be the allocation %c is no other buffer: a select, an argument or a
// result of a loop, the result of an if or of a call.
func.func @may_be_allocation(%a: memref<24x24xf32>, %b: memref<24x72xf32>, %d: memref<24x72xf32>,
                             %cond: i1, %i: index, %j: index, %x: f32) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<24x72xf32>
  // CHECK-NEXT: // 24x72x24 f32 -> f32 accumulate on h200
  %s = arith.select %cond, %c, %d : memref<24x72xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<24x72xf32>)
  memref.store %x, %s[%i, %j] : memref<24x72xf32>
  linalg.matmul ins(%a, %b : memref<24x24xf32>, memref<24x72xf32>) outs(%c : memref<24x72xf32>)
  memref.dealloc %c : memref<24x72xf32>
  return
}
func.func @may_be_in_loop(%a: memref<24x24xf32>, %b: memref<24x80xf32>, %d: memref<24x80xf32>,
                          %i: index, %j: index, %x: f32) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<24x80xf32>
  // CHECK-NEXT: // 24x80x24 f32 -> f32 accumulate on h200
  %r = scf.for %n = %i to %j step %j iter_args(%s = %c) -> memref<24x80xf32> {
    linalg.fill ins(%zero : f32) outs(%c : memref<24x80xf32>)
    memref.store %x, %s[%i, %j] : memref<24x80xf32>
    linalg.matmul ins(%a, %b : memref<24x24xf32>, memref<24x80xf32>) outs(%c : memref<24x80xf32>)
    scf.yield %d : memref<24x80xf32>
  }
  memref.dealloc %c : memref<24x80xf32>
  return
}
func.func @may_be_if(%a: memref<24x24xf32>, %b: memref<24x88xf32>, %d: memref<24x88xf32>,
                     %cond: i1, %i: index, %j: index, %x: f32) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<24x88xf32>
  // CHECK-NEXT: // 24x88x24 f32 -> f32 accumulate on h200
  %s = scf.if %cond -> memref<24x88xf32> {
    scf.yield %c : memref<24x88xf32>
  } else {
    scf.yield %d : memref<24x88xf32>
  }
  linalg.fill ins(%zero : f32) outs(%c : memref<24x88xf32>)
  memref.store %x, %s[%i, %j] : memref<24x88xf32>
  linalg.matmul ins(%a, %b : memref<24x24xf32>, memref<24x88xf32>) outs(%c : memref<24x88xf32>)
  memref.dealloc %c : memref<24x88xf32>
  return
}
func.func private @pick96(memref<24x96xf32>) -> memref<24x96xf32>
func.func @may_be_call(%a: memref<24x24xf32>, %b: memref<24x96xf32>, %i: index, %j: index, %x: f32) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<24x96xf32>
  // CHECK-NEXT: // 24x96x24 f32 -> f32 accumulate on h200
  %s = call @pick96(%c) : (memref<24x96xf32>) -> memref<24x96xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<24x96xf32>)
  memref.store %x, %s[%i, %j] : memref<24x96xf32>
  linalg.matmul ins(%a, %b : memref<24x24xf32>, memref<24x96xf32>) outs(%c : memref<24x96xf32>)
  memref.dealloc %c : memref<24x96xf32>
  return
}
func.func @may_be_block(%a: memref<24x24xf32>, %b: memref<24x104xf32>, %d: memref<24x104xf32>,
                        %cond: i1, %i: index, %j: index, %x: f32) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<24x104xf32>
  cf.cond_br %cond, ^next(%c : memref<24x104xf32>), ^next(%d : memref<24x104xf32>)
^next(%s: memref<24x104xf32>):
  // CHECK-NEXT: // 24x104x24 f32 -> f32 accumulate on h200
  linalg.fill ins(%zero : f32) outs(%c : memref<24x104xf32>)
  memref.store %x, %s[%i, %j] : memref<24x104xf32>
  linalg.matmul ins(%a, %b : memref<24x24xf32>, memref<24x104xf32>) outs(%c : memref<24x104xf32>)
  memref.dealloc %c : memref<24x104xf32>
  return
}

// Arguments of the function, globals and other allocations are other buffers.
memref.global "private" @scratch : memref<24x112xf32>
func.func @is_not_allocation(%a: memref<24x24xf32>, %b: memref<24x112xf32>, %d: memref<24x112xf32>,
                             %i: index, %j: index, %x: f32) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<24x112xf32>
  %e = memref.alloc() : memref<24x112xf32>
  %g = memref.get_global @scratch : memref<24x112xf32>
  // CHECK-NEXT: // 24x112x24 f32 -> f32 on h200
  linalg.fill ins(%zero : f32) outs(%c : memref<24x112xf32>)
  memref.store %x, %d[%i, %j] : memref<24x112xf32>
  memref.store %x, %e[%i, %j] : memref<24x112xf32>
  memref.store %x, %g[%i, %j] : memref<24x112xf32>
  linalg.matmul ins(%a, %b : memref<24x24xf32>, memref<24x112xf32>) outs(%c : memref<24x112xf32>)
  memref.dealloc %e : memref<24x112xf32>
  memref.dealloc %c : memref<24x112xf32>
  return
}

#ba = affine_map<(b, m, n, k) -> (b, m, k)>
#bb = affine_map<(b, m, n, k) -> (b, k, n)>
#bbt = affine_map<(b, m, n, k) -> (b, n, k)>
#bc = affine_map<(b, m, n, k) -> (b, m, n)>
#shared_a = affine_map<(b, m, n, k) -> (m, k)>
#shared_b = affine_map<(b, m, n, k) -> (k, n)>

// A batch: sizes from whoever knows them; a matrix for each product, or one for
// all of them. A batch of one product is none.
func.func @batches(%a: tensor<?x8x16xbf16>, %b: tensor<4x16x40xbf16>, %c: tensor<?x8x40xf32>,
                   %b2: tensor<16x40xbf16>, %bt: tensor<?x40x16xbf16>, %c1: tensor<1x8x40xf32>, %a1: tensor<1x8x16xbf16>)
    -> (tensor<?x8x40xf32>, tensor<?x8x40xf32>, tensor<?x8x40xf32>, tensor<1x8x40xf32>) {
  // CHECK-NEXT: // 4*8x40x16 bf16 -> f32 accumulate on h200
  %0 = linalg.batch_matmul ins(%a, %b : tensor<?x8x16xbf16>, tensor<4x16x40xbf16>) outs(%c : tensor<?x8x40xf32>) -> tensor<?x8x40xf32>
  // CHECK-NEXT: // ?*8x40x16 bf16 -> f32 accumulate b(broadcast) on h200
  %1 = linalg.batch_matmul indexing_maps = [#ba, #shared_b, #bc] ins(%a, %b2 : tensor<?x8x16xbf16>, tensor<16x40xbf16>) outs(%c : tensor<?x8x40xf32>) -> tensor<?x8x40xf32>
  // CHECK-NEXT: // ?*8x40x16 bf16 B^T -> f32 accumulate on h200
  %2 = linalg.batch_matmul indexing_maps = [#ba, #bbt, #bc] ins(%a, %bt : tensor<?x8x16xbf16>, tensor<?x40x16xbf16>) outs(%c : tensor<?x8x40xf32>) -> tensor<?x8x40xf32>
  // CHECK-NEXT: // 8x40x16 bf16 -> f32 accumulate on h200
  %3 = linalg.batch_matmul indexing_maps = [#ba, #shared_b, #bc] ins(%a1, %b2 : tensor<1x8x16xbf16>, tensor<16x40xbf16>) outs(%c1 : tensor<1x8x40xf32>) -> tensor<1x8x40xf32>
  return %0, %1, %2, %3 : tensor<?x8x40xf32>, tensor<?x8x40xf32>, tensor<?x8x40xf32>, tensor<1x8x40xf32>
}

// Memrefs have strides from one matrix to the next; those of a transposed batch
// lie between each other.
func.func @strided_batches(%a: memref<4x8x16xf16, strided<[256, 16, 1]>>, %b: memref<4x16x40xf16, strided<[40, 160, 1]>>,
                           %c: memref<4x8x40xf32, strided<[?, 40, 1], offset: ?>>, %a2: memref<8x16xf16>,
                           %d: memref<4x8x40xf32, strided<[?, 40, 1], offset: ?>>) {
  // CHECK-NEXT: // 4*8x40x16 f16 -> f32 accumulate a(batch=256) b(stride=160, batch=40) c(batch=?, align=4) on h200
  linalg.batch_matmul ins(%a, %b : memref<4x8x16xf16, strided<[256, 16, 1]>>, memref<4x16x40xf16, strided<[40, 160, 1]>>)
      outs(%c : memref<4x8x40xf32, strided<[?, 40, 1], offset: ?>>)
  // CHECK-NEXT: // 4*8x40x16 f16 -> f32 accumulate a(broadcast) b(stride=160, batch=40) c(batch=?, align=4) on h200
  linalg.batch_matmul indexing_maps = [#shared_a, #bb, #bc] ins(%a2, %b : memref<8x16xf16>, memref<4x16x40xf16, strided<[40, 160, 1]>>)
      outs(%d : memref<4x8x40xf32, strided<[?, 40, 1], offset: ?>>)
  return
}

// Of column-major matrices the columns are rows, whatever the map says, but not
// of C. Where elements have gaps both ways, they stay as they are.
func.func @columns(%a: memref<64x8xf32, strided<[1, ?]>>, %b: memref<64x24xf32, strided<[1, 64]>>, %c: memref<8x24xf32>, %d: memref<8x24xf32, strided<[1, 8]>>,
                   %gaps: memref<64x24xf32, strided<[48, 2]>>, %as: memref<64x64xf32, strided<[1, 64]>>, %e: memref<2x64x24xf32>, %bs: memref<2x64x24xf32, strided<[1536, 1, 64]>>) {
  // CHECK-NEXT: // 8x24x64 f32 B^T -> f32 accumulate a(stride=?) on h200
  linalg.matmul indexing_maps = [#at, #b, #c] ins(%a, %b : memref<64x8xf32, strided<[1, ?]>>, memref<64x24xf32, strided<[1, 64]>>) outs(%c : memref<8x24xf32>)
  // CHECK-NEXT: // 8x24x64 f32 -> f32 accumulate a(stride=?) b(stride=48, strided) c(stride=1, strided) on h200
  linalg.matmul indexing_maps = [#at, #b, #c] ins(%a, %gaps : memref<64x8xf32, strided<[1, ?]>>, memref<64x24xf32, strided<[48, 2]>>) outs(%d : memref<8x24xf32, strided<[1, 8]>>)
  // CHECK-NEXT: // 2*64x24x64 f32 A^T B^T -> f32 accumulate a(broadcast) on h200
  linalg.batch_matmul indexing_maps = [#shared_a, #bb, #bc] ins(%as, %bs : memref<64x64xf32, strided<[1, 64]>>, memref<2x64x24xf32, strided<[1536, 1, 64]>>) outs(%e : memref<2x64x24xf32>)
  return
}

// Strides of 0: of rows and of elements they are strides, and of a batch they
// show that all products share a matrix.
func.func @repeated(%a: memref<8x64xf32, strided<[0, 1]>>, %b: memref<64x24xf32, strided<[24, 0]>>, %c: memref<8x24xf32>, %e: memref<2x8x24xf32>,
                    %as: memref<2x8x64xf32, strided<[0, 64, 1]>>, %bs: memref<2x64x24xf32, strided<[0, 1, 64]>>) {
  // CHECK-NEXT: // 8x24x64 f32 -> f32 accumulate a(stride=0) b(strided) on h200
  linalg.matmul ins(%a, %b : memref<8x64xf32, strided<[0, 1]>>, memref<64x24xf32, strided<[24, 0]>>) outs(%c : memref<8x24xf32>)
  // CHECK-NEXT: // 2*8x24x64 f32 B^T -> f32 accumulate a(broadcast) b(broadcast) on h200
  linalg.batch_matmul ins(%as, %bs : memref<2x8x64xf32, strided<[0, 64, 1]>>, memref<2x64x24xf32, strided<[0, 1, 64]>>) outs(%e : memref<2x8x24xf32>)
  return
}
