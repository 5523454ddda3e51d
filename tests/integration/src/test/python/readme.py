"""Runs README's lines for a notebook as they stand, in a session that knows nothing of the jar. Arguments: README.md, and a Connect
server, started with the jar, or nothing."""

import re
import sys

from pyspark.sql import SparkSession

with open(sys.argv[1], encoding="utf-8") as file:
    (lines,) = re.findall(r"## In a notebook.*?```python\n(.*?)```", file.read(), re.DOTALL)
server = sys.argv[2] if len(sys.argv) > 2 else None
spark = SparkSession.builder.remote(server).getOrCreate() if server else SparkSession.builder.master("local[2]").getOrCreate()
flights = spark.range(0, 240, 1, 2).selectExpr(
    "cast((id * 7) % 4 = 0 as double) as late",
    "case id % 3 when 0 then 'AA' when 1 then 'BB' else 'CC' end as carrier",
    "cast(id % 17 as double) / 8 as distance",
    "cast(id % 23 as double) as hour",
)
notebook = {"flights": flights, "more_flights": flights.limit(10)}
exec(lines, notebook)
assert notebook["model"].transform(flights).count() == 240
print("README's lines on Spark", spark.version, "by Connect" if server else "classic")
spark.stop()
