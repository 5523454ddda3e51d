package io.credence.spark.backend;

import io.credence.config.FitConfig.Backend;

class RddBackendTest extends SparkBackendContract {

    @Override
    Backend backend() {
        return new Backend(Backend.Kind.RDD, null);
    }
}
