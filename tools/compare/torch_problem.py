"""The matrices of one shape in PyTorch, and the launches on them: torch.matmul,
functions that torch.compile made, and the configs of triton_kernel.py.
"""

import hashlib
import math
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import time
import types

from work import get_configs, get_key

SKIPPED = 77
ROUNDOFF = {"bf16": 2.0**-8, "f16": 2.0**-11, "f32": 2.0**-24}
# Roundings of the largest result that an error of a library may amount to.
PARTIAL_SUMS = 8
MOST_SETS = 4096
COMPILE_SECONDS = 150


def import_libraries():
    """Ends the program, having said why, where this can't run."""
    try:
        import torch
        import triton
        import triton_kernel
    except ImportError as error:
        print(f"skipped: {error.name} is not installed, and this measures Triton "
              "through PyTorch (pip install torch triton)", file=sys.stderr)
        sys.exit(SKIPPED)
    if not torch.cuda.is_available():
        print("skipped: PyTorch finds no GPU", file=sys.stderr)
        sys.exit(SKIPPED)
    return torch, triton, triton_kernel


def get_driver():
    try:
        done = subprocess.run(
            ["nvidia-smi", "--query-gpu=driver_version",
             "--format=csv,noheader"], capture_output=True, text=True,
            timeout=60)
        return done.stdout.split("\n")[0].strip() or None
    except (OSError, subprocess.TimeoutExpired):
        return None


def get_reason(failure):
    """The first line of an exception."""
    return str(failure).split("\n")[0] or type(failure).__name__


def has_batch(shape):
    return shape[3] > 1


def get_variant(shape):
    """The smallest shape that Triton compiles the same kernels for: only whether
    16 divides a size decides."""
    return (*shape[:4], *(255 if size % 16 else 256 for size in shape[4:]))


def compile_share(shapes, share, jobs):
    """Compiles every jobs-th kernel into Triton's cache, in a process of its own."""
    torch, _, kernel = import_libraries()
    work = [(shape, config) for shape in shapes for config in get_configs()]
    problems = {}
    for shape, config in work[share::jobs]:
        if shape not in problems:
            problems[shape] = Problem(torch, kernel, shape, most_sets=2)
        try:
            problems[shape].launch(config, 0)
        except Exception:  # measure() has the reason.
            pass


def compile_all(shapes, jobs):
    """Fills Triton's cache by several processes. What they leave is compiled
    while it is measured."""
    variants = sorted({get_variant(shape) for shape in shapes
                       if not has_batch(shape)})
    if not variants:
        return
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=compile_share, args=(variants, i, jobs))
                 for i in range(jobs)]
    for process in processes:
        process.start()
    end = time.monotonic() + COMPILE_SECONDS
    for process in processes:
        process.join(max(0, end - time.monotonic()))
        if process.is_alive():
            process.kill()
            process.join()


def use_folders():
    """Gives Inductor a cache of its own, which begins empty, and keeps it from
    moving Triton's: the processes of compile_all() have filled that one. To be
    called before PyTorch is imported."""
    folder = tempfile.TemporaryDirectory(prefix="inductor",
                                         ignore_cleanup_errors=True)
    os.environ.update(TORCHINDUCTOR_CACHE_DIR=folder.name)
    os.environ.setdefault("TRITON_CACHE_DIR",
                          os.path.expanduser("~/.triton/cache"))
    return folder


class OutOfTime(Exception):
    pass


def raise_out_of_time(*_):
    raise OutOfTime()


def compile_function(torch, number, problem):
    """torch.compile's function, having been called once."""
    code = (lambda a, b: a @ b).__code__
    # A code of its own: Dynamo gives up on a code that it meets with many sizes.
    function = types.FunctionType(code.replace(co_name=f"matmul_{number}"),
                                  globals())
    compiled = torch.compile(function, mode="max-autotune-no-cudagraphs",
                             dynamic=False)
    problem.launch(compiled, 0)
    torch.cuda.synchronize()
    return compiled


def compile_functions(torch, kernel, shapes, seconds):
    """Functions by shape, as many as are compiled in so many seconds. The order
    is that of a hash, so that every kind of shape has some."""
    functions = {}
    end = time.monotonic() + seconds
    ordered = sorted(shapes, key=lambda shape: hashlib.sha256(
        get_key(shape).encode()).digest())
    old = signal.signal(signal.SIGALRM, raise_out_of_time)
    for number, shape in enumerate(ordered):
        left = end - time.monotonic()
        if left <= 0:
            break
        problem = None
        try:
            problem = Problem(torch, kernel, shape, most_sets=2)
            # Again and again: the first may come where nothing passes it on.
            signal.setitimer(signal.ITIMER_REAL, left, 5)
            functions[shape] = compile_function(torch, number, problem)
        except OutOfTime:
            break
        except Exception as failure:  # Whatever Inductor throws.
            if time.monotonic() < end:
                print(f"warning: no torch.compile for {get_key(shape)}: "
                      f"{get_reason(failure)}", file=sys.stderr)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            del problem
            torch.cuda.empty_cache()
    signal.signal(signal.SIGALRM, old)
    print(f"torch.compile: {len(functions)} of {len(shapes)} shapes compiled",
          file=sys.stderr)
    return functions


class Problem:
    """The matrices of one shape, and what is launched on them.

    A contender is None for torch.matmul, a config for the Triton kernel, or a
    function that torch.compile made.
    """

    def __init__(self, torch, kernel, shape, most_sets=MOST_SETS):
        (element, a_transposed, b_transposed,
         batch, self.m, self.n, self.k) = shape
        self.torch, self.kernel, self.element = torch, kernel, element
        self.has_batch = batch > 1
        dtype = {"bf16": torch.bfloat16, "f16": torch.float16}[element]
        self.bytes = 2 * batch * (self.m * self.k + self.k * self.n +
                                  self.m * self.n)
        self.flops = 2 * batch * self.m * self.n * self.k
        l2 = torch.cuda.get_device_properties(0).L2_cache_size
        count = min(most_sets, max(2, math.ceil(3 * l2 / self.bytes)))
        generator = torch.Generator("cuda").manual_seed(0)
        batches = (batch,) if self.has_batch else ()

        def make(rows, columns, transposed):
            stored = (columns, rows) if transposed else (rows, columns)
            matrix = torch.rand(batches + stored, generator=generator,
                                device="cuda", dtype=torch.float32)
            matrix = matrix.mul_(2).sub_(1).to(dtype)
            return matrix.mT if transposed else matrix

        self.sets = [(make(self.m, self.k, a_transposed),
                      make(self.k, self.n, b_transposed),
                      torch.empty(batches + (self.m, self.n), device="cuda",
                                  dtype=dtype))
                     for _ in range(count)]
        torch.backends.cuda.matmul.allow_tf32 = False
        self.references = {index: self.sets[index][0].float() @
                           self.sets[index][1].float()
                           for index in (0, count - 1)}
        # Results that torch.compile's functions made. One for each set, so that
        # they take as much of the L2 as those of the others.
        self.made = {}

    def launch(self, contender, index):
        """One launch on a set. Returns the result."""
        a, b, c = self.sets[index]
        if contender is None:
            self.torch.matmul(a, b, out=c)
        elif callable(contender):
            c = self.made[index] = contender(a, b)
        else:
            self.kernel.matmul(a, b, c, contender)
        return c

    def check(self, contender):
        """What is wrong with the results on the first and the last set, or
        nothing; and the largest error over the largest result."""
        torch = self.torch
        e = 2 * ROUNDOFF["f32"] * (self.k / 8 + 8)
        relative = e + ROUNDOFF[self.element]
        absolute = e * math.sqrt(self.k) + (2.0**-25 if self.element == "f16"
                                            else 0)
        wrong, worst = "", 0.0
        for index, want in self.references.items():
            self.sets[index][2].fill_(float("nan"))
            c = self.launch(contender, index)
            difference = (c.float() - want).abs()
            right = difference <= absolute + relative * want.abs()
            count = int((~right).sum())
            if count and not wrong:
                wrong = f"{count} of {c.numel()} elements differ"
            error = float(difference.max() / want.abs().max())
            worst = max(worst, math.inf if math.isnan(error) else error)
        torch.cuda.synchronize()
        return wrong, worst

    def check_library(self, contender):
        """The same for a function of PyTorch, which may round sums of a part of
        K to C's type. The note says that it does; it is no fault."""
        wrong, error = self.check(contender)
        note = ""
        if wrong and error <= PARTIAL_SUMS * ROUNDOFF[self.element]:
            wrong, note = "", wrong + " by more than one rounding"
        return wrong, note, error

    def capture(self, contender, milliseconds, launch_ns=None):
        """A graph of launches that rotate over all sets and take so long. Without
        the time of a launch, launches from Python tell it."""
        torch = self.torch
        self.made.clear()
        stream = torch.cuda.Stream()
        with torch.cuda.stream(stream):
            for index in range(min(3, len(self.sets))):
                self.launch(contender, index)
            begin, end = (torch.cuda.Event(enable_timing=True)
                          for _ in range(2))
            begin.record()
            for index in range(len(self.sets)):
                self.launch(contender, index)
            end.record()
            end.synchronize()
            once = max(begin.elapsed_time(end), 1e-3)
            if launch_ns:
                once = launch_ns * 1e-6 * len(self.sets)
            launches = len(self.sets) * math.ceil(milliseconds / once)
            self.made.clear()
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph, stream=stream):
                for index in range(launches):
                    self.launch(contender, index % len(self.sets))
        return graph, launches

    def capture_whole(self, contender, milliseconds):
        """The same, and it does take so long: a launch from Python may take
        longer than the kernel."""
        captured = self.capture(contender, milliseconds)
        self.replay(captured)
        nanoseconds = self.replay(captured)
        if nanoseconds * captured[1] >= 0.8e6 * milliseconds:
            return captured
        return self.capture(contender, milliseconds, nanoseconds)

    def replay(self, captured):
        """Nanoseconds of one launch."""
        graph, launches = captured
        begin, end = (self.torch.cuda.Event(enable_timing=True)
                      for _ in range(2))
        begin.record()
        graph.replay()
        end.record()
        end.synchronize()
        return begin.elapsed_time(end) * 1e6 / launches

    def time_together(self, contenders, milliseconds, rounds, limit=math.inf):
        """Times of each, one a round; every round begins one contender further
        on. After a first round above the limit, there are no more."""
        graphs = {}
        for index, contender in enumerate(contenders):
            graphs[index] = self.capture(contender, milliseconds)
        times = [[] for _ in contenders]
        for turn in range(rounds + 1):
            for step in range(len(contenders)):
                index = (turn + step) % len(contenders)
                nanoseconds = self.replay(graphs[index])
                # The first round warms up.
                if turn:
                    times[index].append(nanoseconds)
            if turn == 1 and min(map(min, times)) > limit:
                break
        return times
