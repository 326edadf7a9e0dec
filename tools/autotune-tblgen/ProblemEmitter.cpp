//===- ProblemEmitter.cpp - The members and operands of problems ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --gen-problem makes Problem/Problem.inc from the records of Problem.td. The
// file has the parts below. Who includes it defines the macro of one part, and
// gets that part alone.
//
//   GET_<STRUCT>_MEMBERS   the members of a struct, within its braces
//   GET_HASH_DECLARATIONS  hash_value of each struct
//   GET_DEFINITIONS        equality and hash_value of each struct
//   GET_OPERAND_ROLES      the enumerators of OperandRole
//   GET_OPERAND_INFO       the rows of a table, by OperandRole
//   GET_OPERANDS           statements that call `visit` for each operand of
//                          `fact`
//
//===----------------------------------------------------------------------===//

#include "TemplateModel.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace autotune_tblgen;

using Records = std::vector<const Record *>;

static Records getMembers(const Record *record) {
  return record->getValueAsListOfDefs("members");
}

//===----------------------------------------------------------------------===//
// Structs
//===----------------------------------------------------------------------===//

static void emitDoc(raw_ostream &os, StringRef doc) {
  SmallVector<StringRef> lines;
  doc.trim().split(lines, '\n');
  for (StringRef line : lines)
    if (!doc.trim().empty())
      os << "  /// " << line.trim() << "\n";
}

static void emitMembers(raw_ostream &os, const Record *record) {
  std::string macro = "GET_" + record->getName().upper() + "_MEMBERS";
  os << "#ifdef " << macro << "\n";
  for (const Record *member : getMembers(record)) {
    emitDoc(os, member->getValueAsString("doc"));
    StringRef value = member->getValueAsString("value");
    os << "  " << member->getValueAsString("type") << " "
       << member->getValueAsString("name");
    if (!value.empty())
      os << " = " << value;
    os << ";\n";
  }
  StringRef name = record->getName();
  os << "\n  bool operator==(const " << name << " &other) const;\n"
     << "  bool operator!=(const " << name
     << " &other) const { return !(*this == other); }\n"
     << "#undef " << macro << "\n#endif // " << macro << "\n\n";
}

static void emitDefinitions(raw_ostream &os, const Record *record) {
  StringRef name = record->getName();
  os << "bool " << name << "::operator==(const " << name
     << " &other) const {\n  return ";
  ListSeparator also(" &&\n         ");
  for (const Record *member : getMembers(record)) {
    StringRef of = member->getValueAsString("name");
    os << also << of << " == other." << of;
  }
  os << ";\n}\n\nllvm::hash_code mlir::autotune::hash_value(const " << name
     << " &value) {\n  llvm::hash_code hash(0);\n";
  for (const Record *member : getMembers(record)) {
    std::string of = ("value." + member->getValueAsString("name")).str();
    if (member->getValueAsString("type").starts_with("std::vector"))
      of = "llvm::hash_combine_range(" + of + ".begin(), " + of + ".end())";
    os << "  hash = llvm::hash_combine(hash, " << of << ");\n";
  }
  os << "  return hash;\n}\n\n";
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static bool isOfList(const Record *operand) {
  return !operand->getValueAsString("inList").empty();
}

static void emitOperandInfo(raw_ostream &os, const Record *operand) {
  os << "    {" << quote(operand->getValueAsString("name")) << ", "
     << (isOfList(operand) ? operand->getValueAsInt("first") : -1) << ", "
     << operand->getValueAsInt("textPlace") << "},\n";
}

static void emitVisit(raw_ostream &os, const Record *operand) {
  StringRef list = operand->getValueAsString("inList");
  StringRef condition = operand->getValueAsString("condition");
  if (isOfList(operand) && !condition.empty())
    PrintFatalError(operand->getLoc(),
                    "an operand of a list can't have a condition");
  if (!condition.empty())
    os << "  if (" << condition << ")\n  ";
  if (isOfList(operand))
    os << "  for (unsigned i = 0, end = " << list
       << ".size(); i < end; ++i) {\n    auto &each = " << list << "[i];\n  ";
  os << "  visit(OperandRole::" << operand->getName() << ", "
     << (isOfList(operand) ? "i" : "0");
  for (StringRef field : {"matrix", "rows", "columns", "matrices"})
    os << ", " << operand->getValueAsString(field);
  os << ");\n" << (isOfList(operand) ? "  }\n" : "");
}

/// Opens a part of the file, and closes it at the end of its life.
namespace {
class Part {
public:
  Part(raw_ostream &os, StringRef macro) : os(os), macro(macro) {
    os << "#ifdef " << macro << "\n";
  }
  ~Part() { os << "#undef " << macro << "\n#endif // " << macro << "\n\n"; }

private:
  raw_ostream &os;
  StringRef macro;
};
} // namespace

static void emitProblem(const RecordKeeper &records, raw_ostream &os) {
  Records structs = readInOrder(records, "Struct");
  Records operands = readInOrder(records, "Operand");
  emitHeader(os, "the members and operands of problems");
  for (const Record *record : structs)
    emitMembers(os, record);
  {
    Part part(os, "GET_HASH_DECLARATIONS");
    for (const Record *record : structs)
      os << "llvm::hash_code hash_value(const " << record->getName()
         << " &value);\n";
  }
  {
    Part part(os, "GET_DEFINITIONS");
    for (const Record *record : structs)
      emitDefinitions(os, record);
  }
  {
    Part part(os, "GET_OPERAND_ROLES");
    for (const Record *operand : operands)
      os << "  " << operand->getName() << ",\n";
  }
  {
    Part part(os, "GET_OPERAND_INFO");
    for (const Record *operand : operands)
      emitOperandInfo(os, operand);
  }
  Part part(os, "GET_OPERANDS");
  for (const Record *operand : operands)
    emitVisit(os, operand);
}

static TableGen::Emitter::Opt
    registration("gen-problem", TableGen::Emitter::FnT(emitProblem),
                 "Generate the members and operands of problems");
