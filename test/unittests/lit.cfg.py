# The GoogleTest programs as a lit suite: each case is one test of the report.

import os

import lit.formats

config.name = "mlir-autotune-unit"
config.suffixes = []
config.test_source_root = config.test_exec_root = config.autotune_unittests_dir
config.test_format = lit.formats.GoogleTest(".", "Tests")
for name in ("PATH", "CUDA_HOME", "CUDA_PATH", "LD_LIBRARY_PATH",
             "AUTOTUNE_HOST_CPU"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
# No test reads or fills what is the user's own.
config.environment["HOME"] = os.path.join(config.test_exec_root, "home")
config.environment["XDG_CACHE_HOME"] = os.path.join(config.test_exec_root,
                                                    "cache")
# tools/cmake/AutotuneSanitizers.cmake says why.
if config.autotune_sanitizers:
    config.environment["ASAN_OPTIONS"] = config.autotune_asan_options
    config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1:halt_on_error=1"
