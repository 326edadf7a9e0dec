# RUN: %python %s %autotune_src
# RUN: %python %s %autotune_src --plant %t
#
# A layer includes, and links, only what stands above it in docs/design/architecture.md.
# So do the folders of a backend: an architecture includes Common, Common includes
# no architecture, and one file lists them all. The folders of the providers are
# the same. What looks for operations that one kernel can compute is included by
# the passes alone, and by nobody else who needs a problem. The second line shows
# that the first can fail: it plants one violation of each kind into a copy of the
# tree, and wants every one of them reported.

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs"))
import planted

# In order. A layer may use itself and those before it.
ORDER = ["Core", "Problem", "Dialect/Autotune", "Dialect/TMTensor", "Dialect/Problem",
         "Dialect/Tile",
         "Analysis", "Space", "Kernels", "Providers", "Proposers",
         "FormProblems", "Backends", "Conversion",
         "Faults", "Transforms", "Tuning", "Reference", "Simulator", "Simulation",
         "Runtime", "Measure", "Tune", "Report", "External", "Program"]
# Of the layers before them, these use but a few. Neither those that stand alone
# nor Core use MLIR or LLVM. Measure, and the tool that is made of it, travel
# without MLIR: they use LLVM's support library.
ALONE = ["Reference", "Simulator", "Runtime"]
USES = {**{layer: ["Core"] for layer in ALONE},
        "Problem": ["Core"],
        "Measure": ["Core", "Problem", "Reference", "Runtime"]}
WITHOUT_LLVM = ["Core"] + ALONE
WITHOUT_MLIR = WITHOUT_LLVM + ["Problem", "Measure", "tools/autotune-runner"]
# Tools may use every layer, but for that one and the one that generates the
# layers' sources.
TOOLS = {"tools/autotune-runner": ["Core", "Problem", "Reference", "Runtime", "Measure"],
         "tools/autotune-tblgen": []}
# Puts layers together as a tool does, but is a library.
PLUGIN = "lib/Plugin/"
# The library each layer is built as, where it is not MLIRAutotune<Layer>.
LIBRARIES = {"MLIRAutotuneDialect": "Dialect/Autotune",
             "MLIRAutotuneTMTensorDialect": "Dialect/TMTensor",
             "MLIRAutotuneProblemDialect": "Dialect/Problem",
             "MLIRTileDialect": "Dialect/Tile",
             "MLIRAutotuneNVVM": "Backends"}
# Below Backends/ each architecture has a folder. It includes Common, itself and
# the older architectures that are named for it here.
FOLDER = re.compile(r"(?:mlir-autotune/Backends/)?NVVM/(?:(Common|SM\d+)/)?")
BUILDS_ON = {}
ARCHITECTURES = "lib/Backends/NVVM/Architectures.cpp"
# Below Providers/ each provider has a folder, too.
PROVIDERS = "lib/Providers/"
REGISTRY = "lib/Providers/Registry.cpp"
# Headers of a layer that only these other layers include.
MATCHERS = {"mlir-autotune/FormProblems/MatmulMatcher.h",
            "mlir-autotune/FormProblems/Patterns.h"}
MATCHING = ["FormProblems", "Transforms"]
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.M)
TD_INCLUDE = re.compile(r'^\s*include\s*"([^"]+)"', re.M)


def layer_of(path):
    """The layer of a path below include/mlir-autotune or lib."""
    for layer in ORDER:
        if path == layer or path.startswith(layer + "/"):
            return layer
    return None


def find_uses(root):
    """The layers whose files each layer includes, without itself."""
    uses = {layer: set() for layer in ORDER}
    for top in ("include/mlir-autotune", "lib"):
        for folder, _, names in os.walk(os.path.join(root, top)):
            layer = layer_of(os.path.relpath(folder, os.path.join(root, top)))
            for name in names if layer else ():
                if not name.endswith((".h", ".cpp", ".cu", ".td")):
                    continue
                text = open(os.path.join(folder, name), encoding="utf-8").read()
                pattern = TD_INCLUDE if name.endswith(".td") else INCLUDE
                for include in pattern.findall(text):
                    head, _, rest = include.partition("/")
                    other = layer_of(rest) if head == "mlir-autotune" else None
                    if other and other != layer:
                        uses[layer].add(other)
    return uses


def may_use(layer, other):
    if layer in USES:
        return other == layer or other in USES[layer]
    return ORDER.index(other) <= ORDER.index(layer)


def check_include(name, where, layer, allowed, include):
    """One message, or None. `allowed` decides on another layer."""
    if include.startswith(("llvm/", "llvm-c/")) and layer in WITHOUT_LLVM:
        return f"{name}: '{include}': {where} uses no LLVM"
    if include.startswith(("mlir/", "mlir-c/")) and where in WITHOUT_MLIR:
        return f"{name}: '{include}': {where} uses no MLIR"
    if ".." in include.split("/"):
        return f"{name}: '{include}': a relative path leaves its folder"
    if not include.startswith("mlir-autotune/"):
        return None
    if include in MATCHERS and layer not in MATCHING:
        return f"{name}: {where or 'a tool'} reads problems and matches none ('{include}')"
    other = layer_of(include[len("mlir-autotune/"):])
    if other is None:
        return f"{name}: '{include}' belongs to no layer"
    if layer:
        if not may_use(layer, other):
            return f"{name}: {layer} must not use {other} ('{include}')"
    elif allowed is not None and other not in allowed:
        return f"{name}: {where} must not use {other} ('{include}')"
    return None


def check_architecture(name, include):
    """One message, or None: a file of a backend that includes an architecture."""
    place = FOLDER.match(name.partition("/Backends/")[2])
    included = FOLDER.match(include)
    folder, other = place and place.group(1), included and included.group(1)
    if not place or not other or other in ("Common", folder) or \
            name == ARCHITECTURES:
        return None
    if other in BUILDS_ON.get(folder, ()) and int(other[2:]) < int(folder[2:]):
        return None
    return f"{name}: must not use the architecture {other} ('{include}')"


def check_provider(root, name, include):
    """One message, or None: a file that includes a provider's folder."""
    other = include.partition("/")[0]
    if not name.startswith(PROVIDERS) or name == REGISTRY or \
            name.startswith(f"{PROVIDERS}{other}/") or other == "Common" or \
            not os.path.isdir(os.path.join(root, PROVIDERS, other)):
        return None
    return f"{name}: must not use the provider {other} ('{include}')"


def check_file(root, name):
    text = open(os.path.join(root, name), encoding="utf-8").read()
    layer, where, allowed = None, None, None
    for base in ("include/mlir-autotune/", "lib/"):
        if name.startswith(base) and not name.startswith(PLUGIN):
            layer = where = layer_of(name[len(base):])
            if layer is None and not name.endswith("CMakeLists.txt"):
                return [f"{name} belongs to no layer"]
    for tool, layers in TOOLS.items():
        if name.startswith(tool + "/"):
            where, allowed = tool, layers
    messages = []
    if name.endswith("CMakeLists.txt"):
        for library in re.findall(r"\bMLIR(?:Autotune\w+|TileDialect)\b", text):
            other = LIBRARIES.get(library, layer_of(
                library.replace("MLIRAutotune", "", 1)))
            if layer and other and not may_use(layer, other):
                messages.append(f"{name}: {layer} must not link {library}")
        return messages
    pattern = TD_INCLUDE if name.endswith(".td") else INCLUDE
    for include in pattern.findall(text):
        messages.append(check_include(name, where, layer, allowed, include))
        messages.append(check_architecture(name, include))
        messages.append(check_provider(root, name, include))
    return [message for message in messages if message]


def check(root):
    messages, files = [], 0
    for top in ("include/mlir-autotune", "lib", "tools"):
        for folder, _, names in sorted(os.walk(os.path.join(root, top))):
            for name in sorted(names):
                if name.endswith((".h", ".cpp", ".cu", ".td", "CMakeLists.txt")):
                    files += 1
                    path = os.path.relpath(os.path.join(folder, name), root)
                    messages += check_file(root, path)
    if files < 20:
        messages.append(f"only {files} files found below {root}")
    return messages


PLANTED = {
    "include/mlir-autotune/Core/Planted.h":
        '#include "mlir-autotune/Problem/MatmulFact.h"\n',
    "lib/Problem/Planted.cpp": '#include "mlir/IR/Value.h"\n',
    "lib/Core/Planted.cpp": '#include "llvm/ADT/StringRef.h"\n',
    "lib/Core/Other.cpp": '#include "mlir-autotune/Runtime/CudaTypes.h"\n',
    "include/mlir-autotune/Analysis/Planted.h":
        '#include "mlir-autotune/Space/Space.h"\n',
    "lib/Dialect/Autotune/Planted.cpp":
        '#include "mlir-autotune/Dialect/Tile/TileDialect.h"\n',
    "lib/Kernels/Planted.cpp": '  # include <mlir-autotune/Transforms/Passes.h>\n',
    "lib/Tuning/Planted.cpp": '#include "mlir-autotune/Runtime/Driver.h"\n',
    "lib/Tuning/Simulated.cpp":
        '#include "mlir-autotune/Simulator/Simulator.h"\n',
    "lib/Simulation/Planted.cpp":
        '#include "mlir-autotune/Runtime/CudaDriver.h"\n',
    "lib/Space/Planted.cpp": '#include "../Analysis/Private.h"\n',
    "lib/Runtime/Planted.cpp": '#include "llvm/ADT/StringRef.h"\n',
    "lib/Reference/Planted.cpp": '#include "llvm/ADT/StringRef.h"\n',
    "lib/Kernels/Referenced.cpp":
        '#include "mlir-autotune/Reference/Function.h"\n',
    "lib/Conversion/Simulated.cpp":
        '#include "mlir-autotune/Simulator/Symbols.h"\n',
    "lib/Runtime/Other.cpp": '#include "mlir-autotune/Reference/Function.h"\n',
    "lib/Runtime/Measured.cpp":
        '#include "mlir-autotune/Measure/Records.h"\n',
    "lib/Tuning/Matching.cpp":
        '#include "mlir-autotune/FormProblems/MatmulMatcher.h"\n',
    "tools/autotune-sim/Planted.cpp":
        '#include "mlir-autotune/FormProblems/Patterns.h"\n',
    "lib/Tuning/Tuned.cpp": '#include "mlir-autotune/Tune/Input.h"\n',
    "lib/Measure/Tuned.cpp": '#include "mlir-autotune/Tune/Input.h"\n',
    "lib/Tune/Planted.cpp": '#include "mlir-autotune/Report/HtmlReport.h"\n',
    "lib/Tune/Asked.cpp":
        '#include "mlir-autotune/External/NvMatmulHeuristics.h"\n',
    "lib/Measure/Planted.cpp": '#include "mlir/IR/Builders.h"\n',
    "include/mlir-autotune/Measure/Planted.h":
        '#include "mlir-autotune/Tuning/Bundle.h"\n',
    "lib/Measure/Planted/CMakeLists.txt":
        "autotune_add_library(X LINK MLIRAutotuneSimulation)\n",
    "lib/Simulator/Third.cpp": '#include "mlir-autotune/Space/Space.h"\n',
    "lib/Simulator/Planted.cpp": '#include "mlir/IR/Value.h"\n',
    "lib/Simulator/Other.cpp": '#include "mlir-autotune/Runtime/CudaDriver.h"\n',
    "lib/Backends/NVVM/Planted.cpp": '#include "NVVM/SM90/SM90.h"\n',
    "lib/Backends/NVVM/Common/Planted.cpp":
        '#include "NVVM/SM80/WarpOperands.h"\n',
    "lib/Backends/NVVM/SM80/Planted.cpp":
        '#include "mlir-autotune/Backends/NVVM/SM90/WgmmaAsm.h"\n',
    "lib/Backends/NVVM/SM90/Planted.h": '#include "NVVM/SM80/Patterns.h"\n',
    "include/mlir-autotune/Backends/NVVM/Planted.h":
        '#include "mlir-autotune/Backends/NVVM/SM90/WgmmaAsm.h"\n',
    "lib/Kernels/Provided.cpp":
        '#include "mlir-autotune/Providers/Registry.h"\n',
    "lib/Providers/Planted.cpp":
        '#include "mlir-autotune/Proposers/Propose.h"\n',
    "lib/Providers/Common/Planted.cpp": '#include "Planted/Planted.h"\n',
    "lib/Providers/Other/Planted.cpp": '#include "Planted/Planted.h"\n',
    "lib/Providers/Planted/Planted.h": '#include "Other/Planted.h"\n',
    "lib/Stray/Planted.cpp": "\n",
    "include/mlir-autotune/Dialect/Autotune/Planted.td":
        'include "mlir-autotune/Transforms/Passes.td"\n',
    "lib/Analysis/Planted/CMakeLists.txt":
        "autotune_add_library(X LINK MLIRAutotuneProposers)\n",
    "lib/Core/Planted/CMakeLists.txt":
        "autotune_add_library(X LINK MLIRAutotuneAnalysis)\n",
    "tools/autotune-runner/Planted.cpp": '#include "mlir/IR/Builders.h"\n',
    "tools/autotune-tblgen/Planted.cpp":
        '#include "mlir-autotune/Space/Space.h"\n',
}


if __name__ == "__main__":
    planted.main(check, ("include", "lib", "tools"), PLANTED)
