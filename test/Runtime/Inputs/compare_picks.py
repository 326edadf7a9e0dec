"""Compares the picks of a bundle as tools/compare/peers.py does, with a stand-in
for PyTorch, and prints the records.

usage: compare_picks.py TOOLS/COMPARE BUNDLE COMMAND
"""

import json
import sys
from types import SimpleNamespace

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])

import peers
from runner import Bundle
from work import describe, get_configs


class Problem:
    """torch.matmul takes 30 us, torch.compile's function 25, and Triton 40."""
    torch = SimpleNamespace(cuda=SimpleNamespace(
        get_device_name=lambda index: "Fake GPU", synchronize=lambda: None),
        __version__="2")
    has_batch, flops, bytes = True, 1e6, 1e6

    def capture_whole(self, contender, milliseconds):
        if isinstance(contender, dict):
            return 40000
        return 25000 if contender else 30000

    def replay(self, captured):
        return captured

    def check(self, contender):
        return "", 0.001

    def check_library(self, contender):
        return ("", "2 of 4 elements differ by more than one rounding", 0.01)


options = SimpleNamespace(rounds=2, runner=sys.argv[3])
session = peers.Session(options, Problem.torch, Bundle(sys.argv[2]))
session.driver = "580"
problem = Problem()
for key in session.bundle.picks:
    triton = []
    for rank in range(2):
        record = peers.make_record(session, "triton", key,
                                   describe(get_configs()[rank]), rank)
        peers.set_times(record, problem, [41000 + rank])
        peers.set_baseline(record, [41000], [30500])
        record.update(final=True)
        triton.append(record)
    records = triton
    try:
        records = records + peers.compare_with_pick(problem, key, session,
                                                    triton, abs)
    except peers.RunnerError as error:
        print(f"no times of the pick: {error}")
        session.runner.stop()
    for record in records:
        del record["date"]
        print(json.dumps(record, sort_keys=True))
    print(peers.describe_result(key, records))
session.close()
