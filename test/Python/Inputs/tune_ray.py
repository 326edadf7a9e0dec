"""tune_ray.py MODULE FOLDER: tuning on a Ray cluster of three nodes, some of which die."""

import sys
import threading
from pathlib import Path

import ray
from ray.cluster_utils import Cluster

from mlir_autotune import SimtConfig
from mlir_autotune import tuning as at
from mlir_autotune.executors import RayExecutor

text = Path(sys.argv[1]).read_text()
folder = Path(sys.argv[2])


def start_cluster():
    """A head without a GPU, and two nodes with one GPU each. Dead nodes are noticed soon."""
    cluster = Cluster(initialize_head=True, head_node_args={
        "num_cpus": 1, "num_gpus": 0, "include_dashboard": False,
        "_system_config": {"health_check_initial_delay_ms": 1000, "health_check_period_ms": 1000,
                           "health_check_failure_threshold": 3}})
    nodes = [cluster.add_node(num_cpus=1, num_gpus=1) for _ in range(2)]
    ray.init(address=cluster.address, log_to_driver=False)
    return cluster, nodes


def tune(executor, **options):
    options = {"database": False, "cache": folder / "cache", "trials": 10, "baseline": "none",
               **options}
    return at.tune(text, "h200", executor=executor, **options)


def configs(tuned):
    return [(pick.problem, pick.config, pick.time_ns) for pick in tuned.summary.picks]


class AtFirst:
    """Calls a function once, as soon as the first candidates were measured."""

    def __init__(self, function):
        self.function = function
        self.called = False

    def __call__(self, line):
        if line.endswith("/20 candidates") and not self.called:
            self.called = True
            self.function()


here = configs(tune(at.LocalExecutor(), cache=folder / "local"))
cluster, nodes = start_cluster()

lines, most = [], []
executor = RayExecutor(build_workers=2)


def watch(line):
    lines.append(line)
    most.append(len(executor.actors))


tuned = tune(executor, progress=watch)
print("built on nodes:", any(line.endswith("kernels built by 2 tasks of the Ray cluster")
                             and not line.startswith("0 ") for line in lines),
      end=f", found in the cache: {tuned.summary.kernels_from_cache > 0}\n")
print("by two runners:", max(most) == 2,
      end=f", the same picks: {configs(tuned) == here}, lost: {executor.losses}\n")


def once(problem, measured):
    return [] if measured else [SimtConfig(tile=(16, 16, 16)), SimtConfig(tile=(32, 16, 16))]


summary = tune(executor, search=once, trials=None, effort="quick", cache=folder / "other").summary
print("a strategy's kernels: all from nodes:", summary.kernels_from_cache == summary.kernels)

executor = RayExecutor()
database = at.Database(folder / "records.sqlite")
kill = AtFirst(lambda: ray.kill(next(iter(executor.actors.values()))))
tuned = tune(executor, database=database, progress=kill)
print(f"an actor was killed: {kill.called}, lost: {executor.losses}, the same picks:",
      configs(tuned) == here)
first = [(record.problem, record.config) for record in database.records()
         if len(record.raw["times_ns"]) == 5]
print("records once:", len(first) == len(set(first)) == 20)

end = AtFirst(lambda: threading.Thread(
    target=cluster.remove_node, args=(nodes[1],), kwargs={"allow_graceful": False}).start())
tuned = tune(executor, progress=end)
print(f"a node died: {end.called}, lost: {executor.losses >= 1}, the same picks:",
      configs(tuned) == here)
try:
    tune(RayExecutor(gpus=2))
except at.ToolError as error:
    print(f"ToolError: {error}")
print("no actor is left:", not executor.actors)
ray.shutdown()
cluster.shutdown()
