package io.credence.benchmark;

import io.credence.data.Draws;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianStructure;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.InProcessBackend;
import io.credence.gradient.ConstantVariateEstimator;
import io.credence.gradient.EvaluatedDraws;
import io.credence.gradient.GradientEstimator;
import io.credence.gradient.GradientEstimator.Estimate;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.gradient.QuadraticControlVariate;
import io.credence.gradient.ReparameterizedEstimator;
import io.credence.gradient.ScoreEstimator;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.Kernels;
import io.credence.linalg.Symmetric;
import io.credence.loss.PredictorLoss;
import io.credence.pass.DrawPass;
import io.credence.random.NormalDraws;
import io.credence.statistics.DrawSums;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Noise and bias of the estimated gradient E∇log p(y|θ) of a logistic regression, by estimator, dimension, draws and place:
 * at the prior, half-way (means and precisions averaged) and at the optimum. Noise is √E‖ĝ − g‖²_S, in nats^½, of independent
 * draws; an estimator may know what one earlier look at the same place found, and that P there is P0 − H.
 * Argument: repeats, 200 if none.
 */
public final class GradientNoise {

    private static final int ROWS = 2000;
    private static final double PRIOR_PRECISION = 0.2;
    private static final long SEED = 20_260_101;
    private static final List<String> NAMES = List.of("none", "constant", "quadratic", "reparameterised");

    private final InProcessBackend backend;
    private final PredictorLoss loss;
    private final int repeats;

    private GradientNoise(InProcessBackend backend, int columns, int repeats) {
        this.backend = backend;
        this.loss = new PredictorLoss(Likelihoods.named("bernoulli", 4, 2), columns, new DispersionPosterior.Known(1));
        this.repeats = repeats;
    }

    /** What the repeats of one estimator found. */
    private record Noise(double size, double largestZ) {}

    /** Prints one line per dimension, place and number of draws. */
    public static void main(String[] arguments) {
        int repeats = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 200;
        MarkdownTable.open(
                "Noise of the gradient, " + repeats + " repeats, " + ROWS + " rows",
                "In brackets the largest |z| of the d means against the exact gradient.",
                List.of(
                        "d",
                        "place",
                        "draws",
                        "none",
                        "constant",
                        "quadratic",
                        "reparameterised",
                        "constant ÷ quadratic",
                        "reparameterised ÷ quadratic"));
        for (int columns : new int[] {8, 25, 100}) {
            RegressionRows rows = Problems.correlated(ROWS, columns, 0.5);
            Gaussian optimum = Problems.exact(rows, GaussianStructure.FULL).coefficients();
            double[][] precision =
                    Gaussian.ofPrecision(optimum.mean(), optimum.covariance()).covariance();
            try (InProcessBackend backend = new InProcessBackend(rows.partitions(1), Kernels.best(), 1)) {
                GradientNoise noise = new GradientNoise(backend, columns, repeats);
                noise.position(rows, "start", mixed(optimum.mean(), precision, 0));
                noise.position(rows, "half-way", mixed(optimum.mean(), precision, 0.5));
                noise.position(rows, "optimum", mixed(optimum.mean(), precision, 1));
            }
        }
    }

    /** The prior and the optimum, mixed in mean and precision. */
    private static FullGaussian mixed(double[] mean, double[][] precision, double share) {
        int d = mean.length;
        double[] at = new double[d];
        double[] packed = new double[Symmetric.packedLength(d)];
        for (int i = 0, e = 0; i < d; i++) {
            at[i] = share * mean[i];
            for (int j = 0; j <= i; j++, e++) {
                packed[e] = share * precision[i][j] + (i == j ? (1 - share) * PRIOR_PRECISION : 0);
            }
        }
        return Objects.requireNonNull(FullGaussian.of(Kernels.best(), at, packed));
    }

    private void position(RegressionRows rows, String position, FullGaussian q) {
        double[] exact = Problems.likelihoodGradient(rows, Gaussian.of(q));
        for (int draws : new int[] {50, 100, 200}) {
            Noise none = noise(new ScoreEstimator(false), draws, q, exact, Known.NOTHING);
            Noise constant = noise(new ConstantVariateEstimator(), draws, q, exact, Known.CONSTANTS);
            Noise quadratic = noise(new ScoreEstimator(true), draws, q, exact, Known.QUADRATIC);
            Noise reparameterized = noise(new ReparameterizedEstimator(), draws, q, exact, Known.QUADRATIC);
            MarkdownTable.line(List.of(
                    Integer.toString(rows.columns()),
                    position,
                    Integer.toString(draws),
                    text(none),
                    text(constant),
                    text(quadratic),
                    text(reparameterized),
                    MarkdownTable.number(constant.size() / quadratic.size(), 1),
                    MarkdownTable.number(reparameterized.size() / quadratic.size(), 2)));
        }
    }

    private static String text(Noise noise) {
        return String.format(Locale.ROOT, "%.3g (%.1f)", noise.size(), noise.largestZ());
    }

    /** What an estimator is reported before its draws. */
    private enum Known {
        NOTHING,
        CONSTANTS,
        QUADRATIC
    }

    private Noise noise(GradientEstimator estimator, int draws, FullGaussian q, double[] exact, Known known) {
        double squares = 0;
        int d = exact.length;
        double[] sum = new double[d];
        double[] sumOfSquares = new double[d];
        for (int repeat = 0; repeat < repeats; repeat++) {
            QuadraticControlVariate before = before(2L * repeat, draws, q, known, estimator.form());
            Estimate estimate = estimator.estimate(look(2L * repeat + 1, draws, q, estimator.form()), q, before);
            double[] error = new double[d];
            for (int j = 0; j < d; j++) {
                error[j] = estimate.gradient()[j] - exact[j];
                sum[j] += error[j];
                sumOfSquares[j] += error[j] * error[j];
            }
            double[] image = q.covarianceTimes(error);
            for (int j = 0; j < d; j++) {
                squares += error[j] * image[j] / repeats;
            }
        }
        double largest = 0;
        for (int j = 0; j < d; j++) {
            double mean = sum[j] / repeats;
            double variance = (sumOfSquares[j] / repeats - mean * mean) / (repeats - 1);
            largest = Math.max(largest, Math.abs(mean) / Math.sqrt(variance));
        }
        return new Noise(Math.sqrt(squares), largest);
    }

    private QuadraticControlVariate before(long address, int draws, FullGaussian q, Known known, GradientForm form) {
        return switch (known) {
            case NOTHING -> QuadraticControlVariate.zero(q.blocks());
            case CONSTANTS -> ConstantVariateEstimator.estimateConstants(look(address, draws, q, form), q);
            case QUADRATIC -> {
                double[] prior = new double[q.dimension()];
                Arrays.fill(prior, PRIOR_PRECISION);
                double[] curvature = Arrays.stream(q.precision()).map(p -> -p).toArray();
                double[] implied = q.blocks().plusDiagonal(curvature, prior);
                QuadraticControlVariate shape =
                        new QuadraticControlVariate(q.blocks(), new double[prior.length], implied);
                GradientEstimator estimator =
                        form == GradientForm.NONE ? new ScoreEstimator(true) : new ReparameterizedEstimator();
                double[] slope = estimator
                        .estimate(look(address, draws, q, form), q, shape)
                        .gradient();
                yield new QuadraticControlVariate(q.blocks(), slope, implied);
            }
        };
    }

    /** log p(y|θ) at draws of {@code q}, with gradients where requested. */
    private EvaluatedDraws look(long address, int count, FullGaussian q, GradientForm form) {
        int d = q.dimension();
        NormalDraws standard = new NormalDraws(SEED, address, count, d, NormalDraws.Dependence.INDEPENDENT);
        double[] values = new double[count * d];
        double[] epsilon = new double[d];
        for (int s = 0; s < count; s++) {
            standard.fill(s, epsilon);
            double[] deviation = q.deviation(epsilon);
            for (int j = 0; j < d; j++) {
                values[s * d + j] = q.mean()[j] + deviation[j];
            }
        }
        DrawSums sums = backend.run(new DrawPass(loss, new Draws.ExplicitDraws(values, count, d), null, form));
        return new EvaluatedDraws(standard, negated(sums.losses()), negated(sums.gradients()));
    }

    private static double[] negated(double[] values) {
        return Arrays.stream(values).map(value -> -value).toArray();
    }
}
