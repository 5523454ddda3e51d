"""Runs the lines of a page of questions as they stand, over simulated rows. Arguments: the page, and a folder for what they write."""

import os
import re
import sys

import numpy
import pandas

with open(sys.argv[1], encoding="utf-8") as file:
    blocks = re.findall(r"```python\n(.*?)```", file.read(), re.DOTALL)
os.chdir(sys.argv[2])
random = numpy.random.default_rng(1)
count = 300
rows = pandas.DataFrame({
    "region": random.choice(["north", "south", "west"], count),
    "store": [f"s{k % 12:02d}" for k in range(count)],
    "age": random.integers(18, 80, count),
    "exposure": random.uniform(0.2, 1, count),
    "late": random.integers(0, 2, count),
})
rows["claims"] = random.poisson(rows["exposure"] * numpy.exp(-0.5 + 0.01 * rows["age"]))
rows["cost"] = random.gamma(2, 100 * numpy.exp(0.005 * rows["age"]))
cells = rows[["region", "store", "age"]].head(50).assign(population=10)
page = {"rows": rows, "cells": cells}
for block in blocks:
    exec(block, page)
spark = page["spark"]
assert spark.read.parquet("coefficients.parquet").count() == 4
assert (page["frequency"].relativities()["relativity"] > 0).all()
print(len(blocks), "answers on Spark", spark.version)
spark.stop()
