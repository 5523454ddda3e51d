package io.credence.likelihood.positive;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.LogDispersionUpdate;
import io.credence.likelihood.PairedResponse;
import io.credence.likelihood.PredictiveMoments;
import io.credence.likelihood.ResponseLaw;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.quadrature.DispersionNodes;
import org.hipparchus.special.Gamma;
import org.jspecify.annotations.Nullable;

/**
 * Likelihood of positive times T = e^η E^φ, E standard exponential, some of which are censored on the right. The label
 * of a censored time is its negative, and its row's loss is −log P(T > t).
 */
interface CensoredTimes extends Likelihood {

    @Override
    default String link() {
        return "log";
    }

    @Override
    default @Nullable String refusal(double label) {
        return label != 0 && Double.isFinite(label)
                ? null
                : "required: a positive time, or the negative of one that is censored";
    }

    /** The variance of log T = η + φ log E. */
    @Override
    default double latentVariance(double mean, double dispersion) {
        return dispersion * dispersion * Math.PI * Math.PI / 6;
    }

    @Override
    default PairedResponse pairedResponse() {
        return TimeAndCensoring.TIME_AND_CENSORING;
    }

    /** Moments of a new time, uncensored, from E T = e^η Γ(1 + φ) and E T² = e^{2η} Γ(1 + 2φ). */
    @Override
    default ResponseMoments responseMoments(double mean, double variance, DispersionPosterior scale) {
        DispersionNodes nodes = LogDispersionUpdate.quadratureNodes(scale);
        double first = 0;
        double second = 0;
        for (int k = 0; k < nodes.count(); k++) {
            first += nodes.weight(k) * Gamma.gamma(1 + nodes.value(k));
            second += nodes.weight(k) * Gamma.gamma(1 + 2 * nodes.value(k));
        }
        return PredictiveMoments.logScale(mean, variance, first, second);
    }

    @Override
    default ResponseLaw responseLaw() {
        return new ResponseLaw.WeibullLaw();
    }

    @Override
    default boolean isMeanExponential() {
        return true;
    }

    @Override
    default ResponseSampler responseSampler() {
        return (eta, dispersion, random) -> Math.exp(eta[0] + dispersion * Math.log(-Math.log1p(-random.nextDouble())));
    }

    /**
     * Pair of a time and whether it is censored, held as one label. The label is the time, negative where it is
     * censored.
     */
    enum TimeAndCensoring implements PairedResponse {
        TIME_AND_CENSORING;

        @Override
        public String columnRole() {
            return "censored";
        }

        @Override
        public @Nullable String refusal(double second) {
            return second == 0 || second == 1 || Double.isNaN(second)
                    ? null
                    : "required: 1 or true where the time is censored, 0 or false where it is not";
        }

        @Override
        public @Nullable String refusal(double response, double second) {
            return response > 0 && Double.isFinite(response) ? null : "required: a positive time";
        }

        @Override
        public double encodeLabel(double response, double second) {
            return second == 1 ? -response : response;
        }

        @Override
        public double decodeResponse(double label) {
            return Math.abs(label);
        }

        @Override
        public double decodeSecond(double label) {
            return label < 0 ? 1 : 0;
        }

        /** Time as results show it, with a minus sign where it is censored. */
        @Override
        public double displayedResponse(double label) {
            return label;
        }

        @Override
        public boolean isBound(double label) {
            return label < 0;
        }
    }
}
