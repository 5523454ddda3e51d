package io.credence.benchmark;

import io.credence.data.BlockBuilder;
import io.credence.data.Draws;
import io.credence.data.Precision;
import io.credence.data.RowBlock;
import io.credence.example.Measurements;
import io.credence.family.DiagonalGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.GaussianStructure;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitSetup;
import io.credence.fit.InProcessBackend;
import io.credence.fit.Problem;
import io.credence.fit.SamplingSettings;
import io.credence.fit.SamplingSettings.ControlVariate;
import io.credence.fit.SamplingSettings.Estimator;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.fit.stochastic.StochasticAlgorithm;
import io.credence.gradient.ConstantVariateEstimator;
import io.credence.gradient.EvaluatedDraws;
import io.credence.gradient.GradientEstimator;
import io.credence.gradient.GradientEstimator.Estimate;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.gradient.QuadraticControlVariate;
import io.credence.gradient.ScoreEstimator;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.Kernels;
import io.credence.loss.DrawLoss;
import io.credence.loss.ModelLosses;
import io.credence.loss.PredictorLoss;
import io.credence.pass.DrawPass;
import io.credence.prior.GaussianPrior;
import io.credence.random.NormalDraws;
import io.credence.statistics.DrawSums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.hipparchus.random.RandomDataGenerator;
import org.hipparchus.random.Well19937c;

/**
 * By how much the noise of gradients by values falls where each factor of a diagonal Gaussian takes only the terms that
 * involve it (Knoblauch et al. 2022, section 5.2.4): Poisson counts of one-hot groups, without and with an intercept that all rows
 * share, and the model of equation 97. Argument: repeats, 100 if none; 0 for whole fits alone.
 */
public final class RaoBlackwell {

    private static final int ROWS_PER_GROUP = 20;
    private static final int DRAWS = 100;
    private static final int LOOKS = 20;
    private static final int MOST_STEPS = 1000;
    private static final int MOST_DRAWS = 1000;
    private static final long SEED = 20_260_101;
    private static final List<ControlVariate> VARIATES =
            List.of(ControlVariate.NONE, ControlVariate.CONSTANT, ControlVariate.QUADRATIC);

    private final String name;
    private final DrawLoss loss;
    private final List<List<RowBlock>> rows;

    private RaoBlackwell(String name, DrawLoss loss, List<List<RowBlock>> rows) {
        this.name = name;
        this.loss = loss;
        this.rows = rows;
    }

    /** Prints the noise of the gradient, and the steps of whole fits. */
    public static void main(String[] arguments) {
        int repeats = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100;
        List<RaoBlackwell> problems = List.of(
                groups(10, false),
                groups(50, false),
                groups(200, false),
                groups(10, true),
                groups(50, true),
                groups(200, true),
                new RaoBlackwell(
                        "equation 97",
                        ModelLosses.of(new Measurements(Map.of("weight", "2")), List.of("x1", "x2", "x3")),
                        measurements(200)));
        if (repeats > 0) {
            noise(problems, repeats);
        }
        MarkdownTable.open(
                "Steps until a fit has converged",
                "Quadratic control variate, from the prior, at most " + MOST_STEPS + " steps and " + MOST_DRAWS
                        + " draws; in brackets the draws of the last step, and the largest distance of a mean from the"
                        + " fit by gradients, in standard deviations.",
                List.of("model", "d", "whole values", "own terms"));
        problems.forEach(RaoBlackwell::fits);
    }

    private static void noise(List<RaoBlackwell> problems, int repeats) {
        MarkdownTable.open(
                "Standard deviation of the gradient, " + DRAWS + " antithetic draws, " + repeats + " repeats",
                "√E‖ĝ − g‖²_S in nats^½: from whole values / from each factor's own terms (ratio).",
                List.of("model", "d", "place", "none", "constant", "quadratic"));
        problems.forEach(problem -> problem.noise(repeats));
    }

    private static RaoBlackwell groups(int d, boolean intercept) {
        Random random = new Random(SEED + d);
        Well19937c counts = new Well19937c(SEED + d);
        BlockBuilder builder = BlockBuilder.sparse(d, Precision.FLOAT64, 1 << 24);
        int first = intercept ? 1 : 0;
        double[] effects = new double[d];
        for (int j = first; j < d; j++) {
            effects[j] = 0.5 * random.nextGaussian();
        }
        for (int i = 0; i < ROWS_PER_GROUP * (d - first); i++) {
            int group = first + i % (d - first);
            double label = RandomDataGenerator.of(counts).nextPoisson(Math.exp(1 + effects[group]));
            int[] columns = intercept ? new int[] {0, group} : new int[] {group};
            double[] ones = {1, 1};
            builder.add(label, 1, 0, columns, ones, columns.length);
        }
        DrawLoss loss = new PredictorLoss(Likelihoods.named("poisson", 4, 2), d, new DispersionPosterior.Known(1));
        return new RaoBlackwell(intercept ? "groups, intercept" : "groups", loss, List.of(List.of(builder.build())));
    }

    private static List<List<RowBlock>> measurements(int count) {
        Random random = new Random(97);
        BlockBuilder builder = BlockBuilder.dense(3, Precision.FLOAT64, 1 << 24);
        for (int i = 0; i < count; i++) {
            double y = random.nextGaussian();
            double[] x = Measurements.predicted(y, new double[] {0.5, -1, 0.8, 0.3});
            for (int l = 0; l < x.length; l++) {
                x[l] += 0.5 * random.nextGaussian();
            }
            builder.add(y, 1, 0, x);
        }
        return List.of(List.of(builder.build()));
    }

    private Problem problem() {
        return Problem.of(loss, GaussianPrior.of(loss.dimension(), 0, 1), null);
    }

    private FitResult fit(InProcessBackend backend, EstimatorKind kind, ControlVariate variate, boolean own) {
        SamplingSettings how = SamplingSettings.DEFAULT.with(new Estimator(
                kind,
                DRAWS,
                variate,
                NormalDraws.Dependence.ANTITHETIC,
                true,
                MOST_DRAWS,
                own ? SamplingSettings.RaoBlackwell.TRUE : SamplingSettings.RaoBlackwell.FALSE));
        FitSettings settings = FitSettings.of(GaussianStructure.DIAGONAL).withMaxIterations(MOST_STEPS);
        return StochasticAlgorithm.of(new FitSetup(problem(), settings, how, backend, Kernels.best()))
                .fit();
    }

    /** By gradients where the loss has them, else by values of its own terms. */
    private GaussianPosterior optimum(InProcessBackend backend) {
        EstimatorKind kind = loss.hasGradient() ? EstimatorKind.REPARAMETERIZED : EstimatorKind.SCORE;
        return (GaussianPosterior) fit(backend, kind, ControlVariate.QUADRATIC, !loss.hasGradient())
                .posterior();
    }

    private void noise(int repeats) {
        int d = loss.dimension();
        try (InProcessBackend backend = new InProcessBackend(rows, Kernels.best(), 1)) {
            GaussianPosterior optimum = optimum(backend);
            String[] places = {"start", "half-way", "optimum"};
            for (int at = 0; at < places.length; at++) {
                double share = 0.5 * at;
                double[] mean = new double[d];
                double[] precision = new double[d];
                for (int j = 0; j < d; j++) {
                    mean[j] = share * optimum.mean()[j];
                    precision[j] = share * optimum.precision()[j] + 1 - share;
                }
                GaussianPosterior q = new DiagonalGaussian(mean, precision);
                List<String> cells = new ArrayList<>(List.of(name, Integer.toString(d), places[at]));
                for (ControlVariate variate : VARIATES) {
                    double whole = deviation(backend, q, variate, false, repeats);
                    double own = deviation(backend, q, variate, true, repeats);
                    cells.add(String.format(Locale.ROOT, "%.3g / %.3g (%.1f)", whole, own, whole / own));
                }
                MarkdownTable.line(cells);
            }
        }
    }

    private double deviation(
            InProcessBackend backend, GaussianPosterior q, ControlVariate variate, boolean own, int repeats) {
        GradientEstimator estimator = switch (variate) {
            case NONE -> new ScoreEstimator(false);
            case CONSTANT -> new ConstantVariateEstimator();
            case QUADRATIC -> new ScoreEstimator(true);
        };
        QuadraticControlVariate known = QuadraticControlVariate.zero(q.blocks());
        if (variate == ControlVariate.CONSTANT) {
            known = ConstantVariateEstimator.estimateConstants(look(backend, q, -1, own), q);
        }
        for (int look = 1; variate == ControlVariate.QUADRATIC && look <= LOOKS; look++) {
            known = mixed(known, estimator.estimate(look(backend, q, -look, own), q, known), look);
        }
        int d = q.dimension();
        double[] sum = new double[d];
        double[] squares = new double[d];
        for (int r = 0; r < repeats; r++) {
            double[] gradient =
                    estimator.estimate(look(backend, q, r, own), q, known).gradient();
            for (int j = 0; j < d; j++) {
                sum[j] += gradient[j];
                squares[j] += gradient[j] * gradient[j];
            }
        }
        double total = 0;
        for (int j = 0; j < d; j++) {
            double variance = (squares[j] - sum[j] * sum[j] / repeats) / (repeats - 1);
            total += q.sd()[j] * q.sd()[j] * variance;
        }
        return Math.sqrt(total);
    }

    /** The mean of the gradients and curvatures that the looks found. */
    private static QuadraticControlVariate mixed(QuadraticControlVariate known, Estimate observed, int looks) {
        double[] slope = known.slope().clone();
        double[] curvature = known.curvature().clone();
        for (int j = 0; j < slope.length; j++) {
            slope[j] += (observed.gradient()[j] - slope[j]) / looks;
            curvature[j] += (observed.curvature()[j] - curvature[j]) / looks;
        }
        return new QuadraticControlVariate(known.blocks(), slope, curvature);
    }

    /** log p(y|θ) at draws of {@code q}. */
    private EvaluatedDraws look(InProcessBackend backend, GaussianPosterior q, long address, boolean own) {
        int d = q.dimension();
        NormalDraws standard = new NormalDraws(SEED, address, DRAWS, d, NormalDraws.Dependence.ANTITHETIC);
        Draws draws = new Draws.RegeneratedDraws(q.mean(), q.sd(), standard);
        DrawPass pass =
                own ? DrawPass.ofBlankets(loss, draws, q.blocks()) : new DrawPass(loss, draws, null, GradientForm.NONE);
        DrawSums sums = backend.run(pass);
        return new EvaluatedDraws(standard, negated(sums.losses()), new double[0], negated(sums.gradients()));
    }

    private static double[] negated(double[] values) {
        return Arrays.stream(values).map(value -> -value).toArray();
    }

    private void fits() {
        try (InProcessBackend backend = new InProcessBackend(rows, Kernels.best(), 1)) {
            GaussianPosterior optimum = optimum(backend);
            List<String> cells = new ArrayList<>(List.of(name, Integer.toString(loss.dimension())));
            for (boolean own : new boolean[] {false, true}) {
                cells.add(text(fit(backend, EstimatorKind.SCORE, ControlVariate.QUADRATIC, own), optimum));
            }
            MarkdownTable.line(cells);
        }
    }

    private static String text(FitResult found, GaussianPosterior optimum) {
        double distance = 0;
        for (int j = 0; j < optimum.dimension(); j++) {
            double move = found.posterior().mean()[j] - optimum.mean()[j];
            distance = Math.max(distance, Math.abs(move) / optimum.sd()[j]);
        }
        FitResult.DrawNoise noise = found.drawNoise();
        int draws = noise == null ? 0 : noise.draws();
        String end = found.isConverged() ? "" : ", " + found.status().name().toLowerCase(Locale.ROOT);
        String steps = found.iterations() + end;
        return String.format(Locale.ROOT, "%s (%d; %.2f)", steps, draws, distance);
    }
}
