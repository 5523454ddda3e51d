"""What a person does in a notebook, from load to cross-validation. Arguments: a folder to write to, and a Connect server or nothing."""

import re
import sys
import tempfile

import arviz
import credence
import mlflow
import mlflow.spark
import numpy as np
import pandas
from credence import (
    VariationalEstimator,
    VariationalGeneralizedLinearRegression,
    VariationalLogisticRegression,
    VariationalMixedModel,
    VariationalModel,
    VariationalNetwork,
    VariationalNetworkModel,
)
from credence.mlflow import autolog
from pyspark.errors import IllegalArgumentException
from pyspark.ml import Pipeline, PipelineModel
from pyspark.ml.evaluation import BinaryClassificationEvaluator, RegressionEvaluator
from pyspark.ml.feature import OneHotEncoder, StringIndexer, VectorAssembler
from pyspark.ml.tuning import CrossValidator, ParamGridBuilder
from session import session

folder = sys.argv[1]
server = sys.argv[2] if len(sys.argv) > 2 else None
spark = session(server)

rows = (
    spark.range(0, 240, 1, 2)
    .selectExpr(
        "cast(id % 17 as double) / 8 as age",
        "cast(id % 23 as double) / 11 - 1 as weather",
        "case id % 3 when 0 then 'AA' when 1 then 'BB' else 'CC' end as carrier",
        "cast((id * 7) % 4 = 0 as double) as late",
        "cast(id % 9 as double) + cast(id % 17 as double) / 4 as delay",
    )
    .cache()
)

# The version: a number, and that of the jar which fits
assert re.fullmatch(r"\d+\.\d+\.\d+(\.dev0)?", credence.__version__), credence.__version__

# Keys that hold maps
mapped = VariationalLogisticRegression(
    features=["age", "carrier"],
    categorical=["carrier"],
    labelCol="late",
    reference={"carrier": "BB"},
    priorCoefficients={"carrier=CC": {"sd": 0.001}},
).fit(rows)
assert mapped.names() == ["(Intercept)", "age", "carrier=AA", "carrier=CC"]
assert abs(mapped.sd()["carrier=CC"] - 0.001) < 1e-5
versions = mapped.posterior()["run"]["versions"]
assert versions["credence"].replace("-SNAPSHOT", ".dev0") == credence.__version__ and versions["spark"] == spark.version

# A pipeline, with levels by name
pipeline = Pipeline(
    stages=[
        StringIndexer(inputCol="carrier", outputCol="index"),
        OneHotEncoder(inputCol="index", outputCol="carrierIs"),
        VectorAssembler(inputCols=["age", "carrierIs"], outputCol="features"),
        VariationalLogisticRegression(featuresCol="features", labelCol="late", priorSd=2.5),
    ]
)
fitted = pipeline.fit(rows)
model = fitted.stages[-1]
assert model.names() == ["(Intercept)", "age", "carrierIs_AA", "carrierIs_BB"], model.names()
assert model.status() == "converged" and model.isReliable()
scored = fitted.transform(rows)
assert BinaryClassificationEvaluator(labelCol="late", rawPredictionCol="probability").evaluate(scored) > 0.4
assert {row.prediction for row in scored.select("prediction").distinct().collect()} <= {0.0, 1.0}

# The posterior as tables
summary = model.summary()
assert list(summary.columns) == ["mean", "sd", "lower", "upper", "positive", "reliable"]
assert summary["reliable"].all()
assert list(summary.index) == model.names()
wide = model.summary(level=0.99)
assert np.allclose(wide["upper"] - wide["mean"], 2.5758293035489 * wide["sd"], rtol=1e-9)
assert model.copy({model.level: 0.99}).summary().equals(wide)
contrast = model.contrast("carrierIs_AA - carrierIs_BB", level=0.99)
assert np.isclose(contrast["mean"], model.mean()["carrierIs_AA"] - model.mean()["carrierIs_BB"])
assert np.isclose(contrast["upper"], contrast["mean"] + 2.5758293035489 * contrast["sd"])
assert model.leaveOneOut()["elpd"] < 0
covariance = model.covariance()
assert np.allclose(np.sqrt(np.diag(covariance)), model.sd(), rtol=1e-12)
assert np.allclose(summary["mean"], model.mean(), rtol=1e-12)
draws = model.draws(4000)
assert draws.shape == (4000, 4)
assert np.all(np.abs(draws.mean() - model.mean()) < 4 * model.sd() / np.sqrt(4000)), "seed 1"
assert draws.equals(model.draws(4000))
assert any("stopped: converged" in line for line in model.decisions())
page = model.report()
assert "Converged and reliable" in page and "carrierIs_AA" in page
assert model.report(folder + "/report.html") == folder + "/report.html"
with open(folder + "/report.html", encoding="utf-8") as file:
    assert file.read() == page

# On disk and back
path = tempfile.mkdtemp(dir=folder)
model.write().overwrite().save(path + "/model")
loaded = VariationalModel.load(path + "/model")
assert loaded.summary().equals(summary)
fitted.write().overwrite().save(path + "/pipeline")
again = PipelineModel.load(path + "/pipeline").transform(rows)
assert again.select("lower", "upper").collect() == scored.select("lower", "upper").collect()

# Cross-validation
linear = VariationalGeneralizedLinearRegression(features=["age", "weather"], labelCol="delay")
chosen = CrossValidator(
    estimator=linear,
    estimatorParamMaps=ParamGridBuilder().addGrid(linear.priorSd, [1e-3, 10.0]).build(),
    evaluator=RegressionEvaluator(labelCol="delay"),
    numFolds=2,
    seed=3,
).fit(rows)
assert chosen.avgMetrics[1] < chosen.avgMetrics[0], chosen.avgMetrics

# Data frames alone, to the same bits
formula = "late ~ age + carrier"
overRdds = VariationalEstimator(formula=formula, family="bernoulli", backend="rdd").fit(rows)
overFrames = VariationalEstimator(formula=formula, family="bernoulli", backend="dataframe").fit(rows)
assert overFrames.summary().equals(overRdds.summary())
predictions = ["prediction", "predictionSd", "lower", "upper", "probability"]
assert (
    overFrames.transform(rows).select(predictions).collect() == overRdds.transform(rows).select(predictions).collect()
)

# A row that cannot be scored ends the action that reads it with one sentence; a Connect server adds its stack unless it is to leave that out
if server:
    spark.conf.set("spark.sql.connect.serverStacktrace.enabled", "false")
holed = overRdds.transform(rows.selectExpr("if(age = 2, null, age) as age", "carrier"))
for action in (holed.collect, holed.toPandas, holed.selectExpr("avg(prediction)").collect):
    try:
        action()
        raise AssertionError("a missing cell was scored")
    except IllegalArgumentException as error:
        assert re.fullmatch(r"a cell is missing; required: .*, column 'age'", str(error)), str(error)
        assert error.getCondition() == "CREDENCE_DATA" and error.getSqlState() == "22000", error

# Effects, over both to the same bits, and their refusals in one line
effects = overRdds.predictions(by="carrier", hypotheses="pairwise")
assert overFrames.predictions(by="carrier", hypotheses="pairwise").equals(effects) and len(effects) == 3
cells = pandas.DataFrame({"age": [1.0, 1.5], "carrier": ["AA", "CC"], "people": [10, 30]})
assert len(overRdds.comparisons(cells, weights="people")) == 3
drawn = overRdds.predict_draws(n=50).first()["draws"]
assert len(drawn) == 50 and 0 < min(drawn) < max(drawn) < 1
for refused in (lambda: overRdds.slopes(by="day"), lambda: overRdds.relativities(), lambda: VariationalModel.load(path + "/model").slopes()):
    try:
        refused()
        raise AssertionError("not refused")
    except credence.CredenceError as error:
        assert "\n" not in str(error) and "required" in str(error), error

# A class of one's own, with an option
robust = VariationalEstimator(
    formula="delay ~ age", modelClass="io.credence.example.RobustRegression", modelOptions={"degreesOfFreedom": 3}
)
own = robust.fit(rows)
assert own.isReliable() and own.names() == ["(Intercept)", "age", "log(scale)"], own.summary()
assert own.posterior()["model"]["options"] == {"degreesOfFreedom": "3"}, own.posterior()["model"]
about = own.transform(rows)
assert about.where("responseSd <= predictionSd").count() == 0
own.write().overwrite().save(path + "/own")
assert VariationalModel.load(path + "/own").transform(rows).collect() == about.collect()
for options in ({"modelOptions": {"degrees": 3}}, {"modelClass": "org.example.Missing"}):
    try:
        robust.copy().setParams(**options).fit(rows)
        raise AssertionError("not refused")
    except credence.CredenceError as error:
        assert str(error).startswith("modelClass cannot be") and "\n" not in str(error), error

# Ordered classes, and counts inflated by zeros
graded = rows.selectExpr(
    "age", "weather", "case when delay < 3 then 0 when delay < 8 then 1 else 2 end as grade",
    "if(late = 1, 0, cast(delay as int)) as minutes",
)
ordered = VariationalEstimator(formula="grade ~ age + weather", family="ordinal").fit(graded)
assert ordered.names()[:3] == ["age", "weather", "0|1"], ordered.names()
assert "1|2" in ordered.summary().index, ordered.summary()
assert len(ordered.transform(graded).first().probability) == 3
inflated = VariationalEstimator(formula="minutes ~ age", family="zero-inflated-poisson").fit(graded)
assert inflated.names() == ["count:(Intercept)", "count:age", "zero:(Intercept)", "zero:age"], inflated.names()
first = inflated.transform(graded).first()
assert first.lower <= first.prediction <= first.upper
assert inflated.copy().setParams(level=0.5).transform(graded).first().lower > first.lower

# Refusals
try:
    VariationalLogisticRegression(featuresCol="features", labelCol="late", family="bernuli").fit(fitted.transform(rows))
    raise AssertionError("a misspelt family was fitted")
except credence.CredenceError as refused:
    assert "did you mean 'bernoulli'" in str(refused), refused
words = spark.range(60).selectExpr("cast(id % 7 as double) as x", "element_at(array('a', 'b', 'c'), cast(id % 3 + 1 as int)) as grade")
try:
    VariationalEstimator(features=["x"], labelCol="grade", family="ordinal").fit(words)
    raise AssertionError("words without an order were taken for ordered classes")
except credence.CredenceError as refused:
    assert 'reference={"grade": "a < b < c"}' in str(refused), refused
try:
    VariationalLogisticRegression(priorSD=1.0)
    raise AssertionError("a misspelt Param was taken")
except TypeError as refused:
    assert "priorSD" in str(refused)

# ArviZ
inference = chosen.bestModel.to_arviz(200)
assert inference.posterior["beta"].shape == (4, 50, 3)
assert inference.posterior["sigma2"].shape == (4, 50)
assert chosen.bestModel.to_arviz(200, chains=1).posterior["sigma2"].shape == (1, 200)
withRows = model.to_arviz(2000, fitted.transform(rows))
assert withRows.log_likelihood["late"].shape == (4, 500, 240)
assert np.array_equal(np.sort(withRows.observed_data["late"]), np.sort([row.late for row in rows.collect()]))
assert not withRows.sample_stats["diverging"].any() and withRows.sample_stats.attrs["reliable"] == 1
loo = arviz.loo(withRows)
reported = model.posterior()["loo"]
assert abs(loo.elpd_loo - reported["elpd"]) < 4 * max(reported["mcse"], 0.05), (loo, reported)
try:
    model.log_likelihood(fitted.transform(rows.limit(100)))
    raise AssertionError("other rows were taken for those of the fit")
except Exception as refused:
    assert "rows of the fit" in str(refused), refused

# MLflow: each fit of a search is a run of its own below the run that is active
autolog(log_models=not server)
with mlflow.start_run() as parent:
    logged = linear.copy({linear.priorSd: 2.0}).fit(rows)
autolog(disable=True)
(run,) = mlflow.search_runs(filter_string=f"tags.mlflow.parentRunId = '{parent.info.run_id}'", output_format="list")
assert run.data.params["priorSd"] == "2.0" and run.data.tags["credence.status"] == "converged", run.data
assert np.isclose(run.data.metrics["bound.elbo"], logged.posterior()["bounds"]["elbo"]["value"])
assert run.data.metrics["loo.elpd"] == logged.leaveOneOut()["elpd"] and run.data.metrics["reliable"] == 1, run.data.metrics
assert run.data.metrics["diagnostics.khat"] == logged.posterior()["diagnostics"]["khat"], run.data.metrics
assert mlflow.artifacts.load_dict(run.info.artifact_uri + "/posterior.json") == logged.posterior()
assert mlflow.artifacts.load_text(run.info.artifact_uri + "/report.html").startswith("<!DOCTYPE html>")
assert 1000 < logged.size() < 10_000_000, logged.size()
if not server:
    back = mlflow.spark.load_model(f"runs:/{run.info.run_id}/model").stages[-1]
    assert back.summary().equals(logged.summary())

# A mixed model: effects of eight groups around 2 + 0.5 x, ten rows of each
grouped = spark.range(0, 80, 1, 2).selectExpr(
    "concat('g', id % 8) as g",
    "cast(id div 8 as double) / 5 - 1 as x",
    "2 + 0.5 * (cast(id div 8 as double) / 5 - 1) + cast((id % 8) * 3 % 8 as double) / 4 - 0.875"
    " + cast((id * 37) % 11 as double) / 10 - 0.5 as y",
)
mixed = VariationalMixedModel(formula="y ~ x + (1 | g)").fit(grouped)
assert list(mixed.summary().index)[:2] == ["(Intercept)", "x"], mixed.summary()
assert abs(mixed.mean()["(Intercept)"] - 2) < 0.3 and abs(mixed.mean()["x"] - 0.5) < 0.2, mixed.summary()
effects = mixed.random_effects().set_index("level")
assert list(effects.columns) == ["factor", "term", "mean", "sd"] and len(effects) == 8, effects
assert abs(effects["mean"]["g5"] - (15 % 8 / 4 - 0.875)) < 4 * effects["sd"]["g5"], effects
ranks = mixed.effect_ranks(top=2).set_index("level")
assert list(ranks.columns) == ["factor", "term", "rank", "lower", "upper", "top"] and len(ranks) == 8, ranks
assert ranks["rank"].idxmin() == effects["mean"].idxmax() and abs(ranks["top"].sum() - 2) < 1e-9, ranks
assert mixed.posterior()["groups"][0]["factor"] == "g"
predicted = mixed.transform(grouped).select("g", "prediction").toPandas().groupby("g")["prediction"].mean()
assert predicted["g5"] > predicted["g0"], predicted

# A smooth: a wave, as a curve with its band
waves = spark.range(0, 300, 1, 2).selectExpr(
    "cast((id * 7) % 100 as double) / 100 as x",
    "sin(6.2832 * ((id * 7) % 100) / 100) + cast((id * 37) % 11 as double) / 20 - 0.25 as y",
)
wavy = VariationalEstimator(family="gaussian", formula="y ~ s(x, k = 8)").fit(waves)
curve = wavy.smooths().set_index("x")
assert list(curve.columns) == ["term", "estimate", "lower", "upper"] and set(curve["term"]) == {"s(x)"}, curve
assert 0.15 < curve["estimate"].idxmax() < 0.35 and (curve["lower"] < curve["upper"]).all(), curve
assert 3 < wavy.posterior()["smooths"][0]["effectiveDegrees"] < 9, wavy.posterior()["smooths"]

# Networks: a product that no linear predictor sees
crossed = spark.range(0, 240, 1, 2).selectExpr(
    "cast((id % 20 - 9.5) / 5 as double) as a", "cast((id div 20 - 5.5) / 3 as double) as b"
).selectExpr("a", "b", "3 + 2 * a * b + 0.1 * sin(37 * (a + 2 * b)) as y", "if(a * b > 0, 'same', 'other') as signs")
network = VariationalNetwork(features=["a", "b"], labelCol="y", layers=[12], epochs=60, batch=25).fit(crossed)
assert network.status() == "unconverged" and network.names() == ["(Intercept)", "a", "b"], network.posterior()
assert network.heldOut()["logScore"] > network.heldOut()["constantLogScore"] + 0.5, network.heldOut()
fitted = network.transform(crossed)
assert RegressionEvaluator(labelCol="y").evaluate(fitted) < 0.8
assert fitted.where("predictionSd <= 0 or predictionSd >= responseSd").count() == 0
network.write().overwrite().save(path + "/network")
again = VariationalNetworkModel.load(path + "/network")
assert again.transform(crossed).select(predictions[:4]).collect() == fitted.select(predictions[:4]).collect()
assert "networks" in again.report() and again.check() == network.check()
words = Pipeline(
    stages=[VariationalNetwork(features=["a", "b"], labelCol="signs", family="bernoulli", epochs=40, ensemble=1)]
).fit(crossed)
words.write().overwrite().save(path + "/words")
sure = PipelineModel.load(path + "/words").transform(crossed)
assert sure.where("predictedLabel = signs").count() > 200, sure.groupBy("signs", "predictedLabel").count().collect()
try:
    VariationalNetwork(priorSd=1.0)
    raise AssertionError("a key of other fits was taken")
except TypeError as refused:
    assert "priorSd" in str(refused)

print("end to end on Spark", spark.version, "by Connect" if server else "classic")
spark.stop()
