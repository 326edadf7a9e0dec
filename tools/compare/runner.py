"""A bundle's picks, timed by `autotune-runner --serve`: the client's side of
docs/reference/runner-protocol.md, as far as peers.py needs it.
"""

import base64
import json
import os
import queue
import shlex
import statistics
import subprocess
import threading

from work import Failure

# A runner that works says so every 5 seconds.
SILENCE_SECONDS = 60


class RunnerError(Exception):
    """Why the runner has no time of a pick. Other picks may have one."""


class RunnerLost(RunnerError):
    """The runner ended, or is silent."""


class Bundle:
    """The pick of each problem of a bundle, by the problem's key."""

    def __init__(self, folder):
        self.folder = folder
        path = os.path.join(folder, "manifest.json")
        try:
            with open(path, encoding="utf-8") as file:
                manifest = json.load(file)
            kernels = {kernel["id"]: kernel for kernel in manifest["kernels"]}
            problems = {problem["id"]: problem
                        for problem in manifest["problems"]}
            self.picks = {}
            for candidate in sorted(manifest["candidates"],
                                    key=lambda each: each["rank"]):
                problem = problems[candidate["problem"]]
                if "kernel" in candidate:
                    self.picks.setdefault(
                        problem.get("key", problem["text"]),
                        (problem, kernels[candidate["kernel"]], candidate))
        except OSError as error:
            raise Failure(f"{path}: {error.strerror}")
        except (ValueError, KeyError, TypeError) as error:
            raise Failure(f"{path}: no manifest: {error!r}")

    def read_kernel(self, kernel):
        """The kernel's file in base64."""
        path = os.path.join(self.folder, kernel["file"])
        try:
            with open(path, "rb") as file:
                return base64.b64encode(file.read()).decode()
        except OSError as error:
            raise Failure(f"{path}: {error.strerror}")


class Runner:
    """A runner that serves. It handles one request at a time, and the GPU is
    idle when a method returns."""

    def __init__(self, command):
        self.command = shlex.split(command) + ["--serve"]
        self.process = None
        self.count = 0

    def start(self):
        """Starts the runner if it does not run. Returns the device's name."""
        if self.process:
            return self.device
        try:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                text=True)
        except OSError as error:
            raise Failure(f"--runner: {self.command[0]}: {error.strerror}")
        self.lines = queue.Queue()
        threading.Thread(target=self.read, args=(self.process, self.lines),
                         daemon=True).start()
        self.device = self.ask("hello", version=2)["device"]["name"]
        return self.device

    @staticmethod
    def read(process, lines):
        for line in process.stdout:
            lines.put(line)
        lines.put(None)

    def stop(self):
        """Ends the runner. Its answers are not waited for."""
        if self.process:
            process, self.process = self.process, None
            process.kill()
            process.wait()

    def get_answer(self):
        try:
            line = self.lines.get(timeout=SILENCE_SECONDS)
        except queue.Empty:
            self.stop()
            raise RunnerLost(f"silent for {SILENCE_SECONDS} seconds")
        if line is None:
            code = self.process.wait()
            self.stop()
            raise RunnerLost(f"ended with exit code {code}")
        try:
            answer = json.loads(line)
            return answer if "response" in answer else {"response": ""}
        except (ValueError, TypeError):
            # A greeting of another machine.
            return {"response": ""}

    def ask(self, request, **members):
        """Returns the last answer of a request, with its records."""
        self.count += 1
        line = json.dumps({"id": self.count, "request": request, **members})
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except OSError:
            # The end of its answers says the exit code.
            pass
        records = []
        while True:
            answer = self.get_answer()
            if answer.get("id") not in (self.count, None):
                continue
            if answer["response"] == "error":
                raise RunnerError(f"{answer['kind']}: {answer['message']}")
            if answer["response"] == "record":
                records.append(answer["record"])
            if answer["response"] in (request, "done"):
                return {**answer, "records": records}


class Pick:
    """One pick, set up in the runner."""

    def __init__(self, runner, bundle, key):
        self.runner = runner
        self.problem, self.kernel, candidate = bundle.picks[key]
        self.candidate = {name: candidate[name] for name in
                          ("id", "kernel", "config", "heuristics", "rank")}
        self.config = candidate["config"]
        self.times, self.baseline_times, self.disturbed = [], [], 0
        runner.ask("kernel", kernel=self.kernel,
                   cubin=bundle.read_kernel(self.kernel))
        answer = runner.ask("problem", problem=self.problem)
        self.library = (answer.get("baseline") or {}).get("library")

    def measure(self, effort, **members):
        answer = self.runner.ask("measure", problem=self.problem["id"],
                                 candidates=[self.candidate], effort=effort,
                                 **members)
        record, = answer["records"]
        if record["outcome"] != "ok":
            raise RunnerError(f"{record['outcome']}: {record['detail']}")
        return record

    def time(self, milliseconds, counts):
        """One replay of the pick, directly after one of the baseline; both are
        warm. The first call checks the result."""
        effort = "time" if counts else "first"
        record = self.measure(effort, replays=1, replay_ns=milliseconds * 1e6)
        if not counts:
            return
        self.disturbed += record.get("disturbed", False)
        self.times += record["times_ns"]
        # The baseline's own member is of an earlier timing; the ratio is of
        # these two replays.
        if record.get("baseline") and record.get("ratio"):
            self.baseline_times.append(record["ratio"] * record["times_ns"][0])

    def check(self):
        """Fails if the pick is wrong now."""
        self.measure("check")

    def get_median(self):
        return statistics.median(self.times)

    def forget(self):
        self.runner.ask("forget", problems=[self.problem["id"]],
                        kernels=[self.kernel["id"]])
