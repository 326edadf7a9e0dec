//===- Results.cpp - Lists of shapes with their records -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Report/ResultsPage.h"

#include "mlir-autotune/Core/TextFile.h"
#include "mlir-autotune/Tuning/ShapesFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <set>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::report;
using namespace mlir::autotune::tune;
using llvm::Twine;

/// "shapes" of "test/Inputs/shapes.peers.jsonl.zst".
static StringRef getListName(StringRef path) {
  return llvm::sys::path::filename(path).split('.').first;
}

namespace {
/// The records of one list.
struct ListRecords {
  RecordsByKey own, others;
};
using RecordsByList =
    llvm::MapVector<std::string, ListRecords, llvm::StringMap<unsigned>>;
} // namespace

/// Where the comment of a line begins; in functions there is none.
static size_t findComment(StringRef line) {
  size_t depth = 0;
  for (auto [index, c] : llvm::enumerate(line)) {
    if (c == '#' && depth == 0)
      return index;
    depth += c == '{';
    depth -= c == '}' && depth > 0;
  }
  return StringRef::npos;
}

/// Takes the comments, which parseShapes() drops. Returns the keys.
static llvm::Expected<std::vector<std::string>>
readList(StringRef path, ResultsList &list,
         llvm::function_ref<void(const Twine &)> warn) {
  llvm::Expected<std::string> text = readShapesFile(path);
  if (!text)
    return text.takeError();
  list.shapes = path.str();
  std::vector<std::string> keys;
  std::string_view rest = *text;
  for (size_t number = 1; !rest.empty(); ++number) {
    StringRef line = takeLine(rest);
    size_t begin = findComment(line);
    StringRef shape = line.take_front(begin).trim();
    StringRef comment =
        begin == StringRef::npos ? "" : line.drop_front(begin + 1).trim();
    if (shape.empty()) {
      if (keys.empty() && !comment.empty())
        list.description +=
            (list.description.empty() ? "" : " ") + comment.str();
      continue;
    }
    std::vector<std::string> skipped;
    llvm::Expected<std::vector<ProblemFact>> facts =
        parseShapes(shape, (path + ":" + Twine(number)).str(), skipped);
    if (!facts)
      return facts.takeError();
    for (const std::string &message : skipped)
      warn(message);
    for (const ProblemFact &fact : *facts) {
      keys.push_back(fact.getKey());
      if (!comment.empty())
        list.labels[keys.back()] = comment.str();
    }
  }
  return keys;
}

static llvm::Expected<RecordsByList>
readLists(ArrayRef<std::string> paths,
          llvm::function_ref<void(const Twine &)> warn) {
  RecordsByList lists;
  for (const std::string &path : paths) {
    ListRecords &list = lists[getListName(path).str()];
    llvm::Expected<RecordsByKey> records =
        readRecords(path, warn, &list.others);
    if (!records)
      return records.takeError();
    for (auto &[key, all] : *records)
      for (measure::Record &record : all)
        addRecord(list.own[key], std::move(record));
  }
  return lists;
}

llvm::Expected<Results>
report::readResults(ArrayRef<std::string> records, ArrayRef<std::string> shapes,
                    llvm::function_ref<void(const Twine &)> warn) {
  llvm::Expected<RecordsByList> lists = readLists(records, warn);
  if (!lists)
    return lists.takeError();
  std::set<std::string> devices;
  for (auto &[name, list] : *lists)
    for (const RecordsByKey *each : {&list.own, &list.others})
      for (StringRef device : getDevices(*each))
        devices.insert(device.str());
  if (devices.size() > 1)
    return llvm::createStringError(
        "the records are of several devices, and a page is of one: " +
        llvm::join(devices, ", "));
  Results results;
  if (!devices.empty())
    results.device = *devices.begin();
  for (auto &[name, read] : *lists) {
    ResultsList list;
    list.name = name;
    std::vector<std::string> keys;
    for (const std::string &path : shapes) {
      if (getListName(path) != name)
        continue;
      llvm::Expected<std::vector<std::string>> all = readList(path, list, warn);
      if (!all)
        return all.takeError();
      keys = std::move(*all);
      break;
    }
    list.comparison =
        Comparison::create(read.own, read.others, keys, results.device);
    list.comparison.target = findProduct(results.device);
    results.lists.push_back(std::move(list));
  }
  if (llvm::all_of(results.lists, [](const ResultsList &list) {
        return list.comparison.shapes.empty();
      }))
    return llvm::createStringError("no matmul has a record that is ok");
  for (const std::string &path : shapes)
    if (!lists->contains(getListName(path).str()))
      warn(path + ": there are no records named " + getListName(path));
  return results;
}
