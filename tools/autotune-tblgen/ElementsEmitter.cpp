//===- ElementsEmitter.cpp - The tables of element types ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --gen-elements makes Core/Elements.inc from the records of Elements.td. The
// file has two parts:
//
// - Macros that list types. Each calls another macro once for each type. They
//   serve for enumerations, and for code that is compiled once for each type.
// - Rows of two tables. Whoever defines GET_ELEMENT_INFO gets the rows of
//   element types, and with GET_MATRIX_TYPE_INFO those of matrix instructions.
//
//===----------------------------------------------------------------------===//

#include "TemplateModel.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace autotune_tblgen;

using Records = std::vector<const Record *>;

std::vector<const Record *>
autotune_tblgen::readInOrder(const RecordKeeper &records, StringRef className) {
  std::vector<const Record *> found(
      records.getAllDerivedDefinitions(className));
  llvm::sort(found, LessRecordByID());
  return found;
}

static Records readNamed(const RecordKeeper &records, StringRef className) {
  Records found = readInOrder(records, className);
  StringSet<> names;
  for (const Record *record : found)
    if (!names.insert(record->getValueAsString("name")).second)
      PrintFatalError(record->getLoc(),
                      Twine("two records of ") + className + " are named \"" +
                          record->getValueAsString("name") + "\"");
  return found;
}

/// The formats that decoders and encoders know: the lowest bits are the
/// significand's without its leading one, then come the exponent's and the
/// sign. Of 8 bits a float with an infinity is the upper half of an f16.
static void checkElement(const Record *element) {
  if (!element->getValueAsBit("isFloat"))
    return;
  bool isStored =
      element->getValueAsString("stored") == element->getValueAsString("name");
  int64_t used = element->getValueAsInt("precision") +
                 element->getValueAsInt("exponentBits");
  if (isStored && used != element->getValueAsInt("width"))
    PrintFatalError(element->getLoc(),
                    "precision and exponentBits must add up to the width");
  if (isStored && element->getValueAsInt("width") == 8 &&
      element->getValueAsBit("hasInfinity") &&
      element->getValueAsInt("exponentBits") != 5)
    PrintFatalError(element->getLoc(), "a float of 8 bits with an infinity "
                                       "must have 5 bits of exponent");
  if (isStored && element->getValueAsString("mlirType").empty())
    PrintFatalError(element->getLoc(), "a float in memory needs an mlirType");
}

Records autotune_tblgen::readElements(const RecordKeeper &records) {
  Records elements = readNamed(records, "Element");
  const Record *integer = nullptr;
  for (const Record *element : elements) {
    checkElement(element);
    if (!element->getValueAsBit("isFloat"))
      integer = element;
    else if (integer)
      PrintFatalError(element->getLoc(), "floats come before integers");
  }
  return elements;
}

std::vector<StringRef>
autotune_tblgen::getElementKindNames(const RecordKeeper &records) {
  std::vector<StringRef> names;
  for (const Record *element : readElements(records))
    names.push_back(element->getValueAsString("name"));
  return names;
}

/// The enumerator of the type that is in memory.
static StringRef getStored(const Record *element, const Records &elements) {
  for (const Record *other : elements)
    if (other->getValueAsString("name") == element->getValueAsString("stored"))
      return other->getName();
  PrintFatalError(element->getLoc(), Twine("unknown element type \"") +
                                         element->getValueAsString("stored") +
                                         "\"");
}

static bool isStoredFloat(const Record *element) {
  return element->getValueAsBit("isFloat") &&
         element->getValueAsString("stored") ==
             element->getValueAsString("name");
}

static bool isFloat8(const Record *element) {
  return isStoredFloat(element) && element->getValueAsInt("width") == 8;
}

static StringRef getBit(const Record *record, StringRef field) {
  return record->getValueAsBit(field) ? "true" : "false";
}

/// A macro that calls its argument with what `getArguments` returns for each
/// record; not for a record of which that is empty.
static void emitList(raw_ostream &os, StringRef doc, StringRef name,
                     const Records &records,
                     function_ref<std::string(const Record *)> getArguments) {
  os << "/// " << doc << "\n#define " << name << "(X)";
  for (const Record *record : records)
    if (std::string arguments = getArguments(record); !arguments.empty())
      os << " \\\n  X(" << arguments << ")";
  os << "\n\n";
}

static void emitElementLists(raw_ostream &os, const Records &elements) {
  emitList(os, "X(Enumerator, bits) for each element type.",
           "AUTOTUNE_ELEMENTS", elements, [](const Record *element) {
             return (element->getName() + ", " +
                     Twine(element->getValueAsInt("width")))
                 .str();
           });
  emitList(os,
           "X(Enumerator, name, MLIR's class, APFloat's function) for each "
           "float in memory.",
           "AUTOTUNE_STORED_FLOATS", elements, [](const Record *element) {
             if (!isStoredFloat(element))
               return std::string();
             return (element->getName() + ", " +
                     quote(element->getValueAsString("name")) + ", " +
                     element->getValueAsString("mlirType") + ", " +
                     element->getValueAsString("semantics"))
                 .str();
           });
  emitList(os,
           "X(Enumerator, bits of the fraction, bits of the exponent, has an "
           "infinity) for each float of 8 bits.",
           "AUTOTUNE_FLOAT8", elements, [](const Record *element) {
             if (!isFloat8(element))
               return std::string();
             return (element->getName() + ", " +
                     Twine(element->getValueAsInt("precision") - 1) + ", " +
                     Twine(element->getValueAsInt("exponentBits")) + ", " +
                     getBit(element, "hasInfinity"))
                 .str();
           });
}

static void emitMatrixTypeLists(raw_ostream &os, const Records &types) {
  auto getEnumerator = [](const Record *type) {
    return type->getValueAsString("name").upper();
  };
  emitList(os, "X(Enumerator) for each type of a matrix instruction.",
           "AUTOTUNE_MATRIX_TYPES", types, getEnumerator);
  emitList(os, "X(Enumerator) for each that is a float of 8 bits.",
           "AUTOTUNE_FLOAT8_MATRIX_TYPES", types, [&](const Record *type) {
             return isFloat8(type->getValueAsDef("element"))
                        ? getEnumerator(type)
                        : std::string();
           });
}

static void emitElementInfo(raw_ostream &os, const Record *element,
                            const Records &elements) {
  auto text = [&](StringRef field) {
    return quote(element->getValueAsString(field));
  };
  auto number = [&](StringRef field) { return element->getValueAsInt(field); };
  os << "    {" << text("name") << ", " << text("shortName") << ", "
     << number("width") << ", " << getBit(element, "isFloat") << ", "
     << number("precision") << ", " << number("exponentBits") << ", "
     << getBit(element, "hasInfinity")
     << ", ElementKind::" << getStored(element, elements) << ", cuda::kTensor"
     << element->getValueAsString("tensorMap") << ", " << number("cudaDataType")
     << ", " << text("multiplied") << ", " << text("multipliedUnsigned")
     << ", PeakRate::" << element->getValueAsString("rate") << ", "
     << number("rateDivisor") << "},\n";
}

static void emitElements(const RecordKeeper &records, raw_ostream &os) {
  Records elements = readElements(records);
  Records types = readNamed(records, "MatrixType");
  emitHeader(os, "the tables of element types");
  os << "#ifndef AUTOTUNE_ELEMENTS\n\n";
  emitElementLists(os, elements);
  emitMatrixTypeLists(os, types);
  os << "#endif // AUTOTUNE_ELEMENTS\n\n#ifdef GET_ELEMENT_INFO\n";
  for (const Record *element : elements)
    emitElementInfo(os, element, elements);
  os << "#undef GET_ELEMENT_INFO\n#endif // GET_ELEMENT_INFO\n\n"
        "#ifdef GET_MATRIX_TYPE_INFO\n";
  for (const Record *type : types)
    os << "    {" << quote(type->getValueAsString("name")) << ", "
       << type->getValueAsInt("width") << ", autotune::ElementKind::"
       << type->getValueAsDef("element")->getName() << "},\n";
  os << "#undef GET_MATRIX_TYPE_INFO\n#endif // GET_MATRIX_TYPE_INFO\n";
}

static TableGen::Emitter::Opt
    registration("gen-elements", TableGen::Emitter::FnT(emitElements),
                 "Generate the tables of element types");
