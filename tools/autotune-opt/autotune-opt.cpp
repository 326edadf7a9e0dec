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

#include "mlir-autotune/Analysis/ForeignDialects.h"
#include "mlir-autotune/Backends/NVVM/Passes.h"
#include "mlir-autotune/Conversion/Passes.h"
#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"
#include "mlir-autotune/Dialect/TMTensor/TMTensorDialect.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/External/NvMatmulHeuristics.h"
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
  registry.insert<autotune::problem::ProblemDialect>();
  registry.insert<autotune::tile::TileDialect>();
  registry.insert<autotune::tm_tensor::TMTensorDialect>();
  autotune::problem::registerBufferizableOpInterfaceExternalModels(registry);
  autotune::tile::registerBufferizableOpInterfaceExternalModels(registry);
  registerAllPasses();
  autotune::registerAutotuneDialect(registry);
  autotune::registerAutotunePasses();
  autotune::registerAutotuneNVVMPasses();
  autotune::registerAutotuneConversionPasses();
  autotune::registerAutotunePipelines();
  autotune::registerAutotuneFaultPasses();
  autotune::registerNvMatmulHeuristics();
}

/// After an error: what to do about a dialect that is not here. The parser's
/// own message lists those that are.
static void adviseOnDialects(StringRef text, DialectRegistry &registry) {
  std::string missing = autotune::findForeignDialect(text, registry);
  if (!missing.empty())
    llvm::WithColor::note(llvm::errs())
        << "operations of the dialect '" << missing
        << "': " << autotune::getWayFrom(missing) << "\n";
}

/// As upstream's, but that a byte order mark is no part of the input, that an
/// output file is there whole or as it was, and with advice on dialects that
/// are not there.
static LogicalResult runOnFile(StringRef inputPath, StringRef outputPath,
                               DialectRegistry &registry) {
  std::string whyNot;
  std::unique_ptr<llvm::MemoryBuffer> input = openInputFile(inputPath, &whyNot);
  if (!input) {
    llvm::errs() << whyNot << "\n";
    return failure();
  }
  input = autotune::skipByteOrderMark(std::move(input));
  auto config = MlirOptMainConfig::createFromCLOptions();
  std::string text = input->getBuffer().str();
  std::string output;
  llvm::raw_string_ostream os(output);
  bool isToFile = outputPath != "-";
  raw_ostream &stream =
      isToFile ? static_cast<raw_ostream &>(os) : llvm::outs();
  if (failed(MlirOptMain(stream, std::move(input), registry, config))) {
    if (!config.shouldAllowUnregisteredDialects())
      adviseOnDialects(text, registry);
    return failure();
  }
  if (!isToFile)
    return success();
  llvm::Error error = autotune::writeOutputFile(
      outputPath, [&](raw_ostream &file) { file << output; });
  if (!error)
    return success();
  llvm::WithColor::error(llvm::errs())
      << llvm::toString(std::move(error)) << "\n";
  return failure();
}

/// Whether there is a plugin to load, and another copy of MLIR with it.
static bool hasPluginToRefuse(ArrayRef<const char *> arguments) {
#ifdef AUTOTUNE_ARCHIVES
  return llvm::any_of(arguments, [](StringRef argument) {
    StringRef name = argument.ltrim('-').split('=').first;
    return argument.starts_with("-") &&
           (name == "load-pass-plugin" || name == "load-dialect-plugin");
  });
#else
  return false;
#endif
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  if (hasPluginToRefuse(ArrayRef(argv, argc))) {
    llvm::WithColor::error(llvm::errs(), "autotune-opt")
        << "contains MLIR, so it can't load plugins, which need libMLIR.so; "
           "mlir-opt can, and libMLIRAutotune.so is one\n";
    return EXIT_FAILURE;
  }
  // A file that may not grow is an error in writing, not the end.
  std::signal(SIGXFSZ, SIG_IGN);
  DialectRegistry registry;
  registerEverything(registry);
  auto [input, output] = registerAndParseCLIOptions(
      argc, argv, "mlir-autotune optimizer driver\n", registry);
  auto config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldListPasses() || config.shouldShowDialects())
    return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));
  return asMainReturnCode(runOnFile(input, output, registry));
}
