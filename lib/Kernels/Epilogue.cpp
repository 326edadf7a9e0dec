//===- Epilogue.cpp - The function of a fact in its kernel ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Kernels/Epilogue.h"

#include "mlir-autotune/Analysis/Epilogue.h"
#include "mlir-autotune/Kernels/ScalarOps.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::autotune;

LogicalResult autotune::checkEpilogue(Location loc, const MatmulFact &fact) {
  std::string whyNot;
  if (succeeded(parseEpilogue(loc.getContext(), fact, whyNot)))
    return success();
  return emitError(loc) << "can't build the epilogue '" << fact.epilogue.body
                        << "': " << whyNot;
}

int64_t autotune::getEpilogueAlignment(const MatmulFact &fact,
                                       const EpilogueOperand &operand) {
  const OperandFact &matrix = operand.matrix;
  int64_t pair = 2 * getElementBytes(matrix.element);
  if (!operand.overColumns || operand.columnGroup != 1 ||
      !matrix.unitInnerStride || matrix.alignment % pair != 0)
    return 1;
  auto keepsPairs = [](int64_t size) {
    return !ShapedType::isDynamic(size) && size % 2 == 0;
  };
  bool isKept = keepsPairs(fact.n) && keepsPairs(matrix.batchStride) &&
                (!operand.overRows || keepsPairs(matrix.rowStride));
  return isKept ? pair : 1;
}

static Value divideByGroup(ImplicitLocOpBuilder &b, Value at, int64_t group) {
  return group == 1 ? at : divide(b, at, group);
}

Value autotune::getEpilogueRow(ImplicitLocOpBuilder &b,
                               const EpilogueOperand &operand, Value row) {
  return divideByGroup(b, row, operand.rowGroup);
}

Value autotune::getEpilogueColumn(ImplicitLocOpBuilder &b,
                                  const EpilogueOperand &operand,
                                  Value column) {
  return divideByGroup(b, column, operand.columnGroup);
}

/// What buildKernel has seen to be one.
static OwningOpRef<ModuleOp> parseCheckedEpilogue(ImplicitLocOpBuilder &b,
                                                  const MatmulFact &fact,
                                                  bool keepsLast = false) {
  std::string whyNot;
  FailureOr<OwningOpRef<ModuleOp>> module =
      parseEpilogue(b.getContext(), fact, whyNot, keepsLast);
  assert(succeeded(module) && "the kernel's builder has parsed it before");
  return std::move(*module);
}

SmallVector<Value> autotune::inlineBody(ImplicitLocOpBuilder &b, Block &body,
                                        ValueRange arguments) {
  IRMapping mapping;
  mapping.map(body.getArguments(), arguments);
  for (Operation &op : body.without_terminator())
    b.clone(op, mapping)->setLoc(b.getLoc());
  return llvm::map_to_vector(
      body.getTerminator()->getOperands(),
      [&](Value result) { return mapping.lookup(result); });
}

SmallVector<Value> autotune::inlineEpilogue(ImplicitLocOpBuilder &b,
                                            const MatmulFact &fact,
                                            ValueRange arguments) {
  OwningOpRef<ModuleOp> module = parseCheckedEpilogue(b, fact);
  return inlineBody(b, getElementFunction(*module).getBody().front(),
                    arguments);
}

/// The elements in which a thread holds what it stores as elements of C:
/// those of the sums where they fit, else as wide ones.
static Type getResultElement(Type c, Type sum) {
  if (isa<FloatType>(c) == isa<FloatType>(sum))
    return sum;
  MLIRContext *context = c.getContext();
  bool isWide = sum.getIntOrFloatBitWidth() > 32;
  if (isa<IntegerType>(c))
    return IntegerType::get(context, isWide ? 64 : 32);
  return isWide ? Type(Float64Type::get(context)) : Float32Type::get(context);
}

/// A result of C's type as an element of a fragment, from which the store makes
/// the same bits, of pairs of elements at once: what narrows it last need not
/// be done twice, and is nobody's then.
static Value widenResult(ImplicitLocOpBuilder &b, Value result, Type element) {
  Operation *last = result.getDefiningOp();
  if (result.getType() == element || !last || last->getNumOperands() != 1)
    return convert(b, result, element);
  Value from = last->getOperand(0);
  auto rounding = dyn_cast<arith::TruncFOp>(last);
  if (rounding && !rounding.getRoundingmode() && from.getType() == element)
    return from;
  if (isa<arith::TruncIOp>(last) && isa<IntegerType>(element) &&
      from.getType().getIntOrFloatBitWidth() >= element.getIntOrFloatBitWidth())
    return convert(b, from, element);
  // The low bits of a wider integer are those of a narrower one, wherever that
  // is defined.
  if (isa<arith::FPToSIOp>(last) && isa<IntegerType>(element))
    return arith::FPToSIOp::create(b, element, from);
  if (isa<arith::FPToUIOp>(last) && isa<IntegerType>(element))
    return arith::FPToUIOp::create(b, element, from);
  return convert(b, result, element);
}

/// Yields the results as a fragment's elements of these types.
static void yieldResults(ImplicitLocOpBuilder &b, ArrayRef<Value> results,
                         ArrayRef<Type> elements) {
  SmallVector<Value> widened;
  llvm::SetVector<Operation *> narrowing;
  for (auto [result, element] : llvm::zip_equal(results, elements)) {
    widened.push_back(widenResult(b, result, element));
    if (Operation *last = result.getDefiningOp())
      narrowing.insert(last);
  }
  tile::YieldOp::create(b, widened);
  for (Operation *last : narrowing)
    if (last->use_empty())
      last->erase();
}

/// Whether all of C is tiles of this shape, in whole clusters.
static bool isWholeTiles(const KernelOperands &problem, ArrayRef<int64_t> shape,
                         ArrayRef<int64_t> cluster) {
  const MatmulFact &fact = problem.fact;
  if (fact.isGrouped())
    return false;
  std::array<int64_t, 2> sizes = {fact.m, fact.n};
  if (problem.swap)
    std::swap(sizes[0], sizes[1]);
  for (int64_t dim : {0, 1})
    if (ShapedType::isDynamic(sizes[dim]) ||
        sizes[dim] % (shape[dim] * cluster[dim]))
      return false;
  return true;
}

Value autotune::applyEpilogue(ImplicitLocOpBuilder &b,
                              const KernelOperands &problem, Value sums,
                              Value output, Value row, Value column) {
  const MatmulFact &fact = problem.fact;
  if (fact.epilogue.isNone())
    return sums;
  auto sumsType = cast<tile::FragmentType>(sums.getType());
  SmallVector<Type> elements;
  for (size_t i = 0; i < fact.getNumOutputs(); ++i)
    elements.push_back(getResultElement(
        getElementType(fact.getOutput(i).element, b.getContext()),
        sumsType.getElementType()));
  auto type = tile::FragmentType::get(
      b.getContext(),
      {sumsType.getShape()[0], sumsType.getShape()[1] / fact.getProducts()},
      elements.front());
  // A float of 8 bits is made of an f32 where it is stored.
  bool keepsLast =
      llvm::none_of(elements, [](Type type) { return type.isF64(); });
  OwningOpRef<ModuleOp> module = parseCheckedEpilogue(b, fact, keepsLast);
  Block &body = getElementFunction(*module).getBody().front();
  SmallVector<int64_t> alignments, ofOutputs;
  for (const EpilogueOperand &operand : fact.epilogue.operands)
    alignments.push_back(getEpilogueAlignment(fact, operand));
  for (const OperandFact &output : fact.epilogue.outputs)
    ofOutputs.push_back(getOutputAlignment(fact, output));
  SmallVector<int64_t> groups;
  for (const EpilogueOperand &operand : fact.epilogue.operands)
    groups.append({operand.rowGroup, operand.columnGroup});
  auto getPromises = [&](ArrayRef<int64_t> bytes) {
    return llvm::all_of(bytes, [](int64_t each) { return each == 1; })
               ? DenseI64ArrayAttr()
               : b.getDenseI64ArrayAttr(bytes);
  };
  auto kernel = sums.getDefiningOp()->getParentOfType<tile::KernelOp>();
  bool inside = !problem.extras.empty() &&
                isWholeTiles(problem, type.getShape(), kernel.getCluster());
  auto epilogue = tile::EpilogueOp::create(
      b, type, sums, problem.extras,
      problem.getOutputIndices(output, row, column), problem.outputs,
      problem.swap, getPromises(alignments), getPromises(groups),
      getPromises(ofOutputs), inside);
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Type> types(body.getArgumentTypes());
  Block *block = b.createBlock(&epilogue.getBody(), {}, types,
                               SmallVector<Location>(types.size(), b.getLoc()));
  yieldResults(b, inlineBody(b, body, block->getArguments()), elements);
  return epilogue.getResult();
}

SmallVector<Value>
autotune::applyEpilogueToElement(ImplicitLocOpBuilder &b,
                                 const KernelOperands &problem, Value sum,
                                 Value output, Value row, Value column) {
  SmallVector<Value> arguments = {sum};
  for (auto [matrix, operand] :
       llvm::zip_equal(problem.extras, problem.fact.epilogue.operands)) {
    SmallVector<Value> indices;
    if (cast<MemRefType>(matrix.getType()).getRank() == 3)
      indices.push_back(output);
    Value zero = constant(b, 0);
    indices.push_back(operand.overRows ? getEpilogueRow(b, operand, row)
                                       : zero);
    indices.push_back(
        operand.overColumns ? getEpilogueColumn(b, operand, column) : zero);
    arguments.push_back(memref::LoadOp::create(b, matrix, indices));
  }
  return inlineEpilogue(b, problem.fact, arguments);
}
