//===- Expression.cpp - C++ expressions inside records --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expression.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;
using namespace autotune_tblgen;

/// What every expression may use besides its template's names: the members of
/// the fact and TargetInfo, and what generated code has in scope.
static const StringSet<> &getFactMembers() {
  static const StringSet<> names = {"m",
                                    "n",
                                    "k",
                                    "batch",
                                    "group",
                                    "a",
                                    "b",
                                    "c",
                                    "epilogue",
                                    "accumulator",
                                    "getSumElement",
                                    "zeroExtend",
                                    "init",
                                    "isPair",
                                    "isGrouped",
                                    "hasStaticSizes",
                                    "getProducts",
                                    "isSum",
                                    "parts",
                                    "hasParts",
                                    "getFactorMatrices",
                                    "isScaled",
                                    "isConvolution",
                                    "getPaddedChannels",
                                    "prologue",
                                    "multipliesFloat8",
                                    "convertsFactor",
                                    "convertsB",
                                    "getFactorElement"};
  return names;
}
static const StringSet<> &getRowsMembers() {
  static const StringSet<> names = {
      "rows",     "columns",           "reductions",       "crossed",
      "scans",    "sliding",           "inputs",           "outputs",
      "getBytes", "getNarrowestBytes", "getBytesOfColumn", "combinesRows"};
  return names;
}
static const StringSet<> &getAttentionMembers() {
  static const StringSet<> names = {
      "batch",        "heads",          "keyHeads", "queries", "keys",
      "depth",        "columns",        "element",  "output",  "seen",
      "hasLogSumExp", "hasLargeScores", "extras"};
  return names;
}
static const StringSet<> &getMembers(StringRef kind) {
  return kind == "Rows"        ? getRowsMembers()
         : kind == "Attention" ? getAttentionMembers()
                               : getFactMembers();
}
static const StringSet<> &getTargetMembers() {
  static const StringSet<> names = {"name",
                                    "chip",
                                    "computeCapability",
                                    "sms",
                                    "sharedMemoryPerBlock",
                                    "sharedMemoryPerSM",
                                    "registersPerSM",
                                    "maxThreadsPerSM",
                                    "maxClusterSize",
                                    "l2Bytes",
                                    "memoryBandwidth",
                                    "tensorFlops16",
                                    "simtFlops32"};
  return names;
}
static const StringSet<> &getGlobals() {
  static const StringSet<> names = {
      // C++.
      "std", "true", "false", "int64_t", "bool", "double", "static_cast",
      // The dialect's and the analysis' headers.
      "ShapedType", "ElementKind", "InitKind", "getElementBytes",
      "getElementBits", "getBytesOf", "isFloat", "isFloat8",
      "stringifyElementKind", "kMaxMatmulSize", "kMaxSplitTiles",
      "kMostStepColumns",
      // include/mlir-autotune/Space/Formulas.h.
      "kShortSumDepth", "ceilDiv", "roundUp", "countHeldClusters", "fitsInt32",
      "isTmaLoadable", "isAddedTmaLoadable", "isCopyable", "isCopiedAsync",
      "getInputAlignment", "isPackable", "needsTranspose", "isTransposable",
      "isLoadedInPlace", "roundUpToWgmma", "describeTma", "describeVectors",
      "endsAtTmaUnit", "describeSize", "describeWindows", "describeSizes",
      "kMaxTileCtas", "multiplySizes", "countRowTiles", "kMaxGroupSize",
      "getUnfitGroup", "isFiniteAtZero", "countPrologueRegisters",
      "countScaleRegisters", "countEpilogueRegisters", "getUnfitScaleDepth",
      "getUnfitScaleRows", "getUnfitScaleColumns", "getStagedBytes",
      "canStoreOutputs", "isStandardEpilogue"};
  return names;
}

//===----------------------------------------------------------------------===//
// Scope
//===----------------------------------------------------------------------===//

void Scope::addParam(StringRef cppName, unsigned firstSlot, unsigned count,
                     bool isList) {
  params[cppName] = Field{firstSlot, count, isList};
}

void Scope::addEnum(StringRef typeName, ArrayRef<std::string> cases) {
  enums[typeName] = cases.vec();
}

void Scope::addQuantity(StringRef name, const SmallBitVector &slots) {
  quantities[name] = slots;
}

bool Scope::has(StringRef name) const {
  return quantities.contains(name) || enums.contains(name) ||
         getGlobals().contains(name) || name == "config" || name == "fact" ||
         name == "target" || name == "resources";
}

static std::string listNames(std::vector<StringRef> names) {
  llvm::sort(names);
  return llvm::join(names, ", ");
}
template <typename MapT> static std::string listKeys(const MapT &map) {
  std::vector<StringRef> names;
  for (const auto &entry : map)
    names.push_back(entry.getKey());
  return listNames(std::move(names));
}

//===----------------------------------------------------------------------===//
// Parser
//===----------------------------------------------------------------------===//

struct Scope::Parser {
  const Scope &scope;
  StringRef text;
  const Record *record;
  std::string what;
  size_t position = 0;
  Expression result;

  [[noreturn]] void fail(const Twine &message) const {
    PrintFatalError(record->getLoc(), Twine("in the ") + what + ": " + message);
  }

  StringRef takeIdentifier() {
    size_t begin = position;
    while (position < text.size() &&
           (isAlnum(text[position]) || text[position] == '_'))
      ++position;
    return text.slice(begin, position);
  }

  bool take(StringRef token) {
    if (!text.substr(position).starts_with(token))
      return false;
    position += token.size();
    return true;
  }

  /// The name behind `head` and a dot.
  StringRef takeMember(StringRef head) {
    if (!take("."))
      fail(Twine("\"") + head + "\" must be followed by a member");
    return takeIdentifier();
  }

  void takeConfig() {
    StringRef name = takeMember("config");
    auto it = scope.params.find(name);
    if (it == scope.params.end())
      fail("unknown parameter \"config." + name +
           "\", known: " + listKeys(scope.params));
    const Field &field = it->second;
    result.code += ("config." + name).str();
    if (!field.isList) {
      result.slots.set(field.firstSlot);
      return;
    }
    // A literal index mentions one component; anything else all of them.
    StringRef rest = text.substr(position);
    unsigned index = 0;
    if (rest.consume_front("[") && !rest.consumeInteger(10, index) &&
        rest.starts_with("]")) {
      if (index >= field.count)
        fail("\"config." + name + "[" + Twine(index) + "]\" is past its " +
             Twine(field.count) + " components");
      result.slots.set(field.firstSlot + index);
      return;
    }
    result.slots.set(field.firstSlot, field.firstSlot + field.count);
  }

  void takeKnownMember(StringRef head, const StringSet<> &members) {
    StringRef name = takeMember(head);
    if (!members.contains(name))
      fail("unknown member \"" + head + "." + name +
           "\", known: " + listKeys(members));
    result.code += (head + "." + name).str();
  }

  void takeCall(StringRef name, const SmallBitVector &slots) {
    std::string function = name.str();
    std::replace(function.begin(), function.end(), '.', '_');
    result.code += function + "(config, fact, target)";
    result.slots |= slots;
  }

  void takeName() {
    StringRef name = takeIdentifier();
    if (name == "config")
      return takeConfig();
    if (name == "fact")
      // `fact` alone may be handed to a function.
      return text.substr(position).starts_with(".")
                 ? takeKnownMember(name, getMembers(scope.kind))
                 : void(result.code += name.str());
    if (name == "target")
      return takeKnownMember(name, getTargetMembers());
    if (name == "resources") {
      std::string full = ("resources." + takeMember(name)).str();
      auto it = scope.quantities.find(full);
      if (it == scope.quantities.end())
        fail("unknown resource \"" + full + "\"");
      return takeCall(full, it->second);
    }
    auto quantity = scope.quantities.find(name);
    if (quantity != scope.quantities.end())
      return takeCall(name, quantity->second);
    auto enumeration = scope.enums.find(name);
    if (enumeration != scope.enums.end()) {
      result.code += name.str();
      if (!take("::"))
        return;
      StringRef caseName = takeIdentifier();
      if (!llvm::is_contained(enumeration->second, caseName))
        fail("unknown case \"" + name + "::" + caseName +
             "\", known: " + llvm::join(enumeration->second, ", "));
      result.code += ("::" + caseName).str();
      return;
    }
    if (!getGlobals().contains(name))
      fail("unknown identifier \"" + name +
           "\", known quantities: " + listKeys(scope.quantities));
    result.code += name.str();
  }

  Expression run() {
    result.slots.resize(scope.numSlots);
    if (text.trim().empty())
      fail("the expression is empty");
    char previous = ' ';
    while (position < text.size()) {
      char c = text[position];
      if (c == '"') {
        size_t end = text.find('"', position + 1);
        if (end == StringRef::npos)
          fail("a string has no end");
        result.code += text.slice(position, end + 1).str();
        position = end + 1;
      } else if ((isAlpha(c) || c == '_') && previous != '.' &&
                 previous != ':') {
        takeName();
      } else if (isAlnum(c) || c == '_') {
        // A number, or a member of something already checked.
        result.code += takeIdentifier().str();
      } else {
        result.code += c == '\n' ? ' ' : c;
        ++position;
      }
      previous = text[position - 1];
    }
    return std::move(result);
  }
};

Expression Scope::parse(StringRef text, const Record *record,
                        const Twine &what) const {
  return Parser{*this, text, record, what.str(), 0, {}}.run();
}

Message Scope::parseMessage(StringRef text, const Record *record,
                            const Twine &what) const {
  Message message;
  std::string whose = what.str();
  while (true) {
    auto [literal, rest] = text.split('{');
    if (literal.contains('}'))
      PrintFatalError(record->getLoc(),
                      Twine("in the ") + whose + ": \"}\" without \"{\"");
    message.literals.push_back(literal.str());
    if (literal.size() == text.size())
      return message;
    size_t end = rest.find('}');
    if (end == StringRef::npos)
      PrintFatalError(record->getLoc(),
                      Twine("in the ") + whose + ": \"{\" without \"}\"");
    message.parts.push_back(parse(rest.take_front(end), record, whose));
    text = rest.drop_front(end + 1);
  }
}
