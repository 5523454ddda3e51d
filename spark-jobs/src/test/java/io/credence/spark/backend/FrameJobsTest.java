package io.credence.spark.backend;

import io.credence.config.FitConfig.Backend;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A pass over a frame is planned anew each time: what is slow for that, and guarded by the other backend, runs at night. */
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
