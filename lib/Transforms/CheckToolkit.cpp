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

namespace {
/// A program of the toolkit, and what it is for.
struct ToolkitProgram {
  StringRef name, purpose, otherwise;
};
} // namespace

static constexpr ToolkitProgram kPtxas = {
    "ptxas", "assembles kernels to machine code",
    "with format=isa the driver assembles them"};
static constexpr ToolkitProgram kFatbinary = {
    "fatbinary", "packs kernels for several GPUs",
    "format=bin and format=isa do without it"};

/// What is missing, and what would help; else empty.
static std::string getWhatIsMissing(ArrayRef<ToolkitProgram> programs) {
  std::string folder;
  for (const char *variable : kVariables) {
    const char *root = std::getenv(variable);
    if (!root || !*root)
      continue;
    std::string is =
        std::string(variable) + " is '" + root + "', which has no ";
    if (!exists(root, "nvvm/libdevice/libdevice.10.bc"))
      return is + "nvvm/libdevice/libdevice.10.bc; it must be the folder of a "
                  "CUDA Toolkit, or not be set";
    folder = root;
    break;
  }
  for (const auto &[name, purpose, otherwise] : programs)
    if ((folder.empty() || !exists(folder, ("bin/" + name).str())) &&
        !llvm::sys::findProgramByName(name))
      return ("there is no " + name + ", which " + purpose +
              "; CUDA_HOME must be the folder of a CUDA Toolkit, or " + name +
              " be on PATH; " + otherwise)
          .str();
  return "";
}

namespace {
struct CheckToolkit
    : public autotune::impl::AutotuneCheckToolkitBase<CheckToolkit> {
  using Base::Base;
  void runOnOperation() override {
    if (getOperation().getOps<gpu::GPUModuleOp>().empty())
      return;
    SmallVector<ToolkitProgram, 2> programs;
    if (needsPtxas)
      programs.push_back(kPtxas);
    if (needsFatbinary)
      programs.push_back(kFatbinary);
    std::string missing = getWhatIsMissing(programs);
    if (missing.empty())
      return;
    emitError(getOperation().getLoc()) << missing;
    signalPassFailure();
  }
};
} // namespace
