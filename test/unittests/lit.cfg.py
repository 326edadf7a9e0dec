# The GoogleTest programs as a lit suite: each case is one test of the report.

import os

import lit.formats

config.name = "mlir-autotune-unit"
config.suffixes = []
config.test_source_root = config.test_exec_root = config.autotune_unittests_dir
config.test_format = lit.formats.GoogleTest(".", "Tests")
for name in ("PATH", "HOME", "CUDA_HOME", "CUDA_PATH", "LD_LIBRARY_PATH"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
# As in ../lit.cfg.py: upstream's libraries are not instrumented.
if config.autotune_sanitizers:
    config.environment["ASAN_OPTIONS"] = (
        "detect_leaks=0:detect_container_overflow=0:alloc_dealloc_mismatch=0")
    config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1:halt_on_error=1"
