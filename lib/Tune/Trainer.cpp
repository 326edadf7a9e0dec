//===- Trainer.cpp - Starting the trainer of the cost model ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/Trainer.h"

#include "mlir-autotune/Tuning/OutputFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static constexpr StringLiteral kScript = "train_cost_model.py";

static llvm::Expected<std::string> findTrainer(StringRef given) {
  if (!given.empty()) {
    if (fs::exists(given))
      return given.str();
    return llvm::createStringError("--trainer: there is no file " + given);
  }
  // Where it is installed, then in the tree that this was built from.
  static int anchor;
  SmallString<128> installed(fs::getMainExecutable(nullptr, &anchor));
  path::remove_filename(installed);
  path::append(installed, "..", "share", "mlir-autotune", kScript);
  for (StringRef place : {StringRef(installed), StringRef(AUTOTUNE_TRAINER)})
    if (fs::exists(place))
      return place.str();
  return llvm::createStringError(
      "can't find " + kScript + ", which trains; looked for " + installed +
      " and " AUTOTUNE_TRAINER "; name it with --trainer=PATH");
}

static llvm::Expected<std::string> findPython(StringRef given) {
  if (auto found =
          llvm::sys::findProgramByName(given.empty() ? "python3" : given))
    if (fs::can_execute(*found))
      return *found;
  if (given.empty())
    return llvm::createStringError("can't find python3 on PATH, which runs the "
                                   "trainer; name one with --python=PATH");
  return llvm::createStringError("--python: there is no program " + given);
}

/// A file of that name in the folder for temporary files.
static llvm::Error create(std::vector<std::unique_ptr<llvm::FileRemover>> &all,
                          std::vector<std::string> &paths) {
  SmallString<128> name;
  if (std::error_code code =
          fs::createTemporaryFile("autotune-train", "txt", name))
    return llvm::createStringError("can't create a temporary file: " +
                                   code.message());
  all.push_back(std::make_unique<llvm::FileRemover>(name));
  paths.push_back(std::string(name));
  return llvm::Error::success();
}

llvm::Error
tune::runTrainer(const TrainerSettings &settings,
                 llvm::function_ref<void(raw_ostream &)> writeDataset) {
  llvm::Expected<std::string> trainer = findTrainer(settings.trainer);
  if (!trainer)
    return trainer.takeError();
  llvm::Expected<std::string> python = findPython(settings.python);
  if (!python)
    return python.takeError();
  for (const auto &output : settings.outputs)
    if (llvm::Error error = checkOutputFile(output.second))
      return error;
  std::vector<std::unique_ptr<llvm::FileRemover>> removers;
  std::vector<std::string> files;
  for (size_t i = 0; i <= settings.outputs.size(); ++i)
    if (llvm::Error error = create(removers, files))
      return error;
  if (llvm::Error error = writeOutputFile(files[0], writeDataset))
    return error;
  std::vector<std::string> arguments = {*python, *trainer, files[0]};
  for (auto [index, output] : llvm::enumerate(settings.outputs)) {
    arguments.push_back(output.first);
    arguments.push_back(files[index + 1]);
  }
  llvm::append_range(arguments, settings.arguments);
  SmallVector<StringRef> argv(arguments.begin(), arguments.end());
  std::string message;
  int code = llvm::sys::ExecuteAndWait(*python, argv, std::nullopt, {},
                                       /*SecondsToWait=*/0, /*MemoryLimit=*/0,
                                       &message);
  if (code < 0 || !message.empty())
    return llvm::createStringError("can't run " + *python + ": " + message);
  if (code != 0)
    return llvm::createStringError("training failed: " + *python + " " +
                                   *trainer + " ended with " + Twine(code));
  for (auto [index, output] : llvm::enumerate(settings.outputs)) {
    auto text = llvm::MemoryBuffer::getFile(files[index + 1]);
    if (!text)
      return llvm::createStringError(files[index + 1] + ": " +
                                     text.getError().message());
    if (llvm::Error error =
            writeOutputFile(output.second, [&](raw_ostream &os) {
              os << (*text)->getBuffer();
            }))
      return error;
  }
  return llvm::Error::success();
}
