#!/usr/bin/env python3
"""tuner_processes.py kill N | two FOLDER COMMAND...: runs a tuner that is killed
N times at random moments, or two tuners at once, on one database, and compares
what is left with what a tuner leaves that nobody disturbs. The command gets -o,
--db and --records. Prints what it has seen; fails with what is wrong.
"""

import collections
import concurrent.futures
import json
import os
import random
import re
import signal
import subprocess
import sys
import time


# Longer than any machine takes, however busy it is: a test that waits so long
# fails. None asserts that anything is fast.
PATIENCE_S = 600


class Tuner:
    def __init__(self, folder, command):
        self.folder, self.command = folder, command

    def start(self, name, database):
        """A tuner in a process group of its own, with what it starts."""
        return subprocess.Popen(
            self.command + ["-o", self.path(name + ".mlir"),
                            "--db=" + self.path(database),
                            "--records=" + self.path(name + ".jsonl")],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            start_new_session=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def finish(self, process):
        errors = process.communicate()[1]
        if process.returncode != 0:
            sys.exit(f"a tuner ended with {process.returncode}: {errors}")

    def records(self, database):
        if not os.path.exists(self.path(database)):
            return []
        done = subprocess.run(["autotune-bench", "db", "export",
                               "--db=" + self.path(database)],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True)
        # Killed before the first record.
        if "no record was ever kept there" in done.stderr:
            return []
        if done.returncode != 0:
            sys.exit(f"the database is damaged: {done.stderr}")
        return [json.loads(line) for line in done.stdout.splitlines()]

    def module(self, name):
        with open(self.path(name + ".mlir")) as file:
            return re.sub(r'date = "[^"]*"', "date", file.read())


def measured(records):
    """What was measured, how often: without the run and the time of day."""
    return collections.Counter(
        (r["key"], r["config"], r.get("checksum"), r["outcome"],
         r.get("final", False), tuple(r.get("times_ns", ()))) for r in records)


def is_alive(group):
    """Whether a process of the group runs; who waits for what has ended may take
    his time."""
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                state, _, own = file.read().rpartition(")")[2].split()[:3]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(own) == group and state != "Z":
            return True
    return False


def wait_for_group(group):
    """The runner ends by itself when its tuner is gone, at some time."""
    end = time.monotonic() + PATIENCE_S
    while is_alive(group):
        if time.monotonic() > end:
            sys.exit("a killed tuner leaves processes behind")
        time.sleep(0.005)


# A tuner waits much of its time: so many are killed side by side, each on a
# database of its own.
KILLERS = 2


def kill_some(tuner, count, number, duration, expected):
    """Kills tuners; returns on how many databases."""
    moments = random.Random(20260131 + number)
    name = f"killed{number}"
    kills, runs, database = 0, 0, None
    while kills < count:
        if database is None:
            runs += 1
            database, kept = f"{name}-{runs}.sqlite", {}
        process = tuner.start(name, database)
        try:
            process.wait(moments.uniform(0, duration))
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGKILL)
            kills += 1
        process.communicate()
        wait_for_group(process.pid)
        now = {r["uid"]: r for r in tuner.records(database)}
        for uid, record in kept.items():
            if now.get(uid) != record:
                sys.exit(f"lost or changed after a kill: {record}")
        if process.returncode == -signal.SIGKILL:
            kept = now
            continue
        # It had the time to end.
        if process.returncode != 0:
            sys.exit(f"a tuner ended with {process.returncode}")
        check(tuner, name, database, expected)
        database = None
    if database is not None:
        tuner.finish(tuner.start(name, database))
        check(tuner, name, database, expected)
    return runs


def kill(tuner, count):
    begin = time.monotonic()
    tuner.finish(tuner.start("alone", "alone.sqlite"))
    duration = time.monotonic() - begin
    expected = measured(tuner.records("alone.sqlite"))
    with concurrent.futures.ThreadPoolExecutor(KILLERS) as pool:
        runs = sum(pool.map(
            lambda number: kill_some(tuner, count // KILLERS, number, duration,
                                     expected), range(KILLERS)))
    print(f"killed {count // KILLERS * KILLERS} times on {runs} databases, each of "
          f"which has {sum(expected.values())} records at its end")


def check(tuner, name, database, expected):
    found = measured(tuner.records(database))
    if found != expected:
        sys.exit(f"lost: {expected - found}\ndoubled: {found - expected}")
    if tuner.module(name) != tuner.module("alone"):
        sys.exit("the pick is another")


def two(tuner):
    tuner.finish(tuner.start("alone", "alone.sqlite"))
    processes = [tuner.start(name, "both.sqlite") for name in ("one", "other")]
    for process in processes:
        tuner.finish(process)
    found = tuner.records("both.sqlite")
    # Each tuner keeps each measurement of its own once; what both have at once
    # is there twice, as it was measured twice.
    doubled = [key for key, count in collections.Counter(
        (r["run"], r["key"], r["config"], r.get("final", False),
         len(r.get("times_ns", ()))) for r in found).items() if count > 1]
    if doubled:
        sys.exit(f"doubled: {doubled}")
    if set(measured(found)) != set(measured(tuner.records("alone.sqlite"))):
        sys.exit("not what one tuner measures")
    keys = {(r["key"], r["config"], r["outcome"], r["date"]) for r in found}
    for name in ("one", "other"):
        with open(tuner.path(name + ".jsonl")) as file:
            for record in map(json.loads, file):
                key = (record["key"], record["config"], record["outcome"])
                # Of what can't be compiled, the first to say so is kept.
                if record["outcome"] != "compile-failure" and \
                        key + (record["date"],) not in keys:
                    sys.exit(f"lost: {record}")
        if tuner.module(name) != tuner.module("alone"):
            sys.exit("the pick is another")
    print("two tuners on one database, nothing lost or doubled")


def main():
    mode, arguments = sys.argv[1], sys.argv[2:]
    if mode == "kill":
        count, arguments = int(arguments[0]), arguments[1:]
    os.makedirs(arguments[0])
    tuner = Tuner(arguments[0], arguments[1:])
    if mode == "kill":
        kill(tuner, count)
    else:
        two(tuner)


main()
