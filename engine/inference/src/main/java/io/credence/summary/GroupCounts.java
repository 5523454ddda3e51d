package io.credence.summary;

/**
 * How the fits of groups ended.
 *
 * @param converged groups whose fit did
 * @param unconverged groups whose fit spent its budget
 * @param diverged groups whose fit did
 * @param failed groups that could not be fitted
 * @param reliable groups whose posterior was checked and may be used
 * @param rows of all groups that have a posterior
 */
public record GroupCounts(long converged, long unconverged, long diverged, long failed, long reliable, long rows) {

    /** Word of a group that could not be fitted; the others are those of {@link FitReport#word}. */
    public static final String FAILED = "failed";

    /** Number of groups. */
    public long groups() {
        return posteriors() + diverged + failed;
    }

    /** Groups that have a posterior. */
    public long posteriors() {
        return converged + unconverged;
    }

    /**
     * Word for all of them: unconverged if one is; converged, whatever became of others, if one is; else diverged if one is, and
     * failed.
     */
    public String status() {
        if (posteriors() == 0) {
            return diverged > 0 ? "diverged" : FAILED;
        }
        return unconverged > 0 ? "unconverged" : "converged";
    }

    /** One line. */
    public String text() {
        return groups() + " groups: " + converged + " converged, " + unconverged + " unconverged, " + diverged
                + " diverged, " + failed + " failed; " + reliable + " reliable";
    }
}
