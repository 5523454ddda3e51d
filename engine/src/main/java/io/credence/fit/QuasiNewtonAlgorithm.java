package io.credence.fit;

import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.ScaleFactor;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.Phase;
import io.credence.fit.FitState.StepInfo;
import io.credence.fit.GaussianCoordinates.Slope;
import io.credence.fit.QuasiNewtonState.Accepted;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Vectors;
import io.credence.objective.ExactObjective;
import io.credence.optimize.Backoff;
import io.credence.optimize.CurvaturePairs;
import io.credence.pass.ExpectationPass;
import io.credence.pass.ExpectationPass.CurvatureForm;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.statistics.PassStatistics;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Fits a full or a mean-field Gaussian by exact expectation with L-BFGS jointly in its mean, the root of its covariance and the factor of
 * a dispersion that is estimated (Nocedal and Wright, chapter 7), in the frame of the position it begins at. Wide priors on separable
 * classes make natural-gradient steps crawl or fail: there the curvature changes as much as the posterior does. Natural gradients of
 * coefficients and dispersion, each as if the other stood still, crawl where both explain the same. One step is one pass with curvature,
 * which is the gradient in the covariance; with one linear predictor it is summed over whitened rows, so that collinear columns lose
 * nothing.
 */
public final class QuasiNewtonAlgorithm implements Algorithm {

    /** Parameters of a full Gaussian up to which a dozen gradients in the covariance are kept. */
    static final int MOST_PARAMETERS = 500;

    /** Parameters of a mean-field Gaussian up to which the whole curvature, the metric of its mean, is summed and factored. */
    private static final int MOST_SCALES = 2500;

    private static final double SUFFICIENT = 1e-4;
    private static final double LARGEST_LOG_CHANGE = 1.5;
    private static final double SMALLEST_STEP = 0x1p-40;

    private final ExactProblem problem;
    private final FitSettings settings;
    private final ExecutionBackend backend;
    private final DenseKernel kernel;
    private final ExactObjective objective;

    /**
     * A fit of {@code problem} to the backend's rows.
     *
     * @throws IllegalArgumentException if the posterior is no Gaussian of few enough parameters, or the divergence is not that of
     *     the ELBO
     */
    public QuasiNewtonAlgorithm(
            ExactProblem problem, FitSettings settings, ExecutionBackend backend, DenseKernel kernel) {
        if (!suits(problem, settings)) {
            throw new IllegalArgumentException(
                    "quasi-Newton steps in the covariance require the family gaussian-full of at most "
                            + MOST_PARAMETERS
                            + " or gaussian-diagonal of at most " + MOST_SCALES + " parameters and the ELBO; found "
                            + settings.posterior().id() + ", " + problem.prior().dimension() + " parameters and "
                            + problem.divergence().name());
        }
        this.problem = problem;
        this.settings = settings;
        this.backend = backend;
        this.kernel = kernel;
        this.objective = new ExactObjective(problem.prior(), problem.scalePrior(), problem.divergence());
    }

    /** Whether these steps know how to fit the problem. */
    static boolean suits(ExactProblem problem, FitSettings settings) {
        int most = switch (settings.posterior()) {
            case GAUSSIAN_FULL -> MOST_PARAMETERS;
            case GAUSSIAN_DIAGONAL -> MOST_SCALES;
            default -> 0;
        };
        return problem.divergence().isStandard() && problem.prior().dimension() <= most;
    }

    @Override
    public FitState init() {
        GaussianPosterior prior = settings.posterior().start(kernel, problem.prior(), null);
        return FitState.start(at(prior, problem.scale()), decisions());
    }

    @Override
    public FitState begin(FitState before, GaussianPosterior from) {
        return before.onwards(at(from, before.best().scale()), decisions());
    }

    private QuasiNewtonState at(GaussianPosterior from, ScaleFactor scale) {
        GaussianCoordinates frame = from instanceof FullGaussian full
                ? new FactorCoordinates(full, problem.likelihood().predictors() == 1)
                : MeanFieldCoordinates.of(kernel, (DiagonalGaussian) from);
        return QuasiNewtonState.begin(new PositionCoordinates(frame, scale));
    }

    private static List<String> decisions() {
        return List.of("optimiser: L-BFGS in the mean and the covariance's factor");
    }

    /** One pass over the rows at the state's trial point, and the point to try next. */
    @Override
    public FitState step(FitState fit) {
        fit.requireRunning();
        QuasiNewtonState search = (QuasiNewtonState) fit.state();
        Position trial = search.frame().at(search.trial());
        PassStatistics sums = backend.run(pass(trial, search.frame().gaussian().form()));
        double value = objective.variational(sums, trial.gaussian(), trial.scale());
        Accepted before = search.accepted();
        boolean finite = sums.nonFinite() == null && Double.isFinite(value);
        boolean lower = finite
                && (before == null
                        || value
                                <= before.objective()
                                        + SUFFICIENT * search.stepSize() * before.slope()
                                        + problem.error(value));
        FitState next = lower ? accept(fit, search, trial, sums, value) : shrink(fit, search, before, value, sums);
        return settings.budget().limit(next, backend.summary().rows());
    }

    private ExpectationPass pass(Position trial, CurvatureForm form) {
        GaussianPosterior q = trial.gaussian();
        return new ExpectationPass(
                problem.likelihood().loss(trial.scale()), q.mean(), q.spread(false), form, RowSample.ALL);
    }

    private FitState accept(FitState fit, QuasiNewtonState from, Position here, PassStatistics sums, double value) {
        QuasiNewtonState search = from;
        Slope local = from.frame().slope(from.trial(), here, sums, problem);
        if (from.accepted() == null && !from.narrowed().isSpent() && isRuledByTails(from.frame(), local)) {
            return fit.stepped(sums.rows(), info(fit, from, value, Double.NaN, Double.NaN, sums.rows(), false))
                    .with(narrower(from))
                    .with(Backoff.NARROWED);
        }
        CurvaturePairs pairs = pairs(from, local.gradient());
        if (from.accepted() == null || pairs.moves().size() == CurvaturePairs.MEMORY) {
            search = QuasiNewtonState.begin(from.frame().around(here, sums, problem));
            local = search.frame().slope(search.trial(), here, sums, problem);
            pairs = CurvaturePairs.NONE;
        }
        double[] gradient = local.gradient();
        double[] ascent = Vectors.difference(new double[gradient.length], gradient);
        double[] direction = capped(search.frame(), pairs.direction(ascent, metric(search.frame(), pairs)));
        double slope = Vectors.dot(direction, gradient);
        if (!(slope < 0)) {
            pairs = CurvaturePairs.NONE;
            direction = capped(search.frame(), search.frame().metric(ascent));
            slope = Vectors.dot(direction, gradient);
        }
        double gain = Math.max(-0.5 * slope, local.gain());
        Accepted point = new Accepted(search.trial(), here, value, gradient, direction, slope, gain);
        FitState there = fit.stepped(
                        sums.rows(), info(fit, from, value, Vectors.norm(gradient), gain, sums.rows(), true))
                .with(search.accepted(point, pairs));
        double limit = settings.limit(value, problem.prior().dimension());
        return gain <= limit ? there.stopped(FitStatus.CONVERGED, PredictedGain.within(gain, limit), null) : there;
    }

    private static CurvaturePairs pairs(QuasiNewtonState search, double[] gradient) {
        Accepted before = search.accepted();
        return before == null
                ? search.pairs()
                : search.pairs()
                        .with(
                                Vectors.difference(search.trial(), before.coordinates()),
                                Vectors.difference(gradient, before.gradient()));
    }

    /** The frame's metric, at the scale of the newest pair. */
    private static UnaryOperator<double[]> metric(PositionCoordinates frame, CurvaturePairs pairs) {
        int newest = pairs.moves().size() - 1;
        if (newest < 0) {
            return frame::metric;
        }
        double[] change = pairs.changes().get(newest);
        double scale = Vectors.dot(pairs.moves().get(newest), change) / Vectors.dot(change, frame.metric(change));
        return v -> {
            double[] product = frame.metric(v);
            for (int j = 0; j < product.length; j++) {
                product[j] *= scale;
            }
            return product;
        };
    }

    private static double[] capped(PositionCoordinates frame, double[] direction) {
        double largest = frame.largestLogChange(direction);
        if (largest > LARGEST_LOG_CHANGE) {
            for (int j = 0; j < direction.length; j++) {
                direction[j] *= LARGEST_LOG_CHANGE / largest;
            }
        }
        return direction;
    }

    private FitState shrink(
            FitState fit, QuasiNewtonState search, @Nullable Accepted before, double value, PassStatistics sums) {
        FitState there = fit.stepped(sums.rows(), info(fit, search, value, Double.NaN, Double.NaN, sums.rows(), false));
        if (before == null) {
            return !search.narrowed().isSpent()
                    ? there.with(narrower(search)).with(Backoff.NARROWED)
                    : there.stopped(
                            FitStatus.DIVERGED,
                            "the objective was " + value + " at the first position",
                            sums.nonFinite());
        }
        if (PredictedGain.isLost(
                before.gain(), problem.error(before.objective()), value - before.objective(), search.stepSize())) {
            return there.stopped(FitStatus.CONVERGED, PredictedGain.lost(before.gain()), null);
        }
        double size = smaller(search.stepSize(), before, value);
        if (size > SMALLEST_STEP) {
            return there.with(search.towards(before, size));
        }
        return there.stopped(FitStatus.DIVERGED, "no step along the gradient improves the objective", sums.nonFinite());
    }

    private static boolean isRuledByTails(PositionCoordinates frame, Slope first) {
        int dimension = frame.origin().gaussian().dimension();
        double sum = 0;
        for (int j = 0; j < dimension; j++) {
            sum += first.gradient()[frame.gaussian().logarithm(j)];
        }
        return Backoff.isRuledByTails(0.5 * sum, dimension);
    }

    /** Begins again nearer to the mean: a curvature that is not that of a mode may be far too small. */
    private QuasiNewtonState narrower(QuasiNewtonState search) {
        Position first = search.frame().origin().narrower();
        return at(first.gaussian(), first.scale()).narrowed(search.narrowed().next());
    }

    /** The minimum of the parabola through what is known of the direction, within a tenth and a half of the step. */
    private static double smaller(double size, Accepted before, double value) {
        double bend = value - before.objective() - before.slope() * size;
        double best = Double.isFinite(bend) ? -before.slope() * size * size / (2 * bend) : size / 4;
        return Math.max(0.1 * size, Math.min(0.5 * size, best));
    }

    private StepInfo info(
            FitState fit,
            QuasiNewtonState search,
            double value,
            double norm,
            double gain,
            long rows,
            boolean accepted) {
        return new StepInfo(
                fit.iteration() + 1,
                Phase.VARIATIONAL,
                value,
                -value,
                norm,
                gain,
                search.stepSize(),
                accepted,
                rows,
                0);
    }

    @Override
    public FitResult result(FitState fit) {
        QuasiNewtonState search = (QuasiNewtonState) fit.state();
        Accepted accepted = search.accepted();
        return FitResult.of(fit, backend.summary().rows(), accepted == null ? null : -accepted.objective(), null);
    }
}
