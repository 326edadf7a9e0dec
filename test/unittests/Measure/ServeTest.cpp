//===- ServeTest.cpp - Serving and measuring as library calls -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shell scripts stand in for workers.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Measure/Measuring.h"

#include "llvm/ADT/StringRef.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <unistd.h>

using namespace mlir::autotune::measure;
using testing::HasSubstr;

namespace {

/// A worker that has a device, and says no more than that.
constexpr const char *kSilentWorker =
    R"(echo '{"event": "device", "name": "GPU", "driver": "1", "info": {}}' >&3)"
    "\n"
    R"(echo '{"event": "idle"}' >&3)"
    "\n"
    "exec cat >/dev/null";

WorkerCommand getWorker(const char *script) {
  return {"/bin/sh", {"sh", "-c", script}};
}

struct Pipe {
  Pipe() { EXPECT_EQ(::pipe(ends), 0); }
  ~Pipe() {
    closeReading();
    closeWriting();
  }
  void closeReading() { close(ends[0]); }
  void closeWriting() { close(ends[1]); }
  void write(llvm::StringRef text) {
    EXPECT_EQ(::write(ends[1], text.data(), text.size()), ssize_t(text.size()));
  }
  std::string read() {
    std::string text;
    char buffer[4096];
    for (ssize_t count; (count = ::read(ends[0], buffer, sizeof(buffer))) > 0;)
      text.append(buffer, size_t(count));
    return text;
  }
  int ends[2];

private:
  static void close(int &fd) {
    if (fd >= 0)
      ::close(fd);
    fd = -1;
  }
};

class ServeTest : public testing::Test {
protected:
  Pipe requests, answers;
};

constexpr const char *kHello =
    "{\"id\": 1, \"request\": \"hello\", \"version\": 2}\n";
constexpr const char *kProblem =
    R"({"id": 2, "request": "problem",)"
    R"( "problem": {"id": "p", "text": "1x1x1 f32"}})"
    "\n";

TEST_F(ServeTest, EndsWithItsRequests) {
  requests.write(kHello);
  requests.closeWriting();
  EXPECT_FALSE(bool(
      serve(300, getWorker(kSilentWorker), requests.ends[0], answers.ends[1])));
  answers.closeWriting();
  EXPECT_THAT(answers.read(), HasSubstr("\"response\":\"hello\""));
}

/// The worker is stuck, and the requests have no end. No signal comes of it.
TEST_F(ServeTest, ReturnsWhenNobodyReads) {
  answers.closeReading();
  requests.write(kProblem);
  llvm::Error error =
      serve(0.4, getWorker(kSilentWorker), requests.ends[0], answers.ends[1]);
  EXPECT_EQ(llvm::toString(std::move(error)), "stdout: cannot write");
}

TEST_F(ServeTest, AWorkerThatCannotStartIsAnAnswer) {
  requests.write(kHello);
  requests.closeWriting();
  EXPECT_FALSE(
      bool(serve(300, getWorker("exit 3"), requests.ends[0], answers.ends[1])));
  answers.closeWriting();
  EXPECT_THAT(answers.read(), HasSubstr("the worker ended with code 3"));
}

TEST(MeasureBundleTest, ErrorsComeBack) {
  Options options;
  options.bundle = "/nowhere";
  std::string said;
  llvm::raw_string_ostream os(said);
  llvm::Error error = measureBundle(options, getWorker("exit 3"), os, os);
  EXPECT_THAT(llvm::toString(std::move(error)), HasSubstr("/nowhere"));
  EXPECT_EQ(said, "");
}

} // namespace
