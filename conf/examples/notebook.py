# Databricks notebook source
# MAGIC %md
# MAGIC # Who worked for pay in 1975?
# MAGIC A Bayesian logistic regression of Mroz's (1987) labour-force data: from a file to a posterior, its probabilities, a pipeline
# MAGIC and a saved model. On a cluster the wheel is a library (`spark-jobs/target/python/credence-*.whl`) and the jar one too; from a
# MAGIC shell, `python conf/examples/notebook.py` runs the same cells on PySpark of this machine.

# COMMAND ----------

import os

import credence
from credence import VariationalLogisticRegression, VariationalModel
from pyspark.sql import SparkSession

spark = SparkSession.getActiveSession() or (
    SparkSession.builder.config("spark.jars", credence.jar()).config("spark.ui.showConsoleProgress", "false").getOrCreate()
)
folder = os.environ.get("CREDENCE_NOTEBOOK_FOLDER", "target/notebook")
data = os.environ.get("CREDENCE_NOTEBOOK_DATA", "conf/data/labour.csv")

# COMMAND ----------

# MAGIC %md
# MAGIC ## The data
# MAGIC Cached rows are not read again by the passes of a fit.

# COMMAND ----------

women = spark.read.csv(data, header=True, inferSchema=True).cache()
print(women.count(), "women,", women.where("lfp = 1").count(), "of them in the labour force")

# COMMAND ----------

# MAGIC %md
# MAGIC ## A model by formula
# MAGIC The age curve is a natural spline, whose basis is kept with the model.

# COMMAND ----------

model = VariationalLogisticRegression(formula="lfp ~ k5 + k618 + ns(age, df = 3) + educ + hwage + experience + city").fit(women)
print(model.status(), "and reliable" if model.isReliable() else "and not to be relied on: " + model.checkReason())
print(model.summary().round(3))

# COMMAND ----------

# MAGIC %md
# MAGIC ## What follows from it
# MAGIC Probabilities of statements are shares of draws.

# COMMAND ----------

draws = model.draws(4000)
print("P(a small child keeps a woman at home)     ", (draws["k5"] < 0).mean())
print("P(it does more so than two who are older)  ", (draws["k5"] < 2 * draws["k618"]).mean())

# COMMAND ----------

# MAGIC %md
# MAGIC ## Predictions
# MAGIC `lower` and `upper` enclose the probability of label 1 with 90 %.

# COMMAND ----------

predicted = model.transform(women)
predicted.select("lfp", "age", "k5", "probability", "lower", "upper").show(5, truncate=False)

# COMMAND ----------

# MAGIC %md
# MAGIC ## A saved model
# MAGIC The folder is one that `credence score` reads, too.

# COMMAND ----------

model.write().overwrite().save(folder + "/model")
again = VariationalModel.load(folder + "/model")
assert again.summary().equals(model.summary())
print("saved to and loaded from", folder + "/model")

# COMMAND ----------

# MAGIC %md
# MAGIC ## Experiments
# MAGIC With MLflow each fit becomes a run; a cell for those who have it.

# COMMAND ----------

try:
    import mlflow
    from credence.mlflow import autolog
except ImportError:
    print("MLflow is not installed")
else:
    autolog(log_models=False)
    with mlflow.start_run(run_name="priors"):
        for sd in (0.5, 2.5, 10.0):
            VariationalLogisticRegression(features=["k5", "educ", "experience"], labelCol="lfp", priorSd=sd).fit(women)
    print(mlflow.search_runs()[["params.priorSd", "metrics.bound.elbo"]].dropna())
    autolog(disable=True)
