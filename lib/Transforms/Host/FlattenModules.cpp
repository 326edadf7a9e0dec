//===- FlattenModules.cpp - One module of several -------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNEFLATTENMODULES
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

/// What a name without a definition refers to is found when programs are
/// linked, by this name.
static bool isDeclaration(Operation *op) {
  auto symbol = dyn_cast<SymbolOpInterface>(op);
  return symbol && symbol.isDeclaration();
}

namespace {
class Flattener {
public:
  explicit Flattener(ModuleOp root) : root(root), symbols(root) {}

  /// Moves what is in the modules inside of one, and in theirs, to the root's
  /// end.
  LogicalResult flatten(ModuleOp module);

private:
  LogicalResult settleName(Operation *op, ModuleOp from);
  LogicalResult rename(Operation *op, ModuleOp from);

  ModuleOp root;
  SymbolTable symbols;
};
} // namespace

/// The name of an operation that others refer to; null for none.
static StringAttr getName(Operation *op) {
  return op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
}

/// Whether two symbols of one name are one: functions of one type, or the same
/// declaration twice.
static bool areOne(Operation *first, Operation *second) {
  if (first->getName() != second->getName())
    return false;
  auto function = dyn_cast<FunctionOpInterface>(first);
  if (!function)
    return first->getAttrDictionary() == second->getAttrDictionary();
  return function.getFunctionType() ==
         cast<FunctionOpInterface>(second).getFunctionType();
}

LogicalResult Flattener::rename(Operation *op, ModuleOp from) {
  std::string base = from.getName().value_or("inner").str() + "_" +
                     getName(op).getValue().str();
  std::string name = base;
  for (unsigned count = 0; symbols.lookup(name) || from.lookupSymbol(name);
       ++count)
    name = base + "_" + std::to_string(count);
  StringAttr attr = StringAttr::get(op->getContext(), name);
  if (failed(SymbolTable::replaceAllSymbolUses(op, attr, from)))
    return op->emitError(
        "must be renamed, because another module has this symbol, but an "
        "operation that is not registered may use it");
  SymbolTable::setSymbolName(op, attr);
  return success();
}

/// Gives it a name of its own, or erases the declaration of what is there.
LogicalResult Flattener::settleName(Operation *op, ModuleOp from) {
  Operation *existing = getName(op) ? symbols.lookup(getName(op)) : nullptr;
  if (!existing)
    return success();
  bool declares = isDeclaration(op), isDeclared = isDeclaration(existing);
  if (!declares && !isDeclared)
    return rename(op, from);
  if (!areOne(existing, op)) {
    InFlightDiagnostic diag =
        op->emitError("@")
        << getName(op).getValue()
        << " differs from the symbol in another module; declarations are found "
           "by name, so both must have the same type, or different names";
    diag.attachNote(existing->getLoc()) << "the other one";
    return failure();
  }
  if (declares)
    op->erase();
  else
    symbols.erase(existing);
  return success();
}

LogicalResult Flattener::flatten(ModuleOp module) {
  for (ModuleOp inner : llvm::make_early_inc_range(module.getOps<ModuleOp>())) {
    if (symbols.lookup(inner.getName().value_or("")) == inner)
      symbols.remove(inner);
    // As long as those that use a name are in its module.
    for (Operation &op : llvm::make_early_inc_range(*inner.getBody()))
      if (!isa<ModuleOp>(op) && failed(settleName(&op, inner)))
        return failure();
    for (Operation &op : llvm::make_early_inc_range(*inner.getBody())) {
      if (isa<ModuleOp>(op))
        continue;
      op.remove();
      if (getName(&op))
        symbols.insert(&op, root.getBody()->end());
      else
        root.getBody()->push_back(&op);
    }
    if (failed(flatten(inner)))
      return failure();
    for (NamedAttribute attr : inner->getDiscardableAttrs())
      if (!root->hasAttr(attr.getName()))
        root->setAttr(attr.getName(), attr.getValue());
    inner.erase();
  }
  return success();
}

namespace {
struct FlattenModules
    : public autotune::impl::AutotuneFlattenModulesBase<FlattenModules> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (module.getOps<ModuleOp>().empty())
      return markAllAnalysesPreserved();
    if (failed(Flattener(module).flatten(module)))
      signalPassFailure();
  }
};
} // namespace
