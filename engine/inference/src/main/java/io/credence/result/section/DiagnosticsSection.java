package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.credence.diagnostic.LossWeight;
import io.credence.diagnostic.WeightTail;
import io.credence.fit.FitResult;
import io.credence.summary.FitReport;
import io.credence.summary.ImportanceCheck;
import io.credence.summary.MixedSummary;
import org.jspecify.annotations.Nullable;

/**
 * Diagnostics of a posterior's draws and of the fit.
 *
 * @param weights diagnostics of the importance weights, or of the weights of a quadrature's points
 * @param noise rows and draws behind the numbers, with their errors
 * @param flatness flatness of an objective around its optimum
 * @param lossWeight weight of a loss, with its calibrated value; null where it was not calibrated
 * @param logLikelihoodError error of the log densities of a mixed model, nats
 */
public record DiagnosticsSection(
        @JsonUnwrapped ImportanceSection weights,
        @JsonUnwrapped NoiseSection noise,
        double flatness,
        @Nullable LossWeightSection lossWeight,
        double logLikelihoodError) {

    /**
     * Rows and draws behind the diagnostics, with their Monte Carlo errors.
     *
     * @param rowShare share of the rows over which weights were computed, where it is below 1
     * @param logWeightError error of a log weight by the rows left out
     * @param rhat R̂ of a fit by draws
     * @param mcse Monte Carlo error of the means of a fit by draws, in posterior sds
     * @param draws number of draws; null where there were none
     */
    public record NoiseSection(
            double rowShare,
            double logWeightError,
            double rhat,
            double mcse,
            @Nullable Integer draws) {

        private static NoiseSection of(
                FitResult.@Nullable DrawNoise noise, @Nullable ImportanceCheck importance, @Nullable Integer weighed) {
            ImportanceCheck part = importance != null && importance.rowShare() < 1 ? importance : null;
            return new NoiseSection(
                    part == null ? Double.NaN : part.rowShare(),
                    part == null ? Double.NaN : part.logWeightError(),
                    noise == null ? Double.NaN : noise.rhat(),
                    noise == null ? Double.NaN : noise.mcse(),
                    weighed != null || noise == null ? weighed : Integer.valueOf(noise.draws()));
        }
    }

    /**
     * Weight of a loss, with its calibrated value.
     *
     * @param used weight in the fit
     * @param calibrated weight at which the rows' gradients vary as those of a likelihood do
     * @param error standard error of the calibrated weight
     */
    public record LossWeightSection(double used, double calibrated, double error) {

        private static @Nullable LossWeightSection of(@Nullable LossWeight weight) {
            return weight == null
                    ? null
                    : new LossWeightSection(weight.usedWeight(), weight.calibratedWeight(), weight.error());
        }
    }

    static DiagnosticsSection of(FitReport report) {
        ImportanceCheck importance = report.findings().importanceCheck();
        MixedSummary mixed = report.findings().kindFindings(MixedSummary.class);
        Integer weighed = importance != null
                ? Integer.valueOf(importance.tail().draws())
                : mixed == null || mixed.tail() == null
                        ? null
                        : Integer.valueOf(mixed.tail().draws());
        return new DiagnosticsSection(
                importance != null
                        ? ImportanceSection.of(importance)
                        : mixed == null || mixed.tail() == null
                                ? ImportanceSection.NONE
                                : ImportanceSection.ofPoints(mixed.tail()),
                NoiseSection.of(report.result().drawNoise(), importance, weighed),
                report.findings().objectiveFindings().flatness(),
                LossWeightSection.of(report.findings().objectiveFindings().lossWeight()),
                mixed == null || Double.isNaN(mixed.posterior().logMarginalLikelihood())
                        ? Double.NaN
                        : mixed.posterior().logDensityError());
    }

    /** Tail of the weights; null where the posterior's draws were not weighted. */
    public @Nullable WeightTail tail() {
        return weights.tail(noise.draws());
    }

    /** Whether weighted averages are usable by k̂, for the posterior's own draws or with those from wider copies. */
    public boolean areWeightsUsable() {
        return weights.areUsable(noise.draws());
    }
}
