package io.credence.spark.job;

/** Exit statuses of the command line and their meaning. */
final class ExitStatus {

    static final int SUCCESS = 0;
    static final int UNEXPECTED = 1;
    static final int CONFIGURATION = 2;
    static final int DATA = 3;
    static final int DIVERGED = 4;
    static final int UNCONVERGED = 5;

    private ExitStatus() {}

    static String meaning(int status) {
        return switch (status) {
            case SUCCESS -> "fitted and converged";
            case CONFIGURATION -> "command line, configuration or output";
            case DATA -> "data";
            case DIVERGED -> "diverged; the last good state was written";
            case UNCONVERGED -> "the budget was spent before convergence; the posterior was written and marked";
            default -> "unexpected failure";
        };
    }
}
