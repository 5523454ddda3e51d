package io.credence.spark.backend;

import io.credence.config.FitConfig.Backend;

class FrameBackendTest extends SparkBackendContract {

    @Override
    Backend backend() {
        return new Backend(Backend.Kind.DATAFRAME, null);
    }
}
