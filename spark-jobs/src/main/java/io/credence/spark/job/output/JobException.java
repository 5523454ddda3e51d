package io.credence.spark.job.output;

/** Exception that ends a job inside somebody else's Spark session, where the process must not exit. */
public final class JobException extends RuntimeException {

    private static final long serialVersionUID = 1;
    private final int status;

    public JobException(int status) {
        super("credence ended with status " + status + ": " + ExitStatus.meaning(status));
        this.status = status;
    }

    /** Exit status that a process of its own would have had. */
    public int status() {
        return status;
    }
}
