#!/bin/sh
# A fit on a cluster: submit.sh standalone|yarn|kubernetes CONFIG [OPTION…], with SPARK_HOME set, from the root of the
# repository. Paths are Hadoop paths that driver and executors see alike. The driver runs on the cluster with yarn and
# kubernetes, and on this machine with a standalone master. Only exit status 0 means a result to be used. --resume
# needs a checkpoint.path in CONFIG.
set -eu

JAR=${CREDENCE_JAR:-s3a://models/credence/credence-spark-jobs.jar}
CLASS=io.credence.spark.job.Credence
WHERE=$1
shift

case $WHERE in
standalone)
    exec "$SPARK_HOME/bin/spark-submit" --master "${SPARK_MASTER:-spark://master:7077}" \
        --properties-file conf/spark-defaults.conf \
        --class $CLASS "$JAR" fit "$@"
    ;;
yarn)
    exec "$SPARK_HOME/bin/spark-submit" --master yarn --deploy-mode cluster \
        --properties-file conf/spark-defaults.conf --num-executors 8 --executor-cores 4 --executor-memory 8g \
        --class $CLASS "$JAR" fit "$@" --resume --quiet
    ;;
kubernetes)
    exec "$SPARK_HOME/bin/spark-submit" --master "${SPARK_MASTER:-k8s://https://kubernetes.default.svc:443}" \
        --deploy-mode cluster \
        --properties-file conf/spark-defaults.conf --conf spark.executor.instances=8 \
        --conf spark.executor.cores=4 --conf spark.executor.memory=8g \
        --conf spark.kubernetes.container.image="${SPARK_IMAGE:-spark:4.1.0-scala2.13-java17-ubuntu}" \
        --conf spark.kubernetes.authenticate.driver.serviceAccountName="${SERVICE_ACCOUNT:-spark}" \
        --conf spark.kubernetes.file.upload.path="${UPLOADS:-s3a://models/uploads}" \
        --class $CLASS "$JAR" fit "$@" --resume --quiet
    ;;
*)
    echo "submit.sh: required standalone, yarn or kubernetes, found $WHERE" >&2
    exit 2
    ;;
esac
