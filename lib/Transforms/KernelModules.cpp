//===- KernelModules.cpp - Where the kernels of matmuls are ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelModules.h"

#include "mlir-autotune/Backends/NVVM/KernelTarget.h"
#include "mlir-autotune/Dialect/Tile/KernelABI.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::autotune;

/// The module that holds the kernels of a target.
static constexpr StringLiteral kKernelModule = "autotune_kernels";

static bool isGrouped(const ProblemFact &fact) {
  return fact.isMatmul() && fact.getMatmul().isGrouped();
}

/// Whether a module is one for the target's kernels, from an earlier run.
static bool isFor(gpu::GPUModuleOp module, const TargetInfo &target) {
  ArrayAttr attrs = module.getTargetsAttr();
  return attrs && llvm::any_of(attrs, [&](Attribute attr) {
           auto known = dyn_cast<NVVM::NVVMTargetAttr>(attr);
           return known && known.getChip() == target.chip;
         });
}

/// Beside the function that launches: symbols are looked up in the nearest
/// module.
static FailureOr<gpu::GPUModuleOp> getKernelModule(Operation *op,
                                                   const TargetInfo &target) {
  auto module = op->getParentOfType<ModuleOp>();
  std::string name = kKernelModule.str() + "_" + target.chip;
  if (Operation *symbol = module.lookupSymbol(name)) {
    auto existing = dyn_cast<gpu::GPUModuleOp>(symbol);
    if (existing && isFor(existing, target))
      return existing;
    return op->emitOpError("needs the symbol @")
           << name << " for kernels of " << target.chip << ", which is taken";
  }
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  auto kernels = gpu::GPUModuleOp::create(builder, op->getLoc(), name);
  kernels.setTargetsAttr(
      builder.getArrayAttr(getKernelTarget(builder.getContext(), target.chip)));
  return kernels;
}

/// The symbol of a kernel that is in the module; an error at `op` if it is
/// something else.
static FailureOr<SymbolRefAttr>
getSymbol(Operation *op, gpu::GPUModuleOp kernels, StringRef name) {
  Operation *kernel = kernels.lookupSymbol(name);
  if (!isa<tile::KernelOp>(kernel) &&
      !kernel->hasAttr(tile::kKernelABIAttrName))
    return op->emitOpError("needs the symbol @")
           << name << " for its kernel, which is taken";
  return SymbolRefAttr::get(kernels.getNameAttr(),
                            {FlatSymbolRefAttr::get(op->getContext(), name)});
}

void KernelModules::addKernel(gpu::GPUModuleOp kernels, KernelProgram &program,
                              bool isGrouped, const TargetInfo &target) {
  program.moveInto(kernels);
  // Those beside it are no worse for a later version of PTX.
  if (isGrouped) {
    Builder builder(kernels.getContext());
    kernels.setTargetsAttr(builder.getArrayAttr(getKernelTarget(
        builder.getContext(), target.chip, /*hasGroups=*/true)));
  }
  ++numKernels;
}

FailureOr<SymbolRefAttr> KernelModules::getKernel(Operation *op,
                                                  const ProblemFact &fact,
                                                  const Config &config,
                                                  const TargetInfo &target) {
  MLIRContext *context = op->getContext();
  FailureOr<gpu::GPUModuleOp> kernels = getKernelModule(op, target);
  if (failed(kernels))
    return failure();
  std::string &name = names[{fact, config, target.chip}];
  // Several modules have kernels of their own.
  if (name.empty() || !kernels->lookupSymbol(name)) {
    FailureOr<KernelProgram> program = KernelProgram::build(
        op->getLoc(), fact, config,
        getKernelTarget(context, target.chip, isGrouped(fact)));
    if (failed(program))
      return failure();
    name = program->getName();
    if (!kernels->lookupSymbol(name))
      addKernel(*kernels, *program, isGrouped(fact), target);
  }
  return getSymbol(op, *kernels, name);
}

/// A kernel beside those of matmuls.
FailureOr<SymbolRefAttr>
KernelModules::getHelper(Operation *op, FailureOr<KernelProgram> program,
                         const TargetInfo &target) {
  FailureOr<gpu::GPUModuleOp> kernels = getKernelModule(op, target);
  if (failed(kernels) || failed(program))
    return failure();
  std::string name = program->getName().str();
  if (!kernels->lookupSymbol(name))
    addKernel(*kernels, *program, /*isGrouped=*/false, target);
  return getSymbol(op, *kernels, name);
}

FailureOr<SymbolRefAttr>
KernelModules::getEpilogueKernel(Operation *op, const ProblemFact &fact,
                                 const TargetInfo &target) {
  return getHelper(
      op,
      KernelProgram::buildEpilogue(
          op->getLoc(), fact, getKernelTarget(op->getContext(), target.chip)),
      target);
}

FailureOr<SymbolRefAttr>
KernelModules::getReorderKernel(Operation *op, const TargetInfo &target) {
  return getHelper(
      op,
      KernelProgram::buildReorder(
          op->getLoc(), getKernelTarget(op->getContext(), target.chip)),
      target);
}

FailureOr<std::string> KernelModules::getKernelName(Operation *op,
                                                    const ProblemFact &fact,
                                                    const Config &config,
                                                    const TargetInfo &target) {
  std::string &name = names[{fact, config, target.chip}];
  if (!name.empty())
    return name;
  FailureOr<KernelProgram> program = KernelProgram::build(
      op->getLoc(), fact, config,
      getKernelTarget(op->getContext(), target.chip, isGrouped(fact)));
  if (failed(program))
    return failure();
  return name = program->getName().str();
}
