package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.credence.family.MomentSource;
import io.credence.fit.CandidateFamily;
import io.credence.fit.FitState.FitStatus;
import io.credence.summary.Coefficients;
import io.credence.summary.FitReport;
import io.credence.summary.SummaryRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Moments of a posterior, in the order of its names.
 *
 * @param mean means
 * @param sd standard deviations
 * @param positive probabilities of being above 0, of a normal posterior; else null
 * @param momentsBy method by which the moments were computed; null for closed forms in files of earlier versions
 * @param tried families among which the posterior was chosen, in the order of their fits; empty where one was requested
 * @param covariance covariance, by rows; null where a table beside the file holds it
 */
public record MomentsSection(
        double[] mean,
        double[] sd,
        double @Nullable [] positive,
        @Nullable String momentsBy,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<TriedFamily> tried,
        double @Nullable [][] covariance) {

    /**
     * Posterior family that was fitted in a search among families.
     *
     * @param family name of the family
     * @param converged whether its fit converged
     * @param status status of its fit; null in files of earlier versions
     * @param elbo evidence lower bound of its fit, nats
     * @param khat tail index k̂ of its importance weights
     * @param weightSpread relative standard deviation of its importance weights
     * @param reliable whether its check passed
     */
    public record TriedFamily(
            String family,
            boolean converged,
            @Nullable String status,
            double elbo,
            double khat,
            double weightSpread,
            boolean reliable) {

        private static TriedFamily of(CandidateFamily one) {
            return new TriedFamily(
                    one.family(),
                    one.status() == FitStatus.CONVERGED,
                    FitReport.statusName(one.status()),
                    one.elbo() == null ? Double.NaN : one.elbo(),
                    one.judgement().tailIndex(),
                    one.judgement().weightSpread(),
                    one.judgement().reliable());
        }

        /** Status of the fit, or whether it converged where the file states no more. */
        public String statusText() {
            return status != null ? status : converged ? "converged" : "unconverged";
        }
    }

    static MomentsSection of(FitReport report) {
        Coefficients coefficients = report.coefficients();
        boolean signed = coefficients.isNormal() && coefficients.isProper();
        return new MomentsSection(
                coefficients.mean(),
                coefficients.sd(),
                signed
                        ? coefficients
                                .summaryRows(
                                        coefficients.dimension(),
                                        report.config().seed())
                                .stream()
                                .mapToDouble(SummaryRow::positiveProbability)
                                .toArray()
                        : null,
                coefficients.momentSource().text(),
                report.result().candidates().stream().map(TriedFamily::of).toList(),
                inlineCovariance(coefficients));
    }

    /** Covariance by rows; null where there are too many coefficients for this file. */
    static double @Nullable [][] inlineCovariance(Coefficients coefficients) {
        int d = coefficients.dimension();
        if (d > Coefficients.INLINE_DIMENSION) {
            return null;
        }
        double[][] rows = new double[d][d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                rows[i][j] = coefficients.covariance(i, j);
            }
        }
        return rows;
    }

    /** Method by which the moments were computed; closed form where the file does not state it. */
    public MomentSource momentSource() {
        return MomentSource.DRAWS.text().equals(momentsBy) ? MomentSource.DRAWS : MomentSource.CLOSED_FORM;
    }
}
