//===- DatabaseSession.cpp - What is done with a database -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/DatabaseSession.h"

#include "mlir-autotune/Tune/DatabaseTables.h"
#include "mlir-autotune/Tune/RecordConfig.h"
#include "mlir-autotune/Tune/StoredRecords.h"
#include "mlir-autotune/Tuning/OutputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;

llvm::Expected<Database> DatabaseSession::open(Database::Access access) const {
  llvm::Expected<Database> database =
      Database::open(path.empty() ? Database::getDefaultPath() : path, access);
  if (!database)
    return database;
  if (llvm::Error error = database->verify())
    return std::move(error);
  return database;
}

/// The configs of a query mean the same in all texts that the file has of them.
static llvm::Error addTexts(const Database &database, MeasurementQuery &query) {
  if (query.configs.empty())
    return llvm::Error::success();
  llvm::Expected<std::vector<std::string>> texts = database.listConfigs();
  if (!texts)
    return texts.takeError();
  llvm::StringSet<> asked;
  for (const std::string &text : query.configs)
    asked.insert(getIdentity(text));
  for (std::string &text : *texts)
    if (asked.contains(getIdentity(text)))
      query.configs.push_back(std::move(text));
  return llvm::Error::success();
}

llvm::Expected<std::string> DatabaseSession::list(MeasurementQuery query) {
  llvm::Expected<Database> database = open(Database::Access::Read);
  if (!database)
    return database.takeError();
  if (llvm::Error error = addTexts(*database, query))
    return std::move(error);
  return formatDatabase(*database, query);
}

llvm::Expected<std::string> DatabaseSession::show(MeasurementQuery query) {
  llvm::Expected<Database> database = open(Database::Access::Read);
  if (!database)
    return database.takeError();
  if (llvm::Error error = addTexts(*database, query))
    return std::move(error);
  llvm::Expected<std::vector<StoredMeasurement>> found = database->query(query);
  if (!found)
    return found.takeError();
  if (found->empty())
    return llvm::createStringError(
        database->getPath() + ": has no such measurement of '" + query.fact +
        "'; 'autotune-bench db list' lists all");
  return formatMeasurements(std::move(*found));
}

llvm::Error DatabaseSession::merge(ArrayRef<std::string> others,
                                   llvm::raw_ostream &os) {
  llvm::Expected<Database> database = open(Database::Access::Create);
  if (!database)
    return database.takeError();
  for (const std::string &other : others) {
    llvm::Expected<size_t> added = database->merge(other);
    if (!added)
      return added.takeError();
    os << other << ": " << *added << " new\n";
  }
  return llvm::Error::success();
}

llvm::Error DatabaseSession::prune(MeasurementQuery query, unsigned keepBest,
                                   bool dryRun, llvm::raw_ostream &os) {
  llvm::Expected<Database> database = open(Database::Access::Write);
  if (!database)
    return database.takeError();
  if (llvm::Error error = addTexts(*database, query))
    return error;
  llvm::Expected<size_t> removed = database->prune(query, keepBest, dryRun);
  if (!removed)
    return removed.takeError();
  llvm::Expected<size_t> left = database->count();
  if (!left)
    return left.takeError();
  if (dryRun)
    os << *removed << " of " << *left << " would be removed\n";
  else
    os << *removed << " removed, " << *left << " left\n";
  return llvm::Error::success();
}

llvm::Error DatabaseSession::exportRecords(MeasurementQuery query,
                                           StringRef output) {
  llvm::Expected<Database> database = open(Database::Access::Read);
  if (!database)
    return database.takeError();
  if (llvm::Error error = addTexts(*database, query))
    return error;
  llvm::Expected<std::vector<StoredMeasurement>> found = database->query(query);
  if (!found)
    return found.takeError();
  return writeOutputFile(output, [&](raw_ostream &os) {
    for (const StoredMeasurement &measurement : *found)
      os << toJson(measurement) << "\n";
  });
}

llvm::Error DatabaseSession::importRecords(ArrayRef<std::string> files,
                                           llvm::raw_ostream &os) {
  // All are read before any is kept.
  std::vector<std::vector<StoredMeasurement>> all;
  for (const std::string &path : files) {
    llvm::Expected<std::vector<StoredMeasurement>> records = readStoredRecords(
        path, [&](const llvm::Twine &text) { messages.warn(text); });
    if (!records)
      return records.takeError();
    all.push_back(std::move(*records));
  }
  llvm::Expected<Database> database = open(Database::Access::Create);
  if (!database)
    return database.takeError();
  for (const auto &[path, records] : llvm::zip(files, all)) {
    size_t added = 0;
    if (llvm::Error error = database->add(records, &added))
      return error;
    os << path << ": " << records.size()
       << (records.size() == 1 ? " record, " : " records, ") << added
       << " new\n";
  }
  return llvm::Error::success();
}
