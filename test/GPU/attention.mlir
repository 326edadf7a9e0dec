// Attention written by hand as a tile program: causal, with two query heads for each
// head of K and V, and edges of tiles.
// RUN: autotune-opt %s -autotune-compile=format=sim -o %t
// RUN: %run_sim %t | FileCheck %s
// RUN: env AUTOTUNE_SIM_SCHEDULE=random %run_sim %t | FileCheck %s
// RUN: env AUTOTUNE_SIM_SCHEDULE=adversarial %run_sim %t | FileCheck %s
// RUN: %if cuda-gpu && ptxas && plugin %{ autotune-opt %s -autotune-compile \
// RUN:   | %run_gpu | FileCheck %s %}

// Wrong elements, and whether any is other than 0.
// CHECK: {{^0$}}
// CHECK-NEXT: {{^1$}}
#q = affine_map<(b, h, m, n, d) -> (b, h, m, d)>
#k = affine_map<(b, h, m, n, d) -> (b, h floordiv 2, n, d)>
#v = affine_map<(b, h, m, n, d) -> (b, h floordiv 2, n, d)>
#s = affine_map<(b, h, m, n, d) -> (b, h, m, n)>
#o = affine_map<(b, h, m, n, d) -> (b, h, m, d)>
#all = affine_map<(b, h, m, n) -> (b, h, m, n)>
#row = affine_map<(b, h, m, n) -> (b, h, m)>
func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %m = arith.constant 200 : index
  %n = arith.constant 264 : index
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %scale = arith.constant 0.125 : f32
  %q = call @input(%c4, %m, %c1) : (index, index, index) -> tensor<2x?x?x64xbf16>
  %k = call @input(%c2, %n, %c2) : (index, index, index) -> tensor<2x?x?x64xbf16>
  %v = call @input(%c2, %n, %c3) : (index, index, index) -> tensor<2x?x?x64xbf16>
  %qx = tensor.cast %q : tensor<2x?x?x64xbf16> to tensor<?x?x?x?xbf16>
  %kx = tensor.cast %k : tensor<2x?x?x64xbf16> to tensor<?x?x?x?xbf16>
  %vx = tensor.cast %v : tensor<2x?x?x64xbf16> to tensor<?x?x?x?xbf16>
  %c64 = arith.constant 64 : index
  %empty = tensor.empty(%c2, %c4, %m, %c64) : tensor<?x?x?x?xbf16>
  %o = tile.launch @kernels::@attention
      ins(%qx, %kx, %vx : tensor<?x?x?x?xbf16>, tensor<?x?x?x?xbf16>, tensor<?x?x?x?xbf16>)
      outs(%empty : tensor<?x?x?x?xbf16>) -> tensor<?x?x?x?xbf16>
  %got = arith.extf %o : tensor<?x?x?x?xbf16> to tensor<?x?x?x?xf32>

  %se = tensor.empty() : tensor<2x4x200x264xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x4x200x264xf32>) -> tensor<2x4x200x264xf32>
  %qs = tensor.cast %q : tensor<2x?x?x64xbf16> to tensor<2x4x200x64xbf16>
  %ks = tensor.cast %k : tensor<2x?x?x64xbf16> to tensor<2x2x264x64xbf16>
  %vs = tensor.cast %v : tensor<2x?x?x64xbf16> to tensor<2x2x264x64xbf16>
  %products = linalg.generic {indexing_maps = [#q, #k, #s],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%qs, %ks : tensor<2x4x200x64xbf16>, tensor<2x2x264x64xbf16>) outs(%s0 : tensor<2x4x200x264xf32>) {
  ^bb0(%x: bf16, %y: bf16, %z: f32):
    %x32 = arith.extf %x : bf16 to f32
    %y32 = arith.extf %y : bf16 to f32
    %xy = arith.mulf %x32, %y32 : f32
    %sum = arith.addf %z, %xy : f32
    linalg.yield %sum : f32
  } -> tensor<2x4x200x264xf32>
  %scores = linalg.generic {indexing_maps = [#all, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%products : tensor<2x4x200x264xf32>) outs(%se : tensor<2x4x200x264xf32>) {
  ^bb0(%x: f32, %y: f32):
    %row = linalg.index 2 : index
    %column = linalg.index 3 : index
    %c64_0 = arith.constant 64 : index
    %last = arith.addi %row, %c64_0 : index
    %isSeen = arith.cmpi ule, %column, %last : index
    %scaled = arith.mulf %x, %scale : f32
    %masked = arith.select %isSeen, %scaled, %lowest : f32
    linalg.yield %masked : f32
  } -> tensor<2x4x200x264xf32>
  %weights = linalg.softmax dimension(3) ins(%scores : tensor<2x4x200x264xf32>)
      outs(%se : tensor<2x4x200x264xf32>) -> tensor<2x4x200x264xf32>
  %oe = tensor.empty() : tensor<2x4x200x64xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x4x200x64xf32>) -> tensor<2x4x200x64xf32>
  %want = linalg.generic {indexing_maps = [#s, #v, #o],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "parallel"]}
      ins(%weights, %vs : tensor<2x4x200x264xf32>, tensor<2x2x264x64xbf16>) outs(%o0 : tensor<2x4x200x64xf32>) {
  ^bb0(%x: f32, %y: bf16, %z: f32):
    %y32 = arith.extf %y : bf16 to f32
    %xy = arith.mulf %x, %y32 : f32
    %sum = arith.addf %z, %xy : f32
    linalg.yield %sum : f32
  } -> tensor<2x4x200x64xf32>
  %gots = tensor.cast %got : tensor<?x?x?x?xf32> to tensor<2x4x200x64xf32>
  %g = tensor.collapse_shape %gots [[0, 1, 2], [3]] : tensor<2x4x200x64xf32> into tensor<1600x64xf32>
  %w = tensor.collapse_shape %want [[0, 1, 2], [3]] : tensor<2x4x200x64xf32> into tensor<1600x64xf32>
  %gd = tensor.cast %g : tensor<1600x64xf32> to tensor<?x?xf32>
  %wd = tensor.cast %w : tensor<1600x64xf32> to tensor<?x?xf32>
  call @compare(%gd, %wd) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

gpu.module @kernels [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  tile.kernel @attention(%Q: memref<?x?x?x?xbf16>, %K: memref<?x?x?x?xbf16>, %V: memref<?x?x?x?xbf16>, %O: memref<?x?x?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %step = arith.constant 64 : index
    %bm = arith.constant 128 : index
    %scale = arith.constant 1.803368801e-01 : f32
    %one = arith.constant 1.0 : f32
    %zero = arith.constant 0.0 : f32
    %ninf = arith.constant 0xFF800000 : f32
    %low = arith.constant -1.0e30 : f32
    %B = memref.dim %Q, %c0 : memref<?x?x?x?xbf16>
    %H = memref.dim %Q, %c1 : memref<?x?x?x?xbf16>
    %M = memref.dim %Q, %c2 : memref<?x?x?x?xbf16>
    %Sk = memref.dim %K, %c2 : memref<?x?x?x?xbf16>
    %Hk = memref.dim %K, %c1 : memref<?x?x?x?xbf16>
    %group = arith.divui %H, %Hk : index
    %qring = tile.ring stages(1) : !tile.ring<128x64xbf16>
    %kring = tile.ring stages(2) : !tile.ring<64x64xbf16>
    %vring = tile.ring stages(2) : !tile.ring<64x64xbf16>
    tile.role "producer" warps(4) registers(24) elect {
      tile.for_each_tile (%m0, %hq, %k0, %kall, %b) in (%M, %H, %Sk) batch(%B) tile(128, 1, 64) raster(along_n, 1) persistent {
        %Mless = arith.addi %M, %bm : index
        %Mm1 = arith.subi %Mless, %c1 : index
        %Mt = arith.divui %Mm1, %bm : index
        %Ml = arith.muli %Mt, %bm : index
        %Mlast = arith.subi %Ml, %bm : index
        %m = arith.subi %Mlast, %m0 : index
        %diag = arith.subi %Sk, %M : index
        %mend = arith.addi %m, %bm : index
        %kc = arith.addi %mend, %diag : index
        %k1 = arith.minui %kc, %kall : index
        %kp = arith.addi %k1, %step : index
        %kq = arith.subi %kp, %c1 : index
        %blocks = arith.divui %kq, %step : index
        %lastb = arith.subi %blocks, %c1 : index
        %first = arith.muli %lastb, %step : index
        %h = arith.divui %hq, %group : index
        %q = tile.acquire %qring : !tile.ring<128x64xbf16> -> !tile.slot<128x64xbf16>
        tile.load %Q[%b, %hq, %m, %c0] into %q[0] : memref<?x?x?x?xbf16>, !tile.slot<128x64xbf16>
        scf.for %j = %c0 to %blocks step %c1 {
          %jb = arith.muli %j, %step : index
          %kk = arith.subi %first, %jb : index
          %k = tile.acquire %kring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
          tile.load %K[%b, %h, %kk, %c0] into %k[0] : memref<?x?x?x?xbf16>, !tile.slot<64x64xbf16>
          %v = tile.acquire %vring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
          tile.load %V[%b, %h, %kk, %c0] into %v[0] : memref<?x?x?x?xbf16>, !tile.slot<64x64xbf16>
        }
      }
    }
    tile.role "consumer" warps(8) registers(240) {
      tile.for_each_tile (%m0, %hq, %k0, %kall, %b) in (%M, %H, %Sk) batch(%B) tile(128, 1, 64) raster(along_n, 1) persistent {
        %Mless = arith.addi %M, %bm : index
        %Mm1 = arith.subi %Mless, %c1 : index
        %Mt = arith.divui %Mm1, %bm : index
        %Ml = arith.muli %Mt, %bm : index
        %Mlast = arith.subi %Ml, %bm : index
        %m = arith.subi %Mlast, %m0 : index
        %diag = arith.subi %Sk, %M : index
        %mend = arith.addi %m, %bm : index
        %kc = arith.addi %mend, %diag : index
        %k1 = arith.minui %kc, %kall : index
        %kp = arith.addi %k1, %step : index
        %kq = arith.subi %kp, %c1 : index
        %blocks = arith.divui %kq, %step : index
        %lastb = arith.subi %blocks, %c1 : index
        %first = arith.muli %lastb, %step : index
        %q = tile.wait %qring : !tile.ring<128x64xbf16> -> !tile.slot<128x64xbf16>
        %k_0 = tile.wait %kring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
        %s_0a = tile.mma %q transpose_b right(%k_0 : !tile.slot<64x64xbf16>) : !tile.slot<128x64xbf16> -> !tile.fragment<128x64xf32>
        %s_0 = tile.mma_wait pending(0) %s_0a : !tile.fragment<128x64xf32> -> !tile.fragment<128x64xf32>
        tile.release %k_0 to %kring : !tile.slot<64x64xbf16>, !tile.ring<64x64xbf16>
        %s1 = tile.map %s_0 at [%m, %first] : !tile.fragment<128x64xf32> -> !tile.fragment<128x64xf32> {
        ^bb0(%x: f32, %row: index, %col: index):
          %last = arith.addi %row, %diag : index
          %isSeen = arith.cmpi sle, %col, %last : index
          %y = arith.select %isSeen, %x, %ninf : f32
          tile.yield %y : f32
        }
        %m2 = tile.reduce_rows max %s1 : !tile.fragment<128x64xf32> -> !tile.rows<128x1xf32>
        %x3 = tile.map %m2 : !tile.rows<128x1xf32> -> !tile.rows<128x1xf32> {
        ^bb0(%a: f32):
          %c = arith.maxnumf %a, %low : f32
          %y = arith.mulf %c, %scale : f32
          %z = arith.negf %y : f32
          tile.yield %z : f32
        }
        %x4 = tile.map %s1, %x3 : !tile.fragment<128x64xf32>, !tile.rows<128x1xf32> -> !tile.fragment<128x64xf32> {
        ^bb0(%x: f32, %f: f32):
          %d = math.fma %x, %scale, %f : f32
          %y = math.exp2 %d : f32
          tile.yield %y : f32
        }
        %l5 = tile.fold %x4 : !tile.fragment<128x64xf32> -> !tile.fragment<128x8xf32>
        %p6 = tile.round %x4 : !tile.fragment<128x64xf32> -> !tile.fragment<128x64xbf16>
        %o_0 = tile.splat %zero : f32 -> !tile.fragment<128x64xf32>
        %cx = arith.constant 2 : index
        %maskedEnd0 = arith.addi %c1, %cx : index
        %maskedEnd = arith.minui %maskedEnd0, %blocks : index
        %r7:5 = scf.for %j = %c1 to %maskedEnd step %c1 iter_args(%pi = %p6, %mi = %m2, %msi = %x3, %li = %l5, %oi = %o_0) -> (!tile.fragment<128x64xbf16>, !tile.rows<128x1xf32>, !tile.rows<128x1xf32>, !tile.fragment<128x8xf32>, !tile.fragment<128x64xf32>) {
          %jb = arith.muli %j, %step : index
          %kk = arith.subi %first, %jb : index
          %k = tile.wait %kring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
          %sn = tile.mma %q transpose_b right(%k : !tile.slot<64x64xbf16>) : !tile.slot<128x64xbf16> -> !tile.fragment<128x64xf32>
          %v = tile.wait %vring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
          %on = tile.mma %v, %oi from(%pi : !tile.fragment<128x64xbf16>) : !tile.slot<64x64xbf16>, !tile.fragment<128x64xf32> -> !tile.fragment<128x64xf32>
          %sw = tile.mma_wait pending(1) %sn : !tile.fragment<128x64xf32> -> !tile.fragment<128x64xf32>
          tile.release %k to %kring : !tile.slot<64x64xbf16>, !tile.ring<64x64xbf16>
          %s8 = tile.map %sw at [%m, %kk] : !tile.fragment<128x64xf32> -> !tile.fragment<128x64xf32> {
          ^bb0(%x: f32, %row: index, %col: index):
            %last = arith.addi %row, %diag : index
            %isSeen = arith.cmpi sle, %col, %last : index
            %y = arith.select %isSeen, %x, %ninf : f32
            tile.yield %y : f32
          }
          %m9 = tile.reduce_rows max %s8 from %mi : !tile.rows<128x1xf32>, !tile.fragment<128x64xf32> -> !tile.rows<128x1xf32>
          %x10 = tile.map %m9 : !tile.rows<128x1xf32> -> !tile.rows<128x1xf32> {
          ^bb0(%a: f32):
            %c = arith.maxnumf %a, %low : f32
            %y = arith.mulf %c, %scale : f32
            %z = arith.negf %y : f32
            tile.yield %z : f32
          }
          %x11 = tile.map %s8, %x10 : !tile.fragment<128x64xf32>, !tile.rows<128x1xf32> -> !tile.fragment<128x64xf32> {
          ^bb0(%x: f32, %f: f32):
            %d = math.fma %x, %scale, %f : f32
            %y = math.exp2 %d : f32
            tile.yield %y : f32
          }
          %x12 = tile.map %x10, %msi : !tile.rows<128x1xf32>, !tile.rows<128x1xf32> -> !tile.rows<128x1xf32> {
          ^bb0(%x: f32, %y: f32):
            %d = arith.subf %x, %y : f32
            %e = math.exp2 %d : f32
            tile.yield %e : f32
          }
          %x13 = tile.map %li, %x12 : !tile.fragment<128x8xf32>, !tile.rows<128x1xf32> -> !tile.fragment<128x8xf32> {
          ^bb0(%x: f32, %f: f32):
            %y = arith.mulf %x, %f : f32
            tile.yield %y : f32
          }
          %l14 = tile.fold %x11 onto %x13 : !tile.fragment<128x8xf32>, !tile.fragment<128x64xf32> -> !tile.fragment<128x8xf32>
          %ow = tile.mma_wait pending(0) %on : !tile.fragment<128x64xf32> -> !tile.fragment<128x64xf32>
          tile.release %v to %vring : !tile.slot<64x64xbf16>, !tile.ring<64x64xbf16>
          %x15 = tile.map %ow, %x12 : !tile.fragment<128x64xf32>, !tile.rows<128x1xf32> -> !tile.fragment<128x64xf32> {
          ^bb0(%x: f32, %f: f32):
            %y = arith.mulf %x, %f : f32
            tile.yield %y : f32
          }
          %p16 = tile.round %x11 : !tile.fragment<128x64xf32> -> !tile.fragment<128x64xbf16>
          scf.yield %p16, %m9, %x10, %l14, %x15 : !tile.fragment<128x64xbf16>, !tile.rows<128x1xf32>, !tile.rows<128x1xf32>, !tile.fragment<128x8xf32>, !tile.fragment<128x64xf32>
        }
        %r17:5 = scf.for %j = %maskedEnd to %blocks step %c1 iter_args(%pi = %r7#0, %mi = %r7#1, %msi = %r7#2, %li = %r7#3, %oi = %r7#4) -> (!tile.fragment<128x64xbf16>, !tile.rows<128x1xf32>, !tile.rows<128x1xf32>, !tile.fragment<128x8xf32>, !tile.fragment<128x64xf32>) {
          %k = tile.wait %kring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
          %sn = tile.mma %q transpose_b right(%k : !tile.slot<64x64xbf16>) : !tile.slot<128x64xbf16> -> !tile.fragment<128x64xf32>
          %v = tile.wait %vring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
          %on = tile.mma %v, %oi from(%pi : !tile.fragment<128x64xbf16>) : !tile.slot<64x64xbf16>, !tile.fragment<128x64xf32> -> !tile.fragment<128x64xf32>
          %sw = tile.mma_wait pending(1) %sn : !tile.fragment<128x64xf32> -> !tile.fragment<128x64xf32>
          tile.release %k to %kring : !tile.slot<64x64xbf16>, !tile.ring<64x64xbf16>
          %m18 = tile.reduce_rows max %sw from %mi : !tile.rows<128x1xf32>, !tile.fragment<128x64xf32> -> !tile.rows<128x1xf32>
          %x19 = tile.map %m18 : !tile.rows<128x1xf32> -> !tile.rows<128x1xf32> {
          ^bb0(%a: f32):
            %c = arith.maxnumf %a, %low : f32
            %y = arith.mulf %c, %scale : f32
            %z = arith.negf %y : f32
            tile.yield %z : f32
          }
          %x20 = tile.map %sw, %x19 : !tile.fragment<128x64xf32>, !tile.rows<128x1xf32> -> !tile.fragment<128x64xf32> {
          ^bb0(%x: f32, %f: f32):
            %d = math.fma %x, %scale, %f : f32
            %y = math.exp2 %d : f32
            tile.yield %y : f32
          }
          %x21 = tile.map %x19, %msi : !tile.rows<128x1xf32>, !tile.rows<128x1xf32> -> !tile.rows<128x1xf32> {
          ^bb0(%x: f32, %y: f32):
            %d = arith.subf %x, %y : f32
            %e = math.exp2 %d : f32
            tile.yield %e : f32
          }
          %x22 = tile.map %li, %x21 : !tile.fragment<128x8xf32>, !tile.rows<128x1xf32> -> !tile.fragment<128x8xf32> {
          ^bb0(%x: f32, %f: f32):
            %y = arith.mulf %x, %f : f32
            tile.yield %y : f32
          }
          %l23 = tile.fold %x20 onto %x22 : !tile.fragment<128x8xf32>, !tile.fragment<128x64xf32> -> !tile.fragment<128x8xf32>
          %ow = tile.mma_wait pending(0) %on : !tile.fragment<128x64xf32> -> !tile.fragment<128x64xf32>
          tile.release %v to %vring : !tile.slot<64x64xbf16>, !tile.ring<64x64xbf16>
          %x24 = tile.map %ow, %x21 : !tile.fragment<128x64xf32>, !tile.rows<128x1xf32> -> !tile.fragment<128x64xf32> {
          ^bb0(%x: f32, %f: f32):
            %y = arith.mulf %x, %f : f32
            tile.yield %y : f32
          }
          %p25 = tile.round %x20 : !tile.fragment<128x64xf32> -> !tile.fragment<128x64xbf16>
          scf.yield %p25, %m18, %x19, %l23, %x24 : !tile.fragment<128x64xbf16>, !tile.rows<128x1xf32>, !tile.rows<128x1xf32>, !tile.fragment<128x8xf32>, !tile.fragment<128x64xf32>
        }
        tile.release %q to %qring : !tile.slot<128x64xbf16>, !tile.ring<128x64xbf16>
        %v_z = tile.wait %vring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
        %o_za = tile.mma %v_z, %r17#4 from(%r17#0 : !tile.fragment<128x64xbf16>) : !tile.slot<64x64xbf16>, !tile.fragment<128x64xf32> -> !tile.fragment<128x64xf32>
        %lr = tile.reduce_rows add %r17#3 : !tile.fragment<128x8xf32> -> !tile.rows<128x1xf32>
        %x26 = tile.map %lr : !tile.rows<128x1xf32> -> !tile.rows<128x1xf32> {
        ^bb0(%x: f32):
          %y = arith.divf %one, %x : f32
          tile.yield %y : f32
        }
        %o_z = tile.mma_wait pending(0) %o_za : !tile.fragment<128x64xf32> -> !tile.fragment<128x64xf32>
        tile.release %v_z to %vring : !tile.slot<64x64xbf16>, !tile.ring<64x64xbf16>
        %x27 = tile.map %o_z, %x26 : !tile.fragment<128x64xf32>, !tile.rows<128x1xf32> -> !tile.fragment<128x64xf32> {
        ^bb0(%x: f32, %f: f32):
          %y = arith.mulf %x, %f : f32
          tile.yield %y : f32
        }
        tile.store %x27, %O[%b, %hq, %m, %c0] alignment(16) : !tile.fragment<128x64xf32>, memref<?x?x?x?xbf16>
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

func.func private @printI64(i64)
func.func private @printNewline()

// Multiples of 1/8 from -1 to 1, without a pattern along a row.
func.func private @input(%heads: index, %rows: index, %seed: index) -> tensor<2x?x?x64xbf16> {
  %c7 = arith.constant 7 : index
  %c17 = arith.constant 17 : index
  %c31 = arith.constant 31 : index
  %c101 = arith.constant 101 : index
  %eight = arith.constant 8 : i64
  %eighth = arith.constant 0.125 : f32
  %r = tensor.generate %heads, %rows {
  ^bb0(%b: index, %h: index, %i: index, %j: index):
    %0 = arith.muli %i, %c31 : index
    %1 = arith.muli %j, %j : index
    %2 = arith.muli %1, %c7 : index
    %3 = arith.muli %i, %j : index
    %4 = arith.addi %0, %2 : index
    %5 = arith.addi %3, %4 : index
    %6 = arith.muli %h, %seed : index
    %7 = arith.addi %5, %6 : index
    %8 = arith.addi %7, %b : index
    %9 = arith.muli %8, %seed : index
    %10 = arith.remui %9, %c101 : index
    %11 = arith.remui %10, %c17 : index
    %12 = arith.index_cast %11 : index to i64
    %13 = arith.subi %12, %eight : i64
    %14 = arith.sitofp %13 : i64 to f32
    %15 = arith.mulf %14, %eighth : f32
    %16 = arith.truncf %15 : f32 to bf16
    tensor.yield %16 : bf16
  } : tensor<2x?x?x64xbf16>
  return %r : tensor<2x?x?x64xbf16>
}

// Prints the number of elements that differ by more than 0.01, and whether any is
// not 0. Elements are at most 1, and rounded to bf16.
func.func private @compare(%got: tensor<?x?xf32>, %want: tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %fzero = arith.constant 0.0 : f32
  %bound = arith.constant 0.01 : f32
  %rows = tensor.dim %want, %c0 : tensor<?x?xf32>
  %columns = tensor.dim %want, %c1 : tensor<?x?xf32>
  %wrong, %some = scf.for %i = %c0 to %rows step %c1
      iter_args(%w0 = %zero, %s0 = %zero) -> (i64, i64) {
    %w, %s = scf.for %j = %c0 to %columns step %c1
        iter_args(%w1 = %w0, %s1 = %s0) -> (i64, i64) {
      %x = tensor.extract %got[%i, %j] : tensor<?x?xf32>
      %y = tensor.extract %want[%i, %j] : tensor<?x?xf32>
      %difference = arith.subf %x, %y : f32
      %distance = math.absf %difference : f32
      %differs = arith.cmpf ugt, %distance, %bound : f32
      %nonzero = arith.cmpf une, %y, %fzero : f32
      %w2 = arith.addi %w1, %one : i64
      %w3 = arith.select %differs, %w2, %w1 : i64
      %s3 = arith.select %nonzero, %one, %s1 : i64
      scf.yield %w3, %s3 : i64, i64
    }
    scf.yield %w, %s : i64, i64
  }
  call @printI64(%wrong) : (i64) -> ()
  call @printNewline() : () -> ()
  call @printI64(%some) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}
