"""Runs the examples of the Python reference as they stand, over simulated rows. Arguments: the folder of its pages, and one for what they write."""

import os
import re
import sys
from pathlib import Path

import matplotlib
import numpy
import pandas
from pyspark.ml.feature import VectorAssembler

import credence
import credence.mlflow
from credence import Likelihood, VariationalEstimator, VariationalGeneralizedLinearRegression, VariationalLogisticRegression
from credence import VariationalMixedModel, VariationalModel, VariationalNetwork

matplotlib.use("Agg")
EXAMPLE = re.compile(r"(?ms)^##+ `(?:credence\.)?([\w.]+)|^`(\w[^`]*)`$|^```python\n(.*?)```")
pages = [(Path(sys.argv[1]) / page).read_text(encoding="utf-8") for page in ("python.md", "python-models.md")]
method = ""
examples = []
for heading, line, block in (found.groups() for page in pages for found in EXAMPLE.finditer(page)):
    method = heading or method
    if not heading:
        examples.append((method, line or block))
os.chdir(sys.argv[2])
spark = eval(next(code for method, code in examples if method == "session"))
random = numpy.random.default_rng(1)
count = 300
table = pandas.DataFrame({name: random.normal(size=count) for name in ("a", "b", "x")})
table["age"] = random.integers(18, 80, count)
table["county"] = [f"c{k % 12:02d}" for k in range(count)]
table["y"] = random.poisson(numpy.exp(0.3 * table["a"] + 0.2 * table["x"]))
table["late"] = random.integers(0, 2, count)
rows = VectorAssembler(inputCols=["a", "b"], outputCol="features").transform(spark.createDataFrame(table)).cache()
logistic = VariationalLogisticRegression(formula="late ~ age + a + b").fit(rows)
mixed = VariationalMixedModel(formula="x ~ a + (1 | county)").fit(rows)
smooth = VariationalGeneralizedLinearRegression(formula="x ~ s(a)").fit(rows)
estimator = VariationalEstimator(formula="y ~ a", family="poisson")
models = {
    "heldOut": VariationalNetwork(features=["a"], labelCol="x", layers=[5]).fit(rows),
    "posteriors": VariationalGeneralizedLinearRegression(formula="x ~ a", by=["county"]).fit(rows),
    "relativities": estimator.fit(rows),
    **dict.fromkeys(("random_effects", "effect_ranks", "variance_components"), mixed),
    **dict.fromkeys(("smooths", "plot"), smooth),
}
known = {**globals(), "network": VariationalNetwork(labelCol="x")}
for method, code in examples:
    known["model"] = models.get(method, logistic)
    if method == "read":
        (logistic if code.startswith("VariationalModel") else estimator).write().overwrite().save("folder")
    if method != "session":
        exec(code, known)
assert len(examples) > 50, len(examples)
print(len(examples), "examples on Spark", spark.version)
spark.stop()
