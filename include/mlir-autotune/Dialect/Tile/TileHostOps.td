//===- TileHostOps.td - The host's side of kernels ---------*- tablegen -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_TILE_TILEHOSTOPS_TD
#define MLIR_AUTOTUNE_DIALECT_TILE_TILEHOSTOPS_TD

include "mlir-autotune/Dialect/Tile/TileOpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// The host's side
//===----------------------------------------------------------------------===//

def Tile_LaunchOp : Tile_Op<"launch", [
    AttrSizedOperandSegments, DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "run a kernel on the given matrices";
  let description = [{
    The operands are the kernel's arguments, in order. A plain matrix may be passed for a batch of one
    matrix. In a kernel of a group, each argument takes as many operands as there are problems: first
    all A, then all B, then the `outs`. On tensors, the `outs` are destinations, as in every operation
    in destination-passing style. The kernel overwrites them, or adds to them if it reads its output
    argument. Operands that an epilogue reads come last, after `with`. `sms` is the number of
    multiprocessors that a persistent kernel fills. A wrong number costs time, not correctness.
    `columns` chooses the columns of a tile, if the kernel has `tile.chosen_columns`.

    **Windows.** With `window`, the kernel loads windows of images, as a convolution does. There are four
    lists, each with the rows' number before the columns': the pixels of a window, how far windows are
    apart, and how far the pixels of a window are apart. `padding` has the zeros above and left of an
    image, and then those below and right of it. A window starts at each place from which it fits the
    padded image, in steps of `strides`. The kernel's output has a row for each window.

    ```mlir
    %y = tile.launch @kernels::@conv
        ins(%x, %f : tensor<8x56x56x64xf16>, tensor<9x64x64xf16>)
        outs(%e : tensor<25088x64xf16>)
        window [3, 3] strides [1, 1] dilations [1, 1] padding [1, 1, 1, 1]
        -> tensor<25088x64xf16>
    ```

    ```mlir
    %r = tile.launch @kernels::@matmul
        ins(%a, %b : tensor<16x64xbf16>, tensor<64x32xbf16>)
        outs(%c : tensor<16x32xf32>) -> tensor<16x32xf32>
    ```
  }];
  let arguments = (ins SymbolRefAttr:$kernel,
    Variadic<AnyTypeOf<[AnyRankedTensor, AnyMemRef]>>:$inputs,
    Variadic<AnyTypeOf<[AnyRankedTensor, AnyMemRef]>>:$inits,
    Variadic<AnyTypeOf<[AnyRankedTensor, AnyMemRef]>>:$extras,
    OptionalAttr<ConfinedAttr<I64Attr, [IntPositive, IntMaxValue<65536>]>>:$sms,
    OptionalAttr<I64Attr>:$columns,
    OptionalAttr<DenseI64ArrayAttr>:$window_size,
    OptionalAttr<DenseI64ArrayAttr>:$window_strides,
    OptionalAttr<DenseI64ArrayAttr>:$window_dilations,
    OptionalAttr<DenseI64ArrayAttr>:$window_padding);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  // Launches of matrices have no windows.
  let builders = [OpBuilder<(ins "TypeRange":$results, "SymbolRefAttr":$kernel,
      "ValueRange":$inputs, "ValueRange":$inits, "ValueRange":$extras,
      "IntegerAttr":$sms, "IntegerAttr":$columns,
      CArg<"std::optional<::mlir::autotune::cuda::Window>",
           "std::nullopt">:$window)>];
  let assemblyFormat = [{
    $kernel (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $inits `:` type($inits) `)`
    (`with` `(` $extras^ `:` type($extras) `)`)? (`sms` `(` $sms^ `)`)?
    (`columns` `(` $columns^ `)`)?
    (`window` $window_size^ `strides` $window_strides
     `dilations` $window_dilations `padding` $window_padding)? attr-dict
    (`->` type($results)^)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Where the kernel's windows are. The operation must be valid.
    std::optional<::mlir::autotune::cuda::Window> getWindow();
    MutableOperandRange getDpsInitsMutable() { return getInitsMutable(); }
  }];
}

def Tile_RunOp : Tile_Op<"run", [
    AttrSizedOperandSegments, DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "run a kernel on whole buffers";
  let description = [{
    Launches `ctas` CTAs of `threads` threads of a `gpu.func` that takes addresses: first those of the
    inputs, then those of the outs. An input that is a number is passed as it is. Elements of a buffer
    are adjacent, in the order of its dimensions; the launch copies an input that is not so. The kernel
    overwrites the outs. `alignments` are what it relies on, in bytes: one for each operand.
    `shared_memory` is the dynamic shared memory of a CTA, in bytes.

    ```mlir
    %r = tile.run @kernels::@softmax ctas(512) threads(256) ins(%x : tensor<512x64xf32>)
        outs(%e : tensor<512x64xf32>) alignments [16, 16] -> tensor<512x64xf32>
    ```
  }];
  let arguments = (ins SymbolRefAttr:$kernel,
    ConfinedAttr<I64Attr, [IntPositive]>:$ctas,
    ConfinedAttr<I64Attr, [IntPositive, IntMaxValue<1024>]>:$threads,
    DefaultValuedAttr<ConfinedAttr<I64Attr, [IntNonNegative, IntMaxValue<1048576>]>, "0">:$shared_memory,
    Variadic<AnyType>:$inputs,
    Variadic<AnyTypeOf<[AnyRankedTensor, AnyMemRef]>>:$inits,
    DenseI64ArrayAttr:$alignments);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $kernel `ctas` `(` $ctas `)` `threads` `(` $threads `)`
    (`shared_memory` `(` $shared_memory^ `)`)?
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $inits `:` type($inits) `)` `alignments` $alignments attr-dict
    (`->` type($results)^)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    MutableOperandRange getDpsInitsMutable() { return getInitsMutable(); }
  }];
}

def Tile_PlanRowOp : Tile_Op<"plan_row", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "the row of a plan that runs";
  let description = [{
    Lets the runtime choose another row of a plan than the one whose guard holds. The result is `row`,
    unless the environment asks for something else when the program runs (`AUTOTUNE_PLANS`). The result
    selects one of the regions of an `scf.index_switch`, each of which has one `tile.launch`.

    The sizes are m, n, k and batch, those that are known included. `fact` is the matmul that the plan
    is for. `bounds` has twelve numbers for each row, the guard of the row: lower bound, upper bound
    and unit of each size. `everywhere` says of each row whether its kernel is right for all sizes, and
    not only where the guard holds.

    ```mlir
    %chosen = tile.plan_row %row sizes(%m, %n, %k, %batch) of "?x96x64 f32 -> f32"
        bounds [0, 48, 1, 0, 9223372036854775807, 1, 0, 9223372036854775807, 1, 0, 9223372036854775807, 1,
                0, 9223372036854775807, 1, 0, 9223372036854775807, 1, 0, 9223372036854775807, 1,
                0, 9223372036854775807, 1] everywhere [true, true]
    ```
  }];
  let arguments = (ins Index:$row, Index:$m, Index:$n, Index:$k, Index:$batch, StrAttr:$fact,
    DenseI64ArrayAttr:$bounds, DenseBoolArrayAttr:$everywhere);
  let results = (outs Index:$result);
  let assemblyFormat = [{
    $row `sizes` `(` $m `,` $n `,` $k `,` $batch `)` `of` $fact `bounds` $bounds
    `everywhere` $everywhere attr-dict
  }];
  let hasVerifier = 1;
}

def Tile_CallLibraryOp : Tile_Op<"call_library", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "compute a matmul by a library, if the machine has it";
  let description = [{
    The library is found when the program runs. `done` says whether the call was made. If the library
    is missing, is of another version or refuses, `done` is false, and the `outs` are as they were: a
    `tile.launch` then computes the matmul. On tensors, the results are the `outs` after the call. The
    `outs` are thus also given to the launch, in place.

    `library` is the name of the library, and `call` is text that its wrapper in the runtime reads: what
    it must know beside addresses, sizes and strides. Operands that an epilogue reads come last, after
    `with`.

    With `sums TYPE then KERNEL`, the library only multiplies, and the kernel makes the `outs` of the
    sums. The sums are dense matrices in device memory that the runtime lends for the time of the call.
    The kernel's arguments are the sums, the `outs` and the operands after `with`. It is launched on the
    call's stream, and only if the call was made. A second operation and a tensor of sums were rejected:
    with `buffers=host`, the sums would be copied to the host and back.

    ```mlir
    %r, %done = tile.call_library "cublaslt" "a=bf16 b=bf16 c=f32 sums=f32 ..."
        ins(%a, %b : tensor<16x64xbf16>, tensor<64x32xbf16>)
        outs(%c : tensor<16x32xf32>) -> tensor<16x32xf32>
    %s, %made = tile.call_library "cublaslt" "a=bf16 b=bf16 c=f32 sums=f32 ..."
        ins(%a, %b : tensor<16x64xbf16>, tensor<64x32xbf16>)
        outs(%d : tensor<16x32xbf16>) with(%residual : tensor<16x32xbf16>)
        sums f32 then @kernels::@epilogue -> tensor<16x32xbf16>
    ```
  }];
  let arguments = (ins StrAttr:$library, StrAttr:$call,
    Variadic<AnyTypeOf<[AnyRankedTensor, AnyMemRef]>>:$inputs,
    Variadic<AnyTypeOf<[AnyRankedTensor, AnyMemRef]>>:$inits,
    Variadic<AnyTypeOf<[AnyRankedTensor, AnyMemRef]>>:$extras,
    OptionalAttr<TypeAttr>:$sums, OptionalAttr<SymbolRefAttr>:$kernel);
  let results = (outs Variadic<AnyRankedTensor>:$results, I1:$done);
  let assemblyFormat = [{
    $library $call `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $inits `:` type($inits) `)`
    (`with` `(` $extras^ `:` type($extras) `)`)? (`sums` $sums^)? (`then` $kernel^)? attr-dict
    (`->` type($results)^)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The operation has one more result than destinations, so that it has no
    /// DestinationStyleOpInterface.
    bool isInit(OpOperand *operand) {
      unsigned begin = getInits().getBeginOperandIndex();
      return operand->getOperandNumber() >= begin &&
             operand->getOperandNumber() < begin + getInits().size();
    }
  }];
}

def Tile_PermuteOp : Tile_Op<"permute", [Pure]> {
  let summary = "a view of a tensor with its dimensions in another order";
  let description = [{
    Dimension `i` of the result is dimension `order[i]` of the source. Unlike `linalg.transpose`, the
    operation copies nothing. It becomes a `memref.transpose` of the source's buffer, and kernels
    read the buffer with these strides.

    ```mlir
    // The heads of attention, from rows that hold one head after the other.
    %q = tile.permute %x [1, 0, 2] : tensor<512x16x128xbf16> -> tensor<16x512x128xbf16>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$source, DenseI64ArrayAttr:$order);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $source $order attr-dict `:` type($source) `->` type($result)
  }];
  let builders = [OpBuilder<(ins "Value":$source, "ArrayRef<int64_t>":$order)>];
  let hasVerifier = 1;
  let hasFolder = 1;
  let extraClassDeclaration = [{
    /// Permutes the type of a buffer that has strides.
    static MemRefType permuteType(MemRefType type, ArrayRef<int64_t> order);
  }];
}

#endif // MLIR_AUTOTUNE_DIALECT_TILE_TILEHOSTOPS_TD
