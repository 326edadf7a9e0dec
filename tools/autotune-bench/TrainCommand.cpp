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
static Flag<std::string> targetName(
    trainCommand, options.target, "target", cl::value_desc("name"),
    cl::desc(
        "The target of records whose device's name is not a known product"));
static Flag<std::string> deviceName(
    trainCommand, options.device, "device-name", cl::value_desc("name"),
    cl::desc("Take only records of this device (default: all devices)"));
static ListFlag
    heldOut(trainCommand, options.heldOut, "held-out", cl::value_desc("file"),
            cl::CommaSeparated,
            cl::desc("Leave out of the training each matmul that is in this "
                     "file of records, whatever file of records it is in. The "
                     "file is the test part: nothing is chosen by it"));
static Flag<std::string>
    dataset(trainCommand, options.dataset, "dataset", cl::value_desc("file"),
            cl::desc("Write the trainer's input to this file. Without another "
                     "output, nothing is trained"));
static Flag<std::string>
    output(trainCommand, options.trees, "o", cl::value_desc("file"),
           cl::desc("Write the model's trees to this file; the project's are "
                    "in lib/Proposers/TrainedModel.inc"));
static Flag<std::string> errors(
    trainCommand, options.errors, "errors", cl::value_desc("file"),
    cl::desc("Write how far off the trees are for matmuls that they have "
             "not seen to this file; the project's errors are in "
             "lib/Proposers/TrainedErrors.inc"));
static Flag<std::string>
    goldens(trainCommand, options.goldens, "goldens", cl::value_desc("file"),
            cl::desc("Write some of the trainer's predictions to this file. A "
                     "unit test compares the compiled trees with them"));
static Flag<std::string> predictions(
    trainCommand, options.predictions, "predictions", cl::value_desc("file"),
    cl::desc("Write a prediction for each config to this file, for evaluate. "
             "Each comes from trees that saw no config of the same matmul"));
static Flag<LeaveOut> leaveOut(
    trainCommand, options.leaveOut, "leave-out", cl::value_desc("what"),
    cl::desc("What the trees behind --predictions have not seen (default: "
             "matmul)"),
    cl::values(clEnumValN(LeaveOut::Matmul, "matmul",
                          "the predicted matmul, on any device"),
               clEnumValN(LeaveOut::Device, "device",
                          "any matmul of the device that is predicted: trees "
                          "of the other devices predict it")));
static Flag<std::string> card(
    trainCommand, options.card, "card", cl::value_desc("file"),
    cl::desc("Write the model's origin and its errors to this Markdown file"));
static Flag<unsigned> folds(
    trainCommand, options.folds, "folds", cl::value_desc("n"),
    cl::desc("How many parts the matmuls are split into for cross-validation, "
             "for --predictions, --errors and --card (default: 10)"));
static Flag<unsigned> jobs(
    trainCommand, options.jobs, "jobs", cl::value_desc("n"),
    cl::desc("How many threads train; 0 means one for each core (default: 0)"));
static Flag<std::string>
    trainer(trainCommand, options.trainer, "trainer", cl::value_desc("path"),
            cl::desc("The path of train_cost_model.py (default: the installed "
                     "one, else the one in the source folder)"));
static Flag<std::string> python(
    trainCommand, options.python, "python", cl::value_desc("path"),
    cl::desc("A Python interpreter that has LightGBM (default: python3)"));

int bench::runTrain() {
  if (options.records.empty())
    return reportError("train takes records; see autotune-bench train --help");
  return toExitCode(trainCostModel(options, getMessages()));
}
