package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.credence.diagnostic.EvidenceBounds;
import io.credence.diagnostic.EvidenceEstimate;
import io.credence.divergence.Divergence.EvidenceBound;
import io.credence.fit.FitResult;
import io.credence.summary.FitReport;
import io.credence.summary.ImportanceCheck;
import io.credence.summary.MixedSummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Bounds of the log evidence, nats. Those that were not computed are null.
 *
 * @param elbo evidence lower bound
 * @param lossEvidence bound of the evidence of a loss
 * @param eubo evidence upper bound
 * @param cubo2 χ upper bound
 * @param renyi Rényi bounds
 * @param logEvidence estimate of the log evidence itself
 */
public record BoundsSection(
        @Nullable BoundSection elbo,
        @Nullable BoundSection lossEvidence,
        @Nullable BoundSection eubo,
        @Nullable BoundSection cubo2,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<BoundSection> renyi,
        @Nullable BoundSection logEvidence) {

    static final BoundsSection NONE = new BoundsSection(null, null, null, null, List.of(), null);

    /**
     * Bound of the log evidence. An integral that does not exist is marked so, never estimated.
     *
     * @param alpha order of a Rényi bound
     * @param power power of the loss, of the evidence of a loss
     * @param infinite true where the integral does not exist; null elsewhere
     * @param value value
     * @param mcse Monte Carlo error
     * @param khat tail index of its summands
     */
    public record BoundSection(
            double alpha, double power, @Nullable Boolean infinite, double value, double mcse, double khat) {

        private static BoundSection of(double value, double error) {
            return new BoundSection(Double.NaN, Double.NaN, null, value, error, Double.NaN);
        }

        private static BoundSection of(double alpha, EvidenceEstimate bound) {
            return new BoundSection(
                    alpha,
                    Double.NaN,
                    bound.isInfinite() ? true : null,
                    bound.value(),
                    bound.error(),
                    bound.tailIndex());
        }
    }

    static BoundsSection of(FitReport report) {
        ImportanceCheck importance = report.findings().importanceCheck();
        EvidenceBounds found = importance == null ? null : importance.bounds();
        List<BoundSection> renyi = new ArrayList<>();
        for (int i = 0; found != null && i < found.renyi().size(); i++) {
            renyi.add(
                    BoundSection.of(ImportanceCheck.ORDERS.get(i), found.renyi().get(i)));
        }
        return new BoundsSection(
                elbo(report),
                lossEvidence(report.findings().objectiveFindings().evidenceBound()),
                found == null ? null : BoundSection.of(Double.NaN, found.eubo()),
                found == null ? null : BoundSection.of(Double.NaN, found.cubo()),
                renyi,
                found == null
                        ? marginalLikelihood(report.findings().kindFindings(MixedSummary.class))
                        : BoundSection.of(Double.NaN, found.smoothedLogEvidence()));
    }

    private static @Nullable BoundSection elbo(FitReport report) {
        Double elbo = report.result().elbo();
        FitResult.DrawNoise noise = report.result().drawNoise();
        boolean bounding = report.config().objective().isLogLikelihoodLoss()
                && !report.findings().kindFindings().hasIntegratedEvidence();
        return bounding && elbo != null && Double.isFinite(elbo)
                ? BoundSection.of(elbo, noise == null ? Double.NaN : noise.elboError())
                : null;
    }

    private static @Nullable BoundSection lossEvidence(@Nullable EvidenceBound evidence) {
        return evidence == null || !Double.isFinite(evidence.value())
                ? null
                : new BoundSection(Double.NaN, evidence.lossPower(), null, evidence.value(), Double.NaN, Double.NaN);
    }

    private static @Nullable BoundSection marginalLikelihood(@Nullable MixedSummary mixed) {
        return mixed == null || Double.isNaN(mixed.posterior().logMarginalLikelihood())
                ? null
                : BoundSection.of(mixed.posterior().logMarginalLikelihood(), mixed.evidenceError());
    }

    /** Bounds that were computed, by their names; a Rényi bound is named with its order. */
    public Map<String, BoundSection> named() {
        Map<String, BoundSection> all = new LinkedHashMap<>();
        all.put("elbo", elbo);
        all.put("lossEvidence", lossEvidence);
        all.put("eubo", eubo);
        all.put("cubo2", cubo2);
        renyi.forEach(bound -> all.put("renyi " + bound.alpha(), bound));
        all.put("logEvidence", logEvidence);
        all.values().removeIf(Objects::isNull);
        return all;
    }
}
