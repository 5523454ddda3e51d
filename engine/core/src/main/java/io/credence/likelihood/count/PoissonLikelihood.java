package io.credence.likelihood.count;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.InverseLink;
import io.credence.likelihood.Labels;
import io.credence.likelihood.LogFactorial;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.ResponseLaw;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.Responses;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.robust.PoissonPowers;
import io.credence.likelihood.robust.PoweredLikelihood;
import io.credence.likelihood.robust.RobustForm;
import io.credence.likelihood.robust.RobustLoss;
import io.credence.linalg.DenseKernel;
import org.jspecify.annotations.Nullable;

/** Poisson likelihood of counts, with log link. */
public record PoissonLikelihood() implements PoweredLikelihood {
    @Override
    public String name() {
        return "poisson";
    }

    @Override
    public String link() {
        return "log";
    }

    @Override
    public @Nullable String refusal(double label) {
        return Labels.refusalUnlessCount(label);
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return new PoissonLoss();
    }

    @Override
    public ResponseMoments responseMoments(double mean, double variance, DispersionPosterior scale) {
        return Responses.logLink(mean, variance, 1, 0);
    }

    @Override
    public ResponseLaw responseLaw() {
        return new ResponseLaw.Counts(true);
    }

    @Override
    public InverseLink inverseLink() {
        return InverseLink.EXP;
    }

    @Override
    public ResponseSampler responseSampler() {
        return (eta, dispersion, random) -> CountSampler.poisson(Math.exp(eta[0]), random);
    }

    @Override
    public double leastOrder() {
        return 1;
    }

    @Override
    public RowLoss robustLoss(RobustForm form, double order, double dispersion) {
        return new RobustLoss(form, order, new PoissonPowers(order));
    }

    @Override
    public boolean isLogConcave() {
        return true;
    }

    /**
     * Loss of Poisson counts with log link: e^η − yη + log y!, in closed form since E e^η = exp(m + v/2). The terms of a
     * large count, which cancel to the tenth digit at 10⁹, are taken relative to η = log y.
     */
    record PoissonLoss() implements RowLoss {

        @Override
        public void writeExpectedMoments(DenseKernel kernel, PredictorChunk chunk) {
            for (int i = 0; i < chunk.rows(); i++) {
                double label = chunk.label()[i];
                double rate = Math.exp(chunk.predictorMeans()[i] + 0.5 * chunk.predictorCovariances()[i]);
                chunk.moments().value()[i] = LogFactorial.isLarge(label)
                        ? largeCountLoss(label, chunk.predictorMeans()[i], chunk.predictorCovariances()[i])
                        : rate - label * chunk.predictorMeans()[i] + LogFactorial.of(label);
                chunk.moments().slope()[i] = rate - label;
                chunk.moments().curvature()[i] = rate;
            }
        }

        private static double largeCountLoss(double label, double mean, double variance) {
            double log = Math.log(label);
            double away = mean - log;
            return label * (Math.expm1(away + 0.5 * variance) - away) + LogFactorial.poissonLossAtMean(label, log);
        }

        @Override
        public void evaluateAtDraws(DenseKernel kernel, PredictorDraws points, int from, int to) {
            double[] constants = new double[points.rows()];
            for (int i = 0; i < constants.length; i++) {
                constants[i] = LogFactorial.of(points.label()[i]);
            }
            points.forEachRange(from, to, (begin, end, at, count) -> {
                kernel.exp(points.predictors(), at, count, points.slopes());
                for (int s = begin; s < end; s++) {
                    writeLosses(points, points.predictorOffset(s, 0), constants);
                }
            });
        }

        private static void writeLosses(PredictorDraws points, int at, double[] constants) {
            double[] label = points.label();
            double[] eta = points.predictors();
            double[] value = points.losses();
            double[] rate = points.slopes();
            for (int i = 0; i < constants.length; i++) {
                value[at + i] = rate[at + i] - label[i] * eta[at + i] + constants[i];
            }
            PredictorDraws.subtractFrom(label, constants.length, rate, at);
        }
    }
}
