//===- RowKernel.cpp - The kernel of a problem of rows --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowBuilder.h"

#include "mlir-autotune/Analysis/Epilogue.h"
#include "mlir-autotune/Kernels/RowView.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;

static bool hasReduction(problem::RowsOp op) {
  return llvm::any_of(op.getBody().getOps<linalg::GenericOp>(),
                      [](linalg::GenericOp generic) {
                        return generic.getNumReductionLoops() != 0;
                      });
}

/// Bits of the narrowest elements that are read or written in whole rows; what
/// is computed in between is in registers.
static int64_t getNarrowestBits(problem::RowsOp op) {
  int64_t bits = 64;
  for (Type type : op->getOperandTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      if (tensor.getNumElements() >= int64_t(op.getRows() * op.getColumns()))
        bits = std::min<int64_t>(
            bits, tensor.getElementType().isIndex()
                      ? 64
                      : std::max<int64_t>(tensor.getElementTypeBitWidth(), 8));
  return bits;
}

RowConfig autotune::chooseRowConfig(problem::RowsOp op, int64_t sms) {
  int64_t rows = op.getRows(), columns = op.getColumns();
  RowConfig config;
  constexpr int64_t kBits = 128;
  config.vector = kBits / getNarrowestBits(op);
  while (columns % config.vector)
    config.vector /= 2;
  int64_t vectors = columns / config.vector;
  bool reduces = hasReduction(op);
  // Elements that a thread keeps of each value, and bytes that it has under
  // way.
  constexpr int64_t kKept = 32;
  int64_t most = reduces ? kKept : config.vector;
  config.threadsPerRow = 1;
  auto getChunks = [&] {
    return llvm::divideCeil(vectors, config.threadsPerRow);
  };
  int64_t mostThreads = reduces ? 1024 : 256;
  while (config.threadsPerRow < mostThreads &&
         getChunks() * config.vector > most)
    config.threadsPerRow *= 2;
  // Few rows: more threads for each.
  while (config.threadsPerRow < mostThreads && getChunks() > 1 &&
         rows * config.threadsPerRow < sms * 512)
    config.threadsPerRow *= 2;
  config.chunks = getChunks();
  if (!reduces && config.chunks > 1) {
    config.columnCtas = config.chunks;
    config.chunks = 1;
  }
  // CTAs of 128 threads or more, if there are enough of them.
  constexpr int64_t kThreads = 128;
  config.rowsPerCta = std::max<int64_t>(1, kThreads / config.threadsPerRow);
  constexpr int64_t kWarp = 32;
  while (config.rowsPerCta > 1 && config.getThreads() > kWarp &&
         llvm::divideCeil(rows, config.rowsPerCta) * config.columnCtas < sms)
    config.rowsPerCta /= 2;
  config.rowsPerCta = std::max(config.rowsPerCta,
                               kWarp / std::min(kWarp, config.threadsPerRow));
  return config;
}

/// The most elements of a value that a thread keeps in registers.
static constexpr int64_t kMostKept = 64;

FailureOr<RowConfig> autotune::getRowConfig(problem::RowsOp op, int64_t sms) {
  std::optional<ArrayRef<int64_t>> numbers = op.getConfig();
  if (!numbers)
    return chooseRowConfig(op, sms);
  auto fail = [&]() -> InFlightDiagnostic {
    return op.emitOpError("has a config that ");
  };
  if (numbers->size() != 3)
    return fail()
           << "needs three numbers: threads of a row, rows of a CTA, and "
              "columns that a thread loads at once";
  RowConfig config;
  config.threadsPerRow = (*numbers)[0];
  config.rowsPerCta = (*numbers)[1];
  config.vector = (*numbers)[2];
  for (int64_t number : *numbers)
    if (number < 1 || number > 1024 || !llvm::isPowerOf2_64(number))
      return fail() << "needs powers of two from 1 to 1024, not " << number;
  if (config.getThreads() < 32 || config.getThreads() > 1024)
    return fail() << "needs from 32 to 1024 threads of a CTA, not "
                  << config.getThreads();
  if (config.vector > 16 || op.getColumns() % config.vector)
    return fail() << "needs at most 16 columns at once that divide "
                  << op.getColumns() << ", not " << config.vector;
  config.chunks = llvm::divideCeil(int64_t(op.getColumns()),
                                   config.vector * config.threadsPerRow);
  if (!hasReduction(op)) {
    config.columnCtas = config.chunks;
    config.chunks = 1;
  }
  if (config.chunks * config.vector > kMostKept)
    return fail() << "needs at most " << kMostKept
                  << " columns of a thread, not "
                  << config.chunks * config.vector;
  return config;
}

int64_t autotune::getRowCtas(problem::RowsOp op, const RowConfig &config) {
  return llvm::divideCeil(int64_t(op.getRows()), config.rowsPerCta) *
         config.columnCtas;
}

/// Whether a generic of the body sees the problem's rows and columns, and reads
/// others' values at its own.
static LogicalResult checkGeneric(problem::RowsOp op,
                                  linalg::GenericOp generic) {
  std::optional<RowView> view = getRowView(generic);
  int64_t rows = op.getRows(), columns = op.getColumns();
  bool isSame = view && view->rows == rows && view->columns == columns;
  bool isOfRows = view && !view->isReduction && columns != 1 &&
                  view->rows * view->columns == rows;
  if (!isSame && !isOfRows)
    return generic.emitError("is no operation on ")
           << rows << " rows and " << columns << " columns";
  for (OpOperand &operand : generic->getOpOperands()) {
    if (!isa<TensorType>(operand.get().getType()))
      continue;
    Value source = getReshaped(operand.get());
    Operation *writer = source.getDefiningOp();
    bool isOverwritten =
        generic.isDpsInit(&operand) && generic.getNumReductionLoops() == 0;
    if (isa<BlockArgument>(source) || isa_and_nonnull<linalg::FillOp>(writer) ||
        (isOverwritten && isa<tensor::EmptyOp>(writer)))
      continue;
    if (generic.isDpsInit(&operand) || !isa<linalg::GenericOp>(writer) ||
        !readsInPlace(generic, operand))
      return generic.emitError(
          "must read what the body computes at its own row "
          "and column");
  }
  WalkResult gathers = generic.getBody()->walk([](tensor::ExtractOp extract) {
    return isa<BlockArgument>(getReshaped(extract.getTensor()))
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  if (gathers.wasInterrupted())
    return generic.emitError("may gather elements of inputs only");
  return success();
}

static LogicalResult checkBody(problem::RowsOp op) {
  for (Operation &inner : op.getBody().front().without_terminator()) {
    if (auto generic = dyn_cast<linalg::GenericOp>(inner)) {
      if (failed(checkGeneric(op, generic)))
        return failure();
    } else if (!isa<linalg::FillOp, tensor::EmptyOp, tensor::ExpandShapeOp,
                    tensor::CollapseShapeOp>(inner) &&
               (!inner.hasTrait<OpTrait::ConstantLike>() ||
                isa<TensorType>(inner.getResult(0).getType()))) {
      return inner.emitError("is no operation that a kernel of rows has");
    }
  }
  for (Value value : op.getBody().front().getTerminator()->getOperands())
    if (!value.getDefiningOp<linalg::GenericOp>())
      return op.emitOpError("must yield results of linalg.generic");
  return success();
}

FailureOr<RowKernel> autotune::createRowKernel(OpBuilder &builder,
                                               StringRef name,
                                               problem::RowsOp op,
                                               const RowConfig &config) {
  if (failed(checkBody(op)))
    return failure();
  ImplicitLocOpBuilder b(op.getLoc(), builder);
  SmallVector<Type> types;
  for (Type type : op->getOperandTypes())
    types.push_back(isa<RankedTensorType>(type)
                        ? LLVM::LLVMPointerType::get(b.getContext())
                        : type);
  auto function = gpu::GPUFuncOp::create(b, name, b.getFunctionType(types, {}));
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), b.getUnitAttr());
  function.setKnownBlockSizeAttr(
      b.getDenseI32ArrayAttr({int32_t(config.getThreads()), 1, 1}));
  b.setInsertionPointToEnd(&function.getBody().front());
  RowBuilder rows(b, op, config, function);
  rows.build();
  gpu::ReturnOp::create(b);
  if (failed(expandElementMath(function))) {
    function.erase();
    return op.emitError(
        "can't run on the GPU: no kernel computes its elements");
  }
  return RowKernel{function, SmallVector<int64_t>(rows.getAlignments())};
}
