package io.credence.result.section;

import io.credence.network.result.HoldOutScores;
import java.util.List;

/**
 * Scores of networks on rows held out.
 *
 * @param rows number of rows held out
 * @param logScore mean log density of a row, nats
 * @param logScoreError standard error of it over the rows
 * @param constantLogScore mean log density without features, or without latent numbers
 * @param calibration statistics with a known expectation where the networks are right; none of rows without labels
 */
public record HeldOutSection(
        int rows,
        double logScore,
        double logScoreError,
        double constantLogScore,
        List<HoldOutScores.Calibration> calibration) {

    /** Words on the baseline of the scores. */
    public String baseline() {
        return HoldOutScores.baseline(calibration);
    }

    static HeldOutSection of(HoldOutScores found) {
        return new HeldOutSection(
                found.rows(), found.logScore(), found.logScoreError(), found.constantScore(), found.calibration());
    }
}
