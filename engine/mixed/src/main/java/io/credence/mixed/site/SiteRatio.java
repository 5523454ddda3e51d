package io.credence.mixed.site;

/**
 * Ratio of a row's likelihood to the normal site that approximates it, as a function of its linear predictor. Under all
 * sites the predictor is η ~ N(mean, sd²), and the mean of the ratio is 1.
 *
 * @param response the row's response
 * @param logIntegral log ∫ p(y | η) N(η; centre, 1/precision) dη less log(sd √precision)
 * @param thirdCumulant standardised third cumulant of η under the cavity and the likelihood
 * @param fourthCumulant standardised fourth cumulant of η under the cavity and the likelihood
 */
record SiteRatio(
        Response response,
        double mean,
        double sd,
        Cavity cavity,
        double logIntegral,
        double thirdCumulant,
        double fourthCumulant) {

    /**
     * Response of a row.
     *
     * @param offset offset of the linear predictor, which η leaves out
     */
    record Response(double label, double weight, double offset) {}

    /** Normal density of η under all other rows' sites. */
    record Cavity(double mean, double precision) {}

    /** Linear predictor, with its offset, {@code away} standard deviations from its mean. */
    double predictor(double away) {
        return response.offset + mean + sd * away;
    }

    /** Logarithm of the ratio {@code away} standard deviations from the mean, given the row's loss there. */
    double log(double away, double loss) {
        double beside = mean + sd * away - cavity.mean;
        return -response.weight * loss - 0.5 * beside * beside * cavity.precision + 0.5 * away * away - logIntegral;
    }
}
