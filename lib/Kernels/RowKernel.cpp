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

RowLayout::RowLayout(int64_t threadsPerRow, int64_t rowsPerCta, int64_t vector,
                     const RowsFact &fact, Passes passes, int64_t rowsPerThread)
    : threadsPerRow(threadsPerRow), rowsPerCta(rowsPerCta),
      rowsPerThread(rowsPerThread), vector(vector), passes(passes),
      chunksOfRow(llvm::divideCeil(fact.columns, threadsPerRow * vector)) {
  columnCtas = fact.combinesRows() ? 1 : chunksOfRow;
  chunks = chunksOfRow / columnCtas;
  if (passes != Passes::Registers)
    chunks = std::min(chunks, std::max<int64_t>(1, kMostStepColumns / vector));
  ctas = llvm::divideCeil(fact.rows, rowsPerCta * rowsPerThread) * columnCtas;
}

/// Elements that a thread keeps of each value if it has all of its row.
static constexpr int64_t kKept = 32;
static constexpr int64_t kMostThreads = 1024;

/// For a row that registers hold, or that needs one pass.
static RowLayout chooseInRegisters(const RowsFact &fact, int64_t vector,
                                   int64_t sms) {
  int64_t vectors = fact.columns / vector;
  bool reduces = fact.combinesRows();
  int64_t most = reduces ? kKept : vector;
  int64_t threadsPerRow = 1;
  auto getChunks = [&]() -> int64_t {
    return llvm::divideCeil(vectors, threadsPerRow);
  };
  int64_t mostThreads = reduces ? kMostThreads : 256;
  while (threadsPerRow < mostThreads && getChunks() * vector > most)
    threadsPerRow *= 2;
  // Few rows: more threads for each.
  while (threadsPerRow < mostThreads && getChunks() > 1 &&
         fact.rows * threadsPerRow < sms * 512)
    threadsPerRow *= 2;
  int64_t columnCtas = reduces ? 1 : getChunks();
  // CTAs of 128 threads or more, if there are enough of them.
  constexpr int64_t kThreads = 128;
  int64_t rowsPerCta = std::max<int64_t>(1, kThreads / threadsPerRow);
  constexpr int64_t kWarp = 32;
  while (rowsPerCta > 1 && threadsPerRow * rowsPerCta > kWarp &&
         int64_t(llvm::divideCeil(fact.rows, rowsPerCta)) * columnCtas < sms)
    rowsPerCta /= 2;
  rowsPerCta = std::max(rowsPerCta, kWarp / std::min(kWarp, threadsPerRow));
  return RowLayout(threadsPerRow, rowsPerCta, vector, fact);
}

/// For a longer row. A CTA's passes leave memory idle, so that an SM should
/// have two CTAs.
static RowLayout chooseInPasses(const RowsFact &fact, int64_t vector,
                                const TargetInfo &target) {
  // What the driver takes, and a value of each reduction's results for each
  // warp.
  constexpr int64_t kWarps = kMostThreads / 32;
  const int64_t others =
      std::max<int64_t>(8 << 10, 1024 + fact.reductions * kWarps * 8);
  auto getBytes = [&](const RowLayout &layout) {
    return layout.chunksOfRow * layout.threadsPerRow * vector *
               fact.getBytesOfColumn() +
           others;
  };
  RowLayout small(kMostThreads / 2, /*rowsPerCta=*/1, vector, fact,
                  Passes::Shared);
  if (2 * getBytes(small) <= target.sharedMemoryPerSM)
    return small;
  RowLayout large(kMostThreads, /*rowsPerCta=*/1, vector, fact, Passes::Shared);
  if (getBytes(large) <= target.sharedMemoryPerBlock)
    return large;
  return RowLayout(kMostThreads, /*rowsPerCta=*/1, vector, fact,
                   Passes::Memory);
}

/// For inputs that are read across rows: a CTA has tiles of them, of which each
/// row in memory, and each row that is stored, is a line or so.
static RowLayout chooseTiles(const RowsFact &fact, int64_t vector) {
  constexpr int64_t kColumns = 64, kThreads = 256, kThreadsPerRow = 16;
  int64_t most = std::min(kThreadsPerRow, kColumns / vector);
  int64_t threadsPerRow = 1;
  while (threadsPerRow < most && threadsPerRow * vector < fact.columns)
    threadsPerRow *= 2;
  int64_t rowsPerCta = std::min<int64_t>(kThreads / threadsPerRow, 64);
  return RowLayout(threadsPerRow, rowsPerCta, vector, fact);
}

/// How many rows of a line of windows a thread has: as many as leave enough
/// threads for all multiprocessors. Powers of two come first, from four on
/// (docs/notes/convolutions.md).
static int64_t chooseRowsOfWindows(const RowsFact &fact, int64_t vector,
                                   int64_t sms) {
  constexpr int64_t kMostRows = 8, kThreadsOfSM = 256;
  int64_t vectors = fact.columns / vector, rows = 1;
  for (int64_t count = 2; count <= kMostRows; ++count)
    if (fact.sliding % count == 0 &&
        fact.rows / count * vectors >= sms * kThreadsOfSM &&
        (rows < 4 || llvm::isPowerOf2_64(uint64_t(count))))
      rows = count;
  return rows;
}

static RowLayout chooseForWindows(const RowsFact &fact, int64_t vector,
                                  int64_t sms) {
  constexpr int64_t kThreads = 128, kLeastThreads = 8, kWarp = 32, kKept = 32,
                    kLeastVector = 4;
  int64_t rows = chooseRowsOfWindows(fact, vector, sms);
  while (rows * vector > kKept && vector > kLeastVector)
    vector /= 2;
  // As many threads for a row as leave at most one of nine idle.
  int64_t vectors = fact.columns / vector;
  int64_t threadsPerRow =
      std::min<int64_t>(llvm::PowerOf2Ceil(vectors), kThreads);
  while (threadsPerRow > kLeastThreads &&
         int64_t(llvm::alignTo(vectors, threadsPerRow)) * 8 > vectors * 9)
    threadsPerRow /= 2;
  int64_t rowsPerCta = kThreads / threadsPerRow;
  auto getLayout = [&] {
    return RowLayout(threadsPerRow, rowsPerCta, vector, fact, Passes::Registers,
                     rows);
  };
  while (threadsPerRow * rowsPerCta > kWarp && getLayout().ctas < sms)
    rowsPerCta /= 2;
  return getLayout();
}

RowLayout autotune::chooseRowLayout(const RowsFact &fact,
                                    const TargetInfo &target) {
  constexpr int64_t kBytes = 16;
  int64_t vector = kBytes / fact.getNarrowestBytes();
  while (fact.columns % vector)
    vector /= 2;
  if (fact.crossed && !fact.combinesRows())
    return chooseTiles(fact, vector);
  if (fact.sliding && !fact.combinesRows())
    return chooseForWindows(fact, vector, target.sms);
  // Scans have no longer rows.
  bool fits = fact.columns <= kMostThreads * kKept;
  if (fits || fact.reductions == 0 || fact.scans != 0)
    return chooseInRegisters(fact, vector, target.sms);
  return chooseInPasses(fact, vector, target);
}

/// Whether an operation of the body reads others' values at its own rows and
/// columns.
static LogicalResult checkOperands(DestinationStyleOpInterface inner) {
  for (OpOperand &operand : inner->getOpOperands()) {
    if (!isa<TensorType>(operand.get().getType()))
      continue;
    Value source = getReshaped(operand.get());
    Operation *writer = source.getDefiningOp();
    bool isUnread = !readsElements(inner, operand);
    if (isa<BlockArgument>(source) || isa_and_nonnull<linalg::FillOp>(writer) ||
        (isUnread && isa<tensor::EmptyOp>(writer)))
      continue;
    if (inner.isDpsInit(&operand) || !isRowOp(writer) ||
        !readsInPlace(inner, operand))
      return inner->emitError("must read what the body computes at its own row "
                              "and column");
  }
  return success();
}

static LogicalResult checkScan(problem::RowsOp op, problem::ScanOp scan) {
  std::optional<RowView> view = getRowView(scan);
  if (!view || view->rows != int64_t(op.getRows()) ||
      view->columns != int64_t(op.getColumns()))
    return scan.emitError("is no scan of ")
           << op.getRows() << " rows and " << op.getColumns()
           << " columns by one operation that has a neutral element";
  return checkOperands(scan);
}

/// Whether a generic of the body sees the problem's rows and columns, and reads
/// others' values at its own.
static LogicalResult checkGeneric(problem::RowsOp op,
                                  linalg::GenericOp generic) {
  int64_t rows = op.getRows(), columns = op.getColumns();
  if (!fitsRows(generic, rows, columns))
    return generic.emitError("is no operation on ")
           << rows << " rows and " << columns << " columns";
  if (failed(checkOperands(generic)))
    return failure();
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
    } else if (auto scan = dyn_cast<problem::ScanOp>(inner)) {
      if (failed(checkScan(op, scan)))
        return failure();
    } else if (!isa<linalg::FillOp, tensor::EmptyOp, tensor::ExpandShapeOp,
                    tensor::CollapseShapeOp>(inner) &&
               (!inner.hasTrait<OpTrait::ConstantLike>() ||
                isa<TensorType>(inner.getResult(0).getType()))) {
      return inner.emitError("is no operation that a kernel of rows has");
    }
  }
  for (Value value : op.getBody().front().getTerminator()->getOperands())
    if (!isRowOp(value.getDefiningOp()))
      return op.emitOpError(
          "must yield results of linalg.generic or problem.scan");
  auto scans = op.getBody().getOps<problem::ScanOp>();
  if (llvm::range_size(scans) > kMostRowScans)
    return op.emitOpError("has ")
           << llvm::range_size(scans) << " scans; a kernel has at most "
           << kMostRowScans;
  return success();
}

FailureOr<gpu::GPUFuncOp> autotune::createRowsFunction(OpBuilder &builder,
                                                       StringRef name,
                                                       problem::RowsOp op,
                                                       int64_t threads,
                                                       BuildRows build) {
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
      b.getDenseI32ArrayAttr({int32_t(threads), 1, 1}));
  b.setInsertionPointToEnd(&function.getBody().front());
  build(b, function);
  gpu::ReturnOp::create(b);
  if (succeeded(expandElementMath(function)))
    return function;
  function.erase();
  return op.emitError("can't run on the GPU: no kernel computes its elements");
}

FailureOr<RowKernel> autotune::createRowKernel(OpBuilder &builder,
                                               StringRef name,
                                               problem::RowsOp op,
                                               const RowLayout &layout) {
  SmallVector<int64_t> alignments;
  int64_t sharedMemory = 0;
  FailureOr<gpu::GPUFuncOp> function =
      createRowsFunction(builder, name, op, layout.getThreads(),
                         [&](ImplicitLocOpBuilder &b, gpu::GPUFuncOp function) {
                           RowBuilder rows(b, op, layout, function);
                           rows.build();
                           llvm::append_range(alignments, rows.getAlignments());
                           sharedMemory = rows.getSharedMemory();
                         });
  if (failed(function))
    return failure();
  return RowKernel{*function, std::move(alignments), sharedMemory};
}
