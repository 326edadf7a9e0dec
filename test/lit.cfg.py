# Configuration of the lit suite. A RUN line can use:
#
#   autotune-opt, autotune-bench, autotune-runner, autotune-sim, autotune-tblgen
#                            the tools of this build
#   FileCheck, not, split-file, count    LLVM's test helpers
#   %mlir_opt, %mlir_translate, %mlir_runner, %mlir_tblgen
#                            Debian's unmodified MLIR tools
#   %mlir_runner_line_buffered           mlir-runner with line-buffered output
#   %autotune_plugin         libMLIRAutotune.so (dialects and passes)
#   %autotune_cuda_runtime   libautotune_cuda_runtime.so
#   %run_gpu                 runs @main of a compiled module, from a file or from
#                            standard input, with kernels on the GPU
#   %run_sim                 the same with simulated kernels: the module must be
#                            compiled with format=sim
#   %schedules               the thread schedules to simulate: "all", or "random"
#                            with sanitizers, which take 20 times as long
#   %unittests               the folder of the GoogleTest programs
#   %simulate_passes         passes that compile a gpu.module, and host code on
#                            memrefs that launches it, for %run_sim
#   %autotune_src, %autotune_build       the source tree, the build tree
#   %kernels_td, %include    two folders of the source tree
#   %cuda_include            the folder of CUDA's headers
#   %autotune_python         the folder of the Python module
#   %python                  the Python interpreter that runs lit
#   %torch_python            a Python with PyTorch and torch-mlir
#   %ray_python              a Python with Ray
#   %fake_cuda               the stand-in for the CUDA driver
#   %long_configs            a filter that writes out all parameters of configs
#   %lightgbm_python         a Python interpreter that can train the cost model
#   %mkdocs_python           a Python interpreter that can make the site of docs/
#   %chromium                the browser for the tests of HTML reports
#   %features                the features of this run, from the list below
#   %cmake, %cxx, %mlir_dir, %build_type   the configuration of this build
#
# A REQUIRES or UNSUPPORTED line can name these features:
#
#   ptxas      ptxas is installed
#   zstd       the command zstd is installed
#   cuda-headers  cuda.h is installed
#   cuda-gpu   this machine has a GPU and a driver that autotune-runner can use
#   plugin     this build has the plugin and the shared libraries
#   static     the tools are linked statically (the opposite of plugin)
#   archives   the tools have MLIR inside, and the plugin shares libMLIR.so
#   sanitizers ASan and UBSan are on
#   fuzz       this build has the fuzzers
#   x86-64     the architecture of this machine is x86-64
#   host-cpu   this run sets AUTOTUNE_HOST_CPU for the code that it compiles
#   chromium   a Chromium is installed (./dev.sh setup --browser), or
#              $AUTOTUNE_BROWSER names a browser
#   lightgbm   a Python has the release of LightGBM that the cost model is
#              trained with: .venv (./dev.sh train), or $AUTOTUNE_LIGHTGBM_PYTHON
#   cutlass    the headers of CUTLASS (./dev.sh setup --cutlass) and nvcc are
#              installed
#   nvmatmul   $AUTOTUNE_LIBNVMATMULHEURISTICS names the library
#              nvMatmulHeuristics
#   python-native  the Python package has its native module
#   torch      $AUTOTUNE_TORCH_PYTHON names a Python with torch-mlir, of the
#              version that the native module is for
#   ray        $AUTOTUNE_RAY_PYTHON names a Python with Ray
#   mkdocs     a Python has the release of MkDocs that makes the site: .venv
#              (./dev.sh docs), or $AUTOTUNE_MKDOCS_PYTHON

import glob
import os
import platform
import subprocess
import sys

import lit.formats
import lit.util

config.name = "mlir-autotune"
config.test_format = lit.formats.ShTest(execute_external=False)
if config.autotune_host_cpu:
    config.name += "-" + config.autotune_host_cpu
    # lit hands tests to other processes, which must find the class by its module.
    sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
    from host_cpu_tests import HostCPUTests
    config.test_format = HostCPUTests(execute_external=False)
    config.available_features.add("host-cpu")
config.suffixes = [".mlir", ".test", ".td", ".py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.autotune_test_dir
# unittests/ is a suite of its own; Inputs/ holds what other tests read.
config.excludes = ["unittests", "Inputs", "CMakeLists.txt", "lit.cfg.py",
                   "lit.local.cfg", "Speed"]
if not config.autotune_host_cpu:
    config.excludes.append("HostCPU")

tools_dir = config.autotune_tools_dir
lib_dir = config.autotune_lib_dir
llvm_dir = config.llvm_tools_dir

# ptxas is looked for on PATH, as the tools themselves do.
path = [tools_dir, llvm_dir]
if os.path.isfile(config.autotune_ptxas):
    path.append(os.path.dirname(config.autotune_ptxas))
config.environment["PATH"] = os.pathsep.join(path + [os.environ.get("PATH", "")])
for name in ("CUDA_HOME", "CUDA_PATH", "CUDA_VISIBLE_DEVICES",
             "LD_LIBRARY_PATH", "CCACHE_DISABLE", "CCACHE_DIR", "CI",
             "AUTOTUNE_HOST_CPU"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
if config.autotune_host_cpu:
    config.environment["AUTOTUNE_HOST_CPU"] = config.autotune_host_cpu

# Tables are one line a row, but for the tests of narrow ones.
config.environment["COLUMNS"] = "1000"

# No test reads or fills the user's own kernel cache.
config.environment["XDG_CACHE_HOME"] = os.path.join(config.test_exec_root,
                                                    "cache")
config.environment["HOME"] = os.path.join(config.test_exec_root, "home")

mlir_opt = os.path.join(llvm_dir, "mlir-opt")
mlir_runner = os.path.join(llvm_dir, "mlir-runner")
# What cf.assert prints stays in the buffer of a pipe when it aborts.
line_buffered_runner = "stdbuf -oL " + mlir_runner
if config.autotune_sanitizers:
    config.available_features.add("sanitizers")
    # tools/cmake/AutotuneSanitizers.cmake says why.
    config.environment["ASAN_OPTIONS"] = config.autotune_asan_options
    config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1:halt_on_error=1"
    # Debian's programs load our instrumented libraries: ASan must come first.
    if config.autotune_asan_runtime:
        preload = "env LD_PRELOAD=%s " % config.autotune_asan_runtime
        # stdbuf would put its own library first.
        line_buffered_runner = (
            "env _STDBUF_O=L LD_PRELOAD=%s:%s "
            % (config.autotune_asan_runtime,
               "/usr/libexec/coreutils/libstdbuf.so") + mlir_runner)
        mlir_opt = preload + mlir_opt
        mlir_runner = preload + mlir_runner

plugin = os.path.join(lib_dir, "libMLIRAutotune.so")
cuda_runtime = os.path.join(lib_dir, "libautotune_cuda_runtime.so")
if config.autotune_static:
    config.available_features.add("static")
else:
    config.available_features.add("plugin")
if config.autotune_archives and not config.autotune_static:
    config.available_features.add("archives")
if lit.util.which("ptxas", config.environment["PATH"]):
    config.available_features.add("ptxas")
if lit.util.which("zstd", config.environment["PATH"]):
    config.available_features.add("zstd")
if os.path.isfile(os.path.join(config.autotune_cuda_include_dir, "cuda.h")):
    config.available_features.add("cuda-headers")


if platform.machine() in ("x86_64", "AMD64"):
    config.available_features.add("x86-64")
if config.autotune_fuzz:
    config.available_features.add("fuzz")


def has_gpu():
    """Whether this build's own runner finds a device that it can use."""
    runner = os.path.join(tools_dir, "autotune-runner")
    if not os.path.isfile(runner):
        return False
    try:
        done = subprocess.run([runner, "--device-info"], timeout=60,
                              stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


if has_gpu():
    config.available_features.add("cuda-gpu")

chromium = next(
    filter(None, (lit.util.which(name, config.environment["PATH"]) for name in
                  (os.environ.get("AUTOTUNE_BROWSER", ""), "chromium",
                   "chromium-browser", "google-chrome") if name)), None)
if chromium:
    config.available_features.add("chromium")


def find_python(module, release, python):
    """A Python with the release of a module, by default that of dev.sh."""
    python = python or os.path.join(config.autotune_source_dir, ".venv", "bin",
                                    "python")
    check = "import %s; print(%s.__version__)" % (module, module)
    if not os.path.isfile(python):
        return None
    done = subprocess.run([python, "-c", check], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return python if done.stdout.strip() == release.encode() else None


if os.path.isfile(os.environ.get("AUTOTUNE_LIBNVMATMULHEURISTICS", "")):
    config.available_features.add("nvmatmul")
python_package = os.path.join(config.autotune_binary_dir, "python")
# Sanitizers would have to come before everything that Python loads.
if not config.autotune_sanitizers and glob.glob(
        os.path.join(python_package, "mlir_autotune", "_native.*")):
    config.available_features.add("python-native")
    for package, module in (("torch", "torch_mlir"), ("ray", "ray")):
        named = os.environ.get("AUTOTUNE_%s_PYTHON" % package.upper(), "")
        if os.path.isfile(named) and subprocess.run(
                [named, "-c", "import " + module], stdin=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL).returncode == 0:
            config.available_features.add(package)
mkdocs_python = find_python("mkdocs", "1.6.1",
                            os.environ.get("AUTOTUNE_MKDOCS_PYTHON"))
if mkdocs_python:
    config.available_features.add("mkdocs")
lightgbm_python = find_python("lightgbm", "4.7.0",
                              os.environ.get("AUTOTUNE_LIGHTGBM_PYTHON"))
if lightgbm_python:
    config.available_features.add("lightgbm")
if subprocess.run([sys.executable, os.path.join(config.autotune_source_dir, "tools",
                                                "cutlass", "build.py"), "--find"],
                  stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                  stderr=subprocess.DEVNULL).returncode == 0:
    config.available_features.add("cutlass")


def run_main(library, *options):
    """mlir-runner on @main, with MLIR's printing functions. The library of ours
    comes first: upstream's have a __truncdfbf2, too, which rounds twice."""
    support = [os.path.join(config.mlir_cmake_dir, "..", "..", name)
               for name in ("libmlir_runner_utils.so",
                            "libmlir_c_runner_utils.so")]
    return " ".join([mlir_runner, "-e main", "-entry-point-result=void"] +
                    ["-shared-libs=" + os.path.normpath(lib)
                     for lib in [library] + support] + list(options))


simulator = os.path.join(lib_dir, "libautotune_simulator.so")
# Compiling a kernel for the host takes longer than simulating it, so nothing is
# optimized. mlir-runner's -O0 is about LLVM IR alone: machine code is selected
# and allocated with optimizations unless LLVM's own options say otherwise. Not
# -fast-isel, which loses signs of bf16.
run_sim = run_main(simulator, "-O0", "-optimize-regalloc=false",
                   "-disable-machine-cse", "-disable-machine-licm",
                   "-disable-post-ra", "-disable-cgp", "-disable-lsr",
                   "-disable-early-taildup", "-disable-block-placement",
                   "-enable-misched=false")
simulate_passes = ("-convert-kernels-to-simulator -gpu-to-llvm "
                   "-convert-to-llvm -reconcile-unrealized-casts "
                   "-autotune-set-host-cpu")
run_gpu = run_main(cuda_runtime, "-O2")

# The longer name comes first where one is the beginning of another.
source = config.autotune_source_dir
config.substitutions += [
    ("%mlir_opt", mlir_opt),
    ("%mlir_runner_line_buffered", line_buffered_runner),
    ("%mlir_runner", mlir_runner),
    ("%mlir_tblgen", os.path.join(llvm_dir, "mlir-tblgen")),
    ("%mlir_translate", os.path.join(llvm_dir, "mlir-translate")),
    ("%mlir_dir", config.mlir_cmake_dir),
    ("%autotune_python", python_package),
    ("%torch_python", os.environ.get("AUTOTUNE_TORCH_PYTHON", "python3")),
    ("%ray_python", os.environ.get("AUTOTUNE_RAY_PYTHON", "python3")),
    ("%fake_cuda", os.path.join(lib_dir, "libautotune_fake_cuda.so")),
    ("%autotune_plugin", plugin),
    ("%autotune_cuda_runtime", cuda_runtime),
    ("%run_gpu", run_gpu),
    ("%run_sim", run_sim),
    ("%schedules", "random" if config.autotune_sanitizers else "all"),
    ("%simulate_passes", simulate_passes),
    ("%unittests", config.autotune_unittests_dir),
    ("%autotune_src", source),
    ("%autotune_build", config.autotune_binary_dir),
    ("%kernels_td", os.path.join(source, "kernels_td")),
    ("%include", os.path.join(source, "include")),
    ("%features", " ".join(sorted(config.available_features))),
    ("%long_configs", " ".join([
        sys.executable, os.path.join(config.test_source_root, "Inputs",
                                     "long_configs.py"),
        os.path.join(source, "docs", "reference", "config.schema.json")])),
    ("%python", sys.executable),
    ("%lightgbm_python", lightgbm_python or "python3"),
    ("%mkdocs_python", mkdocs_python or "python3"),
    ("%chromium", chromium or "chromium"),
    ("%cuda_include", config.autotune_cuda_include_dir),
    ("%cmake", config.cmake_command),
    ("%build_type", config.cmake_build_type),
    ("%cxx", config.cxx_compiler),
]
