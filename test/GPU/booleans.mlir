// Masks of booleans, which a kernel reads as bytes: a matrix that all products
// share, a view that begins and has rows at odd bytes, and a scalar. Each against
// the host.
// RUN: autotune-opt %s -autotune-attach-configs="target=h200 space=none" -autotune-lower-matmul=target=h200 \
// RUN:   | FileCheck %s --check-prefix=FUSED
// RUN: autotune-opt %s -autotune-attach-configs="target=h200 space=none" \
// RUN:     -autotune-compile="target=h200 format=sim" -o %t
// RUN: %run_sim %t | FileCheck %s
// RUN: env AUTOTUNE_SIM_SCHEDULE=adversarial %run_sim %t | FileCheck %s
// RUN: %if cuda-gpu && ptxas && plugin %{ autotune-opt %s \
// RUN:     -autotune-attach-configs="target=h200 space=none" \
// RUN:     -autotune-compile=target=h200 | %run_gpu | FileCheck %s %}

// FUSED-LABEL: func.func private @shared(
// FUSED: %[[R:.*]] = tile.launch {{.*}}tensor<70x40xi1>
// FUSED-NEXT: return %[[R]]
// FUSED-LABEL: func.func private @scalar(
// FUSED: %[[R:.*]] = tile.launch {{.*}}tensor<1x1xi1>
// FUSED-NEXT: return %[[R]]
// FUSED-LABEL: func.func private @view(
// FUSED: tile.launch {{.*}}memref<70x40xi1, strided<[43, 1], offset: 3>>
// FUSED-NEXT: return

// Each line pair: wrong elements, and how many are masked.
// CHECK: {{^0$}}
// CHECK-NEXT: {{^2040$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1020$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^5600$}}
func.func @main() {
  call @check_shared() : () -> ()
  call @check_view() : () -> ()
  %true = arith.constant true
  %false = arith.constant false
  call @check_scalar(%true) : (i1) -> ()
  call @check_scalar(%false) : (i1) -> ()
  return
}

func.func private @shared(%a: tensor<2x70x72xbf16>, %b: tensor<2x72x40xbf16>, %mask: tensor<70x40xi1>) -> tensor<2x70x40xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant -1.0e+9 : f32
  %e = tensor.empty() : tensor<2x70x40xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<2x70x40xf32>) -> tensor<2x70x40xf32>
  %y = linalg.batch_matmul {autotune.config = #autotune.config<hopper_wgmma>}
      ins(%a, %b : tensor<2x70x72xbf16>, tensor<2x72x40xbf16>)
      outs(%init : tensor<2x70x40xf32>) -> tensor<2x70x40xf32>
  %x = linalg.generic {indexing_maps = [affine_map<(p, i, j) -> (p, i, j)>, affine_map<(p, i, j) -> (i, j)>, affine_map<(p, i, j) -> (p, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%y, %mask : tensor<2x70x40xf32>, tensor<70x40xi1>) outs(%e : tensor<2x70x40xf32>) {
  ^bb0(%s: f32, %m: i1, %o: f32):
    %1 = arith.select %m, %s, %least : f32
    linalg.yield %1 : f32
  } -> tensor<2x70x40xf32>
  return %x : tensor<2x70x40xf32>
}
func.func private @host_shared(%a: tensor<2x70x72xbf16>, %b: tensor<2x72x40xbf16>, %mask: tensor<70x40xi1>) -> tensor<2x70x40xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant -1.0e+9 : f32
  %e = tensor.empty() : tensor<2x70x40xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<2x70x40xf32>) -> tensor<2x70x40xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(p, m, n, k) -> (p, m, k)>,
      affine_map<(p, m, n, k) -> (p, k, n)>, affine_map<(p, m, n, k) -> (p, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x70x72xbf16>, tensor<2x72x40xbf16>) outs(%init : tensor<2x70x40xf32>) {
  ^bb0(%p: bf16, %q: bf16, %s: f32):
    %pe = arith.extf %p : bf16 to f32
    %qe = arith.extf %q : bf16 to f32
    %pq = arith.mulf %pe, %qe : f32
    %sum = arith.addf %s, %pq : f32
    linalg.yield %sum : f32
  } -> tensor<2x70x40xf32>
  %x = linalg.generic {indexing_maps = [affine_map<(p, i, j) -> (p, i, j)>, affine_map<(p, i, j) -> (i, j)>, affine_map<(p, i, j) -> (p, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%y, %mask : tensor<2x70x40xf32>, tensor<70x40xi1>) outs(%e : tensor<2x70x40xf32>) {
  ^bb0(%s: f32, %m: i1, %o: f32):
    %1 = arith.select %m, %s, %least : f32
    linalg.yield %1 : f32
  } -> tensor<2x70x40xf32>
  return %x : tensor<2x70x40xf32>
}

func.func private @scalar(%a: tensor<2x70x72xbf16>, %b: tensor<2x72x40xbf16>, %flag: i1) -> tensor<2x70x40xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant -1.0e+9 : f32
  %e = tensor.empty() : tensor<2x70x40xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<2x70x40xf32>) -> tensor<2x70x40xf32>
  %y = linalg.batch_matmul {autotune.config = #autotune.config<hopper_wgmma>}
      ins(%a, %b : tensor<2x70x72xbf16>, tensor<2x72x40xbf16>)
      outs(%init : tensor<2x70x40xf32>) -> tensor<2x70x40xf32>
  %x = linalg.generic {indexing_maps = [affine_map<(p, i, j) -> (p, i, j)>, affine_map<(p, i, j) -> (p, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%y : tensor<2x70x40xf32>) outs(%e : tensor<2x70x40xf32>) {
  ^bb0(%s: f32, %o: f32):
    %1 = arith.select %flag, %s, %least : f32
    linalg.yield %1 : f32
  } -> tensor<2x70x40xf32>
  return %x : tensor<2x70x40xf32>
}
func.func private @host_scalar(%a: tensor<2x70x72xbf16>, %b: tensor<2x72x40xbf16>, %flag: i1) -> tensor<2x70x40xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant -1.0e+9 : f32
  %e = tensor.empty() : tensor<2x70x40xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<2x70x40xf32>) -> tensor<2x70x40xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(p, m, n, k) -> (p, m, k)>,
      affine_map<(p, m, n, k) -> (p, k, n)>, affine_map<(p, m, n, k) -> (p, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x70x72xbf16>, tensor<2x72x40xbf16>) outs(%init : tensor<2x70x40xf32>) {
  ^bb0(%p: bf16, %q: bf16, %s: f32):
    %pe = arith.extf %p : bf16 to f32
    %qe = arith.extf %q : bf16 to f32
    %pq = arith.mulf %pe, %qe : f32
    %sum = arith.addf %s, %pq : f32
    linalg.yield %sum : f32
  } -> tensor<2x70x40xf32>
  %x = linalg.generic {indexing_maps = [affine_map<(p, i, j) -> (p, i, j)>, affine_map<(p, i, j) -> (p, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%y : tensor<2x70x40xf32>) outs(%e : tensor<2x70x40xf32>) {
  ^bb0(%s: f32, %o: f32):
    %1 = arith.select %flag, %s, %least : f32
    linalg.yield %1 : f32
  } -> tensor<2x70x40xf32>
  return %x : tensor<2x70x40xf32>
}

func.func private @view(%a: memref<70x72xbf16>, %b: memref<72x40xbf16>, %mask: memref<70x40xi1, strided<[43, 1], offset: 3>>, %c: memref<70x40xf32>) {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant -1.0e+9 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<70x40xf32>)
  linalg.matmul {autotune.config = #autotune.config<hopper_wgmma>}
      ins(%a, %b : memref<70x72xbf16>, memref<72x40xbf16>) outs(%c : memref<70x40xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%mask : memref<70x40xi1, strided<[43, 1], offset: 3>>) outs(%c : memref<70x40xf32>) {
  ^bb0(%m: i1, %s: f32):
    %1 = arith.select %m, %s, %least : f32
    linalg.yield %1 : f32
  }
  return
}
func.func private @host_view(%a: memref<70x72xbf16>, %b: memref<72x40xbf16>, %mask: memref<70x40xi1, strided<[43, 1], offset: 3>>, %c: memref<70x40xf32>) {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant -1.0e+9 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<70x40xf32>)
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<70x72xbf16>, memref<72x40xbf16>) outs(%c : memref<70x40xf32>) {
  ^bb0(%p: bf16, %q: bf16, %s: f32):
    %pe = arith.extf %p : bf16 to f32
    %qe = arith.extf %q : bf16 to f32
    %pq = arith.mulf %pe, %qe : f32
    %sum = arith.addf %s, %pq : f32
    linalg.yield %sum : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%mask : memref<70x40xi1, strided<[43, 1], offset: 3>>) outs(%c : memref<70x40xf32>) {
  ^bb0(%m: i1, %s: f32):
    %1 = arith.select %m, %s, %least : f32
    linalg.yield %1 : f32
  }
  return
}

// No shift of rows or columns leaves it as it is.
func.func private @mask(%rows: index, %columns: index) -> tensor<?x?xi1> {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %r = tensor.generate %rows, %columns {
  ^bb0(%i: index, %j: index):
    %0 = arith.muli %i, %c3 : index
    %1 = arith.muli %j, %c5 : index
    %2 = arith.muli %i, %j : index
    %3 = arith.addi %0, %1 : index
    %4 = arith.addi %2, %3 : index
    %5 = arith.remui %4, %c7 : index
    %6 = arith.cmpi uge, %5, %c3 : index
    tensor.yield %6 : i1
  } : tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}

func.func private @check_shared() {
  %a = tensor.generate {
  ^bb0(%p: index, %i: index, %j: index):
    %x = func.call @element(%p, %i, %j) : (index, index, index) -> bf16
    tensor.yield %x : bf16
  } : tensor<2x70x72xbf16>
  %b = tensor.generate {
  ^bb0(%p: index, %i: index, %j: index):
    %x = func.call @element(%j, %p, %i) : (index, index, index) -> bf16
    tensor.yield %x : bf16
  } : tensor<2x72x40xbf16>
  %c70 = arith.constant 70 : index
  %c40 = arith.constant 40 : index
  %m = call @mask(%c70, %c40) : (index, index) -> tensor<?x?xi1>
  %mask = tensor.cast %m : tensor<?x?xi1> to tensor<70x40xi1>
  %got = call @shared(%a, %b, %mask) : (tensor<2x70x72xbf16>, tensor<2x72x40xbf16>, tensor<70x40xi1>) -> tensor<2x70x40xf32>
  %want = call @host_shared(%a, %b, %mask) : (tensor<2x70x72xbf16>, tensor<2x72x40xbf16>, tensor<70x40xi1>) -> tensor<2x70x40xf32>
  %g = tensor.collapse_shape %got [[0, 1, 2]] : tensor<2x70x40xf32> into tensor<5600xf32>
  %w = tensor.collapse_shape %want [[0, 1, 2]] : tensor<2x70x40xf32> into tensor<5600xf32>
  %gd = tensor.cast %g : tensor<5600xf32> to tensor<?xf32>
  %wd = tensor.cast %w : tensor<5600xf32> to tensor<?xf32>
  call @compare(%gd, %wd) : (tensor<?xf32>, tensor<?xf32>) -> ()
  return
}

func.func private @check_scalar(%flag: i1) {
  %a = tensor.generate {
  ^bb0(%p: index, %i: index, %j: index):
    %x = func.call @element(%p, %i, %j) : (index, index, index) -> bf16
    tensor.yield %x : bf16
  } : tensor<2x70x72xbf16>
  %b = tensor.generate {
  ^bb0(%p: index, %i: index, %j: index):
    %x = func.call @element(%j, %p, %i) : (index, index, index) -> bf16
    tensor.yield %x : bf16
  } : tensor<2x72x40xbf16>
  %got = call @scalar(%a, %b, %flag) : (tensor<2x70x72xbf16>, tensor<2x72x40xbf16>, i1) -> tensor<2x70x40xf32>
  %want = call @host_scalar(%a, %b, %flag) : (tensor<2x70x72xbf16>, tensor<2x72x40xbf16>, i1) -> tensor<2x70x40xf32>
  %g = tensor.collapse_shape %got [[0, 1, 2]] : tensor<2x70x40xf32> into tensor<5600xf32>
  %w = tensor.collapse_shape %want [[0, 1, 2]] : tensor<2x70x40xf32> into tensor<5600xf32>
  %gd = tensor.cast %g : tensor<5600xf32> to tensor<?xf32>
  %wd = tensor.cast %w : tensor<5600xf32> to tensor<?xf32>
  call @compare(%gd, %wd) : (tensor<?xf32>, tensor<?xf32>) -> ()
  return
}

func.func private @check_view() {
  %at = tensor.generate {
  ^bb0(%i: index, %j: index):
    %x = func.call @element(%i, %j, %i) : (index, index, index) -> bf16
    tensor.yield %x : bf16
  } : tensor<70x72xbf16>
  %bt = tensor.generate {
  ^bb0(%i: index, %j: index):
    %x = func.call @element(%j, %j, %i) : (index, index, index) -> bf16
    tensor.yield %x : bf16
  } : tensor<72x40xbf16>
  %c70 = arith.constant 70 : index
  %c43 = arith.constant 43 : index
  %m = call @mask(%c70, %c43) : (index, index) -> tensor<?x?xi1>
  %mt = tensor.cast %m : tensor<?x?xi1> to tensor<70x43xi1>
  %a = bufferization.to_buffer %at : tensor<70x72xbf16> to memref<70x72xbf16>
  %b = bufferization.to_buffer %bt : tensor<72x40xbf16> to memref<72x40xbf16>
  %all = bufferization.to_buffer %mt : tensor<70x43xi1> to memref<70x43xi1>
  %mask = memref.subview %all[0, 3] [70, 40] [1, 1] : memref<70x43xi1> to memref<70x40xi1, strided<[43, 1], offset: 3>>
  %got = memref.alloc() : memref<70x40xf32>
  %want = memref.alloc() : memref<70x40xf32>
  call @view(%a, %b, %mask, %got) : (memref<70x72xbf16>, memref<72x40xbf16>, memref<70x40xi1, strided<[43, 1], offset: 3>>, memref<70x40xf32>) -> ()
  call @host_view(%a, %b, %mask, %want) : (memref<70x72xbf16>, memref<72x40xbf16>, memref<70x40xi1, strided<[43, 1], offset: 3>>, memref<70x40xf32>) -> ()
  %gf = memref.collapse_shape %got [[0, 1]] : memref<70x40xf32> into memref<2800xf32>
  %wf = memref.collapse_shape %want [[0, 1]] : memref<70x40xf32> into memref<2800xf32>
  %g = bufferization.to_tensor %gf restrict : memref<2800xf32> to tensor<2800xf32>
  %w = bufferization.to_tensor %wf restrict : memref<2800xf32> to tensor<2800xf32>
  %gd = tensor.cast %g : tensor<2800xf32> to tensor<?xf32>
  %wd = tensor.cast %w : tensor<2800xf32> to tensor<?xf32>
  call @compare(%gd, %wd) : (tensor<?xf32>, tensor<?xf32>) -> ()
  return
}

//===----------------------------------------------------------------------===//
// Small integers, whose products and sums no float rounds, and the comparison.
//===----------------------------------------------------------------------===//

func.func private @printI64(i64)
func.func private @printNewline()

func.func private @element(%i: index, %j: index, %k: index) -> bf16 {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %two = arith.constant 2 : i64
  %0 = arith.muli %i, %c7 : index
  %1 = arith.muli %j, %c3 : index
  %2 = arith.muli %j, %k : index
  %3 = arith.addi %0, %1 : index
  %4 = arith.addi %2, %3 : index
  %5 = arith.remui %4, %c5 : index
  %6 = arith.index_cast %5 : index to i64
  %7 = arith.subi %6, %two : i64
  %8 = arith.sitofp %7 : i64 to bf16
  return %8 : bf16
}

// Prints the number of elements that differ, and of those that are masked.
func.func private @compare(%got: tensor<?xf32>, %want: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %least = arith.constant -1.0e+9 : f32
  %size = tensor.dim %want, %c0 : tensor<?xf32>
  %wrong, %masked = scf.for %i = %c0 to %size step %c1
      iter_args(%w0 = %zero, %s0 = %zero) -> (i64, i64) {
    %x = tensor.extract %got[%i] : tensor<?xf32>
    %y = tensor.extract %want[%i] : tensor<?xf32>
    %differs = arith.cmpf une, %x, %y : f32
    %is = arith.cmpf oeq, %y, %least : f32
    %w1 = arith.addi %w0, %one : i64
    %w2 = arith.select %differs, %w1, %w0 : i64
    %s1 = arith.addi %s0, %one : i64
    %s2 = arith.select %is, %s1, %s0 : i64
    scf.yield %w2, %s2 : i64, i64
  }
  call @printI64(%wrong) : (i64) -> ()
  call @printNewline() : () -> ()
  call @printI64(%masked) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}
