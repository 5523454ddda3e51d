package io.credence.mixed.site;

/**
 * Ratio of a row's likelihood to the normal site that approximates it, as a function of its linear predictor. Under all
 * sites the predictor is η ~ N(mean, sd²), and the mean of the ratio is 1.
 *
 * @param offset offset of the linear predictor, which η leaves out
 * @param cavityMean mean of η under all other rows' sites
 * @param cavityPrecision precision of η under all other rows' sites
 * @param logIntegral log ∫ p(y | η) N(η; centre, 1/precision) dη less log(sd √precision)
 * @param thirdCumulant standardised third cumulant of η under all other sites and the likelihood
 * @param fourthCumulant standardised fourth cumulant of η under all other sites and the likelihood
 */
record SiteRatio(
        double label,
        double weight,
        double offset,
        double mean,
        double sd,
        double cavityMean,
        double cavityPrecision,
        double logIntegral,
        double thirdCumulant,
        double fourthCumulant) {

    /** Linear predictor, with its offset, {@code away} standard deviations from its mean. */
    double predictor(double away) {
        return offset + mean + sd * away;
    }

    /** Logarithm of the ratio {@code away} standard deviations from the mean, given the row's loss there. */
    double log(double away, double loss) {
        double beside = mean + sd * away - cavityMean;
        return -weight * loss - 0.5 * beside * beside * cavityPrecision + 0.5 * away * away - logIntegral;
    }
}
