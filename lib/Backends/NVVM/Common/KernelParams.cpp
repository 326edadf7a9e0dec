//===- KernelParams.cpp - What a kernel is told ---------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelParams.h"
#include "DirectStore.h"
#include "KernelLayout.h"

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Problem/ProblemFact.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// The number of a packed copy: they come after the arguments.
static int64_t getPackedOperand(PackOp pack) {
  auto kernel = cast<KernelOp>(pack->getParentOp());
  int64_t number = kernel.getArgumentTypes().size();
  for (PackOp other : kernel.getBody().getOps<PackOp>()) {
    if (other == pack)
      return number;
    ++number;
  }
  llvm_unreachable("it stands in its kernel's body");
}

/// TMA reads through a tensor map, which the host makes from an argument or for
/// a packed copy.
FailureOr<int64_t> tile::getTmaOperand(Operation *op, Value memref) {
  if (auto pack = memref.getDefiningOp<PackOp>())
    return getPackedOperand(pack);
  auto argument = dyn_cast<BlockArgument>(memref);
  if (!argument || !isa<KernelOp>(argument.getOwner()->getParentOp()))
    return op->emitOpError("goes through TMA: the matrix must be an argument "
                           "of the kernel");
  Type element = cast<MemRefType>(memref.getType()).getElementType();
  if (!autotune::getElementKind(element))
    return op->emitOpError(
               "goes through TMA, but no tensor map has elements of type ")
           << element;
  return argument.getArgNumber();
}

void tile::addTensorMap(KernelABI &abi, int64_t operand, Value memref,
                        int64_t rows, int64_t columns, bool tf32, bool trimmed,
                        bool chosen, bool windowed) {
  KernelParam map;
  map.kind = KernelParam::Kind::TensorMap;
  map.operand = operand;
  map.box = {rows, columns};
  map.swizzle = kSwizzleBytes;
  int64_t rank = cast<MemRefType>(memref.getType()).getRank();
  map.batched = !abi.group && rank > 2;
  map.outer = rank == 4;
  map.tf32 = tf32;
  map.trimmed = trimmed;
  map.chosen = chosen;
  map.windowed = windowed;
  if (!llvm::is_contained(abi.params, map))
    abi.params.push_back(map);
}

/// What registers copy is loaded as vectors that begin where they can.
static void addAcrossRows(KernelABI &abi, KernelOp kernel) {
  kernel.walk([&](CopyOp copy) {
    auto argument = dyn_cast<BlockArgument>(copy.getSource());
    if (argument && !copy.getAsync() &&
        !llvm::is_contained(abi.acrossRows, argument.getArgNumber()))
      abi.acrossRows.push_back(argument.getArgNumber());
  });
}

/// What copies, and loads and stores by threads, take for granted of their
/// matrices.
static void addAlignments(KernelABI &abi, KernelOp kernel) {
  auto add = [&](Value source, int64_t alignment) {
    auto argument = dyn_cast<BlockArgument>(source);
    for (KernelParam &param : abi.params)
      if (argument && param.kind == KernelParam::Kind::Pointer &&
          param.operand == argument.getArgNumber())
        param.alignment = std::max(param.alignment, alignment);
  };
  kernel.walk([&](ReadOp read) {
    Type element =
        cast<MemRefType>(read.getSource().getType()).getElementType();
    int64_t alignment = read.getAlignment(),
            pair = 2 * getElementBytes(element);
    if (!read.getTransposed() && alignment >= pair)
      add(read.getSource(), pair);
  });
  kernel.walk([&](CopyOp copy) { add(copy.getSource(), copy.getAlignment()); });
  kernel.walk([&](vector::LoadOp load) {
    add(load.getBase(), getVectorAlignment(load));
  });
  kernel.walk([&](vector::StoreOp store) {
    add(store.getBase(), getVectorAlignment(store));
  });
  auto addStored = [&](Value dest, int64_t bytes, bool isDense) {
    auto argument = dyn_cast<BlockArgument>(dest);
    if (!argument || !isa<KernelOp>(argument.getOwner()->getParentOp()))
      return;
    Type element = cast<MemRefType>(dest.getType()).getElementType();
    if (bytes > tile::getElementBytes(element) || isDense)
      add(dest, bytes);
  };
  kernel.walk([&](EpilogueOp epilogue) {
    for (auto [index, matrix] : llvm::enumerate(epilogue.getMatrices()))
      add(matrix, epilogue.getAlignment(index));
    for (auto [index, output] : llvm::enumerate(epilogue.getOutputs())) {
      DirectStoreRule rule(epilogue, index);
      addStored(output, rule.bytes, rule.isDense);
    }
  });
  kernel.walk([&](PackOp pack) { add(pack.getSource(), pack.getAlignment()); });
  kernel.walk([&](StoreOp store) {
    if (!isAsync(store))
      addStored(store.getDest(), getStoreBytes(store), isDense(store));
  });
}

/// The columns that a launch may choose for a tile.
static LogicalResult addChoices(KernelABI &abi, KernelOp kernel) {
  WalkResult result = kernel.walk([&](ChosenColumnsOp op) {
    if (abi.group) {
      op.emitOpError("is for one problem, and not for a group of them");
      return WalkResult::interrupt();
    }
    if (!abi.choices.empty() && ArrayRef(abi.choices) != op.getChoices()) {
      op.emitOpError("has other choices than another tile.chosen_columns of "
                     "the kernel; a launch chooses once");
      return WalkResult::interrupt();
    }
    abi.choices = SmallVector<int64_t>(op.getChoices());
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// What the kernel is told of the windows that it loads.
static LogicalResult addWindows(KernelABI &abi, KernelOp kernel) {
  BlockArgument images;
  WalkResult result = kernel.walk([&](LoadOp load) {
    if (!load.isOfWindows())
      return WalkResult::advance();
    auto source = dyn_cast<BlockArgument>(load.getSource());
    if (!source || (images && source != images)) {
      load.emitOpError("with 'window': the images must be one argument of the "
                       "kernel, in all loads; a launch has one window");
      return WalkResult::interrupt();
    }
    images = source;
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  if (images && abi.group)
    return kernel.emitOpError("loads windows, which a kernel of a group can't");
  if (!images) {
    auto found = kernel.walk([](WindowSizeOp op) {
      op.emitOpError("is for kernels that load windows; this one loads none");
      return WalkResult::interrupt();
    });
    return failure(found.wasInterrupted());
  }
  for (size_t number = 0; number < getWindowNumbers().size(); ++number) {
    KernelParam param;
    param.kind = KernelParam::Kind::Window;
    param.operand = images.getArgNumber();
    param.number = static_cast<KernelParam::WindowNumber>(number);
    abi.params.push_back(param);
  }
  return success();
}

/// Whether a tensor map says all of a matrix but its sizes.
static bool isOnlyLoadedByTma(Value matrix) {
  auto isLoad = [](Operation *user) { return isa<LoadOp>(user); };
  return llvm::any_of(matrix.getUsers(), isLoad) &&
         llvm::all_of(matrix.getUsers(), [](Operation *user) {
           return isa<LoadOp, memref::DimOp>(user);
         });
}

/// What the kernel is told of its arguments and of its workspace; tensor maps
/// come later.
LogicalResult tile::addParams(KernelABI &abi, KernelOp kernel) {
  auto add = [&](KernelParam::Kind kind, int64_t operand, int64_t dim = 0) {
    KernelParam param;
    param.kind = kind;
    param.operand = operand;
    param.dim = dim;
    abi.params.push_back(param);
  };
  for (auto [index, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    if (!isa<MemRefType>(type)) {
      add(KernelParam::Kind::Scalar, index);
      continue;
    }
    // Parameters of many problems would not fit otherwise.
    bool isMapEnough =
        abi.group && isOnlyLoadedByTma(kernel.getBody().getArgument(index));
    if (!isMapEnough)
      add(KernelParam::Kind::Pointer, index);
    int64_t rank = cast<MemRefType>(type).getRank();
    for (KernelParam::Kind kind :
         {KernelParam::Kind::Size, KernelParam::Kind::Stride})
      for (int64_t dim = 0; dim < rank; ++dim)
        if ((!abi.group || dim != KernelParam::kBatch) &&
            (!isMapEnough || kind == KernelParam::Kind::Size))
          add(kind, index, dim);
  }
  for (PackOp pack : kernel.getBody().getOps<PackOp>()) {
    if (pack.getSource().getDefiningOp<PackOp>())
      continue; // checkPack refuses it, with what would be legal.
    auto source = dyn_cast<BlockArgument>(pack.getSource());
    if (!source)
      return pack.emitOpError("the matrix must be an argument of the kernel");
    int64_t operand = getPackedOperand(pack);
    add(KernelParam::Kind::Pointer, operand);
    add(KernelParam::Kind::Stride, operand, 0);
    if (cast<MemRefType>(pack.getType()).getRank() == 3)
      add(KernelParam::Kind::Stride, operand, KernelParam::kBatch);
    abi.packed.push_back({source.getArgNumber(), pack.getTransposed()});
  }
  bool hasParts = false;
  kernel.walk([&](ForEachTileOp loop) { hasParts |= loop.hasParts(); });
  if (!abi.packed.empty() || hasParts)
    add(KernelParam::Kind::Counters, 0);
  if (failed(addChoices(abi, kernel)))
    return failure();
  if (!abi.choices.empty())
    add(KernelParam::Kind::Columns, 0);
  if (failed(addWindows(abi, kernel)))
    return failure();
  addAlignments(abi, kernel);
  addAcrossRows(abi, kernel);
  addInPlace(abi, kernel);
  return success();
}
