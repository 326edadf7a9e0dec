// RUN: autotune-opt %s --autotune-trace-sizes | FileCheck %s --implicit-check-not=autotune.dims
// RUN: autotune-opt %s --autotune-prepare | FileCheck %s --check-prefix=PREPARED --implicit-check-not=autotune.dims
// RUN: autotune-opt %s --autotune-compile="attach target=h200 format=sim" | not grep autotune.sizes

// What is expected of an argument's dimensions is found at the matmul, through
// casts, reshapes, element-wise operations and transposes.

#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#y = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(i, j) -> (i, j)>
#swap = affine_map<(i, j) -> (j, i)>

// CHECK-LABEL: func @direct
// CHECK: linalg.matmul {autotune.sizes = #autotune.sizes<m from 1 to 8192 likely [1, 16], n by 8>}
// PREPARED-LABEL: func @direct
// PREPARED: linalg.matmul {autotune.sizes = #autotune.sizes<m from 1 to 8192 likely [1, 16], n by 8>}
func.func @direct(%x: tensor<?x64xf32> {autotune.sizes = #autotune.dims<[0] from 1 to 8192 likely [1, 16]>},
                  %w: tensor<64x?xf32> {autotune.sizes = #autotune.dims<[1] by 8>},
                  %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<?x64xf32>, tensor<64x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// All operands of a loop say something of it.
// CHECK-LABEL: func @together
// CHECK: linalg.matmul {autotune.sizes = #autotune.sizes<m from 2 to 64>}
func.func @together(%x: tensor<?x64xf32> {autotune.sizes = #autotune.dims<[0] to 64>}, %w: tensor<64x96xf32>,
                    %c: tensor<?x96xf32> {autotune.sizes = #autotune.dims<[0] from 2>}) -> tensor<?x96xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<?x64xf32>, tensor<64x96xf32>) outs(%c : tensor<?x96xf32>) -> tensor<?x96xf32>
  return %0 : tensor<?x96xf32>
}

// The attribute of the matmul counts more, for the sizes that it names.
// CHECK-LABEL: func @own
// CHECK: linalg.matmul {autotune.sizes = #autotune.sizes<m = 8, n to 4>}
func.func @own(%x: tensor<?x64xf32> {autotune.sizes = #autotune.dims<[0] to 64>},
               %w: tensor<64x?xf32> {autotune.sizes = #autotune.dims<[1] to 4>}, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul {autotune.sizes = #autotune.sizes<m = 8>}
         ins(%x, %w : tensor<?x64xf32>, tensor<64x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// The rows of a batch of sequences are a product. Their likely sizes are all
// products of both.
// CHECK-LABEL: func @collapsed
// CHECK: linalg.matmul {autotune.sizes = #autotune.sizes<m from 1 to 16384 by 16 likely [16, 32, 512, 1024]>}
func.func @collapsed(%x: tensor<?x?x64xf32> {autotune.sizes = #autotune.dims<[0] from 1 to 8 likely [1, 2], [1] from 1 to 2048 by 16 likely [16, 512]>},
                     %w: tensor<64x96xf32>, %c: tensor<?x96xf32>) -> tensor<?x96xf32> {
  %rows = tensor.collapse_shape %x [[0, 1], [2]] : tensor<?x?x64xf32> into tensor<?x64xf32>
  %0 = linalg.matmul ins(%rows, %w : tensor<?x64xf32>, tensor<64x96xf32>) outs(%c : tensor<?x96xf32>) -> tensor<?x96xf32>
  return %0 : tensor<?x96xf32>
}

// A known factor keeps likely sizes; a known divisor does, too.
// CHECK-LABEL: func @parts
// CHECK: linalg.matmul {autotune.sizes = #autotune.sizes<m from 4 to 32 by 4 likely [4, 12]>}
// CHECK: linalg.batch_matmul {autotune.sizes = #autotune.sizes<batch from 1 to 8 likely [1, 3]>}
func.func @parts(%x: tensor<?x4x64xf32> {autotune.sizes = #autotune.dims<[0] from 1 to 8 likely [1, 3]>},
                 %w: tensor<64x96xf32>, %c: tensor<?x96xf32>, %v: tensor<?x96x16xf32>, %d: tensor<?x4x16xf32>)
                 -> (tensor<?x96xf32>, tensor<?x4x16xf32>) {
  %c0 = arith.constant 0 : index
  %rows = tensor.collapse_shape %x [[0, 1], [2]] : tensor<?x4x64xf32> into tensor<?x64xf32>
  %0 = linalg.matmul ins(%rows, %w : tensor<?x64xf32>, tensor<64x96xf32>) outs(%c : tensor<?x96xf32>) -> tensor<?x96xf32>
  %dim = tensor.dim %0, %c0 : tensor<?x96xf32>
  %c4 = arith.constant 4 : index
  %b = arith.divui %dim, %c4 : index
  %a = tensor.expand_shape %0 [[0, 1], [2]] output_shape [%b, 4, 96] : tensor<?x96xf32> into tensor<?x4x96xf32>
  %1 = linalg.batch_matmul ins(%a, %v : tensor<?x4x96xf32>, tensor<?x96x16xf32>) outs(%d : tensor<?x4x16xf32>) -> tensor<?x4x16xf32>
  return %0, %1 : tensor<?x96xf32>, tensor<?x4x16xf32>
}

// CHECK-LABEL: func @through
// CHECK: linalg.matmul {autotune.sizes = #autotune.sizes<m from 1 to 100>}
func.func @through(%x: tensor<64x?xf32> {autotune.sizes = #autotune.dims<[1] from 1 to 100>}, %w: tensor<64x96xf32>) -> tensor<?x96xf32> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c1 : tensor<64x?xf32>
  %e = tensor.empty(%m) : tensor<?x64xf32>
  %t = linalg.transpose ins(%x : tensor<64x?xf32>) outs(%e : tensor<?x64xf32>) permutation = [1, 0]
  %unknown = tensor.cast %t : tensor<?x64xf32> to tensor<?x?xf32>
  %known = tensor.cast %unknown : tensor<?x?xf32> to tensor<?x64xf32>
  %scaled = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%known : tensor<?x64xf32>) outs(%e : tensor<?x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = math.exp %in : f32
    linalg.yield %s : f32
  } -> tensor<?x64xf32>
  %twice = arith.addf %scaled, %scaled : tensor<?x64xf32>
  %ec = tensor.empty(%m) : tensor<?x96xf32>
  %c = linalg.fill ins(%zero : f32) outs(%ec : tensor<?x96xf32>) -> tensor<?x96xf32>
  %0 = linalg.matmul ins(%twice, %w : tensor<?x64xf32>, tensor<64x96xf32>) outs(%c : tensor<?x96xf32>) -> tensor<?x96xf32>
  return %0 : tensor<?x96xf32>
}

// Sums, products and slices of sizes, and buffers.
// CHECK-LABEL: func @computed
// CHECK: linalg.matmul {autotune.sizes = #autotune.sizes<m from 3 to 21 likely [3, 5]>}
func.func @computed(%x: memref<?x64xf32> {autotune.sizes = #autotune.dims<[0] from 1 to 10 likely [1, 2]>},
                    %big: memref<64x64xf32>, %w: memref<64x96xf32>, %c: memref<?x96xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %dim = memref.dim %x, %c0 : memref<?x64xf32>
  %double = arith.muli %dim, %c2 : index
  %m = arith.addi %double, %c1 : index
  %part = memref.subview %big[0, 0] [%m, 64] [1, 1] : memref<64x64xf32> to memref<?x64xf32, strided<[64, 1]>>
  linalg.matmul ins(%part, %w : memref<?x64xf32, strided<[64, 1]>>, memref<64x96xf32>) outs(%c : memref<?x96xf32>)
  return
}

// Nothing is known of results of calls, and of matmuls of known sizes nothing
// has to be.
// CHECK-LABEL: func @nothing
// CHECK-NOT: autotune.sizes
func.func private @other(tensor<?x64xf32>) -> tensor<?x64xf32>
func.func @nothing(%x: tensor<?x64xf32> {autotune.sizes = #autotune.dims<[0] to 64>}, %w: tensor<64x96xf32>,
                   %c: tensor<?x96xf32>, %a: tensor<32x64xf32>, %d: tensor<32x96xf32>) -> (tensor<?x96xf32>, tensor<32x96xf32>) {
  %r = call @other(%x) : (tensor<?x64xf32>) -> tensor<?x64xf32>
  %0 = linalg.matmul ins(%r, %w : tensor<?x64xf32>, tensor<64x96xf32>) outs(%c : tensor<?x96xf32>) -> tensor<?x96xf32>
  %1 = linalg.matmul ins(%a, %w : tensor<32x64xf32>, tensor<64x96xf32>) outs(%d : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0, %1 : tensor<?x96xf32>, tensor<32x96xf32>
}

// A linear layer of a batch of sequences, as front ends export it. C is
// transposed, so A and B are swapped, and so are the sizes of an attribute.
// CHECK-LABEL: func @exported
// PREPARED-LABEL: func @exported
// PREPARED: linalg.matmul {{.*}}{autotune.sizes = #autotune.sizes<m from 1 to 16384>}
func.func @exported(%x: tensor<?x?x64xf32> {autotune.sizes = #autotune.dims<[0] from 1 to 8, [1] from 1 to 2048>},
                    %w: tensor<96x64xf32>, %c: tensor<?x?x96xf32>) -> tensor<?x?x96xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(b, s, n, k) -> (b, s, k)>, affine_map<(b, s, n, k) -> (n, k)>,
                                        affine_map<(b, s, n, k) -> (b, s, n)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%x, %w : tensor<?x?x64xf32>, tensor<96x64xf32>) outs(%c : tensor<?x?x96xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<?x?x96xf32>
  return %0 : tensor<?x?x96xf32>
}

// PREPARED-LABEL: func @swapped
// PREPARED: linalg.matmul {{.*}}{autotune.sizes = #autotune.sizes<m by 8, n to 64>}
func.func @swapped(%x: tensor<?x64xf32>, %w: tensor<64x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.contract indexing_maps = [#x, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n, m)>]
         {autotune.sizes = #autotune.sizes<m to 64, n by 8>}
         ins(%x, %w : tensor<?x64xf32>, tensor<64x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Ranges of all sizes say nothing.
// PREPARED-LABEL: func @swapped_all
// PREPARED-NOT: autotune.sizes
// PREPARED: return
func.func @swapped_all(%x: tensor<?x64xf32>, %w: tensor<64x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.contract indexing_maps = [#x, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n, m)>]
         {autotune.sizes = #autotune.sizes<m from 0>}
         ins(%x, %w : tensor<?x64xf32>, tensor<64x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// A size that is computed from itself doubles the steps, and not their time.
// CHECK-LABEL: func @doubled
func.func @doubled(%n: index, %w: tensor<64x64xf32>) -> tensor<?x64xf32> {
  %s0 = arith.addi %n, %n : index
  %s1 = arith.addi %s0, %s0 : index
  %s2 = arith.addi %s1, %s1 : index
  %s3 = arith.addi %s2, %s2 : index
  %s4 = arith.addi %s3, %s3 : index
  %s5 = arith.addi %s4, %s4 : index
  %s6 = arith.addi %s5, %s5 : index
  %s7 = arith.addi %s6, %s6 : index
  %s8 = arith.addi %s7, %s7 : index
  %s9 = arith.addi %s8, %s8 : index
  %s10 = arith.addi %s9, %s9 : index
  %s11 = arith.addi %s10, %s10 : index
  %s12 = arith.addi %s11, %s11 : index
  %s13 = arith.addi %s12, %s12 : index
  %s14 = arith.addi %s13, %s13 : index
  %s15 = arith.addi %s14, %s14 : index
  %s16 = arith.addi %s15, %s15 : index
  %s17 = arith.addi %s16, %s16 : index
  %s18 = arith.addi %s17, %s17 : index
  %s19 = arith.addi %s18, %s18 : index
  %s20 = arith.addi %s19, %s19 : index
  %s21 = arith.addi %s20, %s20 : index
  %s22 = arith.addi %s21, %s21 : index
  %s23 = arith.addi %s22, %s22 : index
  %s24 = arith.addi %s23, %s23 : index
  %s25 = arith.addi %s24, %s24 : index
  %s26 = arith.addi %s25, %s25 : index
  %s27 = arith.addi %s26, %s26 : index
  %s28 = arith.addi %s27, %s27 : index
  %s29 = arith.addi %s28, %s28 : index
  %s30 = arith.addi %s29, %s29 : index
  %s31 = arith.addi %s30, %s30 : index
  %s32 = arith.addi %s31, %s31 : index
  %s33 = arith.addi %s32, %s32 : index
  %s34 = arith.addi %s33, %s33 : index
  %s35 = arith.addi %s34, %s34 : index
  %s36 = arith.addi %s35, %s35 : index
  %s37 = arith.addi %s36, %s36 : index
  %s38 = arith.addi %s37, %s37 : index
  %s39 = arith.addi %s38, %s38 : index
  %s40 = arith.addi %s39, %s39 : index
  %s41 = arith.addi %s40, %s40 : index
  %s42 = arith.addi %s41, %s41 : index
  %s43 = arith.addi %s42, %s42 : index
  %s44 = arith.addi %s43, %s43 : index
  %s45 = arith.addi %s44, %s44 : index
  %s46 = arith.addi %s45, %s45 : index
  %s47 = arith.addi %s46, %s46 : index
  %s48 = arith.addi %s47, %s47 : index
  %s49 = arith.addi %s48, %s48 : index
  %s50 = arith.addi %s49, %s49 : index
  %s51 = arith.addi %s50, %s50 : index
  %s52 = arith.addi %s51, %s51 : index
  %s53 = arith.addi %s52, %s52 : index
  %s54 = arith.addi %s53, %s53 : index
  %s55 = arith.addi %s54, %s54 : index
  %s56 = arith.addi %s55, %s55 : index
  %s57 = arith.addi %s56, %s56 : index
  %s58 = arith.addi %s57, %s57 : index
  %s59 = arith.addi %s58, %s58 : index
  %x = tensor.empty(%s59) : tensor<?x64xf32>
  %e = tensor.empty(%s59) : tensor<?x64xf32>
  %y = linalg.matmul ins(%x, %w : tensor<?x64xf32>, tensor<64x64xf32>) outs(%e : tensor<?x64xf32>) -> tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}

// Two sizes from one dimension are equal, also where nothing is expected of it.
// CHECK-LABEL: func @itself
// CHECK: linalg.matmul {{.*}}autotune.sizes = #autotune.sizes<n as m>
func.func @itself(%x: tensor<?x64xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul indexing_maps = [#x, #w, #y] ins(%x, %x : tensor<?x64xf32>, tensor<?x64xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// The scores of heads, and their product with the values: through layers whose
// outputs have the input's rows.
// CHECK-LABEL: func @heads
// CHECK: linalg.batch_matmul {{.*}}autotune.sizes = #autotune.sizes<m from 1 to 2048, n as m>
// CHECK: linalg.batch_matmul {autotune.sizes = #autotune.sizes<m from 1 to 2048, k as m>}
func.func @heads(%x: tensor<?x512xf32> {autotune.sizes = #autotune.dims<[0] from 1 to 2048>},
                 %q: tensor<512x512xf32>, %k: tensor<512x512xf32>) -> tensor<8x?x64xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x512xf32>
  %e = tensor.empty(%rows) : tensor<?x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x512xf32>) -> tensor<?x512xf32>
  %1 = linalg.matmul ins(%x, %q : tensor<?x512xf32>, tensor<512x512xf32>) outs(%f : tensor<?x512xf32>) -> tensor<?x512xf32>
  %2 = linalg.matmul ins(%x, %k : tensor<?x512xf32>, tensor<512x512xf32>) outs(%f : tensor<?x512xf32>) -> tensor<?x512xf32>
  %3 = tensor.expand_shape %1 [[0], [1, 2]] output_shape [%rows, 8, 64] : tensor<?x512xf32> into tensor<?x8x64xf32>
  %4 = tensor.expand_shape %2 [[0], [1, 2]] output_shape [%rows, 8, 64] : tensor<?x512xf32> into tensor<?x8x64xf32>
  %h = tensor.empty(%rows) : tensor<8x?x64xf32>
  %5 = linalg.transpose ins(%3 : tensor<?x8x64xf32>) outs(%h : tensor<8x?x64xf32>) permutation = [1, 0, 2]
  %6 = linalg.transpose ins(%4 : tensor<?x8x64xf32>) outs(%h : tensor<8x?x64xf32>) permutation = [1, 0, 2]
  %s = tensor.empty(%rows, %rows) : tensor<8x?x?xf32>
  %g = linalg.fill ins(%zero : f32) outs(%s : tensor<8x?x?xf32>) -> tensor<8x?x?xf32>
  %7 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]
         ins(%5, %6 : tensor<8x?x64xf32>, tensor<8x?x64xf32>) outs(%g : tensor<8x?x?xf32>) -> tensor<8x?x?xf32>
  %v = linalg.fill ins(%zero : f32) outs(%h : tensor<8x?x64xf32>) -> tensor<8x?x64xf32>
  %8 = linalg.batch_matmul ins(%7, %6 : tensor<8x?x?xf32>, tensor<8x?x64xf32>) outs(%v : tensor<8x?x64xf32>) -> tensor<8x?x64xf32>
  return %8 : tensor<8x?x64xf32>
}

// Sizes that the attribute names keep what it says of them.
// CHECK-LABEL: func @own_of_both
// CHECK: linalg.matmul {{.*}}autotune.sizes = #autotune.sizes<m to 64, n = 8>
func.func @own_of_both(%x: tensor<?x64xf32> {autotune.sizes = #autotune.dims<[0] to 64>}, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul indexing_maps = [#x, #w, #y] {autotune.sizes = #autotune.sizes<n = 8>}
         ins(%x, %x : tensor<?x64xf32>, tensor<?x64xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
