package io.credence.spark.job;

/** Ends a job inside somebody else's Spark session, where the process must not exit. */
public final class JobException extends RuntimeException {

    private static final long serialVersionUID = 1;

    JobException(int status) {
        super("credence ended with status " + status + ": " + ExitStatus.meaning(status));
    }
}
