package io.credence.gradient;

import io.credence.family.FisherInformation;
import io.credence.family.Posterior;
import io.credence.gradient.GradientEstimator.Estimate;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.random.NormalDraws;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Estimator of the gradient in the unconstrained parameters λ of any family. Gradients at the draws are pulled back,
 * (∂θ_s/∂λ)ᵀ∇, or values multiply scores, ∇_λ log q(θ_s). Where the family has a Fisher information, a control variate
 * is subtracted from the values; each half of the draws has the one fitted on the other half. Its noise is that of the
 * units of draws within each stratum, in the natural units of λ.
 *
 * @param form whether it needs gradients, {@link GradientForm#PER_DRAW}, or values alone
 * @param controlVariate control variate of estimates from values
 */
public record ParameterEstimator(GradientForm form, ScoreVariate controlVariate)
        implements GradientEstimator<Posterior> {

    @Override
    public Estimate estimate(EvaluatedDraws drawn, Posterior q, QuadraticControlVariate before) {
        StratumSums spread = new StratumSums(q.stratumCount(), q.parameterCount());
        FisherInformation information = drawn.gradients().length > 0 ? null : q.information();
        if (information == null) {
            addAll(drawn, q, spread);
        } else {
            addHalves(drawn, q, information, spread);
        }
        double[] ascent = spread.sum;
        if (drawn.gradients().length > 0 && drawn.strata().derivative().length > 0) {
            double[] rise = drawn.strata().derivative().clone();
            for (int k = 0; k < rise.length; k++) {
                rise[k] = -rise[k];
            }
            q.addWeightGradient(rise, ascent);
        }
        double noise = 0.5 * spread.noise(q.parameterScales());
        return new Estimate(Double.NaN, Double.NaN, ascent, new double[0], new double[0], noise, 0);
    }

    private static void addAll(EvaluatedDraws drawn, Posterior q, StratumSums spread) {
        NormalDraws standard = drawn.standardDraws();
        boolean alike = standard.dependence() == NormalDraws.Dependence.SOBOL;
        double[] epsilon = new double[standard.dimension()];
        for (int first = 0; first < drawn.count(); first += standard.drawsPerUnit()) {
            double[] own = new double[spread.sum.length];
            for (int s = first; s < first + standard.drawsPerUnit(); s++) {
                standard.fill(s, epsilon);
                add(drawn, q, s, epsilon, own);
            }
            spread.add(alike ? 0 : drawn.strata().stratum(first), own);
        }
    }

    /**
     * Adds both halves of the draws, each with the control variate fitted on the other. Units belong to the halves in
     * turn.
     */
    private void addHalves(EvaluatedDraws drawn, Posterior q, FisherInformation information, StratumSums spread) {
        NormalDraws standard = drawn.standardDraws();
        double[] epsilon = new double[standard.dimension()];
        double[][] scores = new double[drawn.count()][spread.sum.length];
        for (int s = 0; s < scores.length; s++) {
            standard.fill(s, epsilon);
            q.addScore(q.draw(0, epsilon), 1, scores[s]);
        }
        int unit = standard.drawsPerUnit();
        for (int half = 0; half < 2; half++) {
            int other = 1 - half;
            int[] theirs = IntStream.range(0, scores.length)
                    .filter(s -> s / unit % 2 == other)
                    .toArray();
            ScoreVariate.FittedVariate fitted = controlVariate.fit(
                    Arrays.stream(theirs).mapToObj(s -> scores[s]).toArray(double[][]::new),
                    Arrays.stream(theirs).mapToDouble(s -> drawn.values()[s]).toArray(),
                    q.parameterScales(),
                    information);
            for (int first = half * unit; first < scores.length; first += 2 * unit) {
                double[] own = new double[spread.sum.length];
                for (int s = first; s < first + unit; s++) {
                    fitted.add(scores[s], drawn.values()[s], 1.0 / scores.length, own);
                }
                spread.add(0, own);
            }
        }
    }

    private static void add(EvaluatedDraws drawn, Posterior q, int s, double[] epsilon, double[] into) {
        int stratum = drawn.strata().stratum(s);
        double[] own = new double[into.length];
        if (drawn.gradients().length > 0) {
            double[] gradient = new double[q.dimension()];
            System.arraycopy(drawn.gradients(), s * gradient.length, gradient, 0, gradient.length);
            q.addPullback(stratum, epsilon, gradient, own);
        } else {
            q.addScore(q.draw(stratum, epsilon), drawn.values()[s], own);
        }
        for (int i = 0; i < own.length; i++) {
            into[i] += own[i] / drawn.count();
        }
    }

    /** Sums over the units of each stratum, with their squares. */
    private static final class StratumSums {
        private final double[] sum;
        private final double[][] sums;
        private final double[][] squares;
        private final int[] counts;

        StratumSums(int strata, int length) {
            this.sum = new double[length];
            this.sums = new double[strata][length];
            this.squares = new double[strata][length];
            this.counts = new int[strata];
        }

        void add(int stratum, double[] own) {
            counts[stratum]++;
            for (int i = 0; i < own.length; i++) {
                sum[i] += own[i];
                sums[stratum][i] += own[i];
                squares[stratum][i] += own[i] * own[i];
            }
        }

        /** Variance of the sum, in squared natural units. */
        double noise(double[] units) {
            double noise = 0;
            for (int k = 0; k < counts.length; k++) {
                double n = counts[k];
                for (int i = 0; n > 1 && i < units.length; i++) {
                    double variance = (squares[k][i] - sums[k][i] * sums[k][i] / n) / (n - 1);
                    noise += units[i] * units[i] * n * Math.max(0, variance);
                }
            }
            return noise;
        }
    }
}
