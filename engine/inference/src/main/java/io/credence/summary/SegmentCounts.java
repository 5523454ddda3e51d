package io.credence.summary;

/**
 * Numbers of segments by the outcome of their fits.
 *
 * @param count number of segments
 * @param converged number of segments whose fit converged
 * @param unconverged number of segments whose fit ended before it converged
 * @param diverged number of segments whose fit diverged
 * @param failed number of segments that could not be fitted
 * @param reliable number of segments whose posterior was checked and is reliable
 */
public record SegmentCounts(long count, long converged, long unconverged, long diverged, long failed, long reliable) {

    /** Status of a segment that could not be fitted. {@link FitReport#statusName} gives all other statuses. */
    public static final String FAILED = "failed";

    /** Counts whose sum is the number of segments. */
    public static SegmentCounts of(long converged, long unconverged, long diverged, long failed, long reliable) {
        return new SegmentCounts(
                converged + unconverged + diverged + failed, converged, unconverged, diverged, failed, reliable);
    }

    /** Number of segments that have a posterior. */
    public long posteriors() {
        return converged + unconverged;
    }

    /**
     * Status of all segments together: unconverged if any is, else converged if any is, else diverged if any is, else
     * failed.
     */
    public String status() {
        if (posteriors() == 0) {
            return diverged > 0 ? "diverged" : FAILED;
        }
        return unconverged > 0 ? "unconverged" : "converged";
    }

    /** Counts of all outcomes, in one line of text. */
    public String text() {
        return count + " segments: " + converged + " converged, " + unconverged + " unconverged, " + diverged
                + " diverged, " + failed + " failed; " + reliable + " reliable";
    }
}
