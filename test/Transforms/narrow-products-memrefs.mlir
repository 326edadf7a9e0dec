// RUN: autotune-opt %s --autotune-canonicalize-contractions --remarks-filter=autotune -o %t 2>%t.err
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=REMARK < %t.err

// On memrefs the operations before a product tell what wrote its inputs. The
// product reads the narrow values later than they were widened, so that nothing
// may have written them since.

#id = affine_map<(d0, d1) -> (d0, d1)>
#turned = affine_map<(d0, d1) -> (d1, d0)>

// The wide buffers go with what wrote them. Filling C leaves the inputs alone, as
// the product does.
// CHECK-LABEL: func @layer(
// CHECK-SAME: %[[A:.*]]: memref<32x64xbf16>, %[[B:.*]]: memref<48x64xbf16>, %[[C:.*]]: memref<32x48xf32>)
// CHECK-NOT: memref.alloc
// CHECK-NOT: arith.extf
// CHECK: linalg.fill
// CHECK: linalg.matmul ins(%[[A]], %{{.*}} : memref<32x64xbf16>, memref<64x48xbf16, strided<[1, 64]>>) outs(%[[C]] :
// CHECK-NEXT: return
func.func @layer(%a: memref<32x64xbf16>, %b: memref<48x64xbf16>, %c: memref<32x48xf32>) {
  %zero = arith.constant 0.0 : f32
  %aw = memref.alloc() : memref<32x64xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : memref<32x64xbf16>) outs(%aw : memref<32x64xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    linalg.yield %0 : f32
  }
  %bw = memref.alloc() : memref<48x64xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%b : memref<48x64xbf16>) outs(%bw : memref<48x64xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    linalg.yield %0 : f32
  }
  %bt = memref.alloc() : memref<64x48xf32>
  linalg.transpose ins(%bw : memref<48x64xf32>) outs(%bt : memref<64x48xf32>) permutation = [1, 0]
  linalg.fill ins(%zero : f32) outs(%c : memref<32x48xf32>)
  linalg.matmul ins(%aw, %bt : memref<32x64xf32>, memref<64x48xf32>) outs(%c : memref<32x48xf32>)
  memref.dealloc %aw : memref<32x64xf32>
  memref.dealloc %bw : memref<48x64xf32>
  memref.dealloc %bt : memref<64x48xf32>
  return
}

// Views of a wide buffer are views of the narrow one, which lies alike; sizes may
// be unknown.
// CHECK-LABEL: func @views(
// CHECK-SAME: %[[A:.*]]: memref<2x?x64xf16>, %[[B:.*]]: memref<64x48xf16>,
// CHECK: %[[V:.*]] = memref.collapse_shape %[[A]] {{.*}} : memref<2x?x64xf16> into memref<?x64xf16>
// CHECK: linalg.matmul ins(%[[V]], %[[B]] : memref<?x64xf16>, memref<64x48xf16>)
func.func @views(%a: memref<2x?x64xf16>, %b: memref<64x48xf16>, %c: memref<?x48xf32>) {
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c1 : memref<2x?x64xf16>
  %aw = memref.alloc(%m) : memref<2x?x64xf32>
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%a : memref<2x?x64xf16>) outs(%aw : memref<2x?x64xf32>) {
  ^bb0(%in: f16, %out: f32):
    %0 = arith.extf %in : f16 to f32
    linalg.yield %0 : f32
  }
  %bw = memref.alloc() : memref<64x48xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%b : memref<64x48xf16>) outs(%bw : memref<64x48xf32>) {
  ^bb0(%in: f16, %out: f32):
    %0 = arith.extf %in : f16 to f32
    linalg.yield %0 : f32
  }
  %av = memref.collapse_shape %aw [[0, 1], [2]] : memref<2x?x64xf32> into memref<?x64xf32>
  linalg.matmul ins(%av, %bw : memref<?x64xf32>, memref<64x48xf32>) outs(%c : memref<?x48xf32>)
  return
}

// The narrow values are written before the product.
// CHECK-LABEL: func @overwritten(
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : memref<32x64xf32>, memref<64x48xf32>)
func.func @overwritten(%a: memref<32x64xbf16>, %b: memref<64x48xbf16>, %c: memref<32x48xf32>) {
  %zero = arith.constant 0.0 : bf16
  %aw = memref.alloc() : memref<32x64xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : memref<32x64xbf16>) outs(%aw : memref<32x64xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    linalg.yield %0 : f32
  }
  %bw = memref.alloc() : memref<64x48xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%b : memref<64x48xbf16>) outs(%bw : memref<64x48xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    linalg.yield %0 : f32
  }
  linalg.fill ins(%zero : bf16) outs(%a : memref<32x64xbf16>)
  linalg.matmul ins(%aw, %bw : memref<32x64xf32>, memref<64x48xf32>) outs(%c : memref<32x48xf32>)
  return
}

// A part of the wide buffer is written, another argument that may be the narrow
// one is, and a call may write either.
// CHECK-LABEL: func @written(
// CHECK-COUNT-3: linalg.matmul ins(%{{.*}}, %{{.*}} : memref<32x64xf32>, memref<64x48xf32>)
func.func private @unknown()
func.func @written(%a: memref<32x64xbf16>, %b: memref<64x48xf32>, %o: memref<32x64xbf16>, %c: memref<32x48xf32>) {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0.0 : bf16
  %c0 = arith.constant 0 : index
  %aw = memref.alloc() : memref<32x64xf32>
  %bw = memref.alloc() : memref<64x48xf32>
  %bn = memref.alloc() : memref<64x48xbf16>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%bn : memref<64x48xbf16>) outs(%bw : memref<64x48xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : memref<32x64xbf16>) outs(%aw : memref<32x64xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    linalg.yield %0 : f32
  }
  memref.store %zero, %aw[%c0, %c0] : memref<32x64xf32>
  linalg.matmul ins(%aw, %bw : memref<32x64xf32>, memref<64x48xf32>) outs(%c : memref<32x48xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : memref<32x64xbf16>) outs(%aw : memref<32x64xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    linalg.yield %0 : f32
  }
  linalg.fill ins(%none : bf16) outs(%o : memref<32x64xbf16>)
  linalg.matmul ins(%aw, %bw : memref<32x64xf32>, memref<64x48xf32>) outs(%c : memref<32x48xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : memref<32x64xbf16>) outs(%aw : memref<32x64xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    linalg.yield %0 : f32
  }
  func.call @unknown() : () -> ()
  linalg.matmul ins(%aw, %bw : memref<32x64xf32>, memref<64x48xf32>) outs(%c : memref<32x48xf32>)
  return
}

// The product writes the memory that the narrow values lie in.
// CHECK-LABEL: func @same(
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : memref<32x32xf32>, memref<32x32xf32>)
func.func @same(%bytes: memref<8192xi8>, %b: memref<32x32xbf16>) {
  %c0 = arith.constant 0 : index
  %a = memref.view %bytes[%c0][] : memref<8192xi8> to memref<32x32xbf16>
  %c = memref.view %bytes[%c0][] : memref<8192xi8> to memref<32x32xf32>
  %aw = memref.alloc() : memref<32x32xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : memref<32x32xbf16>) outs(%aw : memref<32x32xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    linalg.yield %0 : f32
  }
  %bw = memref.alloc() : memref<32x32xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%b : memref<32x32xbf16>) outs(%bw : memref<32x32xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    linalg.yield %0 : f32
  }
  linalg.matmul ins(%aw, %bw : memref<32x32xf32>, memref<32x32xf32>) outs(%c : memref<32x32xf32>)
  return
}

// A view of the wide buffer that none of the narrow one is, because that has
// other strides.
// CHECK-LABEL: func @strided(
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : memref<32x64xf32>, memref<64x48xf32>)
// REMARK: Function=strided | Remark="not multiplied as narrow values: the layout of the narrow memref differs from that of the wide one"
func.func @strided(%a: memref<2x16x64xbf16, strided<[4096, 64, 1]>>, %b: memref<64x48xbf16>, %c: memref<32x48xf32>) {
  %aw = memref.alloc() : memref<2x16x64xf32>
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%a : memref<2x16x64xbf16, strided<[4096, 64, 1]>>) outs(%aw : memref<2x16x64xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    linalg.yield %0 : f32
  }
  %bw = memref.alloc() : memref<64x48xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%b : memref<64x48xbf16>) outs(%bw : memref<64x48xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    linalg.yield %0 : f32
  }
  %av = memref.collapse_shape %aw [[0, 1], [2]] : memref<2x16x64xf32> into memref<32x64xf32>
  linalg.matmul ins(%av, %bw : memref<32x64xf32>, memref<64x48xf32>) outs(%c : memref<32x48xf32>)
  return
}
