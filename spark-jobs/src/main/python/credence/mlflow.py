"""Fits as runs of MLflow, without a line for each."""

from __future__ import annotations

import json
import warnings
from typing import Any, Dict

import mlflow
import mlflow.spark
import pyspark
from pyspark.sql.utils import is_remote

from credence import ml
from credence._arguments import checks_arguments

__all__ = ["autolog"]

_LONGEST = 500

_LARGEST = 100 * 2**20
"""Bytes of a model that Databricks' serverless compute loads at most."""


@checks_arguments
def autolog(log_models: bool = True, disable: bool = False) -> None:
    """From now on each fit is a run with its own Params, its status, bounds, k-hat and elpd as metrics, and posterior and report as
    artifacts.

    An active run becomes the parent. ``log_models`` logs the model too, in MLflow's format for Spark; over Spark Connect it has no
    effect. Models of more than 100 MB give a warning, since Databricks' serverless compute refuses them. ``model.require_reliable()``
    is the gate of a pipeline.

    >>> credence.mlflow.autolog()  # doctest: +SKIP
    """
    ml._after_fit = None if disable else lambda stage, model: _log(stage, model, log_models)


def _log(stage: Any, model: ml._Fitted, log_models: bool) -> None:
    content = model._content()
    posterior = json.loads(content["posterior"])
    with mlflow.start_run(run_name=stage.uid, nested=mlflow.active_run() is not None):
        mlflow.log_params({param.name: str(value)[:_LONGEST] for param, value in stage.extractParamMap().items()
                           if stage.isSet(param)})
        mlflow.log_metrics(_metrics(posterior))
        check = ml._check(posterior)
        mlflow.set_tags({"credence.status": posterior["status"], "credence.check": check,
                         "credence.reliable": str(check == "passed").lower()})
        mlflow.log_dict(posterior, "posterior.json")
        mlflow.log_text(content["log"], "log.txt")
        if "by" not in posterior:
            mlflow.log_text(model.report(), "report.html")
        if isinstance(model, ml.VariationalModel) and "by" not in posterior:
            mlflow.log_text(model.summary().to_csv(), "summary.csv")
        if content["bytes"] > _LARGEST:
            warnings.warn(f"the model takes {content['bytes'] / 2**20:.0f} MB: serverless compute of Databricks loads"
                          f" up to {_LARGEST // 2**20} MB; posterior = gaussian-diagonal or fewer levels"
                          " make it smaller")
        if log_models and not is_remote():
            mlflow.spark.log_model(model, artifact_path="model", pip_requirements=[f"pyspark=={pyspark.__version__}"])


def _metrics(posterior: Dict[str, Any]) -> Dict[str, float]:
    """The numbers that a fit is judged by; one that was not computed is absent."""
    run = posterior["run"]
    bounds = {f"bound.{name}": bound.get("value") for name, bound in posterior.get("bounds", {}).items()
              if isinstance(bound, dict)}
    diagnostics = {f"diagnostics.{name}": value for name, value in posterior.get("diagnostics", {}).items()}
    heldOut = {f"heldOut.{name}": value for name, value in posterior.get("heldOut", {}).items()}
    loo = {f"loo.{name}": value for name, value in posterior.get("loo", {}).items()}
    found = {"rows": posterior["data"]["rows"], "iterations": run.get("iterations"), "passes": run.get("passes"),
             "seconds": run["seconds"], "reliable": float(ml._check(posterior) == "passed"), **bounds, **diagnostics, **heldOut,
             **loo}
    return {name: float(value) for name, value in found.items()
            if isinstance(value, (int, float)) and not isinstance(value, bool)}
