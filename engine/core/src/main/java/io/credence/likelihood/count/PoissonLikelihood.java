package io.credence.likelihood.count;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.InverseLink;
import io.credence.likelihood.LabelChecks;
import io.credence.likelihood.LogFactorial;
import io.credence.likelihood.PredictiveMoments;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.ResponseLaw;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.robust.PoissonPowers;
import io.credence.likelihood.robust.PoweredLikelihood;
import io.credence.likelihood.robust.RobustForm;
import io.credence.likelihood.robust.RobustLoss;
import io.credence.linalg.DenseKernel;
import java.util.Arrays;
import org.hipparchus.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Poisson likelihood of counts, with log link. */
public record PoissonLikelihood() implements CountingLaw, PoweredLikelihood {
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
        return LabelChecks.refusalUnlessCount(label);
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return new PoissonLoss();
    }

    @Override
    public ResponseMoments responseMoments(double mean, double variance, DispersionPosterior scale) {
        return PredictiveMoments.logLink(mean, variance, 1, 0);
    }

    @Override
    public ResponseLaw.Counts responseLaw() {
        return new ResponseLaw.PoissonLaw();
    }

    @Override
    public ZeroProbability zeroProbability(DispersionPosterior scale) {
        return new PoissonZeros();
    }

    @Override
    public double[] secondMomentCoefficients(DispersionPosterior scale) {
        return new double[] {1, 1};
    }

    /** Draws the time of the first event, given that there is one within the time 1, and the number of those after it. */
    @Override
    public double drawPositive(double eta, double dispersion, RandomGenerator random) {
        double mean = Math.exp(eta);
        double first = CountSampler.eventsBeforeFirst(-mean, random);
        return 1 + CountSampler.poisson(Math.max(0, mean - first), random);
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

    /** Probability e^{−μ} of a zero. */
    private record PoissonZeros() implements ZeroProbability {

        @Override
        public void writeLogProbability(int k, double eta, double[] out, int at) {
            Arrays.fill(out, at, at + 3, -Math.exp(eta));
        }
    }

    /**
     * Loss of Poisson counts with log link: e^η − yη + log y!, in closed form since E e^η = exp(m + v/2). The terms of a
     * large count, which cancel to the tenth digit at 10⁹, are taken relative to η = log y.
     */
    record PoissonLoss() implements RowLoss {

        /** Distance of η from log y below which the terms of a large count cancel. */
        private static final double NEAR = 0.1;

        @Override
        public void writeExpectedMoments(DenseKernel kernel, PredictorChunk chunk) {
            double[] logs = chunk.moments().value();
            double[] rates = chunk.moments().curvature();
            for (int i = 0; i < chunk.rows(); i++) {
                logs[i] = chunk.predictorMeans()[i] + 0.5 * chunk.predictorCovariances()[i];
            }
            kernel.exp(logs, 0, chunk.rows(), rates);
            for (int i = 0; i < chunk.rows(); i++) {
                double label = chunk.label()[i];
                double rate = rates[i];
                chunk.moments().value()[i] = LogFactorial.isLarge(label)
                        ? largeCountLoss(label, chunk.predictorMeans()[i], chunk.predictorCovariances()[i])
                        : rate - label * chunk.predictorMeans()[i] + LogFactorial.of(label);
                chunk.moments().slope()[i] = rate - label;
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
            int[] large = largeCounts(points);
            double[] logs = new double[large.length];
            Arrays.setAll(logs, n -> Math.log(points.label()[large[n]]));
            points.forEachRange(from, to, (begin, end, at, count) -> {
                kernel.exp(points.predictors(), at, count, points.slopes());
                for (int s = begin; s < end; s++) {
                    writeLosses(points, points.predictorOffset(s, 0), constants);
                    writeLargeCountLosses(points, points.predictorOffset(s, 0), large, logs);
                }
            });
        }

        private static int[] largeCounts(PredictorDraws points) {
            int[] large = new int[points.rows()];
            int found = 0;
            for (int i = 0; i < large.length; i++) {
                if (LogFactorial.isLarge(points.label()[i])) {
                    large[found++] = i;
                }
            }
            return Arrays.copyOf(large, found);
        }

        private static void writeLargeCountLosses(PredictorDraws points, int at, int[] large, double[] logs) {
            for (int n = 0; n < large.length; n++) {
                double label = points.label()[large[n]];
                double away = points.predictors()[at + large[n]] - logs[n];
                if (Math.abs(away) < NEAR) {
                    points.losses()[at + large[n]] =
                            label * exponentialRemainder(away) + LogFactorial.poissonLossAtMean(label, logs[n]);
                }
            }
        }

        /** Computes e^x − 1 − x for |x| below {@link #NEAR}, by its series. */
        private static double exponentialRemainder(double x) {
            double sum = 1;
            for (int n = 10; n > 2; n--) {
                sum = 1 + sum * x / n;
            }
            return 0.5 * x * x * sum;
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
