//===- RowPasses.cpp - Rows that are too long for registers ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A softmax takes three passes over its row: the largest element, the sum of
// the exponentials, and the results. A pass loops over steps of several chunks.
// Sums are carried from step to step, and threads combine theirs at the end. A
// pass computes again what it needs of the elements, from the inputs. These are
// loaded by the first pass, and may be kept in shared memory. A thread reads
// there only what it has written itself, so that no barrier is needed.
//
//===----------------------------------------------------------------------===//

#include "RowBuilder.h"

#include "mlir-autotune/Kernels/DeviceElements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

/// Whether an operation has an element for each row and column, or reduces
/// them.
static bool isOfColumns(problem::RowsOp op, linalg::GenericOp inner) {
  std::optional<RowView> view = getRowView(inner);
  return reducesRows(inner) ||
         view->rows * view->columns == int64_t(op.getRows() * op.getColumns());
}

/// The operation of the body that computes a value; null for inputs.
static linalg::GenericOp getWriter(Value value) {
  return getReshaped(value).getDefiningOp<linalg::GenericOp>();
}

SmallVector<RowPass> autotune::planRowPasses(problem::RowsOp op) {
  Block &body = op.getBody().front();
  // The first pass that can compute an operation.
  llvm::MapVector<linalg::GenericOp, int64_t> first;
  int64_t last = 0;
  for (auto inner : body.getOps<linalg::GenericOp>()) {
    int64_t pass = 0;
    for (Value operand : inner->getOperands())
      if (linalg::GenericOp writer = getWriter(operand))
        pass = std::max(pass, first[writer] + reducesRows(writer));
    first[inner] = pass;
    last = std::max(last, pass);
  }
  SmallVector<RowPass> passes(last + 1);
  for (auto [number, pass] : llvm::enumerate(passes)) {
    llvm::DenseSet<Operation *> needed;
    SmallVector<linalg::GenericOp> worklist;
    auto need = [&](linalg::GenericOp inner) {
      if (isOfColumns(op, inner) && needed.insert(inner).second)
        worklist.push_back(inner);
    };
    for (auto [result, value] :
         llvm::enumerate(body.getTerminator()->getOperands())) {
      linalg::GenericOp writer = getWriter(value);
      if (first[writer] != int64_t(number) || reducesRows(writer) ||
          !isOfColumns(op, writer))
        continue;
      pass.stored.push_back(result);
      need(writer);
    }
    for (auto [inner, ofInner] : first)
      if (ofInner == int64_t(number) && reducesRows(inner))
        need(inner);
      else if (ofInner == int64_t(number) && !isOfColumns(op, inner))
        pass.ofRows.push_back(inner);
    while (!worklist.empty())
      for (Value operand : worklist.pop_back_val()->getOperands())
        if (linalg::GenericOp writer = getWriter(operand);
            writer && !reducesRows(writer))
          need(writer);
    for (auto inner : body.getOps<linalg::GenericOp>())
      if (needed.contains(inner))
        pass.ofColumns.push_back(inner);
  }
  return passes;
}

//===----------------------------------------------------------------------===//
// Inputs in shared memory
//===----------------------------------------------------------------------===//

/// The most bytes that a thread loads at once.
static constexpr int64_t kAlignment = 16;

/// The start of a CTA's dynamic shared memory. It is external: of an internal
/// variable without elements, ptxas makes static memory of one byte.
static Value createDynamicShared(ImplicitLocOpBuilder &b,
                                 gpu::GPUFuncOp function) {
  std::string name = (function.getName() + "_dynamic_shared").str();
  auto module = function->getParentOfType<gpu::GPUModuleOp>();
  auto global = module.lookupSymbol<LLVM::GlobalOp>(name);
  if (!global) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(module.getBody());
    global = LLVM::GlobalOp::create(
        b, LLVM::LLVMArrayType::get(b.getI8Type(), 0), /*isConstant=*/false,
        LLVM::Linkage::External, name, Attribute(), kAlignment,
        unsigned(NVVM::NVVMMemorySpace::Shared));
  }
  return LLVM::AddressOfOp::create(b, global);
}

/// Gives each input that several passes read in place a part of shared memory:
/// a place for each column of a CTA's rows, and for those that the last chunk
/// has beyond them.
void RowBuilder::placeKept(MutableArrayRef<RowPass> passes) {
  if (layout.passes != Passes::Shared)
    return;
  llvm::MapVector<Value, int64_t> readers;
  for (RowPass &pass : passes) {
    llvm::SmallSetVector<Value, 4> read;
    for (linalg::GenericOp inner : pass.ofColumns)
      for (OpOperand *input : inner.getDpsInputOperands())
        if (isa<BlockArgument>(getReshaped(input->get())) &&
            isReadInPlace(inner, *input))
          read.insert(getReshaped(input->get()));
    for (Value input : read)
      ++readers[input];
  }
  Value base;
  for (auto [input, count] : readers) {
    if (count < 2)
      continue;
    if (!base)
      base = createDynamicShared(b, function);
    int64_t bytes =
        layout.chunksOfRow * getColumnsOfChunk() *
        getMemoryBytes(getMemoryType(getElementTypeOrSelf(input.getType())));
    Value offset = arith::AddIOp::create(
        b, constant(sharedMemory),
        arith::MulIOp::create(b, rowInCta, constant(bytes)));
    kept[input] = LLVM::GEPOp::create(b, base.getType(), b.getI8Type(), base,
                                      ValueRange{toI64(offset)});
    // A row is whole vectors, so that inputs alone have to be aligned.
    sharedMemory =
        llvm::alignTo(sharedMemory + bytes * layout.rowsPerCta, kAlignment);
  }
}

/// The places of a thread's vectors, of as many elements as it stores at once.
SmallVector<Value> RowBuilder::getKeptPlaces(Value start, Type memory,
                                             int64_t vector) {
  SmallVector<Value> all;
  for (Value place : places)
    for (int64_t at = 0; at < layout.vector; at += vector) {
      Value first = arith::AddIOp::create(b, place, constant(at));
      all.push_back(LLVM::GEPOp::create(b, start.getType(), memory, start,
                                        ValueRange{toI64(first)}));
    }
  return all;
}

void RowBuilder::keep(Value start, const RowElements &elements) {
  SmallVector<Value> words = llvm::map_to_vector(
      elements, [&](Value element) { return toMemory(b, element); });
  Type memory = words.front().getType();
  int64_t vector = getVectorOf(memory);
  ArrayRef<Value> rest = words;
  for (Value place : getKeptPlaces(start, memory, vector)) {
    storeVector(rest.take_front(vector), place);
    rest = rest.drop_front(vector);
  }
}

RowElements RowBuilder::loadKept(Value start, Type element) {
  Type memory = getMemoryType(element);
  int64_t vector = getVectorOf(memory);
  RowElements elements;
  for (Value place : getKeptPlaces(start, memory, vector))
    for (Value word : loadVector(memory, vector, place))
      elements.push_back(fromMemory(b, word, element));
  return elements;
}

RowElements RowBuilder::loadInPlace(Value value) {
  if (!isInPasses())
    return loadFromMemory(value);
  Value source = getReshaped(value);
  if (auto it = loaded.find(source); it != loaded.end())
    return it->second;
  RowElements elements;
  if (Value start = kept.lookup(source); start && isKept.contains(source)) {
    elements = loadKept(start, getElementTypeOrSelf(value.getType()));
  } else {
    elements = loadFromMemory(value);
    if (start)
      keep(start, elements);
  }
  return loaded[source] = elements;
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

/// Adds the elements of some chunks to the sums, which are those of all
/// reductions of the pass.
void RowBuilder::buildStep(RowPass &pass, Value first, int64_t chunks,
                           bool isMasked, MutableArrayRef<RowElements> sums) {
  createColumns(first, chunks, isMasked);
  loaded.clear();
  for (linalg::GenericOp inner : pass.ofColumns) {
    SmallVector<RowElements> built = buildOp(inner);
    if (!reducesRows(inner)) {
      setResults(inner, built);
      continue;
    }
    MutableArrayRef<RowElements> own = sums.take_front(built.size());
    sums = sums.drop_front(built.size());
    SmallVector<Value> values = llvm::map_to_vector(
        own, [](const RowElements &sum) { return sum.front(); });
    RowCombiner combiner(inner);
    values = combineOwn(combiner, built, std::move(values));
    for (auto [sum, value] : llvm::zip_equal(own, values))
      sum = {value};
  }
  for (unsigned number : pass.stored)
    storeResult(number);
}

void RowBuilder::buildPass(RowPass &pass) {
  for (linalg::GenericOp inner : pass.ofRows)
    setResults(inner, buildOp(inner));
  if (pass.ofColumns.empty())
    return;
  SmallVector<RowCombiner> combiners;
  SmallVector<RowElements> sums;
  for (linalg::GenericOp inner : pass.ofColumns)
    if (reducesRows(inner)) {
      combiners.emplace_back(inner);
      for (Value nothing : createNothing(combiners.back()))
        sums.push_back({nothing});
    }
  int64_t columnsOfStep = layout.chunks * getColumnsOfChunk();
  int64_t all = op.getColumns(), rest = all % columnsOfStep;
  if (rest != all)
    buildLoop(all - rest, columnsOfStep, sums, [&](Value first) {
      buildStep(pass, first, layout.chunks, /*isMasked=*/false, sums);
    });
  if (rest)
    buildStep(pass, constant(all - rest),
              llvm::divideCeil(rest, getColumnsOfChunk()),
              /*isMasked=*/rest % getColumnsOfChunk() != 0, sums);
  for (const auto &[input, start] : kept)
    if (loaded.contains(input))
      isKept.insert(input);
  ArrayRef<RowElements> left = sums;
  for (RowCombiner &combiner : combiners) {
    SmallVector<Value> values;
    for (const RowElements &sum : left.take_front(combiner.op.getNumResults()))
      values.push_back(sum.front());
    left = left.drop_front(values.size());
    setResults(combiner.op, combineThreads(combiner, std::move(values)));
  }
}

void RowBuilder::buildPasses() {
  SmallVector<RowPass> passes = planRowPasses(op);
  placeKept(passes);
  llvm::BitVector isStored(op.getNumResults());
  for (RowPass &pass : passes) {
    buildPass(pass);
    for (unsigned number : pass.stored)
      isStored.set(number);
  }
  // One thread of each row stores what the row has one element of.
  createColumns(/*first=*/nullptr, /*chunks=*/1, /*isMasked=*/false);
  isStored.flip();
  for (unsigned number : isStored.set_bits())
    storeResult(number);
}
