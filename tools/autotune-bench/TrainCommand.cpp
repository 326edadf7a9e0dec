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

static TrainOptions options;
static ListFlag records(trainCommand, options.records, cl::Positional,
                        cl::desc("records.jsonl..."));
static Flag<std::string>
    targetName(trainCommand, options.target, "target", cl::value_desc("name"),
               cl::desc("What the records were measured on, where their device "
                        "does not say"));
static Flag<std::string>
    deviceName(trainCommand, options.device, "device-name",
               cl::value_desc("name"),
               cl::desc("Only the records of this device"));
static Flag<std::string>
    dataset(trainCommand, options.dataset, "dataset", cl::value_desc("file"),
            cl::desc("Write what the trainer reads there; without other "
                     "outputs, train nothing"));
static Flag<std::string>
    output(trainCommand, options.trees, "o", cl::value_desc("file"),
           cl::desc("Write the trees there: lib/Proposers/TrainedModel.inc"));
static Flag<std::string>
    goldens(trainCommand, options.goldens, "goldens", cl::value_desc("file"),
            cl::desc("Write some of the trainer's own predictions there, which "
                     "the trees must agree with"));
static Flag<std::string>
    predictions(trainCommand, options.predictions, "predictions",
                cl::value_desc("file"),
                cl::desc("Write what trees that saw no config of the matmul "
                         "predict of each config there, for evaluate"));
static Flag<std::string>
    card(trainCommand, options.card, "card", cl::value_desc("file"),
         cl::desc("Write where the model comes from, and its errors, there, as "
                  "Markdown"));
static Flag<unsigned>
    folds(trainCommand, options.folds, "folds", cl::value_desc("n"),
          cl::desc("Parts that the matmuls are left out in, for --predictions "
                   "and --card (10)"));
static Flag<unsigned> jobs(trainCommand, options.jobs, "jobs",
                           cl::value_desc("n"),
                           cl::desc("Threads that train (0: one a core)"));
static Flag<std::string>
    trainer(trainCommand, options.trainer, "trainer", cl::value_desc("path"),
            cl::desc("train_cost_model.py, where it is not found"));
static Flag<std::string> python(trainCommand, options.python, "python",
                                cl::value_desc("path"),
                                cl::desc("A Python with LightGBM (python3)"));

int bench::runTrain() {
  if (options.records.empty())
    return reportError("train takes records; see autotune-bench train --help");
  return toExitCode(trainCostModel(options, getMessages()));
}
