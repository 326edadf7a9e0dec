"""probe_page.py CHROMIUM PAGE WIDTH [JSON]: a page's layout at a window's width.

Opens the page in a headless browser with page_probe.js behind it, and prints
what that says.
"""

import os
import subprocess
import sys
import tempfile

chromium, page, width = sys.argv[1:4]
here = os.path.dirname(os.path.abspath(__file__))
probe = open(os.path.join(here, "page_probe.js"), encoding="utf-8").read()
text = open(page, encoding="utf-8").read()
script = "<script>var probe = %s;\n%s</script>" % (
    sys.argv[4] if len(sys.argv) > 4 else "{}", probe)
with tempfile.TemporaryDirectory() as folder:
    probed = os.path.join(folder, "probed.html")
    with open(probed, "w", encoding="utf-8") as file:
        file.write(text.replace("</body>", script + "</body>"))
    done = subprocess.run(
        [chromium, "--headless", "--no-sandbox", "--disable-gpu",
         "--disable-dev-shm-usage", "--disable-background-networking",
         "--user-data-dir=" + os.path.join(folder, "profile"),
         "--hide-scrollbars", "--window-size=%s,1000" % width, "--dump-dom",
         "file://" + probed],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, timeout=120, text=True)
lines = [line for line in done.stdout.splitlines() if line.startswith("PROBE ")]
if not lines:
    sys.exit("the browser said nothing:\n" + done.stdout[-2000:] + done.stderr[-2000:])
print("\n".join(line[len("PROBE "):] for line in lines))
