//===- OnceAttrs.cpp - What is computed once, verified --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArgumentAttrs.h"

#include "mlir-autotune/Dialect/Autotune/OnceName.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::autotune;

/// Its results are kept in memory that is allocated before it runs. Its
/// arguments are frozen arguments of its callers, which autotune-keep-results
/// checks.
LogicalResult autotune::verifyOnce(Operation *op, Attribute value) {
  auto globals = dyn_cast<ArrayAttr>(value);
  auto isName = [](Attribute item) { return isa<FlatSymbolRefAttr>(item); };
  if (!isa<UnitAttr>(value) && !(globals && llvm::all_of(globals, isName)))
    return op->emitOpError()
           << kOnceAttrName << " must have no value, or a list of globals, not "
           << value;
  auto function = dyn_cast<FunctionOpInterface>(op);
  auto isKnown = [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return isa<RankedTensorType, MemRefType>(type) && shaped.hasStaticShape();
  };
  auto isKept = [&](Type type) {
    return isa<RankedTensorType>(type) && isKnown(type);
  };
  if (!function || function.isExternal() || !function.isPrivate() ||
      !llvm::all_of(function.getArgumentTypes(), isKnown) ||
      !llvm::all_of(function.getResultTypes(), isKept))
    return op->emitOpError()
           << kOnceAttrName
           << " must be on a private function with a body, whose arguments and "
              "results are tensors of known sizes";
  return success();
}

LogicalResult autotune::verifyFrozen(FunctionOpInterface function,
                                     unsigned number, Attribute value) {
  auto emitError = [&] {
    return function->emitOpError()
           << "argument " << number << ": " << kFrozenAttrName << " ";
  };
  if (!isa<UnitAttr>(value))
    return emitError() << "must have no value, not " << value;
  if (function.isExternal())
    return emitError() << "needs a function with a body";
  Type type = function.getArgumentTypes()[number];
  if (!isa<RankedTensorType>(type))
    return emitError() << "needs a ranked tensor, not " << type;
  // The name is that of another dialect, which ours does not link.
  if (auto writable =
          function.getArgAttrOfType<BoolAttr>(number, "bufferization.writable");
      writable && writable.getValue())
    return emitError() << "contradicts bufferization.writable = true";
  return success();
}
