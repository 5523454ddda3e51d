package io.credence.likelihood;

import io.credence.family.ScaleFactor;
import io.credence.likelihood.robust.BernoulliPowers;
import io.credence.likelihood.robust.PoweredLikelihood;
import io.credence.likelihood.robust.RobustForm;
import io.credence.likelihood.robust.RobustLoss;
import io.credence.linalg.NormalTail;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Labels 0 and 1. */
public record BernoulliLikelihood(String name, String link, RowLoss loss) implements PoweredLikelihood {
    @Override
    public @Nullable String refuse(double label) {
        return label == 0 || label == 1 ? null : "required: 0 or 1";
    }

    @Override
    public int outcomes() {
        return 2;
    }

    @Override
    public RowLoss loss(ScaleFactor scale) {
        return loss;
    }

    @Override
    public ResponseMoments respond(double mean, double variance, ScaleFactor scale) {
        boolean probit = link.equals("probit");
        double p = probit
                ? Math.exp(NormalTail.logCdf(mean / Math.sqrt(1 + variance)))
                : Responses.expectedLogistic(mean, variance);
        DoubleUnaryOperator probability =
                probit ? eta -> Math.exp(NormalTail.logCdf(eta)) : eta -> 1 / (1 + Math.exp(-eta));
        return new ResponseMoments(p, Responses.varianceOf(probability, mean, variance), p * (1 - p));
    }

    @Override
    public ClassShares shares() {
        boolean probit = link.equals("probit");
        return (eta, shares) -> {
            shares[1] = probit ? Math.exp(NormalTail.logCdf(eta[0])) : 1 / (1 + Math.exp(-eta[0]));
            shares[0] = 1 - shares[1];
        };
    }

    @Override
    public ResponseDraw responses() {
        return shares().responses(2);
    }

    @Override
    public double leastOrder() {
        return link.equals("probit") ? 1 : 0;
    }

    @Override
    public RowLoss robustLoss(RobustForm form, double order, double dispersion) {
        return new RobustLoss(form, order, new BernoulliPowers(link.equals("probit"), order));
    }
}
