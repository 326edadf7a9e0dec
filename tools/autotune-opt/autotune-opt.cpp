//===- autotune-opt.cpp - mlir-opt with this project's dialects and passes ===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What pass developers and the lit tests drive: every upstream dialect, pass
// and extension, plus ours.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Conversion/Passes.h"
#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/Faults/Faults.h"
#include "mlir-autotune/Transforms/Passes.h"
#include "mlir-autotune/Transforms/Pipelines.h"
#include "mlir-autotune/Tuning/InputBuffer.h"
#include "mlir-autotune/Tuning/OutputFile.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"

#include <csignal>

using namespace mlir;

static void registerEverything(DialectRegistry &registry) {
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllGPUToLLVMIRTranslations(registry);
  registry.insert<autotune::tile::TileDialect>();
  autotune::tile::registerBufferizableOpInterfaceExternalModels(registry);
  registerAllPasses();
  autotune::registerAutotuneDialect(registry);
  autotune::registerAutotunePasses();
  autotune::registerAutotuneConversionPasses();
  autotune::registerAutotunePipelines();
  autotune::registerAutotuneFaultPasses();
}

/// As upstream's, but that a byte order mark is no part of the input, and that
/// an output file is there whole or as it was.
static LogicalResult run(StringRef inputPath, StringRef outputPath,
                         DialectRegistry &registry) {
  std::string whyNot;
  std::unique_ptr<llvm::MemoryBuffer> input = openInputFile(inputPath, &whyNot);
  if (!input) {
    llvm::errs() << whyNot << "\n";
    return failure();
  }
  input = autotune::skipByteOrderMark(std::move(input));
  auto config = MlirOptMainConfig::createFromCLOptions();
  if (outputPath == "-")
    return MlirOptMain(llvm::outs(), std::move(input), registry, config);
  std::string output;
  llvm::raw_string_ostream os(output);
  if (failed(MlirOptMain(os, std::move(input), registry, config)))
    return failure();
  llvm::Error error = autotune::writeOutputFile(
      outputPath, [&](raw_ostream &file) { file << output; });
  if (!error)
    return success();
  llvm::WithColor::error(llvm::errs())
      << llvm::toString(std::move(error)) << "\n";
  return failure();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  // A file that may not grow is an error in writing, not the end.
  std::signal(SIGXFSZ, SIG_IGN);
  DialectRegistry registry;
  registerEverything(registry);
  auto [input, output] = registerAndParseCLIOptions(
      argc, argv, "mlir-autotune optimizer driver\n", registry);
  auto config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldListPasses() || config.shouldShowDialects())
    return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));
  return asMainReturnCode(run(input, output, registry));
}
