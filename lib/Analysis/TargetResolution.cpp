//===- TargetResolution.cpp - Which target an operation is for ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/TargetResolution.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::autotune;

FailureOr<TargetInfo>
autotune::resolveTarget(TargetAttr attr,
                        function_ref<InFlightDiagnostic()> emitError) {
  StringRef name = attr.isNamed() ? attr.getName().getValue() : *attr.getChip();
  const TargetInfo *known = lookupTarget(name);
  if (!known)
    return emitError() << "unknown target '" << name << "'; known are "
                       << getKnownTargetNames();
  TargetInfo target = *known;
  if (attr.isNamed() && attr.getChip())
    target.chip = attr.getChip()->str();
  std::string whyNot;
  auto set = [&](StringRef field, double value) {
    if (succeeded(setTargetFigure(target, field, value, whyNot)))
      return success();
    emitError() << whyNot;
    return failure();
  };
  for (StringRef field : TargetAttr::getCountFields())
    if (std::optional<int64_t> count = attr.getCount(field))
      if (failed(set(field, *count)))
        return failure();
  for (StringRef field : TargetAttr::getRateFields())
    if (std::optional<double> rate = attr.getRate(field))
      if (failed(set(field, *rate)))
        return failure();
  return target;
}

// Errors are at the location of an operation, not of it: upstream prints the
// whole operation behind the latter, and here that is a module.

/// The chip that a gpu.module is compiled for, if it says.
static std::optional<StringRef> getChip(gpu::GPUModuleOp module) {
  if (ArrayAttr targets = module.getTargetsAttr())
    for (Attribute attr : targets)
      if (auto target = dyn_cast<NVVM::NVVMTargetAttr>(attr))
        return target.getChip();
  return std::nullopt;
}

static FailureOr<TargetInfo> resolveChip(gpu::GPUModuleOp module,
                                         StringRef chip) {
  if (const TargetInfo *target = lookupTarget(chip))
    return *target;
  return emitError(module.getLoc(), "unknown chip '")
         << chip << "' of the gpu.module's target; known targets are "
         << getKnownTargetNames();
}

/// The one chip that the gpu.modules in `module` agree on.
static FailureOr<TargetInfo> findInModule(ModuleOp module, Operation *op) {
  gpu::GPUModuleOp first;
  StringRef chip;
  for (auto child : module.getOps<gpu::GPUModuleOp>()) {
    std::optional<StringRef> childChip = getChip(child);
    if (!childChip)
      continue;
    if (first && chip != *childChip) {
      InFlightDiagnostic diag = emitError(
          op->getLoc(), "no target is given and the module's gpu.modules "
                        "disagree; set autotune.target or the target option");
      diag.attachNote(first.getLoc()) << "this one is for " << chip;
      diag.attachNote(child.getLoc()) << "this one is for " << *childChip;
      return failure();
    }
    first = child;
    chip = *childChip;
  }
  if (first)
    return resolveChip(first, chip);
  return emitError(op->getLoc(),
                   "no target is given; set the target option, "
                   "autotune.target on the module, or #nvvm.target on a "
                   "gpu.module; known targets are ")
         << getKnownTargetNames();
}

FailureOr<TargetInfo> autotune::findTarget(Operation *op) {
  ModuleOp nearest;
  for (Operation *around = op; around; around = around->getParentOp()) {
    if (auto attr = around->getAttrOfType<TargetAttr>(kTargetAttrName))
      return resolveTarget(attr, [&] { return emitError(around->getLoc()); });
    if (auto module = dyn_cast<gpu::GPUModuleOp>(around))
      if (std::optional<StringRef> chip = getChip(module))
        return resolveChip(module, *chip);
    if (auto module = dyn_cast<ModuleOp>(around); module && !nearest)
      nearest = module;
  }
  if (nearest)
    return findInModule(nearest, op);
  return emitError(op->getLoc(),
                   "no target is given; set the target option; known "
                   "targets are ")
         << getKnownTargetNames();
}

FailureOr<TargetInfo> autotune::getTarget(Operation *op, StringRef option) {
  if (option.empty())
    return findTarget(op);
  std::string whyNot;
  FailureOr<TargetInfo> target = parseTarget(option, whyNot);
  if (failed(target))
    return emitError(op->getLoc()) << whyNot;
  return target;
}
