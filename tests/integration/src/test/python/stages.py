"""What notebooks do to stages: save, load, mistype, use threads, press Ctrl-C. Arguments: a folder, and a Spark Connect server if there is one."""

import copy
import gc
import inspect
import json
import os
import signal
import sys
import threading
import time

import credence
from credence import (
    CredenceError,
    VariationalEstimator,
    VariationalGeneralizedLinearRegression,
    VariationalLogisticRegression,
    VariationalMixedModel,
    VariationalModel,
    VariationalNetwork,
    VariationalNetworkModel,
)
from credence._arguments import ARGUMENTS
from pyspark.ml import Pipeline, PipelineModel
from session import session

# A shell starts a command in the background deaf to Ctrl-C, and what it starts, too.
signal.signal(signal.SIGINT, signal.default_int_handler)

folder = sys.argv[1]
server = sys.argv[2] if len(sys.argv) > 2 else None
spark = session(server)

rows = (
    spark.range(0, 6000, 1, 4)
    .selectExpr(
        "cast(id % 17 as double) / 8 as age",
        "cast(hash(id) % 1000 as double) / 1000 as x",
        "case id % 3 when 0 then 'AA' when 1 then 'BB' else 'CC' end as carrier",
        "cast((id * 7) % 4 = 0 as double) as late",
        "cast(id % 9 as double) as delay",
    )
    .cache()
)
few = rows.limit(50).cache()
logistic = VariationalLogisticRegression(formula="late ~ age + carrier")
model = logistic.fit(rows)
network = VariationalNetwork(features=["age"], labelCol="delay", layers=[2], epochs=1, ensemble=1).fit(rows)


def refused(call, *kinds):
    try:
        call()
    except kinds or (CredenceError,) as error:
        return str(error)
    raise AssertionError("not refused")


def digest(fitted):
    return fitted.posterior()["digest"]


# What is known of a fit is read once, and each caller has its own
model.posterior().clear()
assert digest(model.copy()) == digest(model)

# Every Param of every stage comes back, set or not
CANDIDATES = [0.25, 2.5, 3, 4, True, False, ["a", "b c"], [3, 5], {"a b": {"sd": 2.5}}, "class", "response", "flag", "link", "summary",
              "report", 'an "other"', "0.25", "1.25", "poisson", "tanh", "rdd", "none", "java", "qbvi", "gvi", "huber", "alpha",
              "laplace", "gaussian-diagonal", "adam", "score", "quadratic", "log", "full", "half-normal",
              "log-transform", "predicted", "constant", "all", "skip", "float64", "inverse-gamma", "patience",
              "[{ size = 2, kind = renyi, alpha = 0.3 }]", "[{ size = 2, family = gaussian-full }]"]

# Params that take one word, their default
SINGLE = {"priorDispersion"}


def other(stage, param):
    """A value that is not its default; over Connect, where the client does not know choices, of the names of columns and of few words."""
    for candidate in CANDIDATES:
        try:
            value = param.typeConverter(candidate)
            if stage.isDefined(param) and value == stage.getOrDefault(param):
                continue
            if not server:
                stage._make_java_param_pair(param, value)
            elif not (param.name.endswith("Col") or "one of" in param.typeConverter.required or param.name == "level"):
                continue
            return value
        except Exception:
            continue
    return None


def values(stage):
    return {param.name: stage.getOrDefault(param) for param in stage.params if stage.isDefined(param)}


for stage in (VariationalEstimator(), VariationalLogisticRegression(), VariationalGeneralizedLinearRegression(),
              VariationalMixedModel(), VariationalNetwork(), model.copy(), network.copy()):
    for changed in (False, True):
        path = f"{folder}/{type(stage).__name__}-{changed}-{bool(server)}"
        if changed:
            chosen = {param.name: other(stage, param) for param in stage.params}
            absent = {name for name, value in chosen.items() if value is None}
            assert server or absent <= SINGLE, absent
            stage.setParams(**{name: value for name, value in chosen.items() if value is not None})
        stage.write().overwrite().save(path)
        written, loaded = values(stage), values(type(stage).load(path))
        assert loaded == written, (type(stage).__name__, [pair for pair in loaded.items() if pair not in written.items()])

saved = f"{folder}/logistic-{bool(server)}"
model.write().overwrite().save(saved)
before = model.transform(few).collect()
assert {row.prediction for row in before} <= {0.0, 1.0}
assert VariationalModel.load(saved).transform(few).collect() == before
pipeline = Pipeline(stages=[logistic]).fit(rows)
pipeline.write().overwrite().save(saved + "-pipeline")
assert PipelineModel.load(saved + "-pipeline").transform(few).collect() == before

# What is wrong is refused at the call, and the model lives on
for wrong in (lambda: model.summary("a"), lambda: model.draws("many"), lambda: model.copy({model.level: "a"}),
              lambda: model.transform(few, {model.level: "a"}), lambda: model.predictions(by=3)):
    refused(wrong, TypeError)
    refused(wrong)
for wrong in (lambda: model.summary(level=95), lambda: model.summary(float("nan")), lambda: model.draws(0),
              lambda: model.draws(3 * 10**9), lambda: model.predict_draws(few, scale="logg"), lambda: model.effect_ranks(-1),
              lambda: logistic.copy().setParams(level=95), lambda: model.copy().set(model.level, 95)):
    assert "cannot be used: required" in refused(wrong)
copy.copy(model)
gc.collect()
time.sleep(3)
assert len(model.summary()) == 4 and model.transform(few).collect() == before
assert "did you mean weights" in refused(lambda: model.predictions(wieghts="age"), TypeError)
assert "makes the folder" in refused(lambda: VariationalEstimator(priorPath=model))
assert "ensembles of networks (ensemble=\"auto\"" in refused(lambda: VariationalNetwork(covariance="full"), TypeError)
again = VariationalLogisticRegression(formula="late ~ age + carrier", prior="posterior", priorPath=saved).fit(rows)
assert again.status() == "converged"
assert "required bernoulli" in refused(lambda: VariationalLogisticRegression(formula="delay ~ age", family="poisson").fit(rows))
assert "required" in refused(lambda: VariationalMixedModel(formula="delay ~ age").fit(rows))
assert refused(lambda: logistic.copy({logistic.patience: 0}).fit(rows)).startswith("patience ")
assert "checkKhat=True" in logistic.copy({logistic.checkKhat: False}).fit(rows).checkReason()
for kind in vars(credence).values():
    for method in [kind] if inspect.isfunction(kind) else vars(kind).values() if inspect.isclass(kind) else ():
        if inspect.isfunction(method) and not method.__name__.startswith("_") and method.__name__ != "setParams":
            for argument in inspect.signature(method).parameters.values():
                further = argument.kind is argument.VAR_KEYWORD
                named = further or argument.name == "self" or argument.name in ARGUMENTS
                assert named, f"{method.__name__} takes {argument.name}, which the table of arguments does not know"

# Threads read models, fit to the same bits, save and load
found = {}


def keep(name, call):
    try:
        found[name] = call()
    except BaseException as error:
        found[name] = error


def reload():
    model.write().overwrite().save(saved + "-thread")
    return VariationalModel.load(saved + "-thread").summary().equals(model.summary())


threads = [threading.Thread(target=keep, args=(name, call)) for name, call in (
    ("a", lambda: digest(logistic.fit(rows))), ("b", lambda: digest(logistic.fit(rows))), ("summary", lambda: len(model.summary())),
    ("pandas", lambda: VariationalLogisticRegression(formula="late ~ age").fit(rows.select("late", "age").toPandas()).status()), ("saved", reload))]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert found == {"a": digest(model), "b": digest(model), "summary": 4, "pandas": "converged", "saved": True}, found


# Ctrl-C ends a fit, in the driver and in jobs, and leaves nothing behind
def running():
    """Threads of the JVM that are in Credence; unknown over Connect."""
    if server:
        return []
    all_stacks = spark._jvm.java.lang.Thread.getAllStackTraces()
    names = []
    for thread in all_stacks.keySet().toArray():
        if any("io.credence" in str(frame) for frame in all_stacks.get(thread)):
            names.append(thread.getName())
    return names


def running_after(seconds):
    """Threads that are still in Credence after a time that the one of a cancelled fit may take to leave a batch."""
    end = time.monotonic() + seconds
    while running() and time.monotonic() < end:
        time.sleep(0.1)
    return running()


endless = {
    "draws": VariationalLogisticRegression(formula="late ~ age", estimator="score", mcse=1e-12, patience=10**9, maxIterations=10**9),
    "network": VariationalNetwork(features=["age"], labelCol="delay", epochs=10**9),
    "jobs": VariationalLogisticRegression(formula="late ~ age", estimator="score", mcse=1e-12, patience=10**9, maxIterations=10**9,
                                          partitions=2),
}
for name, stage in endless.items():
    timer = threading.Timer(5, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    try:
        stage.fit(rows)
        raise AssertionError(name + " ended by itself")
    except KeyboardInterrupt:
        pass
    assert running_after(10) == [], name
    assert digest(logistic.fit(rows)) == digest(model), name
    assert len(model.summary()) == 4, name

print("stages on Spark", spark.version, "by Connect" if server else "classic")
spark.stop()
