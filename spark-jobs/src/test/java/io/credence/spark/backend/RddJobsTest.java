package io.credence.spark.backend;

import io.credence.config.FitConfig.Backend;

class RddJobsTest extends SparkJobsContract {

    @Override
    Backend backend() {
        return new Backend(Backend.Kind.RDD, null);
    }
}
