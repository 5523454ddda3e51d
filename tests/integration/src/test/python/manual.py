"""Runs the Python of pages of the manual as it stands, each page after the rows that it speaks of have been made.
Arguments: a folder with the blocks, as the class Manual of the tests writes them; one for what they write; and the address of a Connect
server, started with the jar, or nothing."""

import os
import sys
from pathlib import Path

import matplotlib
import numpy
import pandas
from pyspark.sql import SparkSession

matplotlib.use("Agg")
REPOSITORY = Path.cwd()
random = numpy.random.default_rng(1)


def table(count=300):
    """Rows with a column of each name that pages use."""
    rows = pandas.DataFrame({name: random.normal(size=count) for name in ("a", "b", "x")})
    rows["age"] = random.integers(18, 80, count)
    rows["income"] = random.gamma(3, 20, count)
    rows["price"] = random.uniform(1, 2, count)
    rows["amount"] = 5 - rows["price"] + random.normal(size=count)
    rows["region"] = random.choice(["north", "south", "west"], count)
    rows["county"] = rows["store"] = [f"s{k % 12:02d}" for k in range(count)]
    rows["exposure"] = random.uniform(0.2, 1, count)
    rows["claims"] = random.poisson(rows["exposure"] * numpy.exp(-0.5 + 0.01 * rows["age"]))
    rows["cost"] = random.gamma(2, 100 * numpy.exp(0.005 * rows["age"]))
    rows["late"] = random.integers(0, 2, count)
    rows["y"] = random.poisson(numpy.exp(0.3 * rows["a"] + 0.2 * rows["x"]))
    return rows


def data(name):
    return pandas.read_csv(REPOSITORY / "conf/data" / name)


def motorcycles():
    from credence import VariationalEstimator

    return {"rows": data("mcycle.csv"), "VariationalEstimator": VariationalEstimator}


def stages():
    """Names of the package that a page uses without a line of import, as its first block of the tutorial has one."""
    import credence

    return {name: getattr(credence, name) for name in credence.__all__}


def simulated():
    rows = table()
    return {**stages(), "rows": rows, "new_rows": rows.head(20)}


def effects():
    from credence import VariationalEstimator

    rows = table().drop(columns="age")
    rows["District"] = random.choice(["1", "2", "3", "4"], len(rows))
    rows["Age"] = random.choice(["<25", "25-29", ">35"], len(rows))
    formula = "claims ~ District + Age + income + region + offset(log(exposure))"
    return {"rows": rows, "model": VariationalEstimator(family="poisson", formula=formula).fit(rows)}


def mixed():
    rows = data("sleepstudy.csv")
    rows["Subject"] = rows["Subject"].astype(str)
    return {**stages(), "rows": rows, "new_rows": rows.head(4).assign(Subject="new")}


def questions():
    rows = table()
    return {"rows": rows, "cells": rows[["region", "store", "age"]].head(50).assign(population=10)}


def linear():
    rows = table().assign(y=random.normal(size=300))
    return {**stages(), "rows": rows}


def survivors():
    return {"rows": data("rossi.csv")}


def reference():
    """Rows and models of examples of single methods."""
    import credence.mlflow
    from pyspark.ml.feature import VectorAssembler

    known = stages()
    frame = VectorAssembler(inputCols=["a", "b"], outputCol="features").transform(SparkSession.active().createDataFrame(table())).cache()
    return {**known, "credence": credence, "rows": frame, "spark": SparkSession.active(), "network": known["VariationalNetwork"](labelCol="x")}


def tutorial():
    return {}


def after_questions(page):
    assert SparkSession.active().read.parquet("coefficients.parquet").count() == 4
    assert (page["frequency"].relativities()["relativity"] > 0).all()


def after_tutorial(page):
    effect = page["model"].comparisons(variables={"fin": [0, 1]}).iloc[0]
    assert abs(effect["mean"] + 0.072) < 0.005 and 0.03 < effect["positive"] < 0.06, effect
    assert os.path.getsize("arrest.html") > 10_000


def after_priors(page):
    assert abs(page["first"].prior_summary()["sd"]["age"] - 0.41) < 0.01
    assert 0.7 < ((page["share"] < 0.01) | (page["share"] > 0.99)).mean() < 0.8


def after_mlflow(page):
    """A fit is logged as a run, and those of later pages are not."""
    import mlflow

    stages()["VariationalLogisticRegression"](formula="late ~ age").fit(table())
    assert len(mlflow.search_runs()) == 1
    page["autolog"](disable=True)


def after_readme(page):
    assert page["model"].transform(page["flights"]).count() == 2000


PREPARED = {
    "README.md": tutorial,
    "by-group.md": simulated,
    "distributional.md": motorcycles,
    "effects.md": effects,
    "expressions.md": survivors,
    "how-do-i.md": questions,
    "mixed-models.md": mixed,
    "mlflow.md": tutorial,
    "networks.md": linear,
    "other-networks.md": linear,
    "priors-before-the-fit.md": tutorial,
    "python-models.md": reference,
    "python.md": reference,
    "smooths.md": motorcycles,
    "start-python.md": tutorial,
    "your-own-model.md": linear,
}
SESSIONS = ("README.md", "how-do-i.md", "start-python.md")
"""Pages whose lines make the session."""
CHECKED = {
    "README.md": after_readme,
    "how-do-i.md": after_questions,
    "mlflow.md": after_mlflow,
    "priors-before-the-fit.md": after_priors,
    "start-python.md": after_tutorial,
}


class Examples:
    """Before each example of a reference: the model that its method belongs to."""

    def __init__(self, known):
        rows = known["rows"]
        linear = known["VariationalGeneralizedLinearRegression"]
        self.logistic = known["VariationalLogisticRegression"](formula="late ~ age + a + b").fit(rows)
        self.estimator = known["estimator"] = known["VariationalEstimator"](formula="y ~ a", family="poisson")
        mixed = known["VariationalMixedModel"](formula="x ~ a + (1 | county)").fit(rows)
        smooth = linear(formula="x ~ s(a)").fit(rows)
        self.models = {
            "heldOut": known["VariationalNetwork"](features=["a"], labelCol="x", layers=[5]).fit(rows),
            "posteriors": linear(formula="x ~ a", by=["county"]).fit(rows),
            "relativities": self.estimator.fit(rows),
            **dict.fromkeys(("random_effects", "effect_ranks", "variance_components"), mixed),
            **dict.fromkeys(("smooths", "plot"), smooth),
        }

    def before(self, method, code, known):
        known["model"] = self.models.get(method, self.logistic)
        if method == "read":
            (self.logistic if code.startswith("VariationalModel") else self.estimator).write().overwrite().save("folder")


def blocks(folder):
    """Page, line, method and code of each block."""
    for file in sorted(Path(folder).glob("*.py")):
        head, _, code = file.read_text(encoding="utf-8").partition("\n")
        page, line, method = head[2:].split("\t")
        yield page, int(line), method, code


def prepared(name, done):
    """What names mean at the begin of a page; ``done`` has those at the end of earlier pages."""
    if name == "priors-before-the-fit.md":
        return done["start-python.md"]
    if name not in SESSIONS:
        stages()["session"]()
    return PREPARED[name]()


def main(source, folder, server=None):
    found = list(blocks(source))
    if not os.path.exists(os.path.join(folder, "conf")):
        os.symlink(REPOSITORY / "conf", os.path.join(folder, "conf"))
    os.chdir(folder)
    if server:
        SparkSession.builder.remote(server).getOrCreate()
    session = next((code for _, _, method, code in found if method == "session"), None)
    if session:  # it has settings, so that no other session may run
        exec(session, {**stages(), "credence": __import__("credence")})
    done, examples = {}, None
    for page in dict.fromkeys(page for page, *_ in found):
        name = os.path.basename(page)
        known = done[name] = prepared(name, done)
        if PREPARED[name] is reference:
            examples = Examples(known)
        own = [(line, method, code) for where, line, method, code in found if where == page and method != "session"]
        for line, method, code in own:
            if PREPARED[name] is reference:
                examples.before(method, code, known)
            # Lines of a message are those of the page
            exec(compile("\n" * (line - 1) + code, str(REPOSITORY / page), "exec"), known)
        if name in CHECKED:
            CHECKED[name](known)
        print(len(own), "blocks of", page, flush=True)
    running = SparkSession.active()
    print(len(found), "blocks of the manual on Spark", running.version, "by Connect" if server else "classic")
    running.stop()


main(*sys.argv[1:])
