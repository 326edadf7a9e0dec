"""The tests of a suite that names a CPU (test/CMakeLists.txt)."""

import re

import lit.formats

# They compile code for this machine and run it: kernels of every template and
# element type, their prologues and epilogues, host code around them, and the
# references that they are compared with. Between them they call every kind of
# function that LLVM has for what the CPU lacks. The HostCPU folder is for these
# suites alone.
HOST_CPU_TESTS = re.compile(r"""
    HostCPU/
  | GPU/(epilogues|float8|types|weights-int4|weights-float8|f16-sums|simt)\.mlir
  | Cells/requantised\.test
  | Simulation/(epilogues|handwritten|converted-rows)\.test
  | Simulation/matrix/(ampere-epilogues|block-scales|float8|integers
        |prologues-float8|simt-stream)\.cases
  | Simulator/
    """, re.VERBOSE)


class HostCPUTests(lit.formats.ShTest):
    def getTestsInDirectory(self, suite, path, lit_config, local_config):
        for test in super().getTestsInDirectory(suite, path, lit_config,
                                                local_config):
            if HOST_CPU_TESTS.match("/".join(test.path_in_suite)):
                yield test
