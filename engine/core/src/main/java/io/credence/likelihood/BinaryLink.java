package io.credence.likelihood;

import io.credence.linalg.NormalTail;

/** How the probability of label 1 follows from its linear predictor. */
enum BinaryLink {
    LOGIT("logit", InverseLink.LOGISTIC, new BernoulliLogitLoss()) {
        @Override
        double probability(double eta) {
            return 1 / (1 + Math.exp(-eta));
        }

        @Override
        double expected(double mean, double variance) {
            return Responses.expectedLogistic(mean, variance);
        }
    },
    PROBIT("probit", InverseLink.NORMAL, new BernoulliProbitLoss()) {
        @Override
        double probability(double eta) {
            return Math.exp(NormalTail.logCdf(eta));
        }

        @Override
        double expected(double mean, double variance) {
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

    /** As configuration and results have it. */
    String text() {
        return text;
    }

    InverseLink inverse() {
        return inverse;
    }

    RowLoss loss() {
        return loss;
    }

    /** Given the predictor. */
    abstract double probability(double eta);

    /** Its mean where the predictor is N(mean, variance). */
    abstract double expected(double mean, double variance);
}
