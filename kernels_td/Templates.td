//===- Templates.td - All kernel templates --------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The templates, in the order in which they are tried, listed and enumerated. Each
// has a folder here with its record and the seeds of its heuristics, and a folder
// of the same name in lib/Providers.
//
//===----------------------------------------------------------------------===//

include "HopperWgmma/HopperWgmma.td"
include "AmpereMma/AmpereMma.td"
include "Simt/Simt.td"
include "SimtStream/SimtStream.td"
include "SimtRows/SimtRows.td"
include "HopperAttention/HopperAttention.td"
include "AmpereAttention/AmpereAttention.td"
include "CublasLt/CublasLt.td"
include "Cutlass/Cutlass.td"

def : Introduction<[{
# Kernel templates

A config names a template and sets its parameters:

```mlir
#autotune.config<hopper_wgmma, tile = [128, 256, 64], stages = 4>
```

A config that does not set all parameters is partial, and `autotune-attach-configs` completes it. If the
text ends with `defaults`, the config is complete: a parameter that it does not name has its default.
Complete configs are printed in this form. [configs.md](configs.md) has the rules.

```mlir
#autotune.config<hopper_wgmma, tile = [128, 192, 64], schedule = pingpong, store = tma, defaults>
```

Tables and messages write words: the column "in tables" has the word of each parameter, and `no-` before
the word of a flag means false. Parameters that have their default are left out, except for a few that
are always written. `...` at the end means that the other parameters are not set.

```
hopper_wgmma 128x192x64 s4 pingpong persistent tma-store
```

Options, lookup tables and files of cases take each of these texts. A default never changes, so that no
text changes its meaning.

A level of the space tries the values of its column. You may write any legal value by hand.

The lists of element types name the types of a problem. `sums in: f16` means products that may be summed
in f16 (`accumulator=f16`). Only `hopper_wgmma` sums them in f16. The other templates sum them in f32.
}]>;
