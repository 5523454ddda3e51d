package io.credence.likelihood.proportion;

import io.credence.likelihood.InverseLink;
import io.credence.likelihood.PredictiveMoments;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.NormalTail;

/** Link function between the probability of label 1 and its linear predictor. */
public enum BinaryLink {
    LOGIT("logit", InverseLink.LOGISTIC, new BernoulliLogitLoss()) {
        @Override
        public double probability(double eta) {
            return 1 / (1 + Math.exp(-eta));
        }

        @Override
        double expectedProbability(double mean, double variance) {
            return PredictiveMoments.expectedLogistic(mean, variance);
        }
    },
    PROBIT("probit", InverseLink.NORMAL, new BernoulliProbitLoss()) {
        @Override
        public double probability(double eta) {
            return Math.exp(NormalTail.logCdf(eta));
        }

        @Override
        double expectedProbability(double mean, double variance) {
            return probability(mean / Math.sqrt(1 + variance));
        }
    };

    private final String text;
    private final InverseLink inverse;
    private final RowLoss loss;

    BinaryLink(String text, InverseLink inverse, RowLoss loss) {
        this.text = text;
        this.inverse = inverse;
        this.loss = loss;
    }

    /** Name in configuration and results. */
    String configurationName() {
        return text;
    }

    InverseLink inverse() {
        return inverse;
    }

    RowLoss loss() {
        return loss;
    }

    /** Probability of label 1 given the linear predictor. */
    public abstract double probability(double eta);

    /** Expected probability of label 1 where the linear predictor is N(mean, variance). */
    abstract double expectedProbability(double mean, double variance);
}
