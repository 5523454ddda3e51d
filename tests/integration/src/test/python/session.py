"""The session of a script: by a Spark Connect server if there is one, else a classic one with the jar of the wheel."""

import credence
from pyspark.sql import SparkSession


def session(server=None):
    if server:
        return SparkSession.builder.remote(server).getOrCreate()
    return (
        SparkSession.builder.master("local[2]")
        .config("spark.jars", credence.jar())
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .getOrCreate()
    )
