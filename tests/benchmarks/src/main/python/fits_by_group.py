"""One statsmodels fit per group by a pandas function in PySpark: fits_by_group.py ROWS.parquet FAMILY...

Of the rows that FitsByGroup wrote. Processor time is that of this process, of Spark's and of its workers.
"""

import sys
import time

import numpy
import pandas
import psutil
from pyspark.sql import SparkSession, functions

WARM_UP = 20
SCHEMA = "store long, name string, mean double, sd double, converged boolean"


def processor():
    processes = [psutil.Process(), *psutil.Process().children(recursive=True)]
    return sum(sum(each.cpu_times()[:2]) for each in processes)


def fitted(family, features):
    def fit(rows: pandas.DataFrame) -> pandas.DataFrame:
        import statsmodels.api as sm

        x = sm.add_constant(rows[features])
        if family == "gaussian":
            found, converged = sm.OLS(rows["y"], x).fit(), True
        else:
            found = sm.GLM(rows["late"], x, family=sm.families.Binomial()).fit()
            converged = bool(found.converged)
        return pandas.DataFrame({"store": rows["store"].iloc[0], "name": x.columns, "mean": numpy.asarray(found.params),
                                 "sd": numpy.asarray(found.bse), "converged": converged})

    return fit


def main(path, families):
    spark = (SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
             .config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
             .config("spark.sql.shuffle.partitions", "64").config("spark.sql.adaptive.enabled", "false").getOrCreate())
    rows = spark.read.parquet(path)
    groups = rows.select("store").distinct().count()
    features = [name for name in rows.columns if name.startswith("x")]
    print("| family | s | fits/s | processor ms/fit | converged | mean of x1 |\n| --- | --- | --- | --- | --- | --- |")
    for family in families:
        function = fitted(family, features)
        run(rows.where(f"store % {WARM_UP} = 0"), function)
        begin, used = time.time(), processor()
        found = run(rows, function)
        seconds, each = time.time() - begin, (processor() - used) * 1e3 / groups
        print(f"| {family} | {seconds:.1f} | {groups / seconds:.1f} | {each:.2f} | {found[1]} | {found[0]:.4f} |", flush=True)


def run(rows, function):
    fits = rows.groupBy("store").applyInPandas(function, SCHEMA).persist()
    of = fits.where("name = 'x1'")
    return of.agg(functions.avg("mean"), functions.sum(functions.col("converged").cast("long"))).first()


main(sys.argv[1], sys.argv[2:])
