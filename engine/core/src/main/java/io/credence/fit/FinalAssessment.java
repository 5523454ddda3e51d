package io.credence.fit;

import io.credence.data.CoefficientCovariance;
import io.credence.divergence.KullbackLeibler;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.fit.SamplingSettings.Estimator;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.gradient.GradientEstimator.Estimate;
import io.credence.gradient.QuadraticControlVariate;
import io.credence.objective.ExactObjective;
import io.credence.pass.ExpectationPass;
import io.credence.pass.ExpectationPass.CurvatureForm;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.random.RandomUse;
import io.credence.statistics.PassStatistics;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Assessment of a possible answer over all rows with fresh draws: its bound, and whether a further step would gain. It
 * uses the least noisy estimator that the loss allows.
 */
public final class FinalAssessment<Q extends Posterior> {

    /** Number of standard errors by which an estimated bound may lie below another one. */
    public static final double ERRORS = 3;

    /**
     * Difference of two bounds, or gain in a dispersion, that is ignored, nats: the cost of a mean 0.3 standard
     * deviations off.
     */
    public static final double SLACK = 0.05;

    /** Largest number of evaluations of an assessment, which then ends without a clear result. */
    private static final int MOST_EVALUATIONS = 4;
    /** Largest noise of a conclusive assessment, as a multiple of the gain that may be left. */
    private static final double MOST_NOISE = 10;
    /** Largest noise of an assessment by importance weights, which no control variate makes less noisy. */
    private static final double MOST_NOISE_OF_WEIGHTS = 50;
    /** Gain per parameter that an accepted answer may leave, nats: the cost of a mean 0.04 standard deviations off. */
    public static final double GAIN = 0.001;

    private final Problem problem;
    private final ExecutionBackend backend;
    private final StepGeometry<Q> geometry;
    private final ControlVariateBuilder variates;
    private final DrawEvaluator<Q> evaluator;

    /**
     * An assessment of answers of one fit.
     *
     * @param evaluator evaluates gradients, by the least noisy estimator
     */
    public FinalAssessment(FitSetup setup, EstimatorPlan plan, StepGeometry<Q> geometry, DrawEvaluator<Q> evaluator) {
        this.problem = setup.problem();
        this.backend = setup.backend();
        this.geometry = geometry;
        this.variates = plan.variates();
        this.evaluator = evaluator;
    }

    /**
     * The assessment, by gradients at fresh draws, for a fit whose steps have no estimator of gradients.
     *
     * @param like supplies the kind of draws and the control variate
     */
    public static FinalAssessment<GaussianPosterior> byGradients(
            FitSetup setup, Estimator like, GaussianPosterior start) {
        FitSetup fresh = setup.with(like.with(EstimatorKind.REPARAMETERIZED).fixedNumber());
        EstimatorPlan plan = new EstimatorPlan(fresh, start);
        return new FinalAssessment<>(
                fresh,
                plan,
                StepGeometry.of(fresh, plan, start),
                new DrawEvaluator<>(fresh, plan, plan.leastNoisyEstimator(), false));
    }

    /**
     * Result of an assessment.
     *
     * @param objective the objective at the answer, nats; NaN if it was not found
     * @param bound evidence lower bound of the answer
     * @param doubt reason why the answer may not be the optimum of its family; null where clearly no step promises a
     *     gain
     * @param gain gain that a step promises beyond the noise of the assessment, nats
     * @param rows rows visited
     */
    public record AssessmentResult(
            Approximation approximation,
            double objective,
            Bound bound,
            @Nullable String doubt,
            double gain,
            long rows) {

        /** Whether nothing speaks against the answer being optimal. */
        public boolean isOptimal() {
            return doubt == null;
        }

        /** The assessed answer as the outcome of a fit, with the R̂ and the standard error of its averages. */
        public AssessedAnswer toAnswer(double rhat, double mcse) {
            return new AssessedAnswer(approximation, objective, bound.elbo(), bound.error(), rhat, mcse);
        }
    }

    @SuppressWarnings("unchecked") // a fit keeps to the family of its start
    private Q asFamily(Approximation approximation) {
        return (Q) approximation.posterior();
    }

    /**
     * Assesses {@code approximation} over all rows until the result is clear or {@link #MOST_EVALUATIONS} evaluations
     * are spent.
     *
     * @param iteration iteration of the fit, which addresses the draws
     * @param ofStep number of draws of a step
     * @param sampled whether steps read a sample of the rows, so that one evaluation costs more than many of them
     */
    public AssessmentResult assess(Approximation approximation, int iteration, int ofStep, boolean sampled) {
        return assess(approximation, iteration, ofStep, sampled, 0);
    }

    /** Assesses {@code approximation}; a remaining gain of {@code slack} nats is always accepted. */
    public AssessmentResult assess(
            Approximation approximation, int iteration, int ofStep, boolean sampled, double slack) {
        Q q = asFamily(approximation);
        int draws = !problem.isExpectation(q)
                ? Math.max(mostDraws(), ofStep)
                : sampled ? Math.min(2 * NestedRowSamples.FEW_DRAWS, ofStep) : draws(ofStep);
        Evaluation evaluation = evaluation(approximation, iteration, draws);
        Estimate estimate = evaluation.estimate();
        Bound bound = bound(approximation, estimate, iteration, draws);
        double limit = Math.max(slack, GAIN * geometry.freedom(q));
        double gain =
                estimate == null ? Double.POSITIVE_INFINITY : geometry.gain(q, estimate, evaluation.controlVariate());
        double blurred = problem.isExpectation(q) ? MOST_NOISE : MOST_NOISE_OF_WEIGHTS;
        double noise = estimate == null ? Double.POSITIVE_INFINITY : noise(estimate) / blurred;
        return new AssessmentResult(
                approximation,
                estimate == null ? Double.NaN : value(approximation, estimate),
                bound,
                doubt(gain, noise, limit),
                gain,
                evaluation.rows() + bound.rows());
    }

    private static @Nullable String doubt(double gain, double noise, double limit) {
        if (noise <= limit && gain <= limit) {
            return null;
        }
        return gain > limit && Double.isFinite(gain)
                ? promisedGainDoubt(gain)
                : "an assessment over all rows with fresh draws is too noisy to see an optimum";
    }

    /** The doubt about an answer from which a further step promises {@code gain} nats. */
    public static String promisedGainDoubt(double gain) {
        return String.format(Locale.ROOT, "an assessment over all rows expects %.2g nats more of a further step", gain);
    }

    private record Evaluation(@Nullable Estimate estimate, QuadraticControlVariate controlVariate, long rows) {}

    /**
     * Gradient over all rows, evaluated until its noise is small. Each evaluation sharpens the control variate where
     * there is one; where there is none, evaluations are averaged.
     */
    private Evaluation evaluation(Approximation approximation, int iteration, int draws) {
        Q q = asFamily(approximation);
        boolean sharpens = problem.isExpectation(q);
        QuadraticControlVariate known = variates.atOptimum(q);
        NoisyGradient observed = evaluate(approximation, iteration, 0, draws, known);
        Estimate estimate = observed.estimate();
        long rows = observed.rows();
        int own = draws;
        for (int round = 1; round < MOST_EVALUATIONS && estimate != null && isTooNoisy(q, estimate); round++) {
            known = sharpens ? variates.sharpened(known, estimate, own) : known;
            own = draws <= 2 * NestedRowSamples.FEW_DRAWS ? DrawCounts.GROWTH * own : draws;
            observed = evaluate(approximation, iteration, round, own, known);
            rows += observed.rows();
            Estimate more = observed.estimate();
            estimate = sharpens || more == null ? more : estimate.averagedWith(round, more);
        }
        return new Evaluation(estimate, known, rows);
    }

    private NoisyGradient evaluate(
            Approximation approximation, int iteration, int round, int draws, QuadraticControlVariate known) {
        int[] all = IntStream.range(0, backend.summary().partitionCount()).toArray();
        return evaluator.evaluate(approximation, address(iteration, round), draws, all, RowSample.ALL, null, known);
    }

    /**
     * Address of draws that belong to no step, distinct for each {@code round} up to 7. The round after the last
     * belongs to importance weights.
     */
    private static long address(int iteration, int round) {
        return RandomUse.FULL_EVALUATION.firstAddressWord(round + ((long) iteration << 3));
    }

    private static double noise(Estimate estimate) {
        return estimate.gradientNoise() + estimate.curvatureNoise();
    }

    private boolean isTooNoisy(Q q, Estimate estimate) {
        return noise(estimate) > GAIN * geometry.freedom(q);
    }

    /** Value of the minimised objective. */
    private double value(Approximation approximation, Estimate estimate) {
        return problem.closedValue(approximation) - estimate.value();
    }

    /**
     * The evidence lower bound over all rows.
     *
     * @param error Monte-Carlo standard error of the bound; 0 where it is exact
     * @param rows rows visited for it
     */
    public record Bound(double elbo, double error, long rows) {}

    /** The evidence lower bound at {@code approximation} from fresh draws, or exact where the loss allows. */
    public Bound bound(Approximation approximation, int iteration, int draws) {
        int many = draws(draws);
        if (!problem.isExpectation(approximation.posterior()) || problem.exact() != null) {
            return bound(approximation, null, iteration, many);
        }
        NoisyGradient observed =
                evaluate(approximation, iteration, 0, many, variates.atOptimum(approximation.posterior()));
        Bound bound = bound(approximation, observed.estimate(), iteration, many);
        return new Bound(bound.elbo(), bound.error(), bound.rows() + observed.rows());
    }

    private Bound bound(Approximation approximation, @Nullable Estimate estimate, int iteration, int draws) {
        if (!problem.isExpectation(approximation.posterior())) {
            return weightedBound(approximation, iteration, Math.max(mostDraws(), draws));
        }
        ExactProblem exact = problem.exact();
        if (exact != null) {
            return new Bound(
                    exactBound(exact, approximation), 0, backend.summary().rows());
        }
        return estimate == null
                ? new Bound(Double.NaN, Double.NaN, 0)
                : new Bound(estimate.value() - divergence(approximation), Math.sqrt(estimate.valueVariance()), 0);
    }

    private Bound weightedBound(Approximation approximation, int iteration, int draws) {
        WeightedEvaluation observed = evaluator.weigh(approximation, address(iteration, MOST_EVALUATIONS), draws);
        long rows = backend.summary().rows();
        if (observed == null) {
            return new Bound(Double.NaN, Double.NaN, rows);
        }
        WeightedEvaluation whole = observed.withWholePrior();
        double[] elbo = whole.elboAndError();
        return new Bound(elbo[0], elbo[1], rows);
    }

    /**
     * The Kullback–Leibler divergence that the ELBO subtracts, also where the posterior was fitted by another
     * divergence.
     */
    private double divergence(Approximation approximation) {
        return KullbackLeibler.PLAIN.between(
                        approximation.gaussian(), problem.prior().normalPrior())
                + approximation.dispersion().divergence(problem.dispersionPrior());
    }

    private int draws(int ofStep) {
        return Math.max(ofStep, Math.min(mostDraws(), DrawCounts.GROWTH * ofStep));
    }

    private int mostDraws() {
        return (int) Math.min(
                DrawCounts.ENOUGH, DrawCounts.MOST_NUMBERS / problem.loss().dimension());
    }

    private double exactBound(ExactProblem exact, Approximation approximation) {
        GaussianPosterior q = approximation.gaussian();
        CoefficientCovariance spread = q.coefficientCovariance(backend.summary().sparse());
        PassStatistics sums = backend.run(new ExpectationPass(
                exact.likelihood().loss(approximation.dispersion()),
                q.mean(),
                spread,
                CurvatureForm.NONE,
                RowSample.ALL));
        return -ExactObjective.elbo(exact.prior(), exact.dispersionPrior())
                .objectiveValue(sums, q, approximation.dispersion());
    }
}
