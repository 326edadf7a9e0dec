//===- Passes.cpp - Planting faults from a pipeline -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Faults/Faults.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {

struct PlantFault : public PassWrapper<PlantFault, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PlantFault)
  PlantFault() = default;
  PlantFault(const PlantFault &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "autotune-plant-fault"; }
  StringRef getDescription() const override {
    return "Put one fault into a kernel, for tests of the simulator";
  }
  void getDependentDialects(DialectRegistry &registry) const override;
  void runOnOperation() override {
    if (failed(plantFault(getOperation(), fault, site)))
      signalPassFailure();
  }

  Option<std::string> fault{*this, "fault",
                            llvm::cl::desc("The name of the fault")};
  Option<unsigned> site{*this, "site", llvm::cl::init(0),
                        llvm::cl::desc("The number of the site")};
};

/// One line for each fault that the module has sites for, the fields separated
/// by tabs: name, level, number of sites, expected findings, why it is none,
/// what it does, where.
struct ListFaults : public PassWrapper<ListFaults, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ListFaults)
  ListFaults() = default;
  ListFaults(const ListFaults &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "autotune-list-faults"; }
  StringRef getDescription() const override {
    return "Print the faults that autotune-plant-fault can plant, and how many "
           "sites each has";
  }
  void runOnOperation() override {
    for (const Fault &fault : getFaults()) {
      size_t count = getFaultSites(fault, getOperation()).size();
      if (count || all)
        llvm::outs() << fault.name << '\t' << stringify(fault.level) << '\t'
                     << count << '\t' << fault.expected << '\t'
                     << fault.equivalent << '\t' << fault.what << '\t'
                     << fault.where << '\n';
    }
    llvm::outs().flush();
    markAllAnalysesPreserved();
  }

  Option<bool> all{*this, "all", llvm::cl::init(false),
                   llvm::cl::desc("Print faults without sites, too")};
};

} // namespace

void PlantFault::getDependentDialects(DialectRegistry &registry) const {
  registerFaultDialects(registry);
}

void autotune::registerAutotuneFaultPasses() {
  PassRegistration<PlantFault>();
  PassRegistration<ListFaults>();
}
