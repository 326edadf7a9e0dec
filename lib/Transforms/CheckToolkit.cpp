//===- CheckToolkit.cpp - Whether kernels can be assembled here -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// gpu-module-to-binary looks for the CUDA Toolkit in the environment. What it
// says without one stands in front of the whole kernel, and names no variable.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <cstdlib>

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNECHECKTOOLKIT
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

/// Upstream's order.
static constexpr const char *kVariables[] = {"CUDA_ROOT", "CUDA_HOME",
                                             "CUDA_PATH"};

static bool exists(StringRef root, const Twine &path) {
  SmallString<256> file(root);
  llvm::sys::path::append(file, path);
  return llvm::sys::fs::exists(file);
}

/// What is missing, and what would help; else empty.
static std::string getWhatIsMissing(bool needsPtxas) {
  for (const char *variable : kVariables) {
    const char *root = std::getenv(variable);
    if (!root || !*root)
      continue;
    std::string is =
        std::string(variable) + " is '" + root + "', which has no ";
    if (!exists(root, "nvvm/libdevice/libdevice.10.bc"))
      return is + "nvvm/libdevice/libdevice.10.bc; it must be the folder of a "
                  "CUDA Toolkit, or not be set";
    if (!needsPtxas || exists(root, "bin/ptxas"))
      return "";
    break;
  }
  if (!needsPtxas || llvm::sys::findProgramByName("ptxas"))
    return "";
  return "there is no ptxas, which assembles kernels to machine code; "
         "CUDA_HOME "
         "must be the folder of a CUDA Toolkit, or ptxas be on PATH; with "
         "format=isa the driver assembles them";
}

namespace {
struct CheckToolkit
    : public autotune::impl::AutotuneCheckToolkitBase<CheckToolkit> {
  using Base::Base;
  void runOnOperation() override {
    if (getOperation().getOps<gpu::GPUModuleOp>().empty())
      return;
    std::string missing = getWhatIsMissing(needsPtxas);
    if (missing.empty())
      return;
    emitError(getOperation().getLoc()) << missing;
    signalPassFailure();
  }
};
} // namespace
