"""The jar, and how a session comes by it."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any, Callable, Dict

from pyspark.sql import SparkSession
from pyspark.sql.utils import is_remote

from credence._errors import CredenceError
from credence._progress import Progress

__all__ = ["attach", "jar", "session", "show_versions"]


def jar() -> str:
    """Path of the jar that Spark needs.

    >>> credence.jar()  # doctest: +SKIP
    """
    return str(Path(__file__).parent / "jars" / "credence-spark-jobs.jar")


_SMALL = {
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    "spark.ui.enabled": "false",
    "spark.sql.shuffle.partitions": "2",
    "spark.sql.execution.arrow.pyspark.enabled": "true",
}
"""Of a session that starts fast."""


def session(small_data: bool = False, **settings: Any) -> SparkSession:
    """The active session with the jar, else a new one, on all processors unless a master is set. Settings are those of Spark with underscores for
    dots; they apply to a new session only and are refused beside an active one. With ``small_data`` the first fit ends in half the time: the
    JVM compiles quickly but not well, and Spark's own pages are off. Fits of many rows then take longer.

    >>> credence.session(spark_sql_shuffle_partitions=8)  # doctest: +SKIP
    """
    running = SparkSession.getActiveSession()
    if running is None:
        chosen = {name.replace("_", "."): value for name, value in settings.items()}
        builder = SparkSession.builder.config("spark.jars", jar())
        for name, value in {**(_SMALL if small_data else {}), **chosen}.items():
            builder = builder.config(name, value)
        running = builder.getOrCreate()
    elif settings or small_data:
        found = ", ".join([*settings, *(["small_data"] if small_data else [])])
        raise CredenceError(f"a session is active, which takes no settings: required none, found {found}")
    attach()
    return running


def show_versions() -> None:
    """Prints versions of Credence, Spark, Python, Java, the system and packages, for a report of a fault.

    >>> credence.show_versions()  # doctest: +SKIP
    """
    import platform
    import sys
    from importlib.metadata import PackageNotFoundError, version

    from credence._version import __version__

    print(f"credence: {__version__}")
    for package in ("pyspark", "pandas", "numpy", "pyarrow", "arviz", "matplotlib", "mlflow"):
        try:
            print(f"{package}: {version(package)}")
        except PackageNotFoundError:
            print(f"{package}: not installed")
    print(f"python: {sys.version.split()[0]}")
    print(f"system: {platform.platform()}")
    running = SparkSession.getActiveSession()
    if running is not None:
        print(f"spark: {running.version}{' by Connect' if is_remote() else ''}")
        if not is_remote():
            print(f"java: {running.sparkContext._jvm.System.getProperty('java.version')}")


def attach() -> None:
    """Gives the jar to the active classic session if it started without it; stages do so by themselves. Start a Spark Connect server with
    ``--jars``.

    >>> credence.attach()  # doctest: +SKIP
    """
    if is_remote():
        active()
        return
    from pyspark import SparkContext

    context = SparkContext._active_spark_context
    if context is None:
        raise RuntimeError(
            "stages of Credence need a Spark session: start one first, such as by SparkSession.builder.getOrCreate()"
        )
    if not _knows_stages(context._jvm):
        _add(context)


def active() -> SparkSession:
    """The session of this thread, else that of the process, which is this thread's from now on.

    Threads other than the one that started a session have none of their own, and none is left where Ctrl-C cut a call of the JVM.
    """
    session = SparkSession.getActiveSession()
    if session is None:
        session = SparkSession.active()
        if is_remote():
            type(session)._set_default_and_active_session(session)
    return session


def stoppable(run: Callable[[Any], Any]) -> Any:
    """What ``run`` returns of a ``StoppableCall``. A classic session's call that waits in the main thread, where Ctrl-C arrives, would
    keep the connection over which it is to be stopped: there it waits in a thread of its own, and an interrupt stops it."""
    from pyspark import InheritableThread, SparkContext

    call = SparkContext._active_spark_context._jvm.credence.ml.StoppableCall()
    if threading.current_thread() is not threading.main_thread():
        return run(call)
    found: Dict[str, Any] = {}
    shown = Progress()
    ended = threading.Event()  # Thread.join takes a thread for ended once it was interrupted itself

    def running() -> None:
        try:
            found["value"] = run(call)
        except BaseException as failed:
            found["failed"] = failed
        finally:
            ended.set()

    def asking() -> None:  # in a thread of its own, so that Ctrl-C never cuts an answer
        while not ended.wait(1):
            found["announcement"], found["progress"] = call.announcement(), call.progress()

    InheritableThread(target=running, daemon=True).start()
    asker = InheritableThread(target=asking, daemon=True)
    asker.start()
    try:
        while not ended.wait(1):
            shown.announce(found.get("announcement", ""))
            shown.show(found.get("progress", ""))
    except BaseException:
        call.stop()
        ended.wait()
        raise
    finally:
        shown.close()
        asker.join()
    if "failed" in found:
        raise found["failed"]
    return found["value"]


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
