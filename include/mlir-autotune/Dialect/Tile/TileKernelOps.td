//===- TileKernelOps.td - Kernels, roles, launches ---------*- tablegen -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_TILE_TILEKERNELOPS_TD
#define MLIR_AUTOTUNE_DIALECT_TILE_TILEKERNELOPS_TD

include "mlir-autotune/Dialect/Tile/TileOpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Kernels and their structure
//===----------------------------------------------------------------------===//

def Tile_KernelOp : Tile_Op<"kernel", [
    IsolatedFromAbove, AutomaticAllocationScope, FunctionOpInterface, Symbol,
    SingleBlockImplicitTerminator<"::mlir::autotune::tile::YieldOp">]> {
  let summary = "a kernel: what one CTA does";
  let description = [{
    Stands in a `gpu.module`. The arguments are two-dimensional memrefs of any
    strides (sizes are known at run time), batches of such matrices (memrefs of
    three dimensions, the batch first) and scalars. The body first makes
    rings and staging buffers, then lists its roles. A kernel without roles is
    run by `threads` threads, which all execute the body.

    `cluster` is the number of CTAs of a cluster along M, N and K: those along M
    and N may share loads by multicast, those along K split the sum over K.

    A kernel with `group(p)` computes `p` problems in one launch. Its arguments are
    of three dimensions, the first of which numbers the problems, but no batches:
    each problem's matrices lie wherever they do, and have sizes and strides of
    their own. Inside `tile.for_each_tile` the number of the problem that it binds
    selects them; `memref.dim` says the sizes of the first problem's, and is used
    for those that are the same in all.

    ```mlir
    tile.kernel @matmul(%a: memref<?x?xbf16>, %b: memref<?x?xbf16>,
                        %c: memref<?x?xbf16>) cluster(2, 1, 1) { ... }
    ```
  }];
  let arguments = (ins
    SymbolNameAttr:$sym_name,
    TypeAttrOf<FunctionType>:$function_type,
    OptionalAttr<DictArrayAttr>:$arg_attrs,
    OptionalAttr<DictArrayAttr>:$res_attrs,
    DefaultValuedAttr<DenseI64ArrayAttr, "{1, 1, 1}">:$cluster,
    OptionalAttr<I64Attr>:$threads,
    DefaultValuedAttr<I64Attr, "1">:$ctas_per_sm,
    OptionalAttr<ConfinedAttr<I64Attr, [IntPositive, IntMaxValue<64>]>>:$group);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// Number of threads of a CTA: `threads`, or those of all roles.
    int64_t getNumThreads();
    int64_t getClusterSize() {
      return getCluster()[0] * getCluster()[1] * getCluster()[2];
    }

    ArrayRef<Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ArrayRef<Type> getResultTypes() { return getFunctionType().getResults(); }
    Region *getCallableRegion() { return &getBody(); }
  }];
}

def Tile_YieldOp : Tile_Op<"yield", [
    Pure, ReturnLike, Terminator,
    ParentOneOf<["KernelOp", "RoleOp", "ForEachTileOp", "MapOp", "MmaOp",
                 "EpilogueOp"]>]> {
  let summary = "ends a region of this dialect";
  let arguments = (ins Variadic<AnyType>:$operands);
  let builders = [OpBuilder<(ins), [{
    build($_builder, $_state, ValueRange());
  }]>];
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
  let hasVerifier = 1;
}

def Tile_RoleOp : Tile_Op<"role", [
    HasParent<"KernelOp">, NoRegionArguments,
    SingleBlockImplicitTerminator<"::mlir::autotune::tile::YieldOp">]> {
  let summary = "what a group of the CTA's warps does";
  let description = [{
    Roles take the warps of the CTA in the order in which they stand. `copies`
    instances of the role each have `warps` warps: with two copies, output tiles
    are dealt to them in turn (ping-pong). With `elect` a single thread executes
    the body. `registers` is what each thread is granted (`setmaxnreg`): the
    roles share what the CTA has at launch, of which a role without `registers`
    keeps its even share.

    With `grid [m, n]` the role's warps stand in `m` rows and `n` columns, and each
    multiplies its own part of a fragment, at once; without it, whole warpgroups
    multiply together and asynchronously. Such a role is the first of its kernel.
    Where it is the only one, it fills and drains its rings itself; else another
    one fills them, which holds no fragments.

    ```mlir
    tile.role "worker" warps(8) grid [2, 4] { ... }
    tile.role "producer" warps(4) elect { ... }
    ```
  }];
  let arguments = (ins StrAttr:$name, I64Attr:$warps,
                       DefaultValuedAttr<I64Attr, "1">:$copies,
                       OptionalAttr<I64Attr>:$registers,
                       UnitAttr:$elect,
                       OptionalAttr<DenseI64ArrayAttr>:$grid);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $name `warps` `(` $warps `)` (`copies` `(` $copies^ `)`)?
    (`registers` `(` $registers^ `)`)? (`elect` $elect^)? (`grid` $grid^)? $body
    attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    int64_t getTotalWarps() { return getWarps() * getCopies(); }
  }];
}

def Tile_WaitForPreviousOp : Tile_Op<"wait_for_previous", [HasParent<"KernelOp">]> {
  let summary = "wait for the kernels before, of which the launch doesn't";
  let description = [{
    A kernel with this operation is launched while the one before it still runs
    (programmatic dependent launch). Whatever stands before it is done beside
    that kernel; behind it, all that the kernels before have written is visible,
    and they read nothing any more. So it stands before all that may access
    memory, and every thread waits: those that only write would overwrite what
    is still read, and the kernel's end stands for that of all before it.

    Such a kernel also lets the one behind it be launched, should that wait in
    its turn: once its producers have started their last loads, or at once where
    it has none. An operation of its own for that was rejected: no kernel has a
    reason to do one without the other.
  }];
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

def Tile_ForEachTileOp : Tile_Op<"for_each_tile", [
    SingleBlockImplicitTerminator<"::mlir::autotune::tile::YieldOp">]> {
  let summary = "the tile scheduler: a loop over this CTA's output tiles";
  let description = [{
    `%m, %n` are the coordinates of an output tile's first element; the sum over
    K runs from `%k0` to `%k1` (the CTA's own part when the cluster splits K).
    All roles of a kernel see the same tiles in the same order, and each must
    take as many slots of a ring a tile as there are steps of the third tile size
    between `%k0` and `%k1`. A cluster that splits K needs a K of at least one
    step for each of its CTAs: one with an empty range would wait for ever, so
    that its launch fails.

    `raster(along_m, 8)` visits the tiles in groups of 8 rows of tiles, each group
    column by column, so that CTAs that run together share operands in L2;
    `along_n` exchanges rows and columns. `raster(hilbert, 8)` does as `along_m`,
    but in each whole square of 8 by 8 tiles it follows a Hilbert curve; the side
    must be a power of two. Where a CTA is one of a cluster, the raster is that
    of the clusters' tiles. Without `persistent` each cluster has exactly one
    tile; with it, clusters take tiles until none is left.

    With `placed` clusters do not begin with the tile of their own number: the
    launch says, in a table of bytes (Runtime/Placement.h), which of the first 256
    clusters begins with which of the first tiles. So clusters of one GPC can have
    neighbouring tiles. The table is a permutation.

    With `batch(%B)` there are `%B` outputs of that size, and `%i`, behind
    `%k1`, is the number of the tile's. All tiles of one are visited before those
    of the next; otherwise they count as tiles of one output do. In a kernel of a
    group, `%B` is the number of its problems and `%i` that of the tile's; `%M` and
    `%N` are `memref.dim` of an argument and mean those of each problem. One that
    has no rows has no tiles.

    With `split(s)` the sum over K of each tile is cut into `s` parts, which as
    many clusters take; K must have a step for each. With `persistent stream`
    what is left when all clusters have had the same number of whole tiles, and
    the tiles of one round more, is cut into ranges of K of the same length
    (to a step), one for each cluster, whether they end with a tile or not. Both
    bind `%parts` too, as the last, which `tile.contribute` and `tile.collect` take, and have
    tiles of at most 65536 elements, as many as registers hold.

    ```mlir
    tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(128, 256, 64)
        raster(along_m, 8) persistent { ... }
    tile.for_each_tile (%m, %n, %k0, %k1, %parts) in (%M, %N, %K)
        tile(64, 64, 128) raster(along_m, 8) split(4) { ... }
    tile.for_each_tile (%m, %n, %k0, %k1, %i) in (%M, %N, %K) batch(%B)
        tile(128, 128, 64) raster(along_m, 8) persistent { ... }
    tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 96, 64)
        raster(along_m, 4) placed { ... }
    ```
  }];
  let arguments = (ins Index:$m_size, Index:$n_size, Index:$k_size,
    Optional<Index>:$batch_size, DenseI64ArrayAttr:$tile,
    DefaultValuedAttr<Tile_RasterOrder,
                      "::mlir::autotune::tile::RasterOrder::AlongM">:$raster,
    DefaultValuedAttr<I64Attr, "1">:$group,
    UnitAttr:$persistent,
    DefaultValuedAttr<I64Attr, "1">:$split,
    UnitAttr:$stream,
    UnitAttr:$placed);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Whether CTAs may share the sum over K of a tile.
    bool hasParts() { return getSplit() > 1 || getStream(); }
    /// Of m, n, k0, k1 and, in a batch, the number of the output.
    unsigned getNumCoordinates() { return getBatchSize() ? 5 : 4; }
    Value getParts() { return getBody().getArgument(getNumCoordinates()); }
    /// The number of the output in its batch; null where there is one.
    Value getBatchIndex() {
      return getBatchSize() ? getBody().getArgument(4) : Value();
    }
    Value getM() { return getBody().getArgument(0); }
    Value getN() { return getBody().getArgument(1); }
    Value getKBegin() { return getBody().getArgument(2); }
    Value getKEnd() { return getBody().getArgument(3); }
  }];
}

//===----------------------------------------------------------------------===//
// The host's side
//===----------------------------------------------------------------------===//

def Tile_LaunchOp : Tile_Op<"launch", [
    AttrSizedOperandSegments, DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "run a kernel on the matrices given";
  let description = [{
    The operands are, in order, the kernel's arguments; a batch of one matrix may
    be an argument that is no batch. For a kernel of a group each argument is as
    many operands as there are problems: first those of A, then those of B, then
    the `outs`. On tensors the `outs`
    are destinations, as for every operation in destination style; the kernel
    overwrites them, or adds to them when it reads its output argument. What an
    epilogue reads comes last, behind `with`. `sms` is the number of multiprocessors that a persistent kernel is to fill: a wrong one
    costs time, not correctness.

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
    OptionalAttr<ConfinedAttr<I64Attr, [IntPositive, IntMaxValue<65536>]>>:$sms);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $kernel (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $inits `:` type($inits) `)`
    (`with` `(` $extras^ `:` type($extras) `)`)? (`sms` `(` $sms^ `)`)? attr-dict
    (`->` type($results)^)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    MutableOperandRange getDpsInitsMutable() { return getInitsMutable(); }
  }];
}

def Tile_PermuteOp : Tile_Op<"permute", [Pure]> {
  let summary = "a tensor with its dimensions in another order, where it is";
  let description = [{
    What `linalg.transpose` makes a copy of: dimension `i` of the result is
    dimension `order[i]` of the source. It becomes a `memref.transpose` of the
    source's buffer, whose strides kernels take as they are.

    ```mlir
    // The heads of rows that have one behind the other.
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
    /// The same of a buffer's type that has strides.
    static MemRefType permuteType(MemRefType type, ArrayRef<int64_t> order);
  }];
}

def Tile_GroupedMatmulOp : Tile_Op<"grouped_matmul", [
    AttrSizedOperandSegments, DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "several matmuls of one type, to be computed by one launch";
  let description = [{
    Product number `i` is of the `i`-th matrix of each list. All have the same
    element types, N and K, which are static, and the same operands stored
    transposed; M is each one's own, and may be 0. The `outs` are overwritten.
    `autotune-group-matmuls` makes it of `linalg.matmul`s.

    ```mlir
    %r:2 = tile.grouped_matmul ins(%a0, %a1 : tensor<?x64xbf16>, tensor<8x64xbf16>)
        by(%b0, %b1 : tensor<32x64xbf16>, tensor<32x64xbf16>) transpose_b
        outs(%c0, %c1 : tensor<?x32xbf16>, tensor<8x32xbf16>)
        -> tensor<?x32xbf16>, tensor<8x32xbf16>
    ```
  }];
  let arguments = (ins
    Variadic<AnyTypeOf<[2DTensorOf<[AnyType]>, MemRefRankOf<[AnyType], [2]>]>>:$a,
    Variadic<AnyTypeOf<[2DTensorOf<[AnyType]>, MemRefRankOf<[AnyType], [2]>]>>:$b,
    Variadic<AnyTypeOf<[2DTensorOf<[AnyType]>, MemRefRankOf<[AnyType], [2]>]>>:$inits,
    UnitAttr:$transpose_a, UnitAttr:$transpose_b);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    `ins` `(` $a `:` type($a) `)` (`transpose_a` $transpose_a^)?
    `by` `(` $b `:` type($b) `)` (`transpose_b` $transpose_b^)?
    `outs` `(` $inits `:` type($inits) `)` attr-dict (`->` type($results)^)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    MutableOperandRange getDpsInitsMutable() { return getInitsMutable(); }
  }];
}

#endif // MLIR_AUTOTUNE_DIALECT_TILE_TILEKERNELOPS_TD
