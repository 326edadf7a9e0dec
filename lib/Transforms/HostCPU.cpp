//===- HostCPU.cpp - The CPU that host code is compiled for ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function of LLVM's dialect can say which CPU it is for. So that every
// program that compiles it heeds the choice (mlir-runner, llc, clang), it is
// written into the module, not given to one of them as an option.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Transforms/HostCPU.h"

#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include <algorithm>
#include <cstdlib>
#include <mutex>

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNESETHOSTCPU
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

/// Whether LLVM rounds f32 to bf16 by an instruction of this feature. All of
/// them take subnormal numbers for 0, which neither GPUs nor IEEE 754 do.
static bool flushesSubnormals(StringRef feature) {
  return feature == "avx512bf16" || feature == "avxneconvert" ||
         feature == "avx10.2";
}

void autotune::initializeHostTarget() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    // LLVM 22's FastISel, which is the default without optimization, takes the
    // sign of a bf16 argument for 0. There is an option for it, and no
    // function.
    auto &options = llvm::cl::getRegisteredOptions();
    auto option = options.find("fast-isel");
    if (option != options.end())
      option->second->addOccurrence(/*pos=*/0, "fast-isel", "false");
  });
}

static const llvm::Target *lookupHostTarget(const llvm::Triple &triple,
                                            std::string &whyNot) {
  initializeHostTarget();
  return llvm::TargetRegistry::lookupTarget(triple, whyNot);
}

llvm::Expected<HostCPU> HostCPU::parse(StringRef name) {
  HostCPU cpu;
  cpu.name = name == "native" ? llvm::sys::getHostCPUName().str() : name.str();
  llvm::Triple triple(llvm::sys::getProcessTriple());
  std::string whyNot;
  const llvm::Target *target = lookupHostTarget(triple, whyNot);
  if (!target)
    return llvm::createStringError(whyNot);
  auto create = [&](StringRef name) {
    return std::unique_ptr<llvm::MCSubtargetInfo>(
        target->createMCSubtargetInfo(triple, name, ""));
  };
  // Asked first, for LLVM prints a complaint of its own.
  if (!create("")->isCPUStringValid(cpu.name))
    return llvm::createStringError(
        "'" + name + "' is no CPU of " + triple.getArchName() +
        "; it can be native, or a name that llc -mcpu=help lists" +
        (triple.isX86() ? ", such as x86-64 or x86-64-v3" : ""));
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget = create(cpu.name);
  // What can be asked of a machine is a feature; the rest of LLVM's list says
  // how to tune for a CPU, which follows from its name.
  auto here = llvm::sys::getHostCPUFeatures();
  for (const llvm::SubtargetFeatureKV &feature :
       subtarget->getAllProcessorFeatures()) {
    auto found = here.find(feature.Key);
    if (found == here.end())
      continue;
    bool isTheCPUs = subtarget->getFeatureBits().test(feature.Value);
    bool isHere = found->second;
    if (flushesSubnormals(feature.Key)) {
      if (isTheCPUs || (name == "native" && isHere))
        cpu.features.push_back(std::string("-") + feature.Key);
      continue;
    }
    // A machine may have more than its namesakes, and lack what they have.
    if (name == "native" ? isHere : isTheCPUs)
      cpu.features.push_back(std::string("+") + feature.Key);
    else if (isTheCPUs)
      cpu.features.push_back(std::string("-") + feature.Key);
    if (name != "native" && isTheCPUs && !isHere)
      cpu.missingHere.push_back(feature.Key);
  }
  llvm::sort(cpu.features);
  llvm::sort(cpu.missingHere);
  return cpu;
}

llvm::Expected<std::optional<HostCPU>> HostCPU::fromEnvironment() {
  const char *name = std::getenv(kVariable.data());
  if (!name || !*name)
    return std::nullopt;
  llvm::Expected<HostCPU> cpu = parse(name);
  if (!cpu)
    return llvm::createStringError(kVariable + ": " +
                                   llvm::toString(cpu.takeError()));
  return std::move(*cpu);
}

namespace {
struct SetHostCPU : public autotune::impl::AutotuneSetHostCPUBase<SetHostCPU> {
  using Base::Base;

  llvm::Expected<std::optional<HostCPU>> getCPU() {
    if (cpu.empty())
      return HostCPU::fromEnvironment();
    llvm::Expected<HostCPU> named = HostCPU::parse(cpu);
    if (!named)
      return llvm::createStringError("host CPU: " +
                                     llvm::toString(named.takeError()));
    return std::move(*named);
  }

  void runOnOperation() override {
    llvm::Expected<std::optional<HostCPU>> cpu = getCPU();
    if (!cpu) {
      emitError(getOperation().getLoc()) << llvm::toString(cpu.takeError());
      return signalPassFailure();
    }
    if (!*cpu)
      return;
    auto name = StringAttr::get(&getContext(), (*cpu)->name);
    SmallVector<StringRef> list((*cpu)->features.begin(),
                                (*cpu)->features.end());
    auto features = LLVM::TargetFeaturesAttr::get(&getContext(), list);
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<gpu::GPUModuleOp>(op))
        return WalkResult::skip();
      auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
      if (!function)
        return WalkResult::advance();
      if (!function.isExternal() && !function.getTargetCpuAttr() &&
          !function.getTargetFeaturesAttr()) {
        function.setTargetCpuAttr(name);
        if (!list.empty())
          function.setTargetFeaturesAttr(features);
      }
      return WalkResult::skip();
    });
  }
};
} // namespace
