"""A nightly fit on a cluster, for Airflow 2 with the Apache Spark provider.

The task fails with any exit status but 0. Retries resume from the last checkpoint. Where the driver runs on the cluster
(deploy mode cluster) some schedulers report success whatever the driver's status was: whoever uses the result then has to
look at the "reliable" flag of posterior.json.
"""

from datetime import datetime, timedelta

from airflow import DAG
from airflow.providers.apache.spark.operators.spark_submit import SparkSubmitOperator

with DAG(
    dag_id="credence_fit",
    start_date=datetime(2026, 1, 1),
    schedule="30 2 * * *",
    catchup=False,
    max_active_runs=1,
    default_args={"retries": 2, "retry_delay": timedelta(minutes=5)},
) as dag:
    fit = SparkSubmitOperator(
        task_id="fit",
        application="s3a://models/credence/credence-spark-jobs.jar",
        java_class="io.credence.spark.job.Credence",
        application_args=[
            "fit",
            "s3a://models/credence/labour.conf",
            "--set", "output.path=s3a://models/credence/labour/{{ ds }}",
            "--set", "checkpoint.path=s3a://models/credence/checkpoints/{{ ds }}",
            "--resume",
            "--quiet",
        ],
        env_vars={"OPENBLAS_NUM_THREADS": "1"},
    )
