//===- ConfigSchemaEmitter.cpp - Tables of parameters and domains ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --gen-config-schema: one TemplateSchema per template, for
// lib/Dialect/Autotune/TemplateSchema.cpp.
//
//===----------------------------------------------------------------------===//

#include "TemplateModel.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace autotune_tblgen;

static void emitInts(raw_ostream &os, ArrayRef<int64_t> values) {
  os << "{";
  llvm::interleaveComma(values, os);
  os << "}";
}

/// Arrays first: ArrayRef members of the tables refer to them by name.
static void emitParamArrays(raw_ostream &os, const std::string &prefix,
                            const ParamModel &param) {
  std::string name = prefix + toCamelCase(param.name, /*upperFirst=*/true);
  for (auto [slot, domain] : llvm::enumerate(param.domains))
    for (unsigned level = 0; level < NumLevels; ++level) {
      std::string list =
          name + std::to_string(slot) + getLevelName(level).str();
      // C++ has no array without elements.
      if (domain[level].empty()) {
        os << "static constexpr ArrayRef<int64_t> " << list << ";\n";
        continue;
      }
      os << "static constexpr int64_t " << list << "[] = ";
      emitInts(os, domain[level]);
      os << ";\n";
    }
  os << "static constexpr ComponentSchema " << name << "Components[] = {\n";
  for (auto [slot, component] : llvm::enumerate(param.components)) {
    os << "    {" << quote(component) << ", " << param.defaults[slot] << ", {";
    for (unsigned level = 0; level < NumLevels; ++level)
      os << (level ? ", " : "") << name << slot << getLevelName(level);
    os << "}";
    if (const auto &range = param.ranges[slot])
      os << ", IntegerRange{" << range->lower << ", " << range->upper << "}";
    os << "},\n";
  }
  os << "};\n";
  if (!param.type)
    return;
  os << "static constexpr StringRef " << name << "Cases[] = {";
  llvm::interleaveComma(param.type->cases, os,
                        [&](const EnumCase &item) { os << quote(item.name); });
  os << "};\n";
  if (param.type->removedCases.empty())
    return;
  os << "static constexpr RemovedCase " << name << "RemovedCases[] = {\n";
  for (const RemovedCaseModel &item : param.type->removedCases)
    os << "    {" << quote(item.name) << ", " << quote(item.reason) << "},\n";
  os << "};\n";
}

static void emitParamRow(raw_ostream &os, const std::string &prefix,
                         const ParamModel &param) {
  static constexpr StringRef kinds[] = {"Int", "IntList", "Bool", "Enum"};
  std::string name = prefix + toCamelCase(param.name, /*upperFirst=*/true);
  os << "    {" << quote(param.name) << ", " << quote(param.doc)
     << ", ParamKind::" << kinds[param.kind] << ", " << param.firstSlot << ", "
     << name << "Components, "
     << (param.type ? name + "Cases" : std::string("{}")) << ", "
     << quote(param.word) << ", /*isShown=*/"
     << (param.shown ? "true" : "false") << ", /*isNeutral=*/"
     << (param.neutral ? "true" : "false");
  if (param.type && !param.type->removedCases.empty())
    os << ", " << name << "RemovedCases";
  os << "},\n";
}

static void emitConfigSchema(const RecordKeeper &records, raw_ostream &os) {
  Model model = readModel(records);
  emitHeader(os, "parameters, domains and defaults of the templates");
  for (const TemplateModel &item : model.templates) {
    std::string prefix = "k" + item.cppName;
    for (const ParamModel &param : item.params)
      emitParamArrays(os, prefix, param);
    os << "static constexpr ParamSchema " << prefix << "Params[] = {\n";
    for (const ParamModel &param : item.params)
      emitParamRow(os, prefix, param);
    os << "};\n";
    if (!item.removedParams.empty()) {
      os << "static constexpr RemovedParam " << prefix << "Removed[] = {\n";
      for (const RemovedParamModel &param : item.removedParams)
        os << "    {" << quote(param.name) << ", " << quote(param.value) << ", "
           << quote(getWord(param)) << ", " << quote(param.reason) << "},\n";
      os << "};\n";
    }
    os << "\n";
  }
  os << "static constexpr TemplateSchema kTemplateSchemas[] = {\n";
  for (const TemplateModel &item : model.templates)
    os << "    {" << quote(item.name) << ", " << quote(item.summary) << ", k"
       << item.cppName << "Params, " << item.numSlots << ", "
       << quote(item.getHash())
       << (item.removedParams.empty() ? ", {}"
                                      : ", k" + item.cppName + "Removed")
       << ", /*isLibrary=*/" << (item.isLibrary ? "true" : "false") << "},\n";
  os << "};\n";
}

static TableGen::Emitter::Opt
    configSchemaAction("gen-config-schema",
                       TableGen::Emitter::FnT(emitConfigSchema),
                       "Generate the schema tables of the config attribute");
