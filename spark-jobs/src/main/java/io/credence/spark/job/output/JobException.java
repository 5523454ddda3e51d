package io.credence.spark.job.output;

/** Exception that ends a job inside an existing Spark session, where the process must not exit. */
public final class JobException extends RuntimeException {

    private static final long serialVersionUID = 1;
    private final int status;

    public JobException(int status) {
        super("credence ended with status " + status + ": " + ExitStatus.meaning(status));
        this.status = status;
    }

    /** Exit status that the job would have as a process. */
    public int status() {
        return status;
    }
}
