//===- ProgramImage.cpp - A compiled program as a file --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Program/ProgramImage.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace mlir::autotune;
namespace json = llvm::json;

bool ProgramTensor::isStatic() const { return !is_contained(shape, kUnknown); }

int64_t ProgramTensor::getElementBytes() const {
  if (element == "i1")
    return 1;
  if (element == "index")
    return 8;
  // The first number of "bf16", "f8E4M3FN", "i32" is the width.
  StringRef text = element;
  unsigned bits = 0;
  text = text.drop_until(isDigit);
  if (text.consumeInteger(10, bits) || bits % 8 != 0)
    return 0;
  return bits / 8;
}

std::string ProgramTensor::str() const {
  std::string text;
  for (int64_t size : shape)
    text += (size == kUnknown ? "?" : std::to_string(size)) + "x";
  return text + element;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static json::Object toJson(const ProgramTensor &tensor) {
  return json::Object{{"element", tensor.element},
                      {"shape", json::Array(tensor.shape)}};
}

static json::Object toJson(const ProgramArgument &argument) {
  json::Object object = toJson(static_cast<const ProgramTensor &>(argument));
  if (argument.frozen)
    object["frozen"] = true;
  return object;
}

static json::Object toJson(const ProgramResult &result) {
  json::Object object = toJson(static_cast<const ProgramTensor &>(result));
  if (result.argument)
    object["argument"] = int64_t(*result.argument);
  return object;
}

template <typename T> static json::Array toJson(const std::vector<T> &tensors) {
  json::Array array;
  for (const T &tensor : tensors)
    array.push_back(toJson(tensor));
  return array;
}

template <typename T> static void append(std::string &bytes, T value) {
  char buffer[sizeof(T)];
  support::endian::write<T>(buffer, value, endianness::little);
  bytes.append(buffer, sizeof(T));
}

static void append(std::string &bytes, StringRef section) {
  append(bytes, uint64_t(section.size()));
  bytes += section;
}

std::string ProgramImage::serialize() const {
  // A text that is no UTF-8 would not be JSON.
  std::string header;
  raw_string_ostream(header)
      << json::Value(json::Object{{"target", target},
                                  {"chip", chip},
                                  {"simulated", simulated},
                                  {"results_in_place", resultsInPlace},
                                  {"computes_sizes", computesSizes},
                                  {"arguments", toJson(arguments)},
                                  {"results", toJson(results)},
                                  {"annotation", json::fixUTF8(annotation)}});
  std::string body;
  append(body, StringRef(header));
  append(body, StringRef(object));
  std::string bytes = kMagic.str();
  append(bytes, kVersion);
  append(bytes, uint64_t(xxh3_64bits(body)));
  return bytes + body;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

template <typename T> static std::optional<T> take(StringRef &bytes) {
  if (bytes.size() < sizeof(T))
    return std::nullopt;
  T value = support::endian::read<T>(bytes.data(), endianness::little);
  bytes = bytes.drop_front(sizeof(T));
  return value;
}

static std::optional<StringRef> takeSection(StringRef &bytes) {
  std::optional<uint64_t> size = take<uint64_t>(bytes);
  if (!size || *size > bytes.size())
    return std::nullopt;
  StringRef section = bytes.take_front(*size);
  bytes = bytes.drop_front(*size);
  return section;
}

namespace mlir::autotune {
static bool fromJSON(const json::Value &value, ProgramTensor &tensor,
                     json::Path path) {
  json::ObjectMapper mapper(value, path);
  if (!mapper || !mapper.map("element", tensor.element) ||
      !mapper.map("shape", tensor.shape))
    return false;
  for (int64_t size : tensor.shape)
    if (size < ProgramTensor::kUnknown) {
      path.field("shape").report("a size is negative");
      return false;
    }
  return true;
}

static bool fromJSON(const json::Value &value, ProgramArgument &argument,
                     json::Path path) {
  if (!fromJSON(value, static_cast<ProgramTensor &>(argument), path))
    return false;
  json::ObjectMapper mapper(value, path);
  return mapper && mapper.mapOptional("frozen", argument.frozen);
}

static bool fromJSON(const json::Value &value, ProgramResult &result,
                     json::Path path) {
  if (!fromJSON(value, static_cast<ProgramTensor &>(result), path))
    return false;
  json::ObjectMapper mapper(value, path);
  std::optional<int64_t> argument;
  if (!mapper || !mapper.mapOptional("argument", argument))
    return false;
  if (argument && (*argument < 0 || *argument > INT32_MAX)) {
    path.field("argument").report("this is no number of an argument");
    return false;
  }
  if (argument)
    result.argument = unsigned(*argument);
  return true;
}

static bool fromJSON(const json::Value &value, ProgramImage &image,
                     json::Path path) {
  json::ObjectMapper mapper(value, path);
  return mapper && mapper.map("target", image.target) &&
         mapper.map("chip", image.chip) &&
         mapper.map("simulated", image.simulated) &&
         mapper.map("results_in_place", image.resultsInPlace) &&
         mapper.mapOptional("computes_sizes", image.computesSizes) &&
         mapper.map("arguments", image.arguments) &&
         mapper.map("results", image.results) &&
         mapper.map("annotation", image.annotation);
}
} // namespace mlir::autotune

/// What a checksum can't know: another writer's mistakes.
static Error checkHeader(const ProgramImage &image) {
  for (const ProgramResult &result : image.results) {
    if (result.argument && *result.argument >= image.arguments.size())
      return createStringError("a result is argument " +
                               Twine(*result.argument) + " of " +
                               Twine(image.arguments.size()));
    if (image.resultsInPlace && !image.computesSizes && !result.argument &&
        !result.isStatic())
      return createStringError("the caller allocates results of sizes that "
                               "are not known");
  }
  return Error::success();
}

Expected<ProgramImage> ProgramImage::parse(StringRef bytes) {
  if (!bytes.consume_front(kMagic))
    return createStringError("this is no program of mlir-autotune");
  std::optional<uint32_t> version = take<uint32_t>(bytes);
  if (version && *version != kVersion)
    return createStringError(
        "the program is of version " + Twine(*version) +
        ", and this mlir-autotune reads version " + Twine(kVersion) +
        ": compile the model again, or install the mlir-autotune that wrote "
        "it");
  Error damaged = createStringError("the program is damaged: it was not "
                                    "written to its end, or changed since");
  std::optional<uint64_t> checksum = take<uint64_t>(bytes);
  if (!version || !checksum || *checksum != uint64_t(xxh3_64bits(bytes)))
    return damaged;
  std::optional<StringRef> header = takeSection(bytes);
  std::optional<StringRef> object = takeSection(bytes);
  if (!header || !object || !bytes.empty())
    return damaged;
  consumeError(std::move(damaged));
  Expected<json::Value> value = json::parse(*header);
  if (!value)
    return value.takeError();
  ProgramImage image;
  json::Path::Root root("program");
  if (!fromJSON(*value, image, root))
    return root.getError();
  if (Error error = checkHeader(image))
    return error;
  image.object = object->str();
  return image;
}
