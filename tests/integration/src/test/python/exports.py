"""Reads the exports of a fit of conf/data/labour.csv by the programs they are for. Arguments: their folder, and the rows."""

import csv
import json
import math
import pathlib
import runpy
import sys

import arviz
import cmdstanpy
import numpy as np
import pandas
import pypmml

folder = pathlib.Path(sys.argv[1])
rows = pandas.read_csv(sys.argv[2])
posterior = json.loads((folder / "posterior.json").read_text())["posterior"]
names, mean, sd = posterior["names"], np.array(posterior["mean"]), np.array(posterior["sd"])


def resembles(draws):
    """Means within 4 Monte Carlo errors, sds within 4 of theirs, as the posterior is normal."""
    count = len(draws)
    assert np.all(np.abs(draws.mean(axis=0) - mean) < 4 * sd / math.sqrt(count))
    assert np.all(np.abs(draws.std(axis=0) / sd - 1) < 4 / math.sqrt(2 * count))


table = pandas.read_parquet(folder / "draws.parquet")
assert list(table.columns) == names and len(table) == 4000
resembles(table.to_numpy())

inference = arviz.from_cmdstan(posterior=str(folder / "draws.csv"))
beta = inference.posterior["beta"].to_numpy()
assert beta.shape == (1, 4000, len(names)), beta.shape
assert np.array_equal(beta[0], table.to_numpy()), "the same draws in every form"
stan = cmdstanpy.from_csv(str(folder / "draws.csv"))
assert np.array_equal(stan.stan_variable("beta"), beta[0])

script = runpy.run_path("conf/examples/score.py")
scorer = json.loads((folder / "scorer.json").read_text())
with open(sys.argv[2], newline="") as file:
    scored = np.array([script["predictions"](scorer, row)[0] for row in csv.DictReader(file)])
columns = np.column_stack([np.ones(len(rows))] + [rows[name] for name in names[1:]])
assert np.allclose(scored, 1 / (1 + np.exp(-columns @ mean)), rtol=1e-12)
assert np.allclose(np.sqrt(np.diag(scorer["covariance"])), sd, rtol=1e-12)

model = pypmml.Model.load(str(folder / "scorer.pmml"))
predicted = model.predict(rows[names[1:]])
assert np.allclose(predicted["probability_1"].astype(float), scored, rtol=1e-9), predicted.head()

print("exports read by ArviZ", arviz.__version__, "cmdstanpy", cmdstanpy.__version__, "pypmml", pypmml.__version__)
