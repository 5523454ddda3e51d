package io.credence.spark.job.output;

/** Exit statuses of the command line and their meaning. */
public final class ExitStatus {

    public static final int SUCCESS = 0;
    public static final int UNEXPECTED = 1;
    public static final int CONFIGURATION = 2;
    public static final int DATA = 3;
    public static final int DIVERGED = 4;
    public static final int UNCONVERGED = 5;

    private ExitStatus() {}

    static String meaning(int status) {
        return switch (status) {
            case SUCCESS -> "fitted and converged";
            case CONFIGURATION -> "command line, configuration or output";
            case DATA -> "data";
            case DIVERGED -> "diverged; the last good state was written";
            case UNCONVERGED -> "the fit ended before it converged; the posterior was written and marked";
            default -> "unexpected failure";
        };
    }
}
