//===- ConfigStructsEmitter.cpp - Typed structs of the templates ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --gen-config-structs: the enumerations and one struct per template, for
// include/mlir-autotune/Dialect/Autotune/Configs.h, and behind
// GET_CONFIG_DEFINITIONS their functions.
//
//===----------------------------------------------------------------------===//

#include "TemplateModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace autotune_tblgen;

static std::string getCppType(const ParamModel &param) {
  switch (param.kind) {
  case ParamModel::Int:
    return "int64_t";
  case ParamModel::IntList:
    return "std::array<int64_t, " + std::to_string(param.getNumSlots()) + ">";
  case ParamModel::Bool:
    return "bool";
  case ParamModel::Enum:
    return param.type->cppName;
  }
  llvm_unreachable("unknown parameter kind");
}

static std::string getInitializer(const ParamModel &param) {
  switch (param.kind) {
  case ParamModel::Int:
    return " = " + std::to_string(param.defaults[0]);
  case ParamModel::IntList: {
    std::vector<std::string> values;
    for (int64_t value : param.defaults)
      values.push_back(std::to_string(value));
    return " = {" + llvm::join(values, ", ") + "}";
  }
  case ParamModel::Bool:
    return param.defaults[0] ? " = true" : " = false";
  case ParamModel::Enum:
    return " = " + param.type->cppName +
           "::" + param.type->cases[param.defaults[0]].cppName;
  }
  llvm_unreachable("unknown parameter kind");
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

static void emitEnum(raw_ostream &os, const EnumModel &item) {
  os << "enum class " << item.cppName << " {\n";
  for (const EnumCase &enumCase : item.cases)
    os << "  /// " << enumCase.doc << ".\n  " << enumCase.cppName << ",\n";
  os << "};\nStringRef stringify" << item.cppName << "(" << item.cppName
     << " value);\nraw_ostream &operator<<(raw_ostream &os, " << item.cppName
     << " value);\n\n";
}

static void emitStruct(raw_ostream &os, const TemplateModel &item) {
  std::string name = item.getStructName();
  os << "/// A complete config of `" << item.name << "`: " << item.summary
     << ".\nstruct " << name << " {\n"
     << "  static constexpr StringLiteral kTemplateName = " << quote(item.name)
     << ";\n\n";
  for (const ParamModel &param : item.params)
    os << "  /// " << param.doc << ".\n  " << getCppType(param) << " "
       << param.cppName << getInitializer(param) << ";\n";
  os << "\n  /// `config` must be complete and of this template.\n"
     << "  static " << name << " fromConfig(const Config &config);\n"
     << "  Config toConfig() const;\n};\n\n";
}

//===----------------------------------------------------------------------===//
// Definitions
//===----------------------------------------------------------------------===//

static void emitEnumDefinitions(raw_ostream &os, const EnumModel &item) {
  os << "StringRef stringify" << item.cppName << "(" << item.cppName
     << " value) {\n  switch (value) {\n";
  for (const EnumCase &enumCase : item.cases)
    os << "  case " << item.cppName << "::" << enumCase.cppName
       << ":\n    return " << quote(enumCase.name) << ";\n";
  os << "  }\n  llvm_unreachable(\"unknown " << item.cppName << "\");\n}\n"
     << "raw_ostream &operator<<(raw_ostream &os, " << item.cppName
     << " value) {\n  return os << stringify" << item.cppName
     << "(value);\n}\n\n";
}

static void emitFromConfig(raw_ostream &os, const TemplateModel &item) {
  std::string name = item.getStructName();
  os << name << " " << name << "::fromConfig(const Config &config) {\n"
     << "  assert(config.isComplete() && config.getTemplateName() == "
        "kTemplateName);\n"
     << "  ArrayRef<int64_t> slots = config.getSlots();\n  " << name
     << " result;\n";
  for (const ParamModel &param : item.params) {
    for (unsigned i = 0; i < param.getNumSlots(); ++i) {
      os << "  result." << param.cppName;
      if (param.kind == ParamModel::IntList)
        os << "[" << i << "]";
      std::string slot = "slots[" + std::to_string(param.firstSlot + i) + "]";
      if (param.kind == ParamModel::Enum || param.kind == ParamModel::Bool)
        slot = "static_cast<" + getCppType(param) + ">(" + slot + ")";
      os << " = " << slot << ";\n";
    }
  }
  os << "  return result;\n}\n\n";
}

static void emitToConfig(raw_ostream &os, const TemplateModel &item) {
  std::string name = item.getStructName();
  os << "Config " << name << "::toConfig() const {\n"
     << "  return Config(*lookupTemplateSchema(kTemplateName), {\n";
  for (const ParamModel &param : item.params)
    for (unsigned i = 0; i < param.getNumSlots(); ++i) {
      std::string value = param.cppName;
      if (param.kind == ParamModel::IntList)
        value += "[" + std::to_string(i) + "]";
      else if (param.kind != ParamModel::Int)
        value = "static_cast<int64_t>(" + value + ")";
      os << "      " << value << ",\n";
    }
  os << "  });\n}\n\n";
}

static void emitConfigStructs(const RecordKeeper &records, raw_ostream &os) {
  Model model = readModel(records);
  emitHeader(os, "typed structs of the templates");
  os << "#ifdef GET_CONFIG_DECLARATIONS\n#undef GET_CONFIG_DECLARATIONS\n\n";
  for (const auto &item : model.enums)
    emitEnum(os, *item);
  for (const TemplateModel &item : model.templates)
    emitStruct(os, item);
  os << "#endif // GET_CONFIG_DECLARATIONS\n\n"
     << "#ifdef GET_CONFIG_DEFINITIONS\n#undef GET_CONFIG_DEFINITIONS\n\n";
  for (const auto &item : model.enums)
    emitEnumDefinitions(os, *item);
  for (const TemplateModel &item : model.templates) {
    emitFromConfig(os, item);
    emitToConfig(os, item);
  }
  os << "#endif // GET_CONFIG_DEFINITIONS\n";
}

static TableGen::Emitter::Opt
    configStructsAction("gen-config-structs",
                        TableGen::Emitter::FnT(emitConfigStructs),
                        "Generate the typed structs of the templates");
