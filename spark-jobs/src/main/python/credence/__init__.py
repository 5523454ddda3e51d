"""Bayesian models fitted by variational inference on Apache Spark: stages for pipelines and notebooks.

The wheel carries the jar. A session of its own is given it by ``SparkSession.builder.config("spark.jars", credence.jar())``, a
Spark Connect server by ``--jars`` when it starts.
"""

from pathlib import Path

from credence.ml import (
    VariationalEstimator,
    VariationalGeneralizedLinearRegression,
    VariationalLogisticRegression,
    VariationalModel,
)

__all__ = [
    "VariationalEstimator",
    "VariationalGeneralizedLinearRegression",
    "VariationalLogisticRegression",
    "VariationalModel",
    "jar",
]


def jar() -> str:
    """Path of the jar that Spark needs."""
    return str(Path(__file__).parent / "jars" / "credence-spark-jobs.jar")
