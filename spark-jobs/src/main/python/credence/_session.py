"""The jar, and how a session comes by it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pyspark.sql.utils import is_remote

__all__ = ["attach", "jar"]


def jar() -> str:
    """Path of the jar that Spark needs."""
    return str(Path(__file__).parent / "jars" / "credence-spark-jobs.jar")


def attach() -> None:
    """Gives the jar to the classic session that is active, where that was started without it. Stages do so by themselves.

    A Spark Connect server has to be started with it, by ``--jars``.
    """
    if is_remote():
        return
    from pyspark import SparkContext

    context = SparkContext._active_spark_context
    if context is None:
        raise RuntimeError(
            "stages of Credence need a Spark session: start one first, such as by SparkSession.builder.getOrCreate()"
        )
    if not _knows_stages(context._jvm):
        _add(context)


def _knows_stages(jvm: Any) -> bool:
    from py4j.java_gateway import JavaClass

    return isinstance(jvm.credence.ml.VariationalEstimator, JavaClass)


def _add(context: Any) -> None:
    """For the driver as spark-submit adds ``spark.jars``, to the class loader that all its threads share; for executors as any jar."""
    from py4j.protocol import Py4JError

    try:
        context._jsc.addJar(jar())
        loader = context._jvm.java.lang.Thread.currentThread().getContextClassLoader()
        loader.addURL(context._jvm.java.io.File(jar()).toURI().toURL())
    except Py4JError as refused:
        raise RuntimeError(_CURE) from refused
    if not _knows_stages(context._jvm):
        raise RuntimeError(_CURE)


_CURE = (
    "the Spark session was started without the jar of Credence and takes no jar while it runs: start it with"
    ' SparkSession.builder.config("spark.jars", credence.jar()).getOrCreate(), before any other session of the process'
)
