//===- TemplateModel.h - Kernel templates read from records -----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The records of kernels_td/, checked and flattened into slots. A slot is one
// integer of a config: a component of a list, or a whole parameter of any other
// kind. Every emitter works on this model and not on records.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_TBLGEN_TEMPLATEMODEL_H
#define AUTOTUNE_TBLGEN_TEMPLATEMODEL_H

#include "Expression.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/TableGen/Record.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace autotune_tblgen {

/// The order of the lists in DomainModel::levels and in the generated tables.
enum Level { Quick, Default, Exhaustive, Legal, NumLevels };
llvm::StringRef getLevelName(unsigned level);

struct EnumCase {
  std::string name;
  std::string cppName;
  std::string doc;
};

/// A case that texts of earlier versions name, and why it is gone.
struct RemovedCaseModel {
  std::string name, reason;
};

struct EnumModel {
  const llvm::Record *record = nullptr;
  std::string cppName;
  std::vector<EnumCase> cases;
  std::vector<RemovedCaseModel> removedCases;
};

using DomainModel = std::array<std::vector<int64_t>, NumLevels>;

/// All integers from `lower` to `upper`, both included.
struct RangeModel {
  int64_t lower, upper;
};

struct ParamModel {
  enum Kind { Int, IntList, Bool, Enum };

  const llvm::Record *record = nullptr;
  Kind kind = Int;
  std::string name;
  std::string cppName;
  std::string doc;
  unsigned firstSlot = 0;
  /// One per slot; names are empty unless the parameter is a list.
  std::vector<std::string> components;
  std::vector<DomainModel> domains;
  /// One per slot: the range in place of lists. The legal list then has both
  /// ends, and the other lists are empty.
  std::vector<std::optional<RangeModel>> ranges;
  std::vector<int64_t> defaults;
  /// Whether the default stands for the parameter where a config lacks it.
  bool neutral = false;
  /// How tables write it, with % for the value; of a Bool, the word for true.
  std::string word;
  /// Whether tables write it even if it has its default.
  bool shown = false;
  /// The type of an Enum; owned by the model.
  const EnumModel *type = nullptr;

  unsigned getNumSlots() const { return domains.size(); }
};

/// A parameter that texts of earlier versions name.
struct RemovedParamModel {
  std::string name;
  /// Its former default, with which such texts are still read.
  std::string value;
  std::string reason;
};

struct QuantityModel {
  const llvm::Record *record = nullptr;
  std::string name;
  std::string doc;
  Expression expression;
};

struct ConstraintModel {
  const llvm::Record *record = nullptr;
  std::string name;
  std::string doc;
  /// Not a matter of legality: only the enumeration applies it.
  bool isRedundancy = false;
  Expression predicate;
  Message message;
};

/// Element types that go together.
struct ElementsModel {
  /// `inputsOfB` are `inputs` where A and B have the same.
  std::vector<std::string> inputs, inputsOfB, accumulators, outputs;
  bool sameInputs = false;
};

struct TemplateModel {
  const llvm::Record *record = nullptr;
  std::string name;
  /// The record's name.
  std::string cppName;
  std::string summary;
  std::string description;
  int64_t revision = 1;
  /// Whether it computes problems of rows, not matmuls.
  /// The kind of problem: "Matmul", "Rows" or "Attention".
  std::string kind;
  /// For matmuls, one of these; there is at least one.
  std::vector<ElementsModel> elements;
  std::vector<std::string> chips;
  int64_t minimumCapability = 0;
  bool isLibrary = false;
  std::vector<ParamModel> params;
  std::vector<RemovedParamModel> removedParams;
  /// Slots whose levels mean bytes, two for each of what they list.
  std::vector<unsigned> byteSlots;
  std::vector<QuantityModel> quantities;
  std::vector<ConstraintModel> constraints;
  Expression sharedMemory, registersPerThread, threads;
  unsigned numSlots = 0;

  std::string getStructName() const { return cppName + "Config"; }
  /// "Matmul" or "Rows", as the names of facts and their getters have it.
  std::string getProblemName() const { return kind; }
  bool isOfMatmuls() const { return kind == "Matmul"; }
  /// 16 hexadecimal digits that change with what a config of the template
  /// means: its revision, and its parameters with kinds, cases and defaults.
  /// Neutral parameters, domains and documentation don't count.
  std::string getHash() const;
};

struct Model {
  std::vector<std::unique_ptr<EnumModel>> enums;
  std::vector<TemplateModel> templates;
};

/// Reads every KernelTemplate, in the order of definition. What is wrong with a
/// record is a fatal error at its place, so the model is always sound.
Model readModel(const llvm::RecordKeeper &records);

/// Reads one parameter, and into `model` its enumeration. The slot is left to
/// the caller.
ParamModel readParam(const llvm::Record *record, Model &model);

/// Reads a parameter that the template no longer has.
RemovedParamModel readRemovedParam(const llvm::Record *record);

/// The parameter's word, or the one that follows from its name.
std::string readWord(const ParamModel &param);
/// What a Bool or an Enum is written as; empty for numbers.
std::vector<std::string> getFixedWords(const ParamModel &param);
/// What its value was written as: "no-loud", "mode-slow".
std::string getWord(const RemovedParamModel &param);
/// A fatal error if a word could be of either of two parameters.
void checkWords(const TemplateModel &item);
/// The same of the words of removed parameters.
void checkRemovedWords(const TemplateModel &item);

/// All records of a class, in the order in which they are written.
std::vector<const llvm::Record *> readInOrder(const llvm::RecordKeeper &records,
                                              llvm::StringRef className);

/// The records of element types, in the order of their numbers. What is wrong
/// with one is a fatal error at its place.
std::vector<const llvm::Record *>
readElements(const llvm::RecordKeeper &records);
/// Their names in text.
std::vector<llvm::StringRef>
getElementKindNames(const llvm::RecordKeeper &records);

bool isSnakeCase(llvm::StringRef name);

/// "split_k" to "splitK"; with `upperFirst`, "along_m" to "AlongM".
std::string toCamelCase(llvm::StringRef snakeCase, bool upperFirst = false);

/// A C++ string literal, quotes included.
std::string quote(llvm::StringRef text);

/// Text cut from a record's multi-line string: no blank lines at either end.
llvm::StringRef trimBlock(llvm::StringRef text);

/// The heading of every generated file.
void emitHeader(llvm::raw_ostream &os, llvm::StringRef purpose);

} // namespace autotune_tblgen

#endif // AUTOTUNE_TBLGEN_TEMPLATEMODEL_H
