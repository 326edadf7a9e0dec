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
!input = tensor<2x?x?x64xbf16>
!operand = tensor<?x?x?x?xbf16>
!hostScores = tensor<2x4x200x264xf32>
!hostResult = tensor<2x4x200x64xf32>
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
  %q = call @input(%c4, %m, %c1) : (index, index, index) -> !input
  %k = call @input(%c2, %n, %c2) : (index, index, index) -> !input
  %v = call @input(%c2, %n, %c3) : (index, index, index) -> !input
  %queries = tensor.cast %q : !input to !operand
  %keys = tensor.cast %k : !input to !operand
  %values = tensor.cast %v : !input to !operand
  %columns = arith.constant 64 : index
  %empty = tensor.empty(%c2, %c4, %m, %columns) : !operand
  %o = tile.launch @kernels::@attention
      ins(%queries, %keys, %values : !operand, !operand, !operand)
      outs(%empty : !operand) -> !operand
  %got = arith.extf %o : !operand to tensor<?x?x?x?xf32>

  // The same on the host, in f32.
  %emptyScores = tensor.empty() : !hostScores
  %zeroScores = linalg.fill ins(%zero : f32) outs(%emptyScores : !hostScores) -> !hostScores
  %qStatic = tensor.cast %q : !input to tensor<2x4x200x64xbf16>
  %kStatic = tensor.cast %k : !input to tensor<2x2x264x64xbf16>
  %vStatic = tensor.cast %v : !input to tensor<2x2x264x64xbf16>
  %products = linalg.generic {indexing_maps = [#q, #k, #s],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%qStatic, %kStatic : tensor<2x4x200x64xbf16>, tensor<2x2x264x64xbf16>) outs(%zeroScores : !hostScores) {
  ^bb0(%x: bf16, %y: bf16, %z: f32):
    %x32 = arith.extf %x : bf16 to f32
    %y32 = arith.extf %y : bf16 to f32
    %xy = arith.mulf %x32, %y32 : f32
    %sum = arith.addf %z, %xy : f32
    linalg.yield %sum : f32
  } -> !hostScores
  %scores = linalg.generic {indexing_maps = [#all, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%products : !hostScores) outs(%emptyScores : !hostScores) {
  ^bb0(%x: f32, %y: f32):
    %row = linalg.index 2 : index
    %column = linalg.index 3 : index
    %ahead = arith.constant 64 : index
    %last = arith.addi %row, %ahead : index
    %isSeen = arith.cmpi ule, %column, %last : index
    %scaled = arith.mulf %x, %scale : f32
    %masked = arith.select %isSeen, %scaled, %lowest : f32
    linalg.yield %masked : f32
  } -> !hostScores
  %weights = linalg.softmax dimension(3) ins(%scores : !hostScores)
      outs(%emptyScores : !hostScores) -> !hostScores
  %emptyResult = tensor.empty() : !hostResult
  %zeroResult = linalg.fill ins(%zero : f32) outs(%emptyResult : !hostResult) -> !hostResult
  %want = linalg.generic {indexing_maps = [#s, #v, #o],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "parallel"]}
      ins(%weights, %vStatic : !hostScores, tensor<2x2x264x64xbf16>) outs(%zeroResult : !hostResult) {
  ^bb0(%x: f32, %y: bf16, %z: f32):
    %y32 = arith.extf %y : bf16 to f32
    %xy = arith.mulf %x, %y32 : f32
    %sum = arith.addf %z, %xy : f32
    linalg.yield %sum : f32
  } -> !hostResult
  %gotAll = tensor.cast %got : tensor<?x?x?x?xf32> to !hostResult
  %gotFlat = tensor.collapse_shape %gotAll [[0, 1, 2], [3]] : !hostResult into tensor<1600x64xf32>
  %wantFlat = tensor.collapse_shape %want [[0, 1, 2], [3]] : !hostResult into tensor<1600x64xf32>
  %gotRows = tensor.cast %gotFlat : tensor<1600x64xf32> to tensor<?x?xf32>
  %wantRows = tensor.cast %wantFlat : tensor<1600x64xf32> to tensor<?x?xf32>
  call @compare(%gotRows, %wantRows) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

!matrix = memref<?x?x?x?xbf16>
!ringOfQ = !tile.ring<128x64xbf16>
!ring = !tile.ring<64x64xbf16>
!slotOfQ = !tile.slot<128x64xbf16>
!slot = !tile.slot<64x64xbf16>
!scores = !tile.fragment<128x64xf32>
!weights = !tile.fragment<128x64xbf16>
!result = !tile.fragment<128x64xf32>
!sums = !tile.fragment<128x8xf32>
!rows = !tile.rows<128x1xf32>

// A tile has 128 queries of one head, which are M. The heads are N, and the batch
// counts beside them. Keys come in blocks of 64, from the last one that a query of the
// tile sees to the first.
gpu.module @kernels [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  tile.kernel @attention(%Q: !matrix, %K: !matrix, %V: !matrix, %O: !matrix) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %block = arith.constant 64 : index
    %blockLess1 = arith.constant 63 : index
    %tile = arith.constant 128 : index
    // The scale of the scores, 1/8, times log2(e): exponentials are of base 2.
    %factor = arith.constant 1.803368801e-01 : f32
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    %masked = arith.constant 0xFF800000 : f32
    %leastMaximum = arith.constant -1.0e30 : f32
    %batch = memref.dim %Q, %c0 : !matrix
    %heads = memref.dim %Q, %c1 : !matrix
    %queries = memref.dim %Q, %c2 : !matrix
    %keys = memref.dim %K, %c2 : !matrix
    %keyHeads = memref.dim %K, %c1 : !matrix
    %sharing = arith.divui %heads, %keyHeads : index
    // Query i sees the keys up to i + %ahead.
    %ahead = arith.subi %keys, %queries : index
    %ringQ = tile.ring stages(1) : !ringOfQ
    %ringK = tile.ring stages(2) : !ring
    %ringV = tile.ring stages(2) : !ring

    tile.role "producer" warps(4) registers(24) elect {
      tile.for_each_tile (%m, %head, %k0, %k1, %b) in (%queries, %heads, %keys) batch(%batch)
          tile(128, 1, 64) raster(along_n, 1) persistent {
        %end = arith.addi %m, %tile : index
        %endSeen = arith.addi %end, %ahead : index
        %endKey = arith.minui %endSeen, %keys : index
        %endBlock = arith.addi %endKey, %blockLess1 : index
        %blocks = arith.divui %endBlock, %block : index
        %keyHead = arith.divui %head, %sharing : index
        %q = tile.acquire %ringQ : !ringOfQ -> !slotOfQ
        tile.load %Q[%b, %head, %m, %c0] into %q[0] : !matrix, !slotOfQ
        scf.for %i = %c0 to %blocks step %c1 {
          %left = arith.subi %blocks, %i : index
          %number = arith.subi %left, %c1 : index
          %key = arith.muli %number, %block : index
          %k = tile.acquire %ringK : !ring -> !slot
          tile.load %K[%b, %keyHead, %key, %c0] into %k[0] : !matrix, !slot
          %v = tile.acquire %ringV : !ring -> !slot
          tile.load %V[%b, %keyHead, %key, %c0] into %v[0] : !matrix, !slot
        }
      }
    }

    tile.role "consumer" warps(8) registers(240) {
      tile.for_each_tile (%m, %head, %k0, %k1, %b) in (%queries, %heads, %keys) batch(%batch)
          tile(128, 1, 64) raster(along_n, 1) persistent {
        %end = arith.addi %m, %tile : index
        %endSeen = arith.addi %end, %ahead : index
        %endKey = arith.minui %endSeen, %keys : index
        %endBlock = arith.addi %endKey, %blockLess1 : index
        %blocks = arith.divui %endBlock, %block : index
        %q = tile.wait %ringQ : !ringOfQ -> !slotOfQ

        // The last block begins the maxima and the sums. Its values are multiplied in
        // the next step.
        %lastNumber = arith.subi %blocks, %c1 : index
        %lastKey = arith.muli %lastNumber, %block : index
        %lastK = tile.wait %ringK : !ring -> !slot
        %lastStarted = tile.mma %q transpose_b right(%lastK : !slot) : !slotOfQ -> !scores
        %lastProducts = tile.mma_wait pending(0) %lastStarted : !scores -> !scores
        tile.release %lastK to %ringK : !slot, !ring
        %lastScores = tile.map %lastProducts at [%m, %lastKey] : !scores -> !scores {
        ^bb0(%x: f32, %query: index, %key: index):
          %lastSeen = arith.addi %query, %ahead : index
          %isSeen = arith.cmpi sle, %key, %lastSeen : index
          %score = arith.select %isSeen, %x, %masked : f32
          tile.yield %score : f32
        }
        %lastMaximum = tile.reduce_rows max %lastScores : !scores -> !rows
        // What the exponentials' fused multiply-add adds. It is finite, so that the
        // exponentials of masked scores are 0.
        %lastOffset = tile.map %lastMaximum : !rows -> !rows {
        ^bb0(%x: f32):
          %finite = arith.maxnumf %x, %leastMaximum : f32
          %scaled = arith.mulf %finite, %factor : f32
          %offset = arith.negf %scaled : f32
          tile.yield %offset : f32
        }
        %lastPowers = tile.map %lastScores, %lastOffset : !scores, !rows -> !scores {
        ^bb0(%x: f32, %offset: f32):
          %exponent = math.fma %x, %factor, %offset : f32
          %power = math.exp2 %exponent : f32
          tile.yield %power : f32
        }
        %lastSums = tile.fold %lastPowers : !scores -> !sums
        %lastWeights = tile.round %lastPowers : !scores -> !weights
        %nothing = tile.splat %zero : f32 -> !result

        %weights, %maximum, %offset, %sums, %result = scf.for %i = %c1 to %blocks step %c1
            iter_args(%weightsBefore = %lastWeights, %maximumBefore = %lastMaximum,
                      %offsetBefore = %lastOffset, %sumsBefore = %lastSums, %resultBefore = %nothing)
            -> (!weights, !rows, !rows, !sums, !result) {
          %left = arith.subi %blocks, %i : index
          %number = arith.subi %left, %c1 : index
          %firstKey = arith.muli %number, %block : index

          // The products of the next keys, and of the weights and values before, run
          // at the same time.
          %k = tile.wait %ringK : !ring -> !slot
          %started = tile.mma %q transpose_b right(%k : !slot) : !slotOfQ -> !scores
          %v = tile.wait %ringV : !ring -> !slot
          %added = tile.mma %v, %resultBefore from(%weightsBefore : !weights) : !slot, !result -> !result
          %products = tile.mma_wait pending(1) %started : !scores -> !scores
          tile.release %k to %ringK : !slot, !ring

          %scores = tile.map %products at [%m, %firstKey] : !scores -> !scores {
          ^bb0(%x: f32, %query: index, %key: index):
            %lastSeen = arith.addi %query, %ahead : index
            %isSeen = arith.cmpi sle, %key, %lastSeen : index
            %score = arith.select %isSeen, %x, %masked : f32
            tile.yield %score : f32
          }
          %newMaximum = tile.reduce_rows max %scores from %maximumBefore : !rows, !scores -> !rows
          %newOffset = tile.map %newMaximum : !rows -> !rows {
          ^bb0(%x: f32):
            %finite = arith.maxnumf %x, %leastMaximum : f32
            %scaled = arith.mulf %finite, %factor : f32
            %negative = arith.negf %scaled : f32
            tile.yield %negative : f32
          }
          %powers = tile.map %scores, %newOffset : !scores, !rows -> !scores {
          ^bb0(%x: f32, %add: f32):
            %exponent = math.fma %x, %factor, %add : f32
            %power = math.exp2 %exponent : f32
            tile.yield %power : f32
          }

          // Where the maximum has grown, earlier sums are scaled down.
          %decrease = tile.map %newOffset, %offsetBefore : !rows, !rows -> !rows {
          ^bb0(%x: f32, %before: f32):
            %difference = arith.subf %x, %before : f32
            %power = math.exp2 %difference : f32
            tile.yield %power : f32
          }
          %decreased = tile.map %sumsBefore, %decrease : !sums, !rows -> !sums {
          ^bb0(%x: f32, %by: f32):
            %y = arith.mulf %x, %by : f32
            tile.yield %y : f32
          }
          %newSums = tile.fold %powers onto %decreased : !sums, !scores -> !sums
          %multiplied = tile.mma_wait pending(0) %added : !result -> !result
          tile.release %v to %ringV : !slot, !ring
          %newResult = tile.map %multiplied, %decrease : !result, !rows -> !result {
          ^bb0(%x: f32, %by: f32):
            %y = arith.mulf %x, %by : f32
            tile.yield %y : f32
          }
          %newWeights = tile.round %powers : !scores -> !weights
          scf.yield %newWeights, %newMaximum, %newOffset, %newSums, %newResult
              : !weights, !rows, !rows, !sums, !result
        }
        tile.release %q to %ringQ : !slotOfQ, !ringOfQ

        // The first keys' values, and the division by the sums of all exponentials.
        %firstV = tile.wait %ringV : !ring -> !slot
        %lastAdded = tile.mma %firstV, %result from(%weights : !weights) : !slot, !result -> !result
        %sum = tile.reduce_rows add %sums : !sums -> !rows
        %inverse = tile.map %sum : !rows -> !rows {
        ^bb0(%x: f32):
          %y = arith.divf %one, %x : f32
          tile.yield %y : f32
        }
        %all = tile.mma_wait pending(0) %lastAdded : !result -> !result
        tile.release %firstV to %ringV : !slot, !ring
        %divided = tile.map %all, %inverse : !result, !rows -> !result {
        ^bb0(%x: f32, %by: f32):
          %y = arith.mulf %x, %by : f32
          tile.yield %y : f32
        }
        tile.store %divided, %O[%b, %head, %m, %c0] alignment(16) : !result, !matrix
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
