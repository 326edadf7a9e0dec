//===- TrainSession.cpp - The cost model, trained on records --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/TrainSession.h"

#include "mlir-autotune/Proposers/CostModel.h"
#include "mlir-autotune/Proposers/PredictionError.h"
#include "mlir-autotune/Providers/Registry.h"
#include "mlir-autotune/Space/Formulas.h"
#include "mlir-autotune/Tune/MeasuredTable.h"
#include "mlir-autotune/Tune/Trainer.h"
#include "mlir-autotune/Tuning/OutputFile.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace mlir::autotune;
using namespace mlir::autotune::tune;

/// As the tables have it: SeenFact in CostModel.cpp.
namespace {
/// What was measured on one device.
struct DeviceRecords {
  MeasuredTable table;
  TargetInfo target;
};

/// Writes what the trainer reads: a line about all of it, and a row for each
/// config that has a time. A template without trees has zeros as features.
class DatasetWriter {
public:
  explicit DatasetWriter(llvm::ArrayRef<DeviceRecords> devices)
      : devices(devices) {}
  void print(llvm::raw_ostream &os);

private:
  bool printRows(const DeviceRecords &device, const TableProblem &problem,
                 llvm::raw_ostream &os);
  void addSeen(const DeviceRecords &device, size_t index,
               const ProblemFact &fact);

  llvm::ArrayRef<DeviceRecords> devices;
  llvm::json::Array facts;
  /// Chip and key of each of them.
  llvm::StringSet<> seen;
};
} // namespace

/// One device of a chip stands for all: trees are trusted by chip.
void DatasetWriter::addSeen(const DeviceRecords &device, size_t index,
                            const ProblemFact &fact) {
  if (!seen.insert(device.target.chip + " " + fact.getKey()).second)
    return;
  const MatmulFact &matmul = fact.getMatmul();
  auto getName = [](ElementKind kind) {
    return "ElementKind::" + stringifyElementKind(kind).upper();
  };
  facts.push_back(llvm::json::Array{
      int64_t(index), matmul.m, matmul.n, matmul.k, matmul.batch,
      getName(matmul.a.element), getName(matmul.b.element),
      int(matmul.a.transposed), int(matmul.b.transposed),
      int(isTmaLoadable(matmul.a)), int(isTmaLoadable(matmul.b))});
}

bool DatasetWriter::printRows(const DeviceRecords &device,
                              const TableProblem &problem,
                              llvm::raw_ostream &os) {
  bool hasRows = false;
  std::string family = getFamily(problem.fact, device.target);
  // Features have no group, prologue, scales or epilogue. Trees that had seen
  // the few matmuls with an epilogue predicted such matmuls worse.
  if (problem.fact.getMatmul().hasParts() ||
      problem.fact.getMatmul().isGrouped() ||
      !problem.fact.getMatmul().epilogue.isNone() ||
      !problem.fact.getMatmul().prologue.isNone() ||
      problem.fact.getMatmul().isScaled())
    return false;
  for (const MeasuredConfig &measured : problem.configs) {
    if (!measured.isOk())
      continue;
    TimeEstimate estimate =
        estimateTerms(problem.fact, device.target, measured.config);
    llvm::SmallVector<float> values;
    bool isModelled = getFeatures(problem.fact, device.target, measured.config,
                                  estimate, values);
    values.resize(getFeatureNames().size());
    bool hasChanged =
        getProvider(measured.config)
            .hasChangedSince(problem.fact, measured.config, measured.date);
    hasRows |= isModelled && !hasChanged;
    os << problem.key << "\t" << device.table.device << "\t"
       << measured.config.str() << "\t"
       << llvm::format("%.9g\t%.9g\t%d\t%d\t", measured.timeNs,
                       estimate.getTotalNs(), int(hasChanged), int(isModelled))
       << getErrorClass(problem.fact) << "\t" << family;
    for (float value : values)
      os << llvm::format("\t%.9g", value);
    os << "\n";
  }
  return hasRows;
}

void DatasetWriter::print(llvm::raw_ostream &os) {
  std::string rows;
  llvm::raw_string_ostream rowsStream(rows);
  llvm::json::Array cards;
  for (auto [index, device] : llvm::enumerate(devices)) {
    const MeasuredTable &table = device.table;
    cards.push_back(llvm::json::Array{table.device, device.target.chip,
                                      table.driver, table.firstDate,
                                      table.lastDate, int64_t(table.numRecords),
                                      int64_t(table.problems.size())});
    for (const TableProblem &problem : table.problems)
      if (printRows(device, problem, rowsStream))
        addSeen(device, index, problem.fact);
  }
  llvm::json::Object header{{"launch_ns", kLaunchNs},
                            {"facts", std::move(facts)},
                            {"devices", std::move(cards)}};
  os << llvm::json::Value(std::move(header)) << "\n"
     << "key\tdevice\tconfig\ttime_ns\testimate_ns\thas_changed\tis_modelled\t"
        "class\tfamily";
  for (llvm::StringRef name : getFeatureNames())
    os << "\t" << name;
  os << "\n" << rows;
}

static TrainerSettings getTrainerSettings(const TrainOptions &options) {
  TrainerSettings settings;
  settings.trainer = options.trainer;
  settings.python = options.python;
  const std::pair<const char *, const std::string &> outputs[] = {
      {"--tables", options.trees},
      {"--errors", options.errors},
      {"--goldens", options.goldens},
      {"--predictions", options.predictions},
      {"--card", options.card}};
  for (const auto &[option, path] : outputs)
    if (!path.empty())
      settings.outputs.emplace_back(option, path);
  settings.arguments = {
      "--folds",
      std::to_string(options.folds),
      "--jobs",
      std::to_string(options.jobs),
      "--leave-out",
      options.leaveOut == LeaveOut::Device ? "device" : "matmul"};
  return settings;
}

/// Takes the matmuls that a held-out file has from the tables.
static llvm::Error dropHeldOut(const std::string &path,
                               llvm::MutableArrayRef<MeasuredTable> tables,
                               const Messages &messages) {
  llvm::Expected<RecordsByKey> heldOut = readAllRecords(
      path, [&](const llvm::Twine &text) { messages.warn(text); });
  if (!heldOut)
    return heldOut.takeError();
  llvm::StringSet<> all, dropped;
  for (MeasuredTable &table : tables)
    llvm::erase_if(table.problems, [&](const TableProblem &problem) {
      all.insert(problem.key);
      if (!heldOut->count(problem.key))
        return false;
      dropped.insert(problem.key);
      table.numRecords -= problem.configs.size();
      return true;
    });
  if (!dropped.empty())
    messages.note("left out: " + llvm::Twine(dropped.size()) + " of " +
                  llvm::Twine(all.size()) + " matmuls, which " + path +
                  " holds out");
  return llvm::Error::success();
}

static llvm::Error checkLeaveOut(const TrainOptions &options,
                                 llvm::ArrayRef<MeasuredTable> tables) {
  if (options.leaveOut == LeaveOut::Matmul)
    return llvm::Error::success();
  if (options.predictions.empty())
    return llvm::createStringError("--leave-out=device is for --predictions");
  if (tables.size() < 2)
    return llvm::createStringError(
        "--leave-out=device: the records are of one device alone, " +
        tables.front().device);
  return llvm::Error::success();
}

static llvm::Expected<std::vector<DeviceRecords>>
readDevices(const TrainOptions &options, const Messages &messages) {
  llvm::Expected<std::vector<MeasuredTable>> tables =
      readMeasuredTables(options.records, options.device,
                         [&](const llvm::Twine &text) { messages.warn(text); });
  if (!tables)
    return tables.takeError();
  if (!options.target.empty() && tables->size() > 1)
    return llvm::createStringError("--target is for records of one device, and "
                                   "these are of several; name one with "
                                   "--device-name");
  for (const std::string &path : options.heldOut)
    if (llvm::Error error = dropHeldOut(path, *tables, messages))
      return error;
  llvm::erase_if(*tables, [](const MeasuredTable &table) {
    return table.problems.empty();
  });
  if (tables->empty())
    return llvm::createStringError("no matmul is left to train with");
  if (llvm::Error error = checkLeaveOut(options, *tables))
    return error;
  std::vector<DeviceRecords> devices;
  for (MeasuredTable &table : *tables) {
    // The model is one of matmuls.
    llvm::erase_if(table.problems, [](const TableProblem &problem) {
      return !problem.fact.isMatmul();
    });
    llvm::Expected<TargetInfo> target = getTarget(table, options.target);
    if (!target)
      return target.takeError();
    devices.push_back({std::move(table), *target});
  }
  return devices;
}

/// Matmuls that differ in more than M, as the trainer leaves them out.
static size_t countLayers(llvm::ArrayRef<DeviceRecords> devices) {
  llvm::StringSet<> layers;
  for (const DeviceRecords &device : devices)
    for (const TableProblem &problem : device.table.problems)
      layers.insert(llvm::StringRef(problem.key).split('x').second);
  return layers.size();
}

llvm::Error tune::trainCostModel(const TrainOptions &options,
                                 const Messages &messages) {
  TrainerSettings settings = getTrainerSettings(options);
  if (options.dataset.empty() && settings.outputs.empty())
    return llvm::createStringError("nothing to write: -o, --errors, --goldens, "
                                   "--predictions, --card or --dataset");
  llvm::Expected<std::vector<DeviceRecords>> devices =
      readDevices(options, messages);
  if (!devices)
    return devices.takeError();
  size_t layers = countLayers(*devices);
  bool leavesOut = !options.predictions.empty() || !options.card.empty() ||
                   !options.errors.empty();
  if (leavesOut && (options.folds < 2 || options.folds > layers))
    return llvm::createStringError("--folds: from 2 to the number of matmuls "
                                   "that differ in more than M, " +
                                   llvm::Twine(layers));
  auto write = [&](llvm::raw_ostream &os) {
    DatasetWriter(*devices).print(os);
  };
  if (!options.dataset.empty())
    if (llvm::Error error = writeOutputFile(options.dataset, write))
      return error;
  if (settings.outputs.empty())
    return llvm::Error::success();
  return runTrainer(settings, write);
}
