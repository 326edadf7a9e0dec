//===- TileKernelOps.td - Kernels and their structure ------*- tablegen -*-===//
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
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Kernels and their structure
//===----------------------------------------------------------------------===//

def Tile_KernelOp : Tile_Op<"kernel", [
    IsolatedFromAbove, AutomaticAllocationScope, FunctionOpInterface, Symbol,
    SingleBlockImplicitTerminator<"::mlir::autotune::tile::YieldOp">]> {
  let summary = "a kernel: the program of one CTA";
  let description = [{
    A kernel is an operation of a `gpu.module`. Its arguments are two-dimensional memrefs with any
    strides and with sizes that are known at run time, batches of such matrices (memrefs of three
    dimensions, batch first), images (memrefs of four dimensions: their number, rows, columns and
    channels), and scalars. The body first makes rings and staging buffers, then lists its roles. A
    kernel without roles runs with `threads` threads, which all execute the body.

    `cluster` is the number of CTAs of a cluster along M, N and K. CTAs along M and N may share loads
    by multicast. CTAs along K split the sum over K.

    A kernel with `group(p)` computes `p` problems in one launch. Its arguments have three dimensions,
    and the first one is the number of the problem. They are not batches: the matrices of each
    problem have their own address, sizes and strides. Inside `tile.for_each_tile`, the number of
    the problem that it binds selects them. `memref.dim` gives the sizes of the first problem, and is
    used only for sizes that are the same in all problems.

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
    /// The number of threads of a CTA: `threads`, or the sum over all roles.
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
  let summary = "the program of a group of the CTA's warps";
  let description = [{
    Roles get the warps of the CTA in program order. `copies` instances of the role have `warps` warps
    each. With two copies, output tiles are dealt to the instances in turn (ping-pong). With `elect`,
    a single thread executes the body. `registers` is the number of registers that each thread gets
    (`setmaxnreg`). The roles share the registers that the CTA has at launch. A role without
    `registers` keeps its even share of them.

    With `grid [m, n]`, the role's warps form `m` rows and `n` columns, and each multiplies its own
    part of a fragment synchronously. Without it, whole warpgroups multiply together, asynchronously.
    A role with a grid is the first role of its kernel. If it is the only role, it fills and drains
    its rings itself. Otherwise another role fills them, and that role holds no fragments.

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
  let summary = "wait for earlier kernels, for which the launch did not wait";
  let description = [{
    A kernel with this operation is launched while the previous kernel still runs (programmatic
    dependent launch). Operations before it overlap with that kernel. After it, everything that
    earlier kernels wrote is visible, and they read nothing any more. It must therefore precede every
    operation that may access memory. Every thread waits, also threads that only write: they could
    overwrite data that is still read, and the end of this kernel means that all earlier ones ended.

    Such a kernel also lets the next kernel be launched, if the next kernel waits in turn. It does so
    when its producers have started their last loads, or at once if it has no producers. A separate
    operation for that was rejected: no kernel has a reason to do one without the other.
  }];
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

def Tile_ForEachTileOp : Tile_Op<"for_each_tile", [
    SingleBlockImplicitTerminator<"::mlir::autotune::tile::YieldOp">]> {
  let summary = "the tile scheduler: a loop over this CTA's output tiles";
  let description = [{
    `%m, %n` are the coordinates of the first element of an output tile. The sum over K runs from
    `%k0` to `%k1`, which is the CTA's own part if the cluster splits K. All roles of a kernel see the
    same tiles in the same order. For each tile, each role must take one slot of a ring per step of
    K. A step has the third tile size. A cluster that splits K needs at least one step of K for each
    of its CTAs: a CTA with an empty range would wait forever, so the launch fails.

    **Raster.** `raster(along_m, 8)` visits the tiles in groups of 8 rows of tiles, each group column
    by column, so that CTAs that run together share operands in L2. `along_n` exchanges rows and
    columns. `raster(hilbert, 8)` is like `along_m`, but follows a Hilbert curve in each whole square
    of 8 by 8 tiles. The side must be a power of two. In a kernel with clusters, the raster visits
    the tiles of clusters. Without `persistent`, each cluster has exactly one tile. With it, clusters
    take tiles until none is left.

    **Edges.** The last tile along M or N may reach beyond the matrix. With `fit(m)`, it begins so early
    that it does not, if M is at least a tile: it shares rows with the tile before. Both then store
    the same values there, so the kernel must not read what it stores. `fit(n)` is the same along N,
    and `fit(m, n)` is both.

    **Chosen columns.** With `chosen`, the launch chooses how many columns a tile has. They are one of
    the numbers of the kernel's `tile.chosen_columns`, and the second tile size is the most of them.

    **Batches and groups.** With `batch(%B)`, there are `%B` outputs of the same size. `%i`, after
    `%k1`, is the number of the tile's output. All tiles of one output are visited before the tiles of
    the next. In other respects, they count as tiles of one output. In a kernel of a group, `%B` is
    the number of problems and `%i` the number of the tile's problem. `%M` and `%N` are `memref.dim`
    of an argument and stand for the sizes of each problem. A problem without rows has no tiles.

    **Shared sums.** With `split(s)`, the sum over K of each tile is cut into `s` parts for `s`
    clusters. K must have a step for each part. The loop then also binds `%parts`, as the last value,
    for `tile.contribute` and `tile.collect`. Its tiles have at most 65536 elements, as many as
    registers hold.

    ```mlir
    tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(128, 256, 64)
        raster(along_m, 8) persistent { ... }
    tile.for_each_tile (%m, %n, %k0, %k1, %parts) in (%M, %N, %K)
        tile(64, 64, 128) raster(along_m, 8) split(4) { ... }
    tile.for_each_tile (%m, %n, %k0, %k1, %i) in (%M, %N, %K) batch(%B)
        tile(128, 128, 64) raster(along_m, 8) persistent { ... }
    ```
  }];
  let arguments = (ins Index:$m_size, Index:$n_size, Index:$k_size,
    Optional<Index>:$batch_size, DenseI64ArrayAttr:$tile,
    DefaultValuedAttr<Tile_RasterOrder,
                      "::mlir::autotune::tile::RasterOrder::AlongM">:$raster,
    DefaultValuedAttr<I64Attr, "1">:$group,
    UnitAttr:$persistent,
    DefaultValuedAttr<I64Attr, "1">:$split, UnitAttr:$fit_m, UnitAttr:$fit_n,
    UnitAttr:$chosen);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Whether CTAs may share the sum over K of a tile.
    bool hasParts() { return getSplit() > 1; }
    /// The number of coordinates: m, n, k0, k1 and, in a batch, the output's number.
    unsigned getNumCoordinates() { return getBatchSize() ? 5 : 4; }
    Value getParts() { return getBody().getArgument(getNumCoordinates()); }
    /// The number of the output in its batch; null without a batch.
    Value getBatchIndex() {
      return getBatchSize() ? getBody().getArgument(4) : Value();
    }
    Value getM() { return getBody().getArgument(0); }
    Value getN() { return getBody().getArgument(1); }
    Value getKBegin() { return getBody().getArgument(2); }
    Value getKEnd() { return getBody().getArgument(3); }
  }];
}

// Not pure: the launch must name the columns even if nothing reads them.
def Tile_ChosenColumnsOp : Tile_Op<"chosen_columns"> {
  let summary = "the columns of a tile, which the launch has chosen";
  let description = [{
    The result is one of `choices`: the launch of the kernel names it (`columns` of `tile.launch`). A
    kernel has one list of choices, in ascending order. Its tile loops are `chosen`, and their tiles
    have as many columns as the last choice. One kernel then serves many sizes of a matrix, each with
    tiles that fill the device.

    A kernel whose columns are a loop's bound was rejected: the columns are a part of wgmma's
    instruction, so there is code for each choice.

    ```mlir
    %columns = tile.chosen_columns [64, 72, 80]
    scf.index_switch %columns
    case 64 { ... }
    case 72 { ... }
    default { ... }
    ```
  }];
  let arguments = (ins DenseI64ArrayAttr:$choices);
  let results = (outs Index:$result);
  let assemblyFormat = "$choices attr-dict";
  let hasVerifier = 1;
}

// Not pure: the launch must have windows even if nothing reads their size.
def Tile_WindowSizeOp : Tile_Op<"window_size"> {
  let summary = "the rows and columns of the launch's windows";
  let description = [{
    A kernel that loads windows (`window` of `tile.load`) goes through their pixels. The launch says how
    many rows and columns of pixels a window has.

    ```mlir
    %rows, %columns = tile.window_size
    ```
  }];
  let results = (outs Index:$rows, Index:$columns);
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

#endif // MLIR_AUTOTUNE_DIALECT_TILE_TILEKERNELOPS_TD
