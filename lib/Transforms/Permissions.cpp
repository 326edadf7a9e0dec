//===- Permissions.cpp - Arithmetic that a program allows -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Permissions.h"

#include "mlir-autotune/Analysis/HostCode.h"
#include "mlir-autotune/Analysis/MatmulOps.h"
#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"

using namespace mlir;
using namespace mlir::autotune;

static bool isProduct(Operation *op) {
  return (isMatmul(op) || isa<problem::GroupedMatmulOp>(op)) &&
         getWhyNotOnHost(op).empty();
}

/// The same of a problem that is formed already, whose own attributes say it.
static void permit(problem::ContractOp op, StringRef allowTf32,
                   StringRef accumulator) {
  auto areAll = [](ValueRange values, auto isType) {
    return llvm::all_of(values.getTypes(), [&](Type type) {
      return isType(getElementTypeOrSelf(type));
    });
  };
  bool isF32 = areAll(op.getFactors(), [](Type type) { return type.isF32(); });
  if (allowTf32 != "none" && isF32 && op.getAccumulator().isF32() &&
      !op.getPrecision())
    op.setPrecision(allowTf32);
  auto isF16 = [](Type type) { return type.isF16(); };
  if (accumulator == "f16" && areAll(op.getFactors(), isF16) &&
      areAll(op.getC(), isF16) && !op.hasPrologue())
    op.setAccumulator(Float16Type::get(op.getContext()));
}

/// Sums in f16 are the option's to allow where an operation does not say, and
/// nobody's where types have none.
static void settleAccumulator(Operation *op, StringRef allowed) {
  bool hasF16 = llvm::all_of(op->getOperandTypes(), [](Type type) {
    return getElementTypeOrSelf(type).isF16();
  });
  auto said = op->getAttrOfType<StringAttr>(kAccumulatorAttrName);
  if (said && said.getValue() == "f16" && !hasF16)
    op->emitWarning() << kAccumulatorAttrName
                      << " = f16 is ignored: only products of f16 by f16 whose "
                         "result is f16 are summed in f16";
  if (!said && hasF16 && allowed != "f32")
    op->setAttr(kAccumulatorAttrName,
                StringAttr::get(op->getContext(), allowed));
}

/// Whether it multiplies f32, and does not say how.
static bool mayUseTf32(Operation *op) {
  return isProduct(op) && !op->hasAttr(kAllowTf32AttrName) &&
         llvm::all_of(op->getOperandTypes(), [](Type type) {
           return getElementTypeOrSelf(type).isF32();
         });
}

void autotune::permit(Operation *root, StringRef allowTf32,
                      StringRef accumulator) {
  root->walk([&](Operation *op) {
    if (auto contract = dyn_cast<problem::ContractOp>(op)) {
      ::permit(contract, allowTf32, accumulator);
      return;
    }
    if (allowTf32 != "none" && mayUseTf32(op))
      op->setAttr(kAllowTf32AttrName,
                  StringAttr::get(op->getContext(), allowTf32));
    if (isProduct(op))
      settleAccumulator(op, accumulator);
  });
}
