//===- LookupTableReader.cpp - The text of a lookup table -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever is wrong is told at its place, and what is right beside it is read.
// But an entry is used as a whole: one whose "layuot" was passed over would
// match more than its author meant.
//
//===----------------------------------------------------------------------===//

#include "LookupTableReader.h"

#include "mlir-autotune/Core/TextFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::autotune;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

bool TableReader::check(const JsonNode &node, JsonNode::Kind kind,
                        const Twine &what) {
  if (node.kind == kind)
    return true;
  JsonNode wanted;
  wanted.kind = kind;
  fail(node,
       what + " must be " + wanted.describe() + ", not " + node.describe());
  return false;
}

/// Visits the members of an object whose key is known, each once.
void TableReader::readMembers(const JsonNode &node, StringRef what,
                              ArrayRef<StringRef> known, Visitor visit) {
  if (!check(node, JsonNode::Object, what))
    return;
  SmallVector<StringRef> seen;
  for (auto [key, value] : llvm::zip_equal(node.keys, node.elements)) {
    if (!llvm::is_contained(known, key.text))
      fail(key.offset, "unknown key \"" + key.text + "\" of " + what +
                           "; there are " + llvm::join(known, ", "));
    else if (llvm::is_contained(seen, key.text))
      fail(key.offset, "\"" + key.text + "\" is given twice");
    else
      visit(key.text, value);
    seen.push_back(key.text);
  }
}

int64_t TableReader::readPositive(const JsonNode &node, const Twine &what) {
  if (!check(node, JsonNode::Integer, what))
    return 1;
  if (node.integer >= 1 && node.integer <= kMaxMatmulSize)
    return node.integer;
  fail(node, what + " = " + Twine(node.integer) +
                 " is no size; sizes are from 1 to " + Twine(kMaxMatmulSize));
  return 1;
}

//===----------------------------------------------------------------------===//
// What an entry matches
//===----------------------------------------------------------------------===//

/// "bf16", "bf16,f16 -> f32".
void TableReader::readElements(const JsonNode &node, TablePattern &match) {
  if (!check(node, JsonNode::String, "\"elements\""))
    return;
  StringRef text = node.text;
  auto read = [&](StringRef word) -> std::optional<ElementKind> {
    word = word.trim();
    std::optional<ElementKind> kind = symbolizeElementKind(word);
    if (!kind)
      fail(node.getOffset(word.data() - text.data()),
           "no element type '" + word + "'; there are " + listElementKinds() +
               ", as in \"bf16 -> f32\" and \"bf16,f16 -> f32\"");
    return kind;
  };
  size_t arrow = text.find("->");
  StringRef inputs = text.take_front(arrow);
  size_t comma = inputs.find(',');
  match.a = read(inputs.take_front(comma));
  match.b = comma == StringRef::npos ? match.a : read(inputs.substr(comma + 1));
  if (arrow != StringRef::npos)
    match.c = read(text.substr(arrow + 2));
}

void TableReader::readLayout(const JsonNode &node, TablePattern &match) {
  if (!check(node, JsonNode::String, "\"layout\""))
    return;
  StringRef text = node.text;
  if (text.size() != 2 || text.find_first_not_of("tn") != StringRef::npos)
    return fail(node, "'" + text +
                          "' is no layout; there are nn, nt, tn, tt: the first "
                          "letter is t where B is stored N x K, the second "
                          "where A is stored K x M");
  match.transposeB = text[0] == 't';
  match.transposeA = text[1] == 't';
}

void TableReader::readSize(const JsonNode &node, StringRef name,
                           TableSize &size) {
  if (node.kind != JsonNode::Object) {
    if (node.kind != JsonNode::Integer)
      return fail(node, "\"" + name +
                            "\" must be an integer, a range such as "
                            "{\"min\": 16, \"max\": 64}, or {\"near\": 4096}, "
                            "not " +
                            node.describe());
    size.kind = TableSize::Exact;
    size.value = readPositive(node, "\"" + name + "\"");
    return;
  }
  bool hasEnd = false;
  readMembers(node, name, {"min", "max", "near"},
              [&](StringRef key, const JsonNode &value) {
                int64_t number = readPositive(value, "\"" + key + "\"");
                hasEnd |= key != "near";
                if (key == "near") {
                  size.kind = TableSize::Near;
                  size.value = number;
                } else {
                  (key == "min" ? size.min : size.max) = number;
                }
              });
  if (size.kind == TableSize::Near) {
    if (hasEnd)
      fail(node, "\"near\" can't be combined with \"min\" or \"max\"");
    return;
  }
  if (!hasEnd)
    return fail(node, "\"" + name +
                          "\" needs a \"min\", a \"max\" or a "
                          "\"near\"; without \"" +
                          name + "\", any size does");
  size.kind = TableSize::Range;
  if (size.min > size.max)
    fail(node, "\"min\" = " + Twine(size.min) + " is above \"max\" = " +
                   Twine(size.max) + "; it must not be");
}

void TableReader::readMatch(const JsonNode &node, TablePattern &match) {
  readMembers(node, "match",
              {"elements", "layout", "accumulate", "m", "n", "k"},
              [&](StringRef key, const JsonNode &value) {
                if (key == "elements")
                  return readElements(value, match);
                if (key == "layout")
                  return readLayout(value, match);
                if (key == "accumulate") {
                  if (check(value, JsonNode::Bool, "\"accumulate\""))
                    match.accumulate = value.flag;
                  return;
                }
                readSize(value, key, match.sizes[StringRef("mnk").find(key)]);
              });
}

//===----------------------------------------------------------------------===//
// What an entry says
//===----------------------------------------------------------------------===//

/// The templates that the entry was not made for go to `stale`. That is no
/// fault of the entry.
void TableReader::readHashes(const JsonNode &node, TableEntry &entry,
                             SmallVectorImpl<std::string> &stale) {
  SmallVector<StringRef> known;
  for (const TemplateSchema &schema : getTemplateSchemas())
    known.push_back(schema.name);
  readMembers(
      node, "template_hash", known, [&](StringRef name, const JsonNode &value) {
        if (!check(value, JsonNode::String, "the hash of " + name))
          return;
        StringRef now = lookupTemplateSchema(name)->hash;
        if (value.text == now) {
          entry.hashes.push_back({name.str(), value.text});
          return;
        }
        bool wasSound = isSound;
        fail(value, "stale: this entry is for another version of " + name +
                        " (hash " + StringRef(value.text).take_front(40) +
                        ", now " + now +
                        "); its configs of that template are "
                        "dropped");
        isSound = wasSound;
        stale.push_back(name.str());
      });
}

/// nullopt for a config at fault, or of a stale template.
std::optional<TableConfig>
TableReader::readConfig(const JsonNode &node, ArrayRef<std::string> stale) {
  if (!check(node, JsonNode::String, "a config"))
    return std::nullopt;
  FailureOr<Config> config =
      Config::parse(node.text, [&](size_t offset, const Twine &message) {
        fail(node.getOffset(offset), message);
      });
  if (failed(config) || llvm::is_contained(stale, config->getTemplateName()))
    return std::nullopt;
  return TableConfig{*config, lines.get(node.offset).first};
}

/// A config at fault leaves the others as they are.
void TableReader::readConfigs(const JsonNode &node, ArrayRef<std::string> stale,
                              TableEntry &entry) {
  if (!check(node, JsonNode::Array, "\"configs\""))
    return;
  if (node.elements.empty())
    fail(node, "\"configs\" is empty; an entry needs one at least");
  bool wasSound = isSound;
  bool isExact = llvm::all_of(entry.match.sizes, [](const TableSize &size) {
    return size.kind == TableSize::Exact;
  });
  for (const JsonNode &item : node.elements) {
    std::optional<TableConfig> config = readConfig(item, stale);
    if (config && config->config.getSchema().isLibrary && !isExact)
      fail(item, "a library's algorithm is for exact sizes; an entry with one "
                 "needs \"m\", \"n\" and \"k\" as numbers");
    else if (config)
      entry.configs.push_back(*config);
  }
  isSound = wasSound;
}

void TableReader::readEntry(const JsonNode &node, TableEntry &entry) {
  const JsonNode *match = nullptr, *configs = nullptr, *plan = nullptr,
                 *hashes = nullptr;
  auto readText = [&](StringRef key, const JsonNode &value, std::string &text) {
    if (check(value, JsonNode::String, "\"" + key + "\""))
      text = value.text;
  };
  readMembers(node, "an entry",
              {"match", "device", "chip", "template_hash", "configs", "plan",
               "comment"},
              [&](StringRef key, const JsonNode &value) {
                if (key == "match")
                  match = &value;
                else if (key == "configs")
                  configs = &value;
                else if (key == "plan")
                  plan = &value;
                else if (key == "template_hash")
                  hashes = &value;
                else if (key == "comment")
                  readText(key, value, entry.comment);
                else if (key == "chip") {
                  readText(key, value, entry.chip);
                  StringRef number = StringRef(entry.chip).rtrim("af");
                  if (value.kind == JsonNode::String &&
                      (!number.consume_front("sm_") || number.size() < 2 ||
                       !llvm::all_of(number, llvm::isDigit)))
                    fail(value, "'" + entry.chip +
                                    "' is no chip; chips are spelled as in "
                                    "sm_90a");
                } else {
                  readText(key, value, entry.device);
                  if (value.kind == JsonNode::String &&
                      resolveTableDevice(entry.device).empty())
                    fail(value, "no device '" + entry.device +
                                    "' is known; there are " +
                                    getKnownTargetNames() +
                                    ", and the driver's names of them");
                }
              });
  if (node.kind != JsonNode::Object)
    return;
  if (match)
    readMatch(*match, entry.match);
  else
    fail(node, "this entry has no \"match\"; {} matches every matmul");
  SmallVector<std::string> stale;
  if (hashes)
    readHashes(*hashes, entry, stale);
  if (configs && plan)
    return fail(node, "this entry has both \"configs\" and a \"plan\"; it may "
                      "have one of them");
  if (configs)
    readConfigs(*configs, stale, entry);
  else if (plan)
    readPlan(*plan, stale, entry);
  else
    fail(node, "this entry has no \"configs\" and no \"plan\"; it needs one of "
               "them");
}

void TableReader::readTable(const JsonNode &root,
                            std::vector<TableEntry> &entries) {
  const JsonNode *version = nullptr, *list = nullptr;
  readMembers(root, "a lookup table",
              {"version", "entries", "comment", "$schema"},
              [&](StringRef key, const JsonNode &value) {
                if (key == "version")
                  version = &value;
                else if (key == "entries")
                  list = &value;
                else
                  check(value, JsonNode::String, "\"" + key + "\"");
              });
  if (root.kind != JsonNode::Object)
    return;
  if (!version)
    fail(root, "this table has no \"version\"; it is read as one of version 1");
  else if (version->kind != JsonNode::Integer || version->integer != 1)
    return fail(*version, "this table's version is not 1, the only known one; "
                          "none of its entries is used");
  if (!list)
    return fail(root, "this table has no \"entries\"");
  if (!check(*list, JsonNode::Array, "\"entries\""))
    return;
  for (const JsonNode &item : list->elements) {
    TableEntry entry;
    isSound = true;
    readEntry(item, entry);
    // What is left of a stale entry may be nothing.
    if (isSound && !(entry.configs.empty() && entry.plan.empty()))
      entries.push_back(std::move(entry));
  }
}

LookupTable
LookupTable::parse(StringRef text, StringRef fileName,
                   llvm::function_ref<void(const TableFault &)> report) {
  LookupTable table;
  table.fileName = fileName.str();
  text = skipByteOrderMark(text);
  TableReader reader(text, report);
  std::optional<JsonNode> root =
      parseJsonText(text, [&](size_t offset, const Twine &message) {
        reader.fail(offset, "no JSON: " + message + "; nothing is used");
      });
  if (root)
    reader.readTable(*root, table.entries);
  return table;
}
