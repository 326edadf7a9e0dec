//===- TrainCommand.cpp - autotune-bench train ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "mlir-autotune/Tune/TrainSession.h"

using namespace mlir::autotune;
using namespace mlir::autotune::bench;
using namespace mlir::autotune::tune;
namespace cl = llvm::cl;

static cl::SubCommand trainCommand("train", "Train the cost model on records");
cl::SubCommand &bench::getTrainCommand() { return trainCommand; }

static cl::list<std::string> records(cl::Positional,
                                     cl::desc("records.jsonl..."),
                                     cl::sub(trainCommand),
                                     cl::cat(getCategory()));
static cl::opt<std::string>
    targetName("target", cl::value_desc("name"),
               cl::desc("What the records were measured on, where their device "
                        "does not say"),
               cl::sub(trainCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    deviceName("device-name", cl::value_desc("name"),
               cl::desc("Only the records of this device"),
               cl::sub(trainCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    dataset("dataset", cl::value_desc("file"),
            cl::desc("Write what the trainer reads there; without other "
                     "outputs, train nothing"),
            cl::sub(trainCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    output("o", cl::value_desc("file"),
           cl::desc("Write the trees there: lib/Proposers/TrainedModel.inc"),
           cl::sub(trainCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    goldens("goldens", cl::value_desc("file"),
            cl::desc("Write some of the trainer's own predictions there, which "
                     "the trees must agree with"),
            cl::sub(trainCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    predictions("predictions", cl::value_desc("file"),
                cl::desc("Write what trees that saw no config of the matmul "
                         "predict of each config there, for evaluate"),
                cl::sub(trainCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    card("card", cl::value_desc("file"),
         cl::desc("Write where the model comes from, and its errors, there, as "
                  "Markdown"),
         cl::sub(trainCommand), cl::cat(getCategory()));
static cl::opt<unsigned>
    folds("folds", cl::init(10), cl::value_desc("n"),
          cl::desc("Parts that the matmuls are left out in, for --predictions "
                   "and --card (10)"),
          cl::sub(trainCommand), cl::cat(getCategory()));
static cl::opt<unsigned> jobs("jobs", cl::init(0), cl::value_desc("n"),
                              cl::desc("Threads that train (0: one a core)"),
                              cl::sub(trainCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    trainer("trainer", cl::value_desc("path"),
            cl::desc("train_cost_model.py, where it is not found"),
            cl::sub(trainCommand), cl::cat(getCategory()));
static cl::opt<std::string> python("python", cl::value_desc("path"),
                                   cl::desc("A Python with LightGBM (python3)"),
                                   cl::sub(trainCommand),
                                   cl::cat(getCategory()));

int bench::runTrain() {
  if (records.empty())
    return reportError("train takes records; see autotune-bench train --help");
  TrainOptions options;
  options.records.assign(records.begin(), records.end());
  options.target = targetName;
  options.device = deviceName;
  options.dataset = dataset;
  options.trees = output;
  options.goldens = goldens;
  options.predictions = predictions;
  options.card = card;
  options.folds = folds;
  options.jobs = jobs;
  options.trainer = trainer;
  options.python = python;
  return toExitCode(trainCostModel(options, getMessages()));
}
