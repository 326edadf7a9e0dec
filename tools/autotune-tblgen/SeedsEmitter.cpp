//===- SeedsEmitter.cpp - The tables of seed configs ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --gen-seeds: the rows of seeds (kernels_td/Seeds.td) as partial configs,
// flattened into the slots of their template.
//
//===----------------------------------------------------------------------===//

#include "TemplateModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace autotune_tblgen;

static const TemplateModel &findTemplate(const Model &model,
                                         const Record &seed) {
  const Record *record = seed.getValueAsDef("kernelTemplate");
  for (const TemplateModel &item : model.templates)
    if (item.record == record)
      return item;
  PrintFatalError(seed.getLoc(), "unknown template " + record->getName());
}

static const ParamModel &findParam(const TemplateModel &item, StringRef name,
                                   const Record &seed) {
  for (const ParamModel &param : item.params)
    if (param.name == name)
      return param;
  PrintFatalError(seed.getLoc(), "template '" + item.name +
                                     "' has no parameter '" + name + "'");
}

/// The slot values of one setting, each checked against what may be written.
static std::vector<int64_t>
readValues(const ParamModel &param, const Record &setting, const Record &seed) {
  StringRef caseName = setting.getValueAsString("caseName");
  std::vector<int64_t> values = setting.getValueAsListOfInts("values");
  if (param.kind == ParamModel::Enum) {
    const std::vector<EnumCase> &cases = param.type->cases;
    auto it = llvm::find_if(
        cases, [&](const EnumCase &item) { return item.name == caseName; });
    if (it == cases.end())
      PrintFatalError(seed.getLoc(),
                      "'" + param.name + "' has no case '" + caseName + "'");
    return {it - cases.begin()};
  }
  if (values.size() != param.getNumSlots())
    PrintFatalError(seed.getLoc(), "'" + param.name + "' takes " +
                                       Twine(param.getNumSlots()) + " values");
  for (auto [value, domain] : zip(values, param.domains))
    if (!is_contained(domain[Legal], value))
      PrintFatalError(seed.getLoc(),
                      "'" + param.name + "' can't be " + Twine(value));
  return values;
}

static void emitSeed(raw_ostream &os, const Model &model, const Record &seed) {
  const TemplateModel &item = findTemplate(model, seed);
  std::vector<std::string> slots(item.numSlots, "Config::kUnset");
  for (const Record *setting : seed.getValueAsListOfDefs("settings")) {
    const ParamModel &param =
        findParam(item, setting->getValueAsString("param"), seed);
    std::vector<int64_t> values = readValues(param, *setting, seed);
    for (auto [index, value] : enumerate(values))
      slots[param.firstSlot + index] = std::to_string(value);
  }
  os << "// " << seed.getValueAsString("why") << ".\n{"
     << quote(seed.getValueAsString("heuristic")) << ", " << quote(item.name)
     << ", {" << join(slots, ", ") << "}},\n";
}

static void emitSeeds(const RecordKeeper &records, raw_ostream &os) {
  Model model = readModel(records);
  std::vector<const Record *> seeds(records.getAllDerivedDefinitions("Seed"));
  llvm::sort(seeds, [](const Record *left, const Record *right) {
    return left->getID() < right->getID();
  });
  emitHeader(os, "seed configs");
  for (const Record *seed : seeds)
    emitSeed(os, model, *seed);
}

static TableGen::Emitter::Opt seeds("gen-seeds",
                                    TableGen::Emitter::FnT(emitSeeds),
                                    "Generate the tables of seed configs");
