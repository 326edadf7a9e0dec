//===- MakeSignless.cpp - Integers of functions that have a sign ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNEMAKESIGNLESS
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

/// The same type with integers that have no sign of their own.
static Type getSignless(Type type) {
  Type element = getElementTypeOrSelf(type);
  auto integer = dyn_cast<IntegerType>(element);
  if (!integer || integer.isSignless())
    return type;
  auto signless = IntegerType::get(type.getContext(), integer.getWidth());
  if (auto shaped = dyn_cast<ShapedType>(type))
    return shaped.clone(signless);
  return element == type ? Type(signless) : type;
}

static bool hasSign(Type type) { return getSignless(type) != type; }

/// Whether integers with a sign are part of a type that getSignless leaves, as
/// of a function's.
static bool hasSignWithin(Type type) {
  WalkResult result = type.walk([](IntegerType integer) {
    return integer.isSignless() ? WalkResult::advance()
                                : WalkResult::interrupt();
  });
  return result.wasInterrupted() && !hasSign(type);
}

/// Whether an operation only passes values on, whatever their types.
static bool passesOn(Operation *op) {
  return isa<func::FuncOp, func::CallOp, func::ReturnOp,
             UnrealizedConversionCastOp>(op);
}

/// Whether something else than functions and casts has integers with a sign.
static bool isUsedElsewhere(ModuleOp module) {
  WalkResult result = module.walk([](Operation *op) {
    SmallVector<Type> types(op->getOperandTypes());
    llvm::append_range(types, op->getResultTypes());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(types, block.getArgumentTypes());
    if (auto function = dyn_cast<func::FuncOp>(op)) {
      llvm::append_range(types, function.getArgumentTypes());
      llvm::append_range(types, function.getResultTypes());
    }
    bool isLeft = llvm::any_of(types, hasSignWithin) ||
                  (!passesOn(op) && llvm::any_of(types, hasSign));
    return isLeft ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}

static SmallVector<Type> getSignless(TypeRange types) {
  return llvm::map_to_vector(types,
                             [](Type type) { return getSignless(type); });
}

static void makeSignless(func::FuncOp function) {
  FunctionType type = function.getFunctionType();
  function.setFunctionType(FunctionType::get(function.getContext(),
                                             getSignless(type.getInputs()),
                                             getSignless(type.getResults())));
  for (Block &block : function.getBody())
    for (BlockArgument argument : block.getArguments())
      argument.setType(getSignless(argument.getType()));
}

namespace {
struct MakeSignless
    : public autotune::impl::AutotuneMakeSignlessBase<MakeSignless> {
  void runOnOperation() override {
    if (isUsedElsewhere(getOperation()))
      return;
    SmallVector<UnrealizedConversionCastOp> casts;
    getOperation().walk([&](UnrealizedConversionCastOp cast) {
      if (llvm::any_of(cast.getOperandTypes(), hasSign) ||
          llvm::any_of(cast.getResultTypes(), hasSign))
        casts.push_back(cast);
    });
    getOperation().walk([&](Operation *op) {
      if (auto function = dyn_cast<func::FuncOp>(op))
        makeSignless(function);
      for (Value result : op->getResults())
        result.setType(getSignless(result.getType()));
    });
    // Code that is never reached may cast what it makes.
    for (UnrealizedConversionCastOp cast : casts)
      if (cast.getOperandTypes() == cast.getResultTypes() &&
          !llvm::is_contained(cast->getUsers(), cast.getOperation())) {
        cast->replaceAllUsesWith(cast.getInputs());
        cast.erase();
      }
  }
};
} // namespace
