package io.credence.spark.backend;

import io.credence.config.FitConfig.Backend;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests of the jobs of the backend over data frames. It plans every pass anew, so tests that are slow for that and run
 * on the other backend too are nightly ones.
 */
class FrameJobsTest extends SparkJobsContract {

    @Override
    Backend backend() {
        return new Backend(Backend.Kind.DATAFRAME, null);
    }

    @Tag("nightly")
    @Test
    @Override
    void passesInSeveralJobs_haveTheSameBits() throws TimeoutException {
        super.passesInSeveralJobs_haveTheSameBits();
    }

    @Tag("nightly")
    @Test
    @Override
    void sumsOnTheDriver_areNoMoreThanThereIsRoomFor() {
        super.sumsOnTheDriver_areNoMoreThanThereIsRoomFor();
    }
}
