//===- SameKernels.cpp - Kernels that differ in sizes only ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Simulation/Reduction.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
/// The operations of a kernel in their order, without constants, and a number
/// for each value, block and symbol.
struct NumberedKernel {
  explicit NumberedKernel(Operation *kernel) {
    kernel->walk<WalkOrder::PreOrder>([&](Operation *inner) {
      for (Region &region : inner->getRegions())
        for (Block &block : region) {
          blocks.try_emplace(&block, blocks.size() + 1);
          for (Value argument : block.getArguments())
            numbers.try_emplace(argument, numbers.size());
        }
      Attribute constant;
      // The address of a symbol counts as a constant, too.
      if (matchPattern(inner, m_Constant(&constant)) &&
          !isa<SymbolRefAttr>(constant)) {
        constants[inner->getResult(0)] = constant;
        return;
      }
      ops.push_back(inner);
      for (Value result : inner->getResults())
        numbers.try_emplace(result, numbers.size());
    });
  }

  /// Attributes and properties, with numbers for the symbols that they name.
  std::pair<Attribute, Attribute> getAttributes(Operation *op) {
    AttrTypeReplacer replacer;
    replacer.addReplacement([&](SymbolRefAttr symbol) -> Attribute {
      size_t number = symbols.try_emplace(symbol, symbols.size()).first->second;
      return FlatSymbolRefAttr::get(symbol.getContext(),
                                    std::to_string(number));
    });
    Attribute properties = op->getPropertiesAsAttribute();
    return {replacer.replace(op->getDiscardableAttrDictionary()),
            properties ? replacer.replace(properties) : properties};
  }
  /// Numbers of the blocks that it is in and goes on to.
  std::vector<size_t> getBlocks(Operation *op) const {
    std::vector<size_t> all = {blocks.lookup(op->getBlock())};
    for (Block *successor : op->getSuccessors())
      all.push_back(blocks.lookup(successor));
    return all;
  }

  std::vector<Operation *> ops;
  llvm::DenseMap<Value, size_t> numbers;
  llvm::DenseMap<Value, Attribute> constants;
  llvm::DenseMap<Block *, size_t> blocks;
  llvm::DenseMap<Attribute, size_t> symbols;
};
} // namespace

static bool areSame(const NumberedKernel &a, const NumberedKernel &b, Value x,
                    Value y) {
  if (x.getType() != y.getType())
    return false;
  Attribute one = a.constants.lookup(x), other = b.constants.lookup(y);
  if (bool(one) != bool(other))
    return false;
  if (one)
    return one == other || isa<IntegerAttr>(one);
  return a.numbers.lookup(x) == b.numbers.lookup(y);
}

/// Names, sizes of the grid and what the parameters are called are attributes
/// of functions and modules.
static bool areSame(NumberedKernel &a, NumberedKernel &b, Operation *x,
                    Operation *y) {
  bool hasSymbol = isa<SymbolOpInterface>(x);
  return x->getName() == y->getName() &&
         x->getResultTypes() == y->getResultTypes() &&
         x->getNumOperands() == y->getNumOperands() &&
         x->getNumRegions() == y->getNumRegions() &&
         a.getBlocks(x) == b.getBlocks(y) &&
         (hasSymbol || a.getAttributes(x) == b.getAttributes(y)) &&
         llvm::all_of(llvm::zip_equal(x->getOperands(), y->getOperands()),
                      [&](auto pair) {
                        auto [one, other] = pair;
                        return areSame(a, b, one, other);
                      });
}

bool autotune::differInSizesOnly(Operation *a, Operation *b) {
  NumberedKernel one(a), other(b);
  return one.ops.size() == other.ops.size() &&
         llvm::all_of(llvm::zip_equal(one.ops, other.ops), [&](auto pair) {
           auto [x, y] = pair;
           return areSame(one, other, x, y);
         });
}
