//===- Undefined.cpp - What would end the host ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A division by zero is a number that nobody knows on a GPU, and the end of the
// process on many a host; unreachable code may be anything on both. A simulated
// kernel says so instead.
//
//===----------------------------------------------------------------------===//

#include "OpTable.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::simulator;

/// Whether the divisor is a constant that any number can be divided by.
static bool isSafeDivisor(Value divisor, bool isSigned) {
  APInt value;
  return matchPattern(divisor, m_ConstantInt(&value)) && !value.isZero() &&
         !(isSigned && value.isAllOnes());
}

static Value isEqual(SimulatorCalls &calls, Value value, const APInt &number) {
  Location loc = calls.getLoc();
  Value constant =
      LLVM::ConstantOp::create(calls, loc, value.getType(),
                               calls.getIntegerAttr(value.getType(), number));
  return LLVM::ICmpOp::create(calls, loc, LLVM::ICmpPredicate::eq, value,
                              constant);
}

static LogicalResult guardDivision(SimulatorCalls &calls, Operation *op,
                                   bool isSigned) {
  Value dividend = op->getOperand(0), divisor = op->getOperand(1);
  auto type = dyn_cast<IntegerType>(divisor.getType());
  if (!type)
    return op->emitError("the simulator does not know '")
           << op->getName() << "' of " << divisor.getType();
  if (isSafeDivisor(divisor, isSigned))
    return success();
  calls.enter(op);
  Location loc = calls.getLoc();
  unsigned width = type.getWidth();
  Value undefined = isEqual(calls, divisor, APInt::getZero(width));
  if (isSigned) {
    Value isMinusOne = isEqual(calls, divisor, APInt::getAllOnes(width));
    Value isLeast = isEqual(calls, dividend, APInt::getSignedMinValue(width));
    Value overflows = LLVM::AndOp::create(calls, loc, isMinusOne, isLeast);
    undefined = LLVM::OrOp::create(calls, loc, undefined, overflows);
  }
  calls.call("autotuneSimDivision",
             {LLVM::ZExtOp::create(calls, loc, calls.getI32Type(), undefined)});
  return success();
}

LogicalResult simulator::guardUndefined(SimulatorCalls &calls) {
  SmallVector<Operation *> ops;
  calls.function.walk([&](Operation *op) {
    if (isa<LLVM::SDivOp, LLVM::SRemOp, LLVM::UDivOp, LLVM::URemOp,
            LLVM::UnreachableOp>(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    if (isa<LLVM::UnreachableOp>(op)) {
      // A trap stands before it as a rule.
      auto before = dyn_cast_or_null<LLVM::CallOp>(op->getPrevNode());
      if (before && before.getCallee() == StringRef("autotuneSimTrap"))
        continue;
      calls.enter(op);
      calls.call("autotuneSimTrap", {});
    } else if (failed(guardDivision(calls, op,
                                    isa<LLVM::SDivOp, LLVM::SRemOp>(op)))) {
      return failure();
    }
  }
  return success();
}
