"""Saves or loads a model, whose other half another release of Spark does. Arguments: save or load, and a folder."""

import json
import sys

import numpy as np
from credence import VariationalEstimator, VariationalModel
from pyspark.ml import Pipeline, PipelineModel
from session import session

verb, folder = sys.argv[1:]
spark = session()
rows = spark.range(0, 200, 1, 2).selectExpr(
    "cast(id % 17 as double) / 8 as age",
    "case id % 3 when 0 then 'AA' when 1 then 'BB' else 'CC' end as carrier",
    "cast(id % 9 as double) + cast(id % 17 as double) / 4 as delay",
    *[f"pmod(hash(id, {k}), 1000) / 1000d as x{k}" for k in range(70)],
)

# As many columns as make the covariance a table of its own
wide = "delay ~ carrier + " + " + ".join(f"x{k}" for k in range(70))


def predictions(model):
    scored = model.transform(rows).select("prediction", "lower", "upper").collect()
    return [[float(cell) for cell in row] for row in scored[:20]]


if verb == "save":
    estimators = {
        "line": VariationalEstimator(formula="delay ~ age + carrier", family="gaussian"),
        "wide": VariationalEstimator(formula=wide, family="gaussian"),
        "pipeline": Pipeline(stages=[VariationalEstimator(formula="delay ~ age", family="gaussian")]),
    }
    expected = {}
    for name, estimator in estimators.items():
        model = estimator.fit(rows)
        model.write().overwrite().save(f"{folder}/{name}")
        expected[name] = predictions(model)
    with open(f"{folder}/predictions.json", "w") as file:
        json.dump(expected, file)
else:
    with open(f"{folder}/predictions.json") as file:
        expected = json.load(file)
    for name, saved in expected.items():
        model = (PipelineModel if name == "pipeline" else VariationalModel).load(f"{folder}/{name}")
        assert np.allclose(predictions(model), saved, rtol=1e-12, atol=0), name
    assert VariationalModel.load(f"{folder}/line").draws(3).shape == (3, 5)

print(verb, "on Spark", spark.version)
spark.stop()
