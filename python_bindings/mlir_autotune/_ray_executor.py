"""Tuning on a Ray cluster. See RayExecutor."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Set

from . import _ray_nodes
from ._attributes import Decision, Site, find_sites, set_candidates
from ._candidates import candidates_of
from ._ray_bridge import Bridge, NoRunner, first_line, logger
from ._tools import Progress, ToolError
from .executors import Executor

# Seconds. Ray takes some 15 s to notice that a node has died.
_PATIENCE_AFTER_LOSS = 10


class RayExecutor(Executor):
    """Builds on CPUs of a Ray cluster, and measures on its GPUs.

        tune(text, "h200", executor=RayExecutor("head:6379", build_workers=16))

    address        the cluster, as for ray.init(); one that is initialized already is used
    gpus           how many GPUs measure; by default all of the cluster
    build_workers  how many tasks compile kernels; with 0, this machine compiles all
    cpus_per_build the CPUs of each of these tasks
    resources      more resources of each runner, such as {"accelerator_type:H200": 0.001}
    environment    variables of runners and builds, such as AUTOTUNE_PTXAS
    runner         the words that start a runner on a node; by default the package's own
    patience       how many seconds to wait for a free GPU

    Each node needs the package. Nodes that measure need a driver, and nodes that build need ptxas.
    A runner is an actor with one GPU, and has a baseline of its own. If an actor or its node dies,
    what it was measuring is measured again: by another actor if a GPU is free, otherwise by the
    other runners. All GPUs must be of one kind, which `resources` can ask for.

    What is limited:

    - This machine needs ptxas, too. Kernels are built ahead for the configs that are predicted to
      be fastest. The search also chooses by measured times, and such kernels are compiled here.
      Strategies in Python have no such limit, because a round's configs are known before it.
    - The kernels of nodes are used if they have the same build of this package and the same
      version of ptxas.
    - Nothing is built ahead without a target, or if `tune` has cache=False.
    """

    def __init__(self, address: Optional[str] = None, *, gpus: Optional[int] = None,
                 build_workers: int = 0, cpus_per_build: int = 1,
                 resources: Optional[Mapping[str, float]] = None,
                 environment: Optional[Mapping[str, str]] = None,
                 runner: Optional[Sequence[str]] = None, patience: float = 30) -> None:
        if gpus is not None and gpus < 1:
            raise ValueError(f"gpus is {gpus}; at least one GPU has to measure")
        self.address = address
        self.gpus = gpus
        self.build_workers = build_workers
        self.cpus_per_build = cpus_per_build
        self.resources = dict(resources or {})
        self.environment = dict(environment or {})
        self.runner = list(runner) if runner else None
        self.patience = patience
        #: How many runners were lost in the last run, and which actors measure now, by slot.
        self.losses = 0
        self._bridge: Optional[Bridge] = None
        # The slots that have had a runner.
        self._started: Set[int] = set()

    @property
    def builds(self) -> bool:  # type: ignore[override]
        return self.build_workers > 0

    @property
    def actors(self) -> Dict[int, Any]:
        """The actors that measure at the moment, by slot."""
        return dict(self._bridge.actors) if self._bridge else {}

    @contextlib.contextmanager
    def open(self) -> Iterator[List[str]]:
        ray = self._connect()
        there = int(ray.cluster_resources().get("GPU", 0))
        count = there if self.gpus is None else self.gpus
        if count < 1 or count > there:
            raise ToolError(f"the Ray cluster has {there} GPUs; start nodes with GPUs, or say with "
                            "gpus=N how many of them measure")
        actor = ray.remote(_ray_nodes.Runner)
        bridge = Bridge(ray, lambda slot, arguments: self._start(ray, actor, slot, arguments))
        self._bridge = bridge
        self._started.clear()
        try:
            yield [f"--runner={bridge.command(slot)}" for slot in range(count)]
        finally:
            self.losses = bridge.losses
            self._bridge = None
            bridge.close()

    def build_ahead(self, candidates: str, target: str, cache: Optional[str],
                    progress: Optional[Progress]) -> None:
        if not self.builds or cache is None:
            return
        ray = self._connect()
        task = ray.remote(_ray_nodes.compile_shard).options(
            num_cpus=self.cpus_per_build, **self._runtime())
        waiting = [task.remote(shard, target, self.cpus_per_build)
                   for shard in split_candidates(candidates, self.build_workers)]
        new = 0
        total = len(waiting)
        while waiting:
            (ready,), waiting = ray.wait(waiting)
            try:
                archive, message = ray.get(ready)
            except ray.exceptions.RayError as error:
                # This machine compiles what is missing.
                logger.warning("a build on the Ray cluster failed: %s", error)
                continue
            if message:
                logger.warning("a build on the Ray cluster failed: %s", message)
            new += _ray_nodes.unpack(archive, Path(cache))
        if progress:
            progress(f"{new} kernels built by {total} tasks of the Ray cluster")

    def _connect(self) -> Any:
        try:
            import ray
        except ImportError:
            raise ImportError("RayExecutor needs Ray; install it with 'pip install ray'") from None
        if not ray.is_initialized():
            try:
                ray.init(address=self.address, log_to_driver=False)
            except (ConnectionError, ValueError) as error:
                raise ToolError(f"no Ray cluster can be used at {self.address}: "
                                f"{first_line(error)}; start one with 'ray start --head', and give "
                                "its address") from None
        return ray

    def _runtime(self) -> Dict[str, Any]:
        return {"runtime_env": {"env_vars": self.environment}} if self.environment else {}

    def _start(self, ray: Any, actor: Any, slot: int, arguments: Sequence[str]) -> Any:
        """A ready actor on a node that has a free GPU."""
        self._check_gpus(ray, slot)
        started = actor.options(
            num_gpus=1, num_cpus=0, resources=self.resources, max_concurrency=4,
            scheduling_strategy="SPREAD", **self._runtime()).remote(list(arguments), self.runner)
        try:
            where = self._wait(ray, slot, started.where.remote())
        except NoRunner:
            ray.kill(started)
            raise
        except ray.exceptions.RayError as error:
            raise NoRunner("a runner can't be started on the Ray cluster: "
                           + first_line(error)) from None
        self._started.add(slot)
        logger.info("slot %d measures on %s", slot, where)
        return started

    def _wait(self, ray: Any, slot: int, ready: Any) -> str:
        """Waits until an actor runs. Gives up early if its GPU has gone with a node."""
        patience = self.patience
        if slot in self._started:
            # The other runners wait for a lost one, until it has given up.
            patience = min(patience, _PATIENCE_AFTER_LOSS)
        end = time.monotonic() + patience
        while not ray.wait([ready], timeout=1)[0]:
            self._check_gpus(ray, slot)
            if time.monotonic() >= end:
                raise NoRunner(f"no GPU of the Ray cluster was free for {patience:.0f} s")
        return ray.get(ready)

    def _check_gpus(self, ray: Any, slot: int) -> None:
        others = sum(each != slot for each in self.actors)
        if ray.cluster_resources().get("GPU", 0) <= others:
            raise NoRunner("no GPU of the Ray cluster is left for this runner")


def split_candidates(text: str, count: int) -> List[str]:
    """A module's candidates, dealt out to so many modules at most."""
    most = max((len(candidates_of(site)) for site in find_sites(text)
                if not site.pick().is_plan), default=0)

    def deal(index: int, step: int) -> str:
        def decide(site: Site) -> Decision:
            if site.pick().is_plan:
                return True
            candidates = candidates_of(site)
            # Without any, the tools would propose some.
            return candidates[index::step] or candidates[:1]
        return set_candidates(text, decide)

    step = min(count, most)
    return [deal(index, step) for index in range(step)]
