//===- Server.cpp - Measures for a program over stdin and stdout ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Server.h"
#include "Worker.h"

#include "mlir-autotune/Measure/LineReader.h"
#include "mlir-autotune/Problem/JsonReader.h"

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using llvm::StringRef;
using llvm::Twine;
namespace json = llvm::json;

/// Kernels are kept in memory, here and in the worker.
static constexpr size_t kMaxKernelBytes = size_t(1) << 30;
static constexpr size_t kMaxProblems = 65536;

Server::Server(double silence, WorkerCommand worker, int input, int output)
    : link(std::move(worker), silence,
           [this] {
             std::chrono::duration<double> quiet = Clock::now() - lastSaid;
             if (quiet.count() >= link.getAliveSeconds())
               respond("alive", {});
           }),
      input(input), output(output) {}

llvm::Error measure::serve(double silence, const WorkerCommand &worker,
                           int input, int output) {
  return Server(silence, worker, input, output).run();
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

void Server::respond(StringRef response, json::Object fields) {
  lastSaid = Clock::now();
  fields["id"] = id;
  fields["response"] = response;
  std::string line =
      llvm::formatv("{0}\n", json::Value(std::move(fields))).str();
  if (isAlone || writeAll(output, line))
    return;
  // Nobody is left to measure for. A worker that is stuck would not notice.
  isAlone = true;
  link.abandon();
}

void Server::refuse(const Trouble &trouble) {
  respond("error", json::Object{{"kind", trouble.kind},
                                {"message", json::fixUTF8(trouble.message)}});
}

void Server::note(const Twine &message) {
  respond("note", json::Object{{"message", json::fixUTF8(message.str())}});
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

llvm::Error Server::run() {
  LineReader reader(input, kMaxRequestBytes);
  std::string line;
  bool isOver = false;
  while (!isOver && !isAlone) {
    switch (reader.read(line, 0)) {
    case LineReader::Line:
      isOver = !StringRef(line).trim().empty() && !handle(line);
      break;
    case LineReader::TooLong:
      id = nullptr;
      refuse({"request", "a line of more than " +
                             std::to_string(kMaxRequestBytes) + " bytes"});
      break;
    case LineReader::Silent:
      break;
    case LineReader::Closed:
      isOver = true;
    }
  }
  if (isAlone)
    return llvm::createStringError("stdout: cannot write");
  return llvm::Error::success();
}

bool Server::handle(StringRef line) {
  lastSaid = Clock::now();
  llvm::Expected<Request> request = parseRequest(line, id, /*internal=*/false);
  if (!request) {
    refuse({"request", llvm::toString(request.takeError())});
    return true;
  }
  switch (request->kind) {
  case Request::Hello:
    greet();
    break;
  case Request::MeasuredProblem:
    addProblem(std::move(*request), line);
    break;
  case Request::Kernel:
    addKernel(std::move(*request), line);
    break;
  case Request::Forget:
    forget(*request);
    break;
  case Request::Measure:
  case Request::Final:
    measure(std::move(*request));
    break;
  case Request::Yardstick:
    refuse({"request", "request: 'yardstick' is reserved for the server"});
    break;
  case Request::Quit:
    respond("quit", {});
    return false;
  }
  return true;
}

void Server::greet() {
  if (std::optional<Trouble> trouble = link.start())
    return refuse(*trouble);
  respond("hello",
          json::Object{{"version", kProtocolVersion},
                       {"device", link.getInfo()},
                       {"driver", json::fixUTF8(link.getDevice().driver)}});
}

void Server::addProblem(Request request, StringRef line) {
  std::string name = request.problem.id;
  if (problems.count(name))
    return refuse(
        {"request", "problem.id: a second '" + name + "'; forget the first"});
  if (problems.size() == kMaxProblems)
    return refuse({"request", "too many problems; forget some"});
  KnownProblem &known = problems[name];
  known.problem = std::move(request.problem);
  // It has been parsed before.
  known.request = std::move(*llvm::cantFail(parseJson(line)).getAsObject());
  // At once, so that what the device has no room for is known before there are
  // candidates.
  if (std::optional<Trouble> trouble = supply(name, {})) {
    problems.erase(name);
    return refuse(*trouble);
  }
  respond("problem", std::move(known.answer));
}

void Server::addKernel(Request request, StringRef line) {
  const std::string &name = request.kernel.id;
  if (kernels.count(name))
    return refuse(
        {"request", "kernel.id: a second '" + name + "'; forget the first"});
  size_t bytes = line.size();
  for (const auto &entry : kernels)
    bytes += entry.second.size();
  if (bytes > kMaxKernelBytes)
    return refuse({"request", "too many kernels; forget some"});
  kernels[name] = line.str();
  respond("kernel", json::Object{{"kernel", name}});
}

void Server::forget(const Request &request) {
  for (const std::string &name : request.problems)
    if (!problems.count(name))
      return refuse({"request", "problems: no problem '" + name + "'"});
  for (const std::string &name : request.kernels)
    if (!kernels.count(name))
      return refuse({"request", "kernels: no kernel '" + name + "'"});
  json::Array problemNames(request.problems), kernelNames(request.kernels);
  for (const std::string &name : request.problems)
    problems.erase(name);
  for (const std::string &name : request.kernels)
    kernels.erase(name);
  for (auto it = firsts.begin(); it != firsts.end();)
    it = problems.count(std::get<0>(it->first)) &&
                 (!std::get<2>(it->first).empty() ||
                  kernels.count(std::get<1>(it->first)))
             ? std::next(it)
             : firsts.erase(it);
  if (link.isRunning()) {
    json::Object passed{{"id", 0},
                        {"request", "forget"},
                        {"problems", std::move(problemNames)},
                        {"kernels", std::move(kernelNames)}};
    // One that ends now has forgotten all.
    (void)link.run(llvm::formatv("{0}\n", json::Value(std::move(passed))).str(),
                   [](const json::Object &) {});
    for (const std::string &name : request.kernels)
      link.kernels.erase(name);
    if (!problems.count(link.problem))
      link.problem.clear();
  }
  respond("forget", json::Object{{"problems", int64_t(problems.size())},
                                 {"kernels", int64_t(kernels.size())}});
}
