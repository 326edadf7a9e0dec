# Assembles the PTX of every gpu.binary in the module on the standard input, and
# prints what ptxas says of it.
import re
import subprocess
import sys
import tempfile

module = sys.stdin.read()
assemblies = re.findall(r'assembly = "((?:[^"\\]|\\.)*)"', module)
if not assemblies:
    sys.exit("no PTX in the module")
for text in assemblies:
    ptx = re.sub(r"\\([0-9A-F]{2}|.)", lambda m: chr(int(m[1], 16))
                 if len(m[1]) == 2 else {"n": "\n", "t": "\t"}.get(m[1], m[1]), text)
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as source:
        source.write(ptx.rstrip("\0"))
        source.flush()
        done = subprocess.run(["ptxas", "-arch=sm_90a", "-v", source.name, "-o",
                               "/dev/null"], stderr=subprocess.STDOUT,
                              stdout=subprocess.PIPE, text=True)
    print(done.stdout)
    if done.returncode:
        sys.exit(done.returncode)
