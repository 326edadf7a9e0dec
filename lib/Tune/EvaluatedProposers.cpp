//===- EvaluatedProposers.cpp - All that proposes configs -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/EvaluatedProposers.h"

#include "mlir-autotune/Core/TextFile.h"
#include "mlir-autotune/Proposers/CostModel.h"
#include "mlir-autotune/Proposers/SearchStrategy.h"
#include "mlir-autotune/Providers/Registry.h"
#include "mlir-autotune/Tune/Evaluation.h"
#include "mlir-autotune/Tune/Input.h"
#include "mlir-autotune/Tune/RecordConfig.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;

static constexpr StringLiteral kSearchPrefix = "search:";
static constexpr StringLiteral kNearestPrefix = "nearest:";
static constexpr StringLiteral kHeuristics = "heuristics";
static constexpr StringLiteral kWithPrefix = "heuristics+";

llvm::Expected<Predictions> tune::readPredictions(StringRef path,
                                                  StringRef device) {
  llvm::Expected<std::string> text = readInputFile(path);
  if (!text)
    return text.takeError();
  Predictions predictions;
  std::string_view rest = *text;
  for (size_t number = 1; !rest.empty(); ++number) {
    StringRef line = takeLine(rest);
    if (line.empty())
      continue;
    SmallVector<StringRef, 4> columns;
    line.split(columns, '\t');
    double ns = 0;
    if (columns.size() != 4 || columns[3].getAsDouble(ns) ||
        !std::isfinite(ns) || ns <= 0)
      return llvm::createStringError(
          path + ":" + Twine(number) +
          ": not a key, a device, a config and nanoseconds, with a tab between "
          "them");
    // The config of an older build may lack parameters that came later; one
    // that is none today was not measured either.
    std::string whyNot;
    FailureOr<Config> config = readConfig(columns[2], whyNot);
    if (columns[1] == device && succeeded(config))
      predictions[columns[0]][config->str()] = ns;
  }
  return predictions;
}

std::vector<std::string> tune::getProposerNames() {
  std::vector<std::string> names = {"random", "heuristics", "analytical",
                                    "table",  "model",      "heuristics+model"};
  for (StringRef strategy : getSearchStrategyNames())
    names.push_back((kSearchPrefix + strategy).str());
  return names;
}

/// The heuristics behind "heuristics", the name of one, or "heuristics+" and
/// the name of one; nullopt for another proposer.
static std::optional<SmallVector<std::string>> getHeuristics(StringRef name) {
  if (name == kHeuristics)
    return SmallVector<std::string>();
  SmallVector<std::string> names;
  if (name.consume_front(kWithPrefix))
    names.push_back(kAllHeuristics.str());
  if (!HeuristicRegistry::get().lookup(name))
    return std::nullopt;
  names.push_back(name.str());
  return names;
}

llvm::Error tune::checkProposer(StringRef name) {
  std::vector<std::string> known = getProposerNames();
  if (llvm::is_contained(known, name))
    return llvm::Error::success();
  StringRef rest = name;
  rest.consume_front(kNearestPrefix);
  std::optional<SmallVector<std::string>> heuristics = getHeuristics(rest);
  if (!heuristics)
    return llvm::createStringError(
        "--proposers: unknown '" + name + "'; known are " +
        llvm::join(known, ", ") +
        ", the name of a heuristic, heuristics+<heuristic>, and nearest: "
        "before heuristics or one of these; heuristics are " +
        HeuristicRegistry::get().listNames());
  std::string whyNot;
  if (failed(checkHeuristicsToUse(*heuristics, whyNot)))
    return llvm::createStringError("--proposers: " + whyNot);
  return llvm::Error::success();
}

std::string tune::getLibraryVersion(StringRef name) {
  name.consume_front(kNearestPrefix);
  name.consume_front(kWithPrefix);
  const SeedHeuristic *heuristic = HeuristicRegistry::get().lookup(name);
  if (!heuristic || heuristic->getVersion().empty())
    return "";
  return (name + " " + heuristic->getVersion()).str();
}

namespace {
/// One problem, and what is known of its configs beforehand.
class Proposer {
public:
  Proposer(const TableProblem &problem, const ProposerSettings &settings)
      : problem(problem), settings(settings) {
    const CostModel &model = CostModel::get();
    trust = model.getTrust(problem.fact, settings.target);
    if (settings.predictions) {
      auto found = settings.predictions->find(problem.key);
      if (found != settings.predictions->end())
        predictions = &found->second;
    }
  }

  Choices followHeuristics(ArrayRef<std::string> names = {},
                           bool takesNearest = false) const;
  Choices followTable() const;
  std::vector<size_t> followEstimates() const;
  std::vector<size_t> followPredictions(bool seedsFirst) const;
  std::vector<size_t> search(StringRef strategy) const;

private:
  SmallVector<double> predict(ArrayRef<Config> configs) const;
  std::vector<ProposedConfig> getSeeds() const;
  /// Records may be of the same config with another raster's group, from before
  /// a rule chose it: its time then stands for that of the rule's.
  Config asMeasured(const Config &config) const;
  /// Those that were measured, in the order of indices.
  std::vector<Config> getConfigs() const;
  /// Those of a level of the space that were measured.
  std::vector<Config> getConfigs(SpaceLevel level) const;
  Choices choose(ArrayRef<ProposedConfig> configs,
                 bool takesNearest = false) const;
  std::optional<size_t> findMeasured(const Config &config) const;
  std::optional<size_t> findNearest(const Config &config) const;
  std::vector<size_t>
  order(llvm::function_ref<std::pair<bool, double>(size_t)> getPlace) const;

  const TableProblem &problem;
  const ProposerSettings &settings;
  double trust;
  const llvm::StringMap<double> *predictions = nullptr;
};
} // namespace

/// A config without a prediction in the file is of a template without trees, or
/// its matmul is not in the file. Then its estimate counts.
SmallVector<double> Proposer::predict(ArrayRef<Config> configs) const {
  if (!settings.predictions)
    return llvm::map_to_vector(
        CostModel::get().predict(problem.fact, settings.target, configs, trust),
        [](const CostModel::Prediction &each) { return each.timeNs; });
  return llvm::map_to_vector(configs, [&](const Config &config) {
    double time = predictions ? predictions->lookup(config.str()) : 0;
    if (time > 0)
      return time;
    return CostModel::get()
        .predict(problem.fact, settings.target, config, predictions ? 1 : 0)
        .front()
        .timeNs;
  });
}

std::vector<size_t> Proposer::order(
    llvm::function_ref<std::pair<bool, double>(size_t)> getPlace) const {
  std::vector<std::pair<std::pair<bool, double>, size_t>> places;
  for (size_t i = 0; i < problem.configs.size(); ++i)
    places.emplace_back(getPlace(i), i);
  llvm::sort(places);
  auto indices = llvm::make_second_range(places);
  return std::vector<size_t>(indices.begin(), indices.end());
}

std::optional<size_t> Proposer::findMeasured(const Config &config) const {
  auto found = problem.indices.find(asMeasured(config));
  if (found == problem.indices.end())
    return std::nullopt;
  return found->second;
}

/// Whether both are configs of one template that agree in the parameters that
/// decide most of the time, as far as the template has them.
static bool isAlike(const Config &config, const Config &other) {
  if (config.getTemplateName() != other.getTemplateName())
    return false;
  for (StringRef param : {"tile", "warps", "cluster", "split_k", "swap"})
    if (config.get(param) != other.get(param))
      return false;
  return true;
}

/// The measured config that is alike and agrees in most values. Of several, the
/// first in the order of configs: no time decides.
std::optional<size_t> Proposer::findNearest(const Config &config) const {
  std::optional<size_t> nearest;
  size_t most = 0;
  for (auto [index, measured] : llvm::enumerate(problem.configs)) {
    const Config &other = measured.config;
    if (!isAlike(config, other))
      continue;
    size_t agreeing = 0;
    for (auto [a, b] : llvm::zip_equal(config.getSlots(), other.getSlots()))
      agreeing += a == b;
    bool isNearer =
        !nearest || agreeing > most ||
        (agreeing == most && other < problem.configs[*nearest].config);
    if (!isNearer)
      continue;
    nearest = index;
    most = agreeing;
  }
  return nearest;
}

Choices Proposer::choose(ArrayRef<ProposedConfig> configs,
                         bool takesNearest) const {
  Choices choices;
  choices.numProposed = configs.size();
  for (const ProposedConfig &proposed : configs) {
    std::optional<size_t> index = findMeasured(proposed.config);
    if (!index && takesNearest)
      index = findNearest(proposed.config);
    if (!index)
      ++choices.numUnmeasured;
    else if (!llvm::is_contained(choices.order, *index))
      choices.order.push_back(*index);
  }
  return choices;
}

Config Proposer::asMeasured(const Config &config) const {
  return problem.lookup(config) ? config
                                : getProvider(config).revertRules(
                                      problem.fact, settings.target, config);
}

std::vector<Config> Proposer::getConfigs() const {
  std::vector<Config> configs;
  for (const MeasuredConfig &measured : problem.configs)
    configs.push_back(measured.config);
  return configs;
}

std::vector<Config> Proposer::getConfigs(SpaceLevel level) const {
  llvm::DenseSet<Config> configs;
  for (const Config &config :
       getSearchSpace(problem.fact, settings.target, level))
    if (std::optional<size_t> index = findMeasured(config))
      configs.insert(problem.configs[*index].config);
  return std::vector<Config>(configs.begin(), configs.end());
}

std::vector<ProposedConfig> Proposer::getSeeds() const {
  ProposeOptions options;
  options.maxCandidates = 0;
  // This build's model may have seen what they are scored on.
  options.predictsSeeds = false;
  std::vector<ProposedConfig> seeds =
      autotune::propose(problem.fact, settings.target, options).candidates;
  for (ProposedConfig &seed : seeds)
    seed.config = asMeasured(seed.config);
  llvm::erase_if(seeds, [&](const ProposedConfig &seed) {
    return !problem.lookup(seed.config);
  });
  return seeds;
}

Choices Proposer::followHeuristics(ArrayRef<std::string> names,
                                   bool takesNearest) const {
  ProposeOptions options;
  options.only.assign(names.begin(), names.end());
  options.maxCandidates = 0;
  // This build's model may have seen what they are scored on.
  options.predictsSeeds = false;
  return choose(
      autotune::propose(problem.fact, settings.target, options).candidates,
      takesNearest);
}

Choices Proposer::followTable() const {
  ProposeOptions options;
  options.maxCandidates = 0;
  // This build's model may have seen what they are scored on.
  options.predictsSeeds = false;
  auto others = std::make_shared<LookupTable>(settings.table);
  const ProblemFact &fact = problem.fact;
  llvm::erase_if(others->entries, [&](const TableEntry &entry) {
    const TablePattern &match = entry.match;
    return match.sizes[0].value == fact.getMatmul().m &&
           match.sizes[1].value == fact.getMatmul().n &&
           match.sizes[2].value == fact.getMatmul().k &&
           match.a == fact.getMatmul().a.element &&
           match.b == fact.getMatmul().b.element &&
           match.c == fact.getMatmul().c.element &&
           match.transposeA == fact.getMatmul().a.transposed &&
           match.transposeB == fact.getMatmul().b.transposed &&
           match.accumulate == (fact.getMatmul().init == InitKind::Accumulate);
  });
  options.table = std::move(others);
  return choose(autotune::propose(fact, settings.target, options).candidates);
}

std::vector<size_t> Proposer::followEstimates() const {
  return order([&](size_t index) {
    return std::pair(false, estimateTime(problem.fact, settings.target,
                                         problem.configs[index].config));
  });
}

std::vector<size_t> Proposer::followPredictions(bool seedsFirst) const {
  llvm::DenseSet<size_t> seeds;
  if (seedsFirst)
    for (size_t index : followHeuristics().order)
      seeds.insert(index);
  SmallVector<double> times = predict(getConfigs());
  return order([&](size_t index) {
    return std::pair(!seeds.contains(index), times[index]);
  });
}

std::vector<size_t> Proposer::search(StringRef strategy) const {
  SearchProblem searched;
  searched.fact = problem.fact;
  searched.target = settings.target;
  searched.seeds = getSeeds();
  searched.numLeading = settings.seedsFirst;
  searched.space = settings.space ? getConfigs(*settings.space) : getConfigs();
  // The order of the records tells what an earlier model thought of them.
  llvm::sort(searched.space);
  searched.predict = [this](ArrayRef<Config> configs) {
    return predict(configs);
  };
  searched.trustsPredictions = settings.predictions || trust > 0;
  std::unique_ptr<SearchStrategy> search =
      createSearchStrategy(strategy, std::move(searched), settings.seed);
  std::vector<size_t> order;
  while (order.size() < kBudgets.back()) {
    SmallVector<Config> next = search->propose(
        std::min<size_t>(settings.batch, kBudgets.back() - order.size()));
    if (next.empty())
      break;
    SmallVector<Trial> trials;
    for (const Config &config : next) {
      size_t index = problem.indices.lookup(config);
      order.push_back(index);
      const MeasuredConfig &measured = problem.configs[index];
      trials.push_back({config, measured.timeNs, measured.spread});
    }
    search->observe(trials);
  }
  return order;
}

Choices tune::propose(StringRef name, const TableProblem &problem,
                      const ProposerSettings &settings) {
  Proposer proposer(problem, settings);
  auto ofMeasured = [](std::vector<size_t> order) {
    return Choices{std::move(order), 0, 0};
  };
  if (name.consume_front(kSearchPrefix))
    return ofMeasured(proposer.search(name));
  if (name == "analytical")
    return ofMeasured(proposer.followEstimates());
  if (name == "table")
    return proposer.followTable();
  if (name == "model")
    return ofMeasured(proposer.followPredictions(/*seedsFirst=*/false));
  if (name == "heuristics+model")
    return ofMeasured(proposer.followPredictions(/*seedsFirst=*/true));
  bool takesNearest = name.consume_front(kNearestPrefix);
  if (std::optional<SmallVector<std::string>> names = getHeuristics(name))
    return proposer.followHeuristics(*names, takesNearest);
  return {};
}
