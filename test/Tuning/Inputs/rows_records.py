"""Gives records times: rows_records.py RECORDS FASTEST, where the config that has
the text FASTEST takes 5 us, and all others 10 us. Prints them."""
import json
import sys

for line in open(sys.argv[1], encoding="utf-8"):
    record = json.loads(line)
    time = 5000 if sys.argv[2] in record["config"] else 10000
    record.update(outcome="ok", detail="", device="NVIDIA H200", time_ns=time,
                  times_ns=[time] * 5, spread=0, error=0, gbps=1, tflops=0,
                  baseline=None, final=True)
    print(json.dumps(record))
