//===- RequestsTest.cpp - What a serving runner is asked ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Measure/Requests.h"
#include "mlir-autotune/Measure/LineReader.h"

#include "gtest/gtest.h"

#include <fcntl.h>
#include <unistd.h>

using namespace mlir::autotune::measure;

namespace {

std::string getError(llvm::StringRef line, llvm::json::Value &id) {
  llvm::Expected<Request> request = parseRequest(line, id);
  return request ? "" : llvm::toString(request.takeError());
}

std::string getError(llvm::StringRef line) {
  llvm::json::Value id = nullptr;
  return getError(line, id);
}

TEST(RequestsTest, IdsSurviveRefusal) {
  llvm::json::Value id = nullptr;
  EXPECT_EQ(getError(R"({"id": "a", "request": "hello", "version": "1"})", id),
            "version: expected an integer from 0 to 9223372036854775807");
  EXPECT_EQ(id, llvm::json::Value("a"));
  EXPECT_EQ(getError(R"({"id": 7})", id), "request: missing");
  EXPECT_EQ(id, llvm::json::Value(7));
  for (llvm::StringRef bad : {"null", "1.5", "[]", "true"}) {
    EXPECT_EQ(getError(("{\"id\": " + bad + "}").str(), id),
              "id: expected an integer or a string of at most 256 bytes");
    EXPECT_EQ(id, llvm::json::Value(nullptr));
  }
  std::string longId(kMaxIdBytes + 1, 'x');
  EXPECT_NE(getError("{\"id\": \"" + longId + "\"}", id), "");
  EXPECT_EQ(id, llvm::json::Value(nullptr));
}

/// A library's candidate has no kernel, and a config only if it must be that
/// algorithm. What is printed is read alike.
TEST(RequestsTest, LibrariesAreCandidates) {
  llvm::json::Value id = nullptr;
  std::string line =
      R"({"id": 1, "request": "final", "problem": "p", "candidates": [{"id":)"
      R"( "a", "library": "cublaslt", "rank": 3}, {"id": "b", "library":)"
      R"( "cublaslt", "config": "cublaslt, version = 1", "rank": 4}]})";
  llvm::Expected<Request> request = parseRequest(line, id);
  ASSERT_TRUE(bool(request)) << llvm::toString(request.takeError());
  request = parseRequest(printRequest(*request, 1), id);
  ASSERT_TRUE(bool(request)) << llvm::toString(request.takeError());
  ASSERT_EQ(request->candidates.size(), 2u);
  const Candidate &fastest = request->candidates[0].candidate;
  EXPECT_EQ(fastest.id, "a");
  EXPECT_EQ(fastest.library, "cublaslt");
  EXPECT_EQ(fastest.config, "");
  EXPECT_EQ(fastest.rank, 3);
  EXPECT_EQ(request->candidates[0].kernel, "");
  EXPECT_EQ(request->candidates[1].candidate.config, "cublaslt, version = 1");
  EXPECT_EQ(getError(R"({"id": 1, "request": "final", "problem": "p",)"
                     R"( "candidates": [{"library": "cublaslt", "rank": 3}]})"),
            "candidates[0].id: missing");
}

/// No prefix and no change of one byte of a good request does more than to be
/// refused, or understood.
TEST(RequestsTest, DamagedLinesAreRefused) {
  std::string good =
      R"({"id": 1, "request": "measure", "problem": "p", "effort": "first",)"
      R"( "replays": 3, "replay_ns": 1e6, "candidates": [{"id": "c", "kernel":)"
      R"( "k", "config": "x", "heuristics": ["h"], "rank": 2}]})";
  EXPECT_EQ(getError(good), "");
  for (size_t i = 0; i < good.size(); ++i) {
    EXPECT_NE(getError(good.substr(0, i)), "") << i;
    for (char c : {'"', '{', ']', '0', '\0', '\xFF', '-'}) {
      std::string changed = good;
      changed[i] = c;
      (void)getError(changed);
    }
  }
  EXPECT_NE(getError(std::string(100000, '[')), "");
}

TEST(RequestsTest, MeasureSurvivesAsJson) {
  Request request;
  request.kind = Request::Measure;
  request.problemId = "p";
  request.effort.check = false;
  request.effort.replays = 11;
  request.effort.replayNs = 3e6;
  request.effort.hopeless = 7;
  request.bestNs = 1234;
  Request::CandidateRequest candidate;
  candidate.kernel = "k";
  candidate.candidate.id = "c\"";
  candidate.candidate.config = "x = 1";
  candidate.candidate.heuristics = {"a", "b"};
  candidate.candidate.rank = 4;
  candidate.record.emplace();
  candidate.record->setTimes({10, 20, 30}, 1, 1);
  request.candidates.push_back(candidate);
  llvm::json::Value id = nullptr;
  std::string line = printRequest(request, 5);
  llvm::Expected<Request> read = parseRequest(line, id);
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  EXPECT_EQ(id, llvm::json::Value(5));
  EXPECT_EQ(read->problemId, "p");
  EXPECT_FALSE(read->effort.check);
  EXPECT_TRUE(read->effort.time);
  EXPECT_EQ(read->effort.replays, 11);
  EXPECT_EQ(read->effort.replayNs, 3e6);
  EXPECT_EQ(read->effort.hopeless, 7);
  EXPECT_EQ(read->bestNs, 1234);
  ASSERT_EQ(read->candidates.size(), 1u);
  EXPECT_EQ(read->candidates[0].kernel, "k");
  EXPECT_EQ(read->candidates[0].candidate.id, "c\"");
  EXPECT_EQ(read->candidates[0].candidate.rank, 4);
  ASSERT_TRUE(read->candidates[0].record.has_value());
  EXPECT_EQ(read->candidates[0].record->timeNs, 20);
}

TEST(RequestsTest, FinalSurvivesAsJson) {
  Request request;
  request.kind = Request::Final;
  request.finalEffort.rounds = 31;
  request.finalEffort.turns = 0;
  request.finalEffort.turnNs = 6e7;
  request.candidates.resize(1);
  request.candidates[0].candidate.id = "c";
  llvm::json::Value id = nullptr;
  llvm::Expected<Request> read = parseRequest(printRequest(request, 1), id);
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  EXPECT_EQ(read->kind, Request::Final);
  EXPECT_EQ(read->finalEffort.rounds, 31);
  EXPECT_EQ(read->finalEffort.turns, 0);
  EXPECT_EQ(read->finalEffort.turnNs, 6e7);
}

struct Pipe {
  Pipe() { EXPECT_EQ(::pipe(ends), 0); }
  ~Pipe() {
    close();
    ::close(ends[0]);
  }
  void write(llvm::StringRef text) {
    EXPECT_EQ(::write(ends[1], text.data(), text.size()), ssize_t(text.size()));
  }
  void close() {
    if (ends[1] >= 0)
      ::close(ends[1]);
    ends[1] = -1;
  }
  int ends[2];
};

TEST(LineReaderTest, LinesAndWhatIsLeft) {
  Pipe pipe;
  LineReader reader(pipe.ends[0], 8);
  std::string line;
  pipe.write("one\n\ntwo");
  EXPECT_EQ(reader.read(line, 1), LineReader::Line);
  EXPECT_EQ(line, "one");
  EXPECT_EQ(reader.read(line, 1), LineReader::Line);
  EXPECT_EQ(line, "");
  EXPECT_EQ(reader.read(line, 0.01), LineReader::Silent);
  pipe.write(" and\n");
  EXPECT_EQ(reader.read(line, 1), LineReader::Line);
  EXPECT_EQ(line, "two and");
  pipe.write("end");
  pipe.close();
  EXPECT_EQ(reader.read(line, 1), LineReader::Line);
  EXPECT_EQ(line, "end");
  EXPECT_EQ(reader.read(line, 1), LineReader::Closed);
}

TEST(LineReaderTest, LongLinesAreDropped) {
  Pipe pipe;
  LineReader reader(pipe.ends[0], 8);
  std::string line;
  pipe.write("123456789\n12345678\n");
  EXPECT_EQ(reader.read(line, 1), LineReader::TooLong);
  EXPECT_EQ(reader.read(line, 1), LineReader::Line);
  EXPECT_EQ(line, "12345678");
  // In pieces.
  pipe.write("12345678901234");
  EXPECT_EQ(reader.read(line, 0.01), LineReader::Silent);
  pipe.write("567\nnext\n");
  EXPECT_EQ(reader.read(line, 1), LineReader::TooLong);
  EXPECT_EQ(reader.read(line, 1), LineReader::Line);
  EXPECT_EQ(line, "next");
  pipe.write("1234567890");
  pipe.close();
  EXPECT_EQ(reader.read(line, 1), LineReader::TooLong);
  EXPECT_EQ(reader.read(line, 1), LineReader::Closed);
}

} // namespace
