// Products with plans, whose results are read after a later product was written:
// each has memory of its own, whichever row of the plan runs.
// REQUIRES: plugin
// RUN: autotune-opt %s -autotune-compile="target=h200 format=sim offload" | %run_sim | FileCheck %s
// RUN: autotune-opt %s -autotune-compile="target=h200 format=sim" | %run_sim | FileCheck %s
// RUN: autotune-opt %s -autotune-lower-matmul=target=h200 -cse -autotune-bufferize | FileCheck %s --check-prefix=BUFFERS

#id = affine_map<(i, j) -> (i, j)>
#id3 = affine_map<(i, j, k) -> (i, j, k)>

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

// silu(x W^T) * (x V^T) of bf16, as an exported Llama with unknown sizes has it:
// the reshapes keep the second product from computing the rest, too.
// BUFFERS-LABEL: func private @gated(
// BUFFERS: %[[U:[a-z0-9_]+]] = memref.alloc({{.*}} : memref<?x8xbf16>
// BUFFERS: %[[G:[a-z0-9_]+]] = memref.alloc({{.*}} : memref<?x8xbf16>
// BUFFERS: %[[GATES:.*]] = scf.index_switch
// BUFFERS-COUNT-2: tile.launch {{.*}} outs(%[[G]] :
// BUFFERS: memref.reshape %[[GATES]]
// BUFFERS: %[[UPS:.*]] = scf.index_switch
// BUFFERS-COUNT-2: tile.launch {{.*}} outs(%[[U]] :
// BUFFERS: memref.reshape %[[UPS]]
// BUFFERS: return
func.func private @gated(%x: tensor<?x16xbf16>, %w: tensor<8x16xbf16>, %v: tensor<8x16xbf16>) -> tensor<?x1x8xbf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x16xbf16>
  %shape = tensor.from_elements %m, %c1, %c8 : tensor<3xindex>
  %t = tensor.empty() : tensor<16x8xbf16>
  %wt = linalg.transpose ins(%w : tensor<8x16xbf16>) outs(%t : tensor<16x8xbf16>) permutation = [1, 0]
  %vt = linalg.transpose ins(%v : tensor<8x16xbf16>) outs(%t : tensor<16x8xbf16>) permutation = [1, 0]
  %e = tensor.empty(%m) : tensor<?x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  %b = tensor.empty(%m) : tensor<?x8xbf16>
  %gates = linalg.matmul {autotune.config = #autotune.plan<
      [m to 4]: <simt, tile = [32, 32, 16], defaults>, else: <simt, tile = [32, 64, 16], defaults>>}
      ins(%x, %wt : tensor<?x16xbf16>, tensor<16x8xbf16>) outs(%z : tensor<?x8xf32>) -> tensor<?x8xf32>
  %g = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%gates : tensor<?x8xf32>) outs(%b : tensor<?x8xbf16>) {
  ^bb0(%i: f32, %o: bf16):
    %r = arith.truncf %i : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<?x8xbf16>
  %g3 = tensor.reshape %g(%shape) : (tensor<?x8xbf16>, tensor<3xindex>) -> tensor<?x1x8xbf16>
  %ups = linalg.matmul {autotune.config = #autotune.plan<
      [m to 4]: <simt, tile = [32, 32, 16], defaults>, else: <simt, tile = [32, 64, 16], defaults>>}
      ins(%x, %vt : tensor<?x16xbf16>, tensor<16x8xbf16>) outs(%z : tensor<?x8xf32>) -> tensor<?x8xf32>
  %u = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%ups : tensor<?x8xf32>) outs(%b : tensor<?x8xbf16>) {
  ^bb0(%i: f32, %o: bf16):
    %r = arith.truncf %i : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<?x8xbf16>
  %u3 = tensor.reshape %u(%shape) : (tensor<?x8xbf16>, tensor<3xindex>) -> tensor<?x1x8xbf16>
  %b3 = tensor.empty(%m) : tensor<?x1x8xbf16>
  %y = linalg.generic {indexing_maps = [#id3, #id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%g3, %u3 : tensor<?x1x8xbf16>, tensor<?x1x8xbf16>) outs(%b3 : tensor<?x1x8xbf16>) {
  ^bb0(%i: bf16, %j: bf16, %o: bf16):
    %f = arith.extf %i : bf16 to f32
    %n = arith.negf %f : f32
    %x1 = math.exp %n : f32
    %s = arith.addf %x1, %one : f32
    %q = arith.divf %one, %s : f32
    %p = arith.mulf %f, %q : f32
    %h = arith.truncf %p : f32 to bf16
    %r = arith.mulf %h, %j : bf16
    linalg.yield %r : bf16
  } -> tensor<?x1x8xbf16>
  return %y : tensor<?x1x8xbf16>
}

// A product onto what a switch of the program yields: the first product, or C.
// Both are read again.
func.func private @onto(%x: tensor<?x16xf32>, %w: tensor<16x8xf32>, %c: tensor<?x8xf32>) -> (tensor<?x8xf32>, tensor<?x8xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x16xf32>
  %e = tensor.empty(%m) : tensor<?x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  %first = linalg.matmul {autotune.config = #autotune.plan<
      [m to 4]: <simt, tile = [32, 32, 16], defaults>, else: <simt, tile = [32, 64, 16], defaults>>}
      ins(%x, %w : tensor<?x16xf32>, tensor<16x8xf32>) outs(%z : tensor<?x8xf32>) -> tensor<?x8xf32>
  %chosen = scf.index_switch %m -> tensor<?x8xf32>
  case 3 {
    scf.yield %first : tensor<?x8xf32>
  }
  default {
    scf.yield %c : tensor<?x8xf32>
  }
  %second = linalg.matmul {autotune.config = #autotune.plan<
      [m to 4]: <simt, tile = [32, 32, 16], defaults>, else: <simt, tile = [32, 64, 16], defaults>>}
      ins(%x, %w : tensor<?x16xf32>, tensor<16x8xf32>) outs(%chosen : tensor<?x8xf32>) -> tensor<?x8xf32>
  %less = linalg.sub ins(%second, %c : tensor<?x8xf32>, tensor<?x8xf32>) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %first, %less : tensor<?x8xf32>, tensor<?x8xf32>
}

func.func private @print(%t: tensor<?x8xf32>) {
  %m = bufferization.to_buffer %t read_only : tensor<?x8xf32> to memref<?x8xf32>
  %u = memref.cast %m : memref<?x8xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

// x is i + 1 in column 0 and 1 in column 1, W is 128 n in column 0, and V is
// n + 1 in column 1. Gates of 128 and more are their own silu, as is 0.
func.func private @run(%m: index) {
  %x0 = tensor.empty(%m) : tensor<?x16xf32>
  %x = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%x0 : tensor<?x16xf32>) {
  ^bb0(%o: f32):
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %i = linalg.index 0 : index
    %k = linalg.index 1 : index
    %first = arith.cmpi eq, %k, %c0 : index
    %second = arith.cmpi eq, %k, %c1 : index
    %next = arith.addi %i, %c1 : index
    %other = arith.select %second, %c1, %c0 : index
    %n = arith.select %first, %next, %other : index
    %n32 = arith.index_cast %n : index to i32
    %r = arith.sitofp %n32 : i32 to f32
    linalg.yield %r : f32
  } -> tensor<?x16xf32>
  %xb0 = tensor.empty(%m) : tensor<?x16xbf16>
  %xb = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x16xf32>) outs(%xb0 : tensor<?x16xbf16>) {
  ^bb0(%i: f32, %o: bf16):
    %r = arith.truncf %i : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<?x16xbf16>
  %w0 = tensor.empty() : tensor<8x16xbf16>
  %w = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%w0 : tensor<8x16xbf16>) {
  ^bb0(%o: bf16):
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %n = linalg.index 0 : index
    %k = linalg.index 1 : index
    %first = arith.cmpi eq, %k, %c0 : index
    %large = arith.muli %n, %c128 : index
    %s = arith.select %first, %large, %c0 : index
    %s32 = arith.index_cast %s : index to i32
    %r = arith.sitofp %s32 : i32 to bf16
    linalg.yield %r : bf16
  } -> tensor<8x16xbf16>
  %v = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%w0 : tensor<8x16xbf16>) {
  ^bb0(%o: bf16):
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = linalg.index 0 : index
    %k = linalg.index 1 : index
    %second = arith.cmpi eq, %k, %c1 : index
    %next = arith.addi %n, %c1 : index
    %s = arith.select %second, %next, %c0 : index
    %s32 = arith.index_cast %s : index to i32
    %r = arith.sitofp %s32 : i32 to bf16
    linalg.yield %r : bf16
  } -> tensor<8x16xbf16>
  %y = call @gated(%xb, %w, %v) : (tensor<?x16xbf16>, tensor<8x16xbf16>, tensor<8x16xbf16>) -> tensor<?x1x8xbf16>
  %flat = tensor.collapse_shape %y [[0, 1], [2]] : tensor<?x1x8xbf16> into tensor<?x8xbf16>
  %f0 = tensor.empty(%m) : tensor<?x8xf32>
  %f = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%flat : tensor<?x8xbf16>) outs(%f0 : tensor<?x8xf32>) {
  ^bb0(%i: bf16, %o: f32):
    %r = arith.extf %i : bf16 to f32
    linalg.yield %r : f32
  } -> tensor<?x8xf32>
  call @print(%f) : (tensor<?x8xf32>) -> ()

  %one = arith.constant 1.0 : f32
  %seven = arith.constant 7.0 : f32
  %ones0 = tensor.empty() : tensor<16x8xf32>
  %ones = linalg.fill ins(%one : f32) outs(%ones0 : tensor<16x8xf32>) -> tensor<16x8xf32>
  %sevens = linalg.fill ins(%seven : f32) outs(%f0 : tensor<?x8xf32>) -> tensor<?x8xf32>
  %first, %less = call @onto(%x, %ones, %sevens) : (tensor<?x16xf32>, tensor<16x8xf32>, tensor<?x8xf32>) -> (tensor<?x8xf32>, tensor<?x8xf32>)
  call @print(%first) : (tensor<?x8xf32>) -> ()
  call @print(%less) : (tensor<?x8xf32>) -> ()
  return
}

// 128 n (i + 1) (n + 1). Each sum of a row of x is i + 2, which is the first
// product. The second is i + 2 + i + 2 for 3 rows and i + 2 + 7 for 5 rows, and
// has 7 less.
// CHECK:      {{.*}}[0, {{ *}}256, {{ *}}768, {{ *}}1536, {{ *}}2560, {{ *}}3840, {{ *}}5376, {{ *}}7168],
// CHECK-NEXT: [0, {{ *}}512, {{ *}}1536, {{ *}}3072, {{ *}}5120, {{ *}}7680, {{ *}}10752, {{ *}}14336],
// CHECK-NEXT: [0, {{ *}}768, {{ *}}2304, {{ *}}4608, {{ *}}7680, {{ *}}11520, {{ *}}16128, {{ *}}21504]]
// CHECK:      [2, {{.*}} 2],
// CHECK-NEXT: [3, {{.*}} 3],
// CHECK-NEXT: [4, {{.*}} 4]]
// CHECK:      [-3, {{.*}} -3],
// CHECK-NEXT: [-1, {{.*}} -1],
// CHECK-NEXT: [1, {{.*}} 1]]
// CHECK:      [0, {{ *}}1280, {{ *}}3840, {{ *}}7680, {{ *}}12800, {{ *}}19200, {{ *}}26880, {{ *}}35840]]
// CHECK:      [2, {{.*}} 2],
// CHECK:      [6, {{.*}} 6]]
// CHECK:      [2, {{.*}} 2],
// CHECK:      [6, {{.*}} 6]]
func.func @main() {
  %three = arith.constant 3 : index
  %five = arith.constant 5 : index
  call @run(%three) : (index) -> ()
  call @run(%five) : (index) -> ()
  return
}
