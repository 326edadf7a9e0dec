//===- SpaceEmitter.cpp - Constraints, resources and enumeration ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --gen-space: for include/mlir-autotune/Space/Quantities.h, one namespace per
// template with a function for each quantity; for lib/Space/KernelTemplate.cpp,
// another with a function for each constraint and resource, and the enumeration
// as nested loops, one a slot. A constraint stands in the loop that binds the
// last slot it mentions: there one test leaves out all that the inner loops
// would have tried.
//
//===----------------------------------------------------------------------===//

#include "TemplateModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace autotune_tblgen;

namespace {
class SpaceEmitter {
public:
  SpaceEmitter(const TemplateModel &item, raw_ostream &os)
      : item(item), os(os) {
    // A set of slots is a word in the generated code.
    if (item.numSlots > 64)
      PrintFatalError(item.record->getLoc(),
                      Twine("the template \"") + item.name + "\" has " +
                          Twine(item.numSlots) +
                          " slots; at most 64 are served");
    for (const ConstraintModel &constraint : item.constraints)
      if (!llvm::is_contained(names, constraint.name) &&
          !constraint.isRedundancy)
        names.push_back(constraint.name);
    numConstraintNames = names.size();
    for (const ConstraintModel &constraint : item.constraints)
      if (!llvm::is_contained(names, constraint.name))
        names.push_back(constraint.name);
  }

  void emitQuantities();
  void emitTemplate();

private:
  std::string getArguments() const {
    return "const " + item.getStructName() + " &config, const " +
           item.getProblemName() + "Fact &fact, const TargetInfo &target";
  }
  unsigned getNameIndex(const ConstraintModel &constraint) const {
    return llvm::find(names, constraint.name) - names.begin();
  }
  void emitFormula(StringRef specifiers, StringRef name,
                   const Expression &expression);
  void emitConstraint(unsigned index, const ConstraintModel &constraint);
  void emitTable();
  void emitTests(unsigned numBound, StringRef indent);
  void emitEnumeration();

  const TemplateModel &item;
  raw_ostream &os;
  /// Of constraints, then of redundancies, each once.
  std::vector<StringRef> names;
  unsigned numConstraintNames = 0;
};
} // namespace

void SpaceEmitter::emitFormula(StringRef specifiers, StringRef name,
                               const Expression &expression) {
  os << specifiers << " int64_t " << name << "(" << getArguments()
     << ") {\n  return " << expression.code << ";\n}\n";
}

void SpaceEmitter::emitConstraint(unsigned index,
                                  const ConstraintModel &constraint) {
  os << "// " << constraint.name << "\nstatic bool holds" << index << "("
     << getArguments() << ") {\n  return " << constraint.predicate.code
     << ";\n}\nstatic void explain" << index << "(" << getArguments()
     << ", raw_ostream &os) {\n  os";
  const Message &message = constraint.message;
  for (auto [i, literal] : llvm::enumerate(message.literals)) {
    if (!literal.empty())
      os << " << " << quote(literal);
    if (i < message.parts.size())
      os << " << (" << message.parts[i].code << ")";
  }
  os << ";\n}\n";
}

void SpaceEmitter::emitTable() {
  std::string type = "ConstraintEntry<" + item.getStructName() + ", " +
                     item.getProblemName() + "Fact>";
  os << "static const " << type << " kConstraints[] = {\n";
  for (auto [i, constraint] : llvm::enumerate(item.constraints)) {
    uint64_t mask = 0;
    for (unsigned slot : constraint.predicate.slots.set_bits())
      mask |= uint64_t(1) << slot;
    os << "    {" << quote(constraint.name) << ", "
       << (constraint.isRedundancy ? "true" : "false") << ", "
       << "0x" << llvm::utohexstr(mask) << ", holds" << i << ", explain" << i
       << "},\n";
  }
  os << "};\nstatic const StringRef kNames[] = {";
  llvm::interleaveComma(names, os, [&](StringRef name) { os << quote(name); });
  os << "};\n\n";
}

/// The constraints whose last slot is slot `numBound - 1`; with none bound,
/// those that depend on the matmul and the target alone.
void SpaceEmitter::emitTests(unsigned numBound, StringRef indent) {
  for (bool redundancies : {false, true})
    for (auto [i, constraint] : llvm::enumerate(item.constraints)) {
      int last = constraint.predicate.slots.find_last();
      if (last + 1 != static_cast<int>(numBound) ||
          constraint.isRedundancy != redundancies)
        continue;
      os << indent << "if (!holds" << i << "(config, fact, target)) {\n"
         << indent << "  space.rejections[" << getNameIndex(constraint)
         << "] += domains.subtree[" << numBound << "];\n"
         << indent << (numBound ? "  continue;\n" : "  return;\n") << indent
         << "}\n";
    }
}

void SpaceEmitter::emitEnumeration() {
  std::string count = std::to_string(item.numSlots);
  std::string kind = item.getProblemName();
  os << "static void enumerate(const ProblemFact &problem, const TargetInfo "
        "&target,\n    DomainLevel level, TemplateSpace &space) {\n"
     << "  if (!problem.is" << kind << "())\n    return;\n"
     << "  const " << kind << "Fact &fact = problem.get" << kind << "();\n"
     << "  const TemplateSchema &schema = *lookupTemplateSchema("
     << quote(item.name) << ");\n  SlotDomains<" << count
     << "> domains(schema, level);\n  std::array<int64_t, " << count
     << "> slots;\n  " << item.getStructName() << " config;\n";
  for (unsigned slot : item.byteSlots)
    os << "  domains.countInBytes(schema, " << slot
       << ", std::min(getElementBits(fact.a.element), "
          "getElementBits(fact.b.element)));\n";
  emitTests(0, "  ");
  std::string indent = "  ";
  for (const ParamModel &param : item.params)
    for (unsigned i = 0; i < param.getNumSlots(); ++i) {
      unsigned slot = param.firstSlot + i;
      os << indent << "for (int64_t value : domains.values[" << slot
         << "]) {\n";
      indent += "  ";
      std::string field = "config." + param.cppName;
      if (param.kind == ParamModel::IntList)
        field += "[" + std::to_string(i) + "]";
      os << indent << "slots[" << slot << "] = value;\n"
         << indent << field << " = "
         << (param.kind == ParamModel::Enum
                 ? "static_cast<" + param.type->cppName + ">(value)"
                 : std::string("value"))
         << ";\n";
      emitTests(slot + 1, indent);
    }
  os << indent << "space.configs.emplace_back(schema, slots);\n";
  for (unsigned slot = item.numSlots; slot > 0; --slot) {
    indent.resize(indent.size() - 2);
    os << indent << "}\n";
  }
  os << "}\n\n";
}

void SpaceEmitter::emitQuantities() {
  os << "namespace " << item.name << " {\n\n";
  for (const QuantityModel &quantity : item.quantities) {
    os << "/// " << quantity.doc << ".\n";
    emitFormula("inline", quantity.name, quantity.expression);
  }
  os << "\n} // namespace " << item.name << "\n\n";
}

void SpaceEmitter::emitTemplate() {
  std::string kind = item.getProblemName();
  os << "namespace " << item.name << "_space {\n\n";
  // One by one: other namespaces in sight may have a quantity's name.
  for (const QuantityModel &quantity : item.quantities)
    os << "using " << item.name << "::" << quantity.name << ";\n";
  StringRef specifiers = "[[maybe_unused]] static";
  emitFormula(specifiers, "resources_sharedMemory", item.sharedMemory);
  emitFormula(specifiers, "resources_registersPerThread",
              item.registersPerThread);
  emitFormula(specifiers, "resources_threads", item.threads);
  os << "\n";
  for (auto [i, constraint] : llvm::enumerate(item.constraints))
    emitConstraint(i, constraint);
  emitTable();
  emitEnumeration();
  os << "static std::optional<Violation> check(const ProblemFact &problem,\n"
     << "    const TargetInfo &target, const Config &config, bool "
        "redundancies) {"
     << "\n  if (!problem.is" << kind << "())\n    return getWrongKind("
     << quote(item.name) << ");\n  return checkConstraints<"
     << item.getStructName() << ", " << kind
     << "Fact>(kConstraints, problem.get" << kind
     << "(), target, config, redundancies);\n}\n\n"
     << "static Resources getResources(const ProblemFact &problem,\n"
     << "    const TargetInfo &target, const Config &plain) {\n  auto config = "
     << item.getStructName() << "::fromConfig(plain);\n"
     << "  const " << kind << "Fact &fact = problem.get" << kind << "();\n"
     << "  return {resources_sharedMemory(config, fact, target),\n"
     << "          resources_registersPerThread(config, fact, target),\n"
     << "          resources_threads(config, fact, target)};\n}\n\n"
     << "// Built on first use: the schemas live in another library.\n"
     << "static const KernelTemplate *getTemplate() {\n"
     << "  static const KernelTemplate result(" << quote(item.name)
     << ", {check, getResources, enumerate, "
     << "ProblemKind::" << item.kind << "}, kNames, " << numConstraintNames
     << ");\n  return &result;\n}\n\n} // namespace " << item.name
     << "_space\n\n";
}

static void emitSpace(const RecordKeeper &records, raw_ostream &os) {
  Model model = readModel(records);
  emitHeader(os, "constraints, resources and enumeration of the templates");
  os << "#ifdef GET_QUANTITIES\n#undef GET_QUANTITIES\n\n";
  for (const TemplateModel &item : model.templates)
    SpaceEmitter(item, os).emitQuantities();
  os << "#endif // GET_QUANTITIES\n\n"
     << "#ifdef GET_TEMPLATES\n#undef GET_TEMPLATES\n\n";
  for (const TemplateModel &item : model.templates)
    SpaceEmitter(item, os).emitTemplate();
  os << "static ArrayRef<const KernelTemplate *> getGeneratedTemplates() {\n"
     << "  static const KernelTemplate *const result[] = {\n";
  for (const TemplateModel &item : model.templates)
    os << "      " << item.name << "_space::getTemplate(),\n";
  os << "  };\n  return result;\n}\n\n#endif // GET_TEMPLATES\n";
}

static TableGen::Emitter::Opt
    spaceAction("gen-space", TableGen::Emitter::FnT(emitSpace),
                "Generate constraints, resources and enumeration");
