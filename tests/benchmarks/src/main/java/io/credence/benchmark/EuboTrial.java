package io.credence.benchmark;

import io.credence.data.RowBlock;
import io.credence.diagnostic.EvidenceBounds;
import io.credence.diagnostic.MomentExistence;
import io.credence.diagnostic.ParetoSmoothing;
import io.credence.family.DiagonalGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.GaussianStructure;
import io.credence.family.Posterior;
import io.credence.fit.Algorithm;
import io.credence.fit.ExactProblem;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitSetup;
import io.credence.fit.InProcessBackend;
import io.credence.fit.Problem;
import io.credence.fit.SamplingSettings;
import io.credence.fit.SamplingSettings.ControlVariate;
import io.credence.fit.exact.NewtonAlgorithm;
import io.credence.fit.importance.PosteriorWeigher;
import io.credence.fit.stochastic.StochasticAlgorithm;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.objective.Objective;
import io.credence.prior.GaussianPrior;
import io.credence.random.NormalDraws;
import io.credence.update.Updates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * One random split of a binary classification, nine tenths to learn from, with what each objective's fit reports of the
 * evidence of those rows and how it predicts the others (Ji and Shen 2019, section 3.1).
 *
 * @param evidence of the rows to learn from
 * @param reported by each objective, in the order requested
 * @param constantError test error of one label for all rows
 */
record EuboTrial(LogEvidence evidence, List<Reported> reported, double constantError) {

    /** Orders of the paper's Rényi bounds. */
    private static final List<Double> ORDERS = List.of(-2.0, 2.0);

    private static final int DRAWS = 100;
    private static final int STEPS = 150;
    private static final int REFERENCE_DRAWS = 100_000;
    private static final double ROUGH = 1e-6;
    private static final DenseKernel KERNEL = Kernels.best();

    /**
     * A method.
     *
     * @param name as the paper has it
     * @param family in which the posterior is looked for
     * @param objective what is minimised, from the optimum of the ELBO on
     */
    record Method(String name, GaussianStructure family, Objective objective) {}

    /**
     * What a fit reported.
     *
     * @param bounds from fresh draws of the fit's posterior, those that may be infinite marked
     * @param finite the same as if all were finite
     * @param tailIndex k̂ of the draws
     * @param isReliable whether it is below its threshold
     * @param eubo of the same posterior by draws of the reference, and its error
     * @param testError share of the other rows whose likelier label is not theirs
     */
    record Reported(
            EvidenceBounds bounds,
            EvidenceBounds finite,
            double tailIndex,
            boolean isReliable,
            double[] eubo,
            double testError) {}

    /**
     * The split of that number.
     *
     * @param learnt rows that are learnt from; the others are predicted
     */
    static EuboTrial of(RegressionRows all, int learnt, int number, List<Method> methods) {
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, all.count()).boxed().toList());
        Collections.shuffle(order, new Random(number));
        RegressionRows train = all.only(order.subList(0, learnt));
        RegressionRows test = all.only(order.subList(learnt, order.size()));
        double ones = Arrays.stream(test.labels()).average().orElse(Double.NaN);
        LogEvidence evidence = LogEvidence.of(new LogisticModel(train, 1), REFERENCE_DRAWS);
        List<List<RowBlock>> partitions = train.partitions(1);
        List<Reported> reported = new ArrayList<>();
        Map<GaussianStructure, GaussianPosterior> starts = new HashMap<>();
        try (InProcessBackend backend = new InProcessBackend(partitions, KERNEL, 1)) {
            for (Method method : methods) {
                GaussianPosterior start =
                        starts.computeIfAbsent(method.family(), family -> start(train.columns(), family, backend));
                reported.add(reported(fit(method, start, number, backend), evidence, test));
            }
        }
        return new EuboTrial(evidence, reported, Math.min(ones, 1 - ones));
    }

    private static ExactProblem plain(int columns) {
        return ExactProblem.withKnownDispersion(
                Likelihoods.named("bernoulli", 4, 2), GaussianPrior.of(columns, 0, 1), 1);
    }

    /** The optimum of the ELBO. */
    private static GaussianPosterior start(int columns, GaussianStructure family, InProcessBackend backend) {
        FitSettings settings = FitSettings.of(family).withTolerance(ROUGH);
        return (GaussianPosterior) new NewtonAlgorithm(plain(columns), settings, backend, KERNEL)
                .fit()
                .posterior();
    }

    private static FitResult fit(Method method, GaussianPosterior start, long seed, InProcessBackend backend) {
        FitSetup setup = setup(method, start, seed, SamplingSettings.DEFAULT.with(estimator(DRAWS)), backend);
        return PosteriorWeigher.of(setup)
                .withWeights(StochasticAlgorithm.of(setup).fit());
    }

    private static FitSetup setup(
            Method method, GaussianPosterior start, long seed, SamplingSettings how, InProcessBackend backend) {
        FitSettings settings = new FitSettings(method.family(), STEPS, ROUGH, seed);
        Problem problem =
                Problem.of(plain(start.dimension()), backend.summary(), false).with(method.objective());
        return new FitSetup(problem, settings, how, gaussian -> start, backend, KERNEL);
    }

    private static SamplingSettings.Estimator estimator(int draws) {
        return new SamplingSettings.Estimator(
                SamplingSettings.EstimatorKind.AUTO,
                draws,
                ControlVariate.QUADRATIC,
                NormalDraws.Dependence.INDEPENDENT,
                false,
                draws);
    }

    /** The prior and the posterior after each step from there, by 10 draws and Adam as in the paper or by 100 and natural gradients. */
    static List<Posterior> course(RegressionRows train, Method method, boolean asInThePaper) {
        SamplingSettings how = SamplingSettings.DEFAULT.with(estimator(asInThePaper ? 10 : DRAWS));
        if (asInThePaper) {
            how = how.with(SamplingSettings.Update.of(Updates.ADAM));
        }
        double[] ones = new double[train.columns()];
        Arrays.fill(ones, 1);
        GaussianPosterior prior = new DiagonalGaussian(new double[ones.length], ones);
        List<Posterior> course = new ArrayList<>(List.of(prior));
        try (InProcessBackend backend = new InProcessBackend(train.partitions(1), KERNEL, 1)) {
            Algorithm algorithm = StochasticAlgorithm.of(setup(method, prior, 1, how, backend));
            algorithm.run(
                    algorithm.init(), List.of(state -> course.add(state.best().posterior())));
        }
        return course;
    }

    private static Reported reported(FitResult fit, LogEvidence evidence, RegressionRows test) {
        double[] logWeights = Objects.requireNonNull(fit.weights()).logWeights();
        GaussianPosterior q = (GaussianPosterior) fit.posterior();
        GaussianPrior prior = GaussianPrior.of(q.dimension(), 0, 1);
        EvidenceBounds bounds = EvidenceBounds.of(logWeights, ORDERS, c -> MomentExistence.mayBeInfinite(q, prior, c));
        EvidenceBounds finite = EvidenceBounds.of(logWeights, ORDERS, c -> false);
        ParetoSmoothing smoothing = ParetoSmoothing.of(logWeights);
        double wrong = 0;
        for (int i = 0; i < test.count(); i++) {
            boolean one = test.predictor(i, q.mean()) > 0;
            wrong += one == (test.labels()[i] > 0.5) ? 0 : 1;
        }
        return new Reported(
                bounds, finite, smoothing.tailIndex(), smoothing.isReliable(), evidence.eubo(q), wrong / test.count());
    }
}
