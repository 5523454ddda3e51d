"""Bayesian models fitted by variational inference on Apache Spark: stages for pipelines and notebooks.

The wheel carries the jar. A classic session that was started without it is given it by the first stage, or by ``attach()``; a
Spark Connect server by ``--jars`` when it starts.
"""

from importlib.metadata import PackageNotFoundError, version

from credence._errors import CredenceError
from credence._session import attach, jar
from credence.ml import (
    VariationalEstimator,
    VariationalGeneralizedLinearRegression,
    VariationalLogisticRegression,
    VariationalMixedModel,
    VariationalModel,
    VariationalNetwork,
    VariationalNetworkModel,
)

try:
    __version__ = version("credence")
except PackageNotFoundError:
    __version__ = "unknown"

__all__ = [
    "CredenceError",
    "VariationalEstimator",
    "VariationalGeneralizedLinearRegression",
    "VariationalLogisticRegression",
    "VariationalMixedModel",
    "VariationalModel",
    "VariationalNetwork",
    "VariationalNetworkModel",
    "attach",
    "jar",
]
