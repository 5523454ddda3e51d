package io.credence.fit.exact;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.data.RowBlock;
import io.credence.family.Blocks;
import io.credence.family.DiagonalGaussian;
import io.credence.family.DispersionPosterior;
import io.credence.family.Families;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.GaussianStructure;
import io.credence.family.Serialised;
import io.credence.fit.Algorithm;
import io.credence.fit.Approximation;
import io.credence.fit.ExactProblem;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.Fits;
import io.credence.fit.InProcessBackend;
import io.credence.fit.Rows;
import io.credence.fit.Structures;
import io.credence.fit.exact.GaussianCoordinates.Slope;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.Vectors;
import io.credence.objective.ExactObjective;
import io.credence.pass.ExpectationPass;
import io.credence.pass.ExpectationPass.CurvatureForm;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.statistics.PassStatistics;
import io.credence.testkit.TestSeed;
import io.credence.testkit.Textbook;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuasiNewtonStepsTest {

    private static final FitSettings SETTINGS = FitSettings.of(GaussianStructure.FULL);

    private final Random random = new Random(TestSeed.get());

    @ParameterizedTest
    @CsvSource({"bernoulli, true", "poisson, true", "softmax, true", "bernoulli, false", "softmax, false"})
    void gradient_isThatOfTheObjective(String family, boolean full) {
        ExactProblem problem = Fits.problem(family, 3, 2);
        List<List<RowBlock>> rows = labelled(family, Rows.normal(40, 3, random)).blocks(1, 40);
        int d = problem.prior().dimension();
        FullGaussian whole = FullGaussian.ofFactor(Fits.KERNEL, normals(d, 0.3), lower(d));
        GaussianCoordinates frame = full
                ? new FactorCoordinates(whole, problem.likelihood().predictors() == 1)
                : new MeanFieldCoordinates(new DiagonalGaussian(whole.mean(), uniform(d, 0.1, 2)), whole);
        assertGradient(problem, new ApproximationCoordinates(frame, problem.scale()), rows, 1e-6);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gaussian",
                "student-t",
                "gamma",
                "tweedie",
                "negative-binomial",
                "zero-inflated-negative-binomial",
                "hurdle-negative-binomial"
            })
    void gradientWithADispersion_isThatOfTheObjective(String family) {
        ExactProblem problem = Fits.estimated(family, 3, 2);
        List<List<RowBlock>> rows = labelled(family, Rows.normal(40, 3, random)).blocks(1, 40);
        int d = problem.prior().dimension();
        FullGaussian whole = FullGaussian.ofFactor(Fits.KERNEL, normals(d, 0.3), lower(d));
        DispersionPosterior begun = problem.scale();
        DispersionPosterior there = begun.atUnbounded(Vectors.plus(begun.unbounded(), 1, new double[] {0.1, -0.5}));
        ApproximationCoordinates frame = new ApproximationCoordinates(
                new FactorCoordinates(whole, problem.likelihood().predictors() == 1), there);
        assertEquals(d + d * (d + 1) / 2 + 2, frame.length());
        assertGradient(problem, frame, rows, 1e-5);
    }

    private void assertGradient(
            ExactProblem problem, ApproximationCoordinates frame, List<List<RowBlock>> rows, double tolerance) {
        double[] x = normals(frame.length(), 0.2);
        try (InProcessBackend backend = new InProcessBackend(rows, Fits.KERNEL, 1)) {
            Approximation here = frame.at(x);
            PassStatistics sums =
                    backend.run(pass(problem, here, frame.gaussian().form()));
            double[] gradient = frame.slope(x, here, sums, problem).gradient();
            assertEquals(x.length, gradient.length);
            for (int j = 0; j < x.length; j++) {
                double h = 1e-5;
                double slope = (objective(problem, frame.at(moved(x, j, h)), backend)
                                - objective(problem, frame.at(moved(x, j, -h)), backend))
                        / (2 * h);
                assertEquals(
                        slope,
                        gradient[j],
                        tolerance * Math.max(1, Math.abs(slope)),
                        "coordinate " + j + " of " + x.length + ", " + TestSeed.replay());
            }
        }
    }

    @Test
    void whitenedSums_areTheRawOnesInTheFrame() {
        ExactProblem problem = Fits.problem("bernoulli", 4, 2);
        FullGaussian here = FullGaussian.ofFactor(Fits.KERNEL, normals(4, 0.5), lower(4));
        List<List<RowBlock>> rows =
                labelled("bernoulli", Rows.normal(300, 4, random)).blocks(3, 50);
        try (InProcessBackend backend = new InProcessBackend(rows, Fits.KERNEL, 2)) {
            Approximation there = new Approximation(here, problem.scale());
            PassStatistics raw = backend.run(pass(problem, there, CurvatureForm.FULL));
            PassStatistics whitened = backend.run(pass(problem, there, CurvatureForm.WHITENED));
            double[] origin = new double[new FactorCoordinates(here, true).length()];
            Slope from = new FactorCoordinates(here, false).slope(origin, here, raw, problem.prior());
            Slope direct = new FactorCoordinates(here, true).slope(origin, here, whitened, problem.prior());
            assertEquals(raw.value(), whitened.value(), 1e-9 * raw.value());
            assertEquals(from.gain(), direct.gain(), 1e-9 * from.gain(), TestSeed.replay());
            assertArrayEquals(from.gradient(), direct.gradient(), 1e-9, TestSeed.replay());
        }
    }

    @Test
    void firstStep_asWorkedOutByHand() {
        // One coefficient, y = 2 once at x = 1, variance 1, prior N(0, 1): from N(0, 1) the objective's gradient is −2
        // in the mean and s² · 2 − 1 = 1 in log s, whose curvature in the metric is 2.
        ExactProblem problem = Fits.problem("gaussian", 1, 1);
        List<List<RowBlock>> rows = new Rows(new double[][] {{1}}, new double[] {2}).blocks(1, 1);
        try (InProcessBackend backend = new InProcessBackend(rows, Fits.KERNEL, 1)) {
            QuasiNewtonSteps steps = new QuasiNewtonSteps(problem, SETTINGS, backend, Fits.KERNEL);
            QuasiNewtonState next = (QuasiNewtonState)
                    steps.step(fromThePrior(problem, SETTINGS, steps)).state();
            assertArrayEquals(new double[] {2, -0.5}, next.trial(), 1e-12);
            assertEquals(0.5 * 4.5, next.gain(), 1e-12);
        }
    }

    @ParameterizedTest
    @CsvSource({"bernoulli, GAUSSIAN_FULL", "poisson, GAUSSIAN_FULL", "poisson, GAUSSIAN_DIAGONAL"})
    void whereNewtonIsWell_theAnswerIsTheSame(String family, Structures posterior) {
        FitSettings settings = FitSettings.of(posterior.of());
        ExactProblem problem = Fits.problem(family, 4, 1.5);
        List<List<RowBlock>> rows =
                labelled(family, Rows.normal(400, 4, random)).blocks(2, 100);
        FitResult newton = Fits.converged(problem, settings, rows);
        try (InProcessBackend backend = new InProcessBackend(rows, Fits.KERNEL, 2)) {
            QuasiNewtonSteps steps = new QuasiNewtonSteps(problem, settings, backend, Fits.KERNEL);
            FitState fit = fromThePrior(problem, settings, steps);
            while (fit.isRunning()) {
                fit = steps.step(fit);
            }
            GaussianPosterior found = fit.best().gaussian();
            assertEquals(FitStatus.CONVERGED, fit.status(), fit.stopReason());
            assertEquals(
                    newton.elbo(), ((QuasiNewtonState) fit.state()).search().value(), 1e-5, TestSeed.replay());
            assertTrue(Fits.meanShift(newton.posterior(), found) < 2e-3, TestSeed.replay());
            assertTrue(Fits.sdShift(newton.posterior(), found) < 2e-3, TestSeed.replay());
        }
    }

    private static FitState fromThePrior(ExactProblem problem, FitSettings settings, QuasiNewtonSteps steps) {
        GaussianPosterior prior = settings.start(Fits.KERNEL, problem.prior());
        Approximation start = new Approximation(prior, problem.scale());
        return steps.begin(FitState.start(NewtonStages.near(start), List.of()), start);
    }

    /** Needed 62, 200 and, mean-field, more than 1,000 passes of natural gradients. */
    @ParameterizedTest
    @CsvSource({"10, true, gaussian-full", "100, true, gaussian-full", "100, false, gaussian-diagonal"})
    void breastCancerUnderWidePriors_convergesInFewPasses(double sd, boolean standardized, String family) {
        Textbook part = Textbook.breastCancer().part(0.7, 1);
        Textbook data = standardized ? part.standardized() : part;
        Fit fit = Inference.of("bernoulli")
                .prior("normal", Map.of("sd", sd))
                .posterior(family)
                .kernel("java")
                .fit(io.credence.Rows.of(data.features(), data.labels()));
        assertTrue(fit.isConverged(), fit.result().stopReason());
        assertTrue(fit.result().iterations() <= 100, "passes: " + fit.result().iterations());
    }

    /** From a wide prior L-BFGS, which took over after two steps, took 300 passes on these rows and found no way down on others. */
    @ParameterizedTest
    @ValueSource(longs = {1, 16, 20})
    void hingeUnderAWidePrior_convergesByNaturalGradients(long seed) {
        Random rows = new Random(seed);
        int n = 500;
        double[][] features = new double[n][];
        double[] labels = new double[n];
        for (int i = 0; i < n; i++) {
            double age = Math.rint(43 + 8 * rows.nextGaussian());
            double income = 20 * Math.exp(0.5 * rows.nextGaussian());
            double years = Math.rint(11 * Math.exp(0.6 * rows.nextGaussian()));
            double infants = rows.nextInt(5) == 0 ? 1 : 0;
            double children = rows.nextInt(4);
            double school = Math.rint(12 + 2 * rows.nextGaussian());
            double wage = 7 + 3 * rows.nextGaussian();
            features[i] = new double[] {infants, children, age, school, wage, income, rows.nextInt(2), years};
            double eta = 0.1 * years - 0.06 * (age - 43) - 1.5 * infants + 0.2 * (school - 12);
            labels[i] = rows.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
        }
        Fit fit = Inference.of("bernoulli")
                .with("objective.kind", "gvi")
                .with("objective.loss.kind", "hinge")
                .prior("normal", Map.of("sd", 100.0))
                .kernel("java")
                .fit(io.credence.Rows.of(features, labels));
        assertTrue(fit.isConverged(), fit.result().stopReason());
        assertTrue(fit.result().iterations() <= 150, "passes: " + fit.result().iterations());
    }

    /** Seven families called this converged at a negative predicted gain, with standard deviations off by 1 to 6 %. */
    @ParameterizedTest
    @CsvSource({
        "bernoulli, 1e-5, false",
        "bernoulli, 1e-7, false",
        "bernoulli-probit, 1e-7, false",
        "gaussian, 1e-7, false",
        "poisson, 1e-7, false",
        "negative-binomial, 1e-7, false",
        "gamma, 1e-7, false",
        "student-t, 1e-7, false",
        "gaussian, 1e-7, true",
        "negative-binomial, 1e-7, true",
        "gamma, 1e-7, true",
        "student-t, 1e-7, true"
    })
    void collinearColumnsOfUnlikeScale_standardDeviationsAreThoseOfExactAlgebra(
            String family, double apart, boolean estimated) {
        int n = 200;
        double[][] features = collinear(n, apart);
        ExactProblem problem = estimated ? Fits.estimated(family, 4, 1e4) : Fits.problem(family, 4, 1e4);
        Rows labelled = labelled(family, new Rows(features, new double[n]));
        double[] labels = labelled.labels();
        List<List<RowBlock>> rows = labelled.blocks(1, n);
        try (InProcessBackend backend = new InProcessBackend(rows, Fits.KERNEL, 1)) {
            FitResult found = NewtonAlgorithm.withFallback(problem, SETTINGS.withTolerance(1e-14), backend, Fits.KERNEL)
                    .fit();
            assertEquals(FitStatus.CONVERGED, found.status(), found.stopReason());
            FullGaussian q = (FullGaussian) found.posterior();
            double[] exact = exactSd(problem, q, found.scale(), features, labels);
            for (int j = 0; j < 4; j++) {
                assertEquals(1, q.sd()[j] / exact[j], 1e-6, "sd " + j + ", " + TestSeed.replay());
            }
            assertArrayEquals(
                    q.sd(),
                    Families.rebuilt(q.family(), q.described()).sd(),
                    1e-9 * Arrays.stream(q.sd()).max().orElseThrow(),
                    "what is written rebuilds q");
        }
    }

    private double[][] collinear(int n, double apart) {
        double[][] features = new double[n][];
        for (int i = 0; i < n; i++) {
            double x = random.nextGaussian();
            features[i] = new double[] {1, x, 1e6 * (x + apart * random.nextGaussian()), random.nextGaussian()};
        }
        return features;
    }

    /** Standard deviations of (P0 + Σ w x xᵀ)⁻¹ in 60 digits, with the weights E f″ at q. */
    private static double[] exactSd(
            ExactProblem problem, FullGaussian q, DispersionPosterior scale, double[][] features, double[] labels) {
        MathContext digits = new MathContext(60);
        int d = q.dimension();
        BigDecimal[][] precision = new BigDecimal[d][d];
        for (int a = 0; a < d; a++) {
            Arrays.fill(precision[a], BigDecimal.ZERO);
            precision[a][a] = new BigDecimal(problem.prior().precision()[a]);
        }
        RowLoss loss = problem.likelihood().loss(scale);
        for (int i = 0; i < labels.length; i++) {
            io.credence.likelihood.Chunk one = new io.credence.likelihood.Chunk(1, new double[loss.scaleTotals()]);
            one.resize(1);
            one.label()[0] = labels[i];
            double[] whitened = q.cholesky().solveFactor(features[i]);
            for (int a = 0; a < d; a++) {
                one.mean()[0] += features[i][a] * q.mean()[a];
                one.variance()[0] += whitened[a] * whitened[a];
            }
            loss.expect(Fits.KERNEL, one);
            BigDecimal weight = new BigDecimal(one.moments().curvature()[0]);
            for (int a = 0; a < d; a++) {
                for (int b = 0; b < d; b++) {
                    precision[a][b] = precision[a][b].add(
                            weight.multiply(new BigDecimal(features[i][a])).multiply(new BigDecimal(features[i][b])));
                }
            }
        }
        double[] sd = new double[d];
        for (int j = 0; j < d; j++) {
            sd[j] = Math.sqrt(inverseDiagonal(precision, j, digits));
        }
        return sd;
    }

    /** By elimination of all other rows: the inverse of the Schur complement. */
    private static double inverseDiagonal(BigDecimal[][] matrix, int j, MathContext digits) {
        int d = matrix.length;
        BigDecimal[][] left = Arrays.stream(matrix).map(BigDecimal[]::clone).toArray(BigDecimal[][]::new);
        for (int k = 0; k < d; k++) {
            for (int a = 0; k != j && a < d; a++) {
                if (a == k) {
                    continue;
                }
                BigDecimal factor = left[a][k].divide(left[k][k], digits);
                for (int b = 0; b < d; b++) {
                    left[a][b] = left[a][b].subtract(factor.multiply(left[k][b], digits), digits);
                }
            }
        }
        return 1 / left[j][j].doubleValue();
    }

    @Test
    void resumedFromAnyStep_sameBits() {
        Textbook data = Textbook.breastCancer().part(0.3, 5).standardized();
        assertResumed(Fits.problem("bernoulli", 30, 10), new Rows(data.features(), data.labels()));
    }

    @Test
    void resumedFromAnyStepWithADispersion_sameBits() {
        Rows rows = labelled("negative-binomial", new Rows(collinear(200, 1e-7), new double[200]));
        assertResumed(Fits.estimated("negative-binomial", 4, 1e4), rows);
    }

    private static void assertResumed(ExactProblem problem, Rows data) {
        List<List<RowBlock>> rows = data.blocks(2, 64);
        try (InProcessBackend backend = new InProcessBackend(rows, Fits.KERNEL, 2)) {
            Algorithm algorithm = NewtonAlgorithm.withFallback(problem, SETTINGS, backend, Fits.KERNEL);
            FitState once = algorithm.run(algorithm.init(), List.of());
            FitState resumed = algorithm.init();
            while (resumed.isRunning()) {
                resumed = Serialised.copy(algorithm.step(resumed));
            }
            assertTrue(once.state() instanceof QuasiNewtonState, "the other steps are reached: " + once.decisions());
            assertArrayEquals(
                    once.best().posterior().parameters(),
                    resumed.best().posterior().parameters());
            assertEquals(once.best().scale(), resumed.best().scale());
            assertEquals(once.stopReason(), resumed.stopReason());
        }
    }

    @Test
    void otherFamilies_areRefused() {
        List<List<RowBlock>> rows =
                labelled("bernoulli", Rows.normal(10, 2, random)).blocks(1, 10);
        try (InProcessBackend backend = new InProcessBackend(rows, Fits.KERNEL, 1)) {
            IllegalArgumentException refused = assertThrows(
                    IllegalArgumentException.class,
                    () -> new QuasiNewtonSteps(
                            Fits.problem("bernoulli", 2, 1),
                            FitSettings.of(GaussianStructure.of(Blocks.of(1, 1))),
                            backend,
                            Fits.KERNEL));
            assertTrue(refused.getMessage().contains("found gaussian-block"), refused.getMessage());
        }
    }

    private static ExpectationPass pass(ExactProblem problem, Approximation here, CurvatureForm form) {
        GaussianPosterior q = here.gaussian();
        return new ExpectationPass(
                problem.likelihood().loss(here.scale()), q.mean(), q.spread(false), form, RowSample.ALL);
    }

    private static double objective(ExactProblem problem, Approximation here, ExecutionBackend backend) {
        return ExactObjective.elbo(problem.prior(), problem.scalePrior())
                .variational(backend.run(pass(problem, here, CurvatureForm.NONE)), here.gaussian(), here.scale());
    }

    private Rows labelled(String family, Rows rows) {
        double[] labels = new double[rows.labels().length];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = random.nextInt(family.startsWith("bernoulli") ? 2 : 3) + (family.equals("gamma") ? 0.5 : 0);
        }
        return rows.withLabels(labels);
    }

    private double[] uniform(int length, double least, double range) {
        double[] uniform = new double[length];
        Arrays.setAll(uniform, j -> least + range * random.nextDouble());
        return uniform;
    }

    private double[] normals(int length, double sd) {
        double[] normals = new double[length];
        Arrays.setAll(normals, j -> sd * random.nextGaussian());
        return normals;
    }

    private double[] lower(int d) {
        double[] lower = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j <= i; j++) {
                lower[i * d + j] = i == j ? 2 + random.nextDouble() : 0.5 * random.nextGaussian();
            }
        }
        return lower;
    }

    private static double[] moved(double[] x, int j, double by) {
        double[] moved = x.clone();
        moved[j] += by;
        return moved;
    }
}
