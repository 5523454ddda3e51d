"""Bayesian models fitted by variational inference on Apache Spark: stages for pipelines and notebooks.

The wheel carries the jar. A classic session that was started without it is given it by the first stage, or by ``attach()``; a
Spark Connect server by ``--jars`` when it starts.
"""

from credence._errors import CredenceError
from credence._progress import show_progress
from credence._session import attach, jar, session, show_versions
from credence._version import __version__
from credence.likelihood import Likelihood
from credence.ml import (
    VariationalEstimator,
    VariationalGeneralizedLinearRegression,
    VariationalLogisticRegression,
    VariationalMixedModel,
    VariationalModel,
    VariationalNetwork,
    VariationalNetworkModel,
    compare,
)

__all__ = [
    "CredenceError",
    "Likelihood",
    "VariationalEstimator",
    "VariationalGeneralizedLinearRegression",
    "VariationalLogisticRegression",
    "VariationalMixedModel",
    "VariationalModel",
    "VariationalNetwork",
    "VariationalNetworkModel",
    "__version__",
    "attach",
    "compare",
    "jar",
    "session",
    "show_progress",
    "show_versions",
]
