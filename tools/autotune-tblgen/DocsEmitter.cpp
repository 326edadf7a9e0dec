//===- DocsEmitter.cpp - The page of the templates ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --gen-docs: one chapter per template, with its parameters, quantities,
// constraints and resources.
//
//===----------------------------------------------------------------------===//

#include "TemplateModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace autotune_tblgen;

static std::string printValue(const ParamModel &param, int64_t value) {
  if (param.kind == ParamModel::Enum)
    return param.type->cases[value].name;
  if (param.kind == ParamModel::Bool)
    return value ? "true" : "false";
  return std::to_string(value);
}

/// "64, 128", or "8, 16, ..., 256" where that is shorter.
static std::string printValues(const ParamModel &param,
                               ArrayRef<int64_t> values) {
  static constexpr size_t kLong = 6;
  bool isEven = values.size() > kLong;
  for (size_t i = 2; i < values.size() && isEven; ++i)
    isEven = values[i] - values[i - 1] == values[1] - values[0];
  std::vector<std::string> texts;
  for (int64_t value : values)
    texts.push_back(printValue(param, value));
  if (isEven)
    texts = {texts[0], texts[1], "...", texts.back()};
  return llvm::join(texts, ", ");
}

static std::string printRange(const RangeModel &range) {
  return std::to_string(range.lower) + " to " + std::to_string(range.upper);
}

/// A cell of a table: a bar would end it.
static std::string cell(StringRef text) {
  std::string result;
  for (char c : text)
    result += c == '|' ? std::string("\\|") : std::string(1, c);
  return result;
}

/// "`s…`", "`…-store`", "`swap`".
static std::string printWord(const ParamModel &param) {
  auto [before, after] = StringRef(param.word).split('%');
  bool hasValue = param.kind != ParamModel::Bool;
  return ("`" + before + (hasValue ? "…" : "") + after + "`").str();
}

static void emitParams(raw_ostream &os, const TemplateModel &item) {
  os << "### Parameters\n\n"
     << "| parameter | meaning | in tables | default | legal | quick | default "
        "level | exhaustive |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- |\n";
  for (const ParamModel &param : item.params)
    for (auto [i, domain] : llvm::enumerate(param.domains)) {
      os << "| `" << param.name;
      if (param.kind == ParamModel::IntList)
        os << "[" << i << "]";
      os << "` | ";
      if (param.kind == ParamModel::IntList)
        os << param.components[i] << (i ? "" : ": " + cell(param.doc));
      else
        os << cell(param.doc);
      os << " | " << (i ? std::string() : printWord(param)) << " | "
         << printValue(param, param.defaults[i]);
      for (unsigned level : {Legal, Quick, Default, Exhaustive})
        os << " | "
           << (level == Legal && param.ranges[i]
                   ? printRange(*param.ranges[i])
                   : printValues(param, domain[level]));
      os << " |\n";
    }
  os << "\n";
  std::vector<std::string> neutral;
  for (const ParamModel &param : item.params)
    if (param.neutral)
      neutral.push_back("`" + param.name + "`");
  if (!neutral.empty())
    os << "Earlier versions of the template did not have "
       << llvm::join(neutral, ", ")
       << ". A config in which only these are missing is complete, and they "
          "have their defaults ([configs.md](configs.md)).\n\n";
  if (!item.removedParams.empty()) {
    os << "A stored config may name a parameter that was removed. With the "
          "value below, the parameter is ignored. With another value, the "
          "config is refused: tune the matmul again.\n\n"
          "| removed | still read | why it was removed |\n"
          "| --- | --- | --- |\n";
    for (const RemovedParamModel &param : item.removedParams)
      os << "| `" << param.name << "` | " << param.value << " | "
         << cell(param.reason) << " |\n";
    os << "\n";
  }
  for (const ParamModel &param : item.params) {
    if (!param.type)
      continue;
    os << "`" << param.name << "`:\n\n";
    for (const EnumCase &enumCase : param.type->cases)
      os << "- `" << enumCase.name << "`: " << enumCase.doc << "\n";
    for (const RemovedCaseModel &removed : param.type->removedCases)
      os << "- `" << removed.name << "` was removed because " << removed.reason
         << ". A stored config with it is refused.\n";
    os << "\n";
  }
}

/// Constraints of one name stand together: each of its rows says more.
static void emitConstraints(raw_ostream &os, const TemplateModel &item,
                            bool redundancies) {
  if (llvm::none_of(item.constraints, [&](const ConstraintModel &constraint) {
        return constraint.isRedundancy == redundancies;
      }))
    return;
  if (redundancies)
    os << "### Redundancies\n\nThese configs are legal, but the space leaves "
          "them out.\n\n| name | why |\n| --- | --- |\n";
  else
    os << "### Constraints\n\nIn the order in which they are tested.\n\n"
          "| name | why |\n| --- | --- |\n";
  for (const ConstraintModel &constraint : item.constraints)
    if (constraint.isRedundancy == redundancies)
      os << "| `" << constraint.name << "` | " << cell(constraint.doc)
         << " |\n";
  os << "\n";
}

static void emitResources(raw_ostream &os, const TemplateModel &item) {
  const Record *resources = item.record->getValueAsDef("resources");
  os << "### Resources of a CTA\n\n";
  auto emitFormula = [&](StringRef what, StringRef field) {
    os << "- " << what << ": `" << trimBlock(resources->getValueAsString(field))
       << "`\n";
  };
  emitFormula("bytes of shared memory", "sharedMemory");
  emitFormula("registers a thread", "registersPerThread");
  emitFormula("threads", "threads");
  os << "\n";
  if (item.quantities.empty())
    return;
  os << "where\n\n";
  for (const QuantityModel &quantity : item.quantities)
    os << "- `" << quantity.name << "` = `"
       << quantity.record->getValueAsString("expression")
       << "`: " << quantity.doc << "\n";
  os << "\n";
}

static void emitSection(raw_ostream &os, const TemplateModel &item) {
  os << "## `" << item.name << "`\n\n"
     << toUpper(item.summary.front()) << item.summary.substr(1) << ".\n\n";
  if (!item.description.empty())
    os << item.description << "\n\n";
  for (const ElementsModel &elements : item.elements)
    os << (elements.inputsOfB == elements.inputs ? "- A and B: " : "- A: ")
       << llvm::join(elements.inputs, ", ")
       << (elements.sameInputs ? ", alike" : "")
       << (elements.inputsOfB == elements.inputs
               ? ""
               : "; B: " + llvm::join(elements.inputsOfB, ", "))
       << "\n- sums in: " << llvm::join(elements.accumulators, ", ")
       << "\n- C: " << llvm::join(elements.outputs, ", ") << "\n";
  os << "- chips: "
     << (item.chips.empty()
             ? "sm_" + std::to_string(item.minimumCapability) + " and later"
             : llvm::join(item.chips, ", "))
     << "\n\n";
  emitParams(os, item);
  emitConstraints(os, item, /*redundancies=*/false);
  emitConstraints(os, item, /*redundancies=*/true);
  if (!item.isLibrary)
    emitResources(os, item);
}

static void emitDocs(const RecordKeeper &records, raw_ostream &os) {
  Model model = readModel(records);
  os << "<!-- Autogenerated by autotune-tblgen; do not manually edit -->\n";
  for (const Record *page : records.getAllDerivedDefinitions("Introduction"))
    os << page->getValueAsString("text").trim() << "\n\n";
  std::string text;
  raw_string_ostream body(text);
  for (const TemplateModel &item : model.templates)
    emitSection(body, item);
  os << StringRef(text).rtrim() << "\n";
}

static TableGen::Emitter::Opt
    docsAction("gen-docs", TableGen::Emitter::FnT(emitDocs),
               "Generate the documentation of the templates");
