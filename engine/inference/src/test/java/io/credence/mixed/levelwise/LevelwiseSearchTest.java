package io.credence.mixed.levelwise;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.DenseBlock;
import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.diagnostic.Reliability;
import io.credence.family.GaussianStructure;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.Algorithm;
import io.credence.fit.Budget;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.InProcessBackend;
import io.credence.kind.GroupingFactor;
import io.credence.kind.RandomEffects;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.Cholesky;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.mixed.InterruptedFits;
import io.credence.mixed.MixedAlgorithm;
import io.credence.mixed.MixedAlgorithmChoice;
import io.credence.mixed.joint.JointState;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.model.EffectsPrior;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.model.MixedRows;
import io.credence.mixed.model.VarianceCoordinates;
import io.credence.mixed.result.EffectMoments.Levels;
import io.credence.mixed.result.JointParameterPosterior;
import io.credence.mixed.result.LevelPosteriors;
import io.credence.mixed.result.MixedPosterior;
import io.credence.mixed.result.MixedPosterior.ComponentSummary;
import io.credence.mixed.result.MixedPosterior.EffectsPosterior;
import io.credence.mixed.result.MixedPosterior.PartitionMoments;
import io.credence.prior.GaussianPrior;
import io.credence.prior.LogHalfStudent;
import io.credence.summary.MixedSummary;
import io.credence.testkit.Nightly;
import io.credence.testkit.RandomArrays;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Intercepts of groups of five labels, which count by how many of them are 1: the posterior is a small sum. */
class LevelwiseSearchTest {

    private static final int EACH = 5;
    private static final double SCALE = 2.5;
    private static final double[] UNITS = {1};
    private static final FitSettings SETTINGS = FitSettings.of(GaussianStructure.FULL);

    private static MixedModel model(int groups, String family) {
        List<String> levels = IntStream.range(0, groups)
                .mapToObj(g -> String.format("%05d", g))
                .toList();
        return new MixedModel(
                List.of(GroupingFactor.of("g", levels)),
                List.of(new RandomEffects("g", List.of("(Intercept)"), new int[] {0}, false)),
                new boolean[] {true},
                Likelihoods.named(family, 1, 0),
                new GaussianPrior(new double[1], new double[] {0.04}),
                List.of(EffectsPrior.halfStudent(1, SCALE)),
                family.equals("gaussian") ? new LogHalfStudent(3, SCALE) : null);
    }

    /** Rows of groups, the level of each row being its number modulo the number of groups. */
    private static RowBlock block(int groups, double sd) {
        Random random = RandomArrays.of("groups of five").random();
        double[] effects = new double[groups];
        Arrays.setAll(effects, g -> sd * random.nextGaussian());
        int[] level = new int[groups * EACH];
        double[] labels = new double[level.length];
        double[] ones = new double[level.length];
        for (int i = 0; i < level.length; i++) {
            level[i] = i % groups;
            ones[i] = 1;
            labels[i] = random.nextDouble() < 1 / (1 + Math.exp(0.5 - effects[level[i]])) ? 1 : 0;
        }
        return new DenseBlock(new RowAttributes(labels, null, null, new int[][] {level}), 1, ones);
    }

    /** The block's rows in three partitions by their level. */
    private static InProcessBackend backend(RowBlock block, int groups) {
        List<List<RowBlock>> parts = IntStream.range(0, 3)
                .mapToObj(part -> List.of(block.select(IntStream.range(0, block.rows())
                        .filter(i -> i % groups % 3 == part)
                        .toArray())))
                .toList();
        return new InProcessBackend(parts, MixedRows.KERNEL, 2);
    }

    /** What is integrated over a grid: masses, and E u and E u² of a group with so many 1s. */
    private static final class Truth {
        private final double[] sums = new double[6];
        private final double[] firsts = new double[EACH + 1];
        private final double[] seconds = new double[EACH + 1];
        private double logEvidence;

        private void add(double mass, double[] values, double[] own, double[] first, double[] second) {
            for (int v = 0; v < values.length; v++) {
                sums[v] += mass * values[v];
            }
            for (int c = 0; c <= EACH; c++) {
                firsts[c] += mass * first[c] / own[c];
                seconds[c] += mass * second[c] / own[c];
            }
        }
    }

    private static Truth truth(RowBlock block, int groups) {
        int[] ones = new int[groups];
        for (int i = 0; i < block.rows(); i++) {
            ones[i % groups] += (int) block.attributes().labels()[i];
        }
        int[] counts = new int[EACH + 1];
        Arrays.stream(ones).forEach(count -> counts[count]++);
        Truth truth = new Truth();
        LogHalfStudent prior = new LogHalfStudent(3, SCALE);
        double[] own = new double[EACH + 1];
        double[] first = new double[EACH + 1];
        double[] second = new double[EACH + 1];
        double constant = Double.NEGATIVE_INFINITY;
        for (int pass = 0; pass < 2; pass++) {
            for (double log = -3; log < 0.5; log += 0.02) {
                double sd = Math.exp(log);
                for (double beta = -1; beta < 0.1; beta += 0.02) {
                    moments(beta, sd, own, first, second);
                    double density = prior.logDensity(log) + 0.5 * Math.log(0.04 / (2 * Math.PI)) - 0.02 * beta * beta;
                    for (int c = 0; c <= EACH; c++) {
                        density += counts[c] * Math.log(own[c]);
                    }
                    if (pass == 0) {
                        constant = Math.max(constant, density);
                    } else {
                        double mass = Math.exp(density - constant) * 0.02 * 0.02;
                        truth.add(mass, new double[] {1, beta, beta * beta, sd, sd * sd}, own, first, second);
                    }
                }
            }
        }
        truth.logEvidence = constant + Math.log(truth.sums[0]);
        return truth;
    }

    private static void moments(double beta, double sd, double[] own, double[] first, double[] second) {
        Arrays.fill(own, 0);
        Arrays.fill(first, 0);
        Arrays.fill(second, 0);
        for (double z = -6; z <= 6; z += 0.2) {
            double p = 1 / (1 + Math.exp(-beta - sd * z));
            double normal = 0.2 * Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
            for (int c = 0; c <= EACH; c++) {
                double mass = normal * Math.pow(p, c) * Math.pow(1 - p, EACH - c);
                own[c] += mass;
                first[c] += mass * sd * z;
                second[c] += mass * sd * sd * z * z;
            }
        }
    }

    static Stream<Arguments> grids() {
        return Nightly.cases(
                List.of(Arguments.of(400, 0.5, 256)), List.of(Arguments.of(400, 0.5, 256), Arguments.of(1500, 0.9, 0)));
    }

    /** Few groups, whose posterior is integrated over a design, and many, whose likelihood is about quadratic. */
    @ParameterizedTest
    @MethodSource("grids")
    void posterior_isThatOfAGrid(int groups, double sd, int checked) {
        RowBlock block = block(groups, sd);
        Truth truth = truth(block, groups);
        try (InProcessBackend backend = backend(block, groups)) {
            Algorithm algorithm = MixedAlgorithmChoice.chooseAlgorithm(
                    model(groups, "bernoulli"), UNITS, SETTINGS, backend, MixedRows.KERNEL);
            assertInstanceOf(LevelwiseState.class, algorithm.init().algorithmState());
            FitResult result = algorithm.fit();
            assertTrue(result.isConverged(), result.stopReason());
            MixedPosterior found = (MixedPosterior) result.detail();
            assertEquals(checked, found.componentDesign().logWeights().length);
            assertEquals(0, found.logDensityError(), "intercepts are integrated by quadrature, without draws");
            Reliability trust =
                    new MixedSummary(model(groups, "bernoulli"), found, List.of(), List.of()).reliability(result, true);
            assertTrue(trust.isReliable(), trust.text());
            double[] sums = truth.sums;
            check(
                    sums[1] / sums[0],
                    sums[2] / sums[0],
                    result.posterior().mean()[0],
                    result.posterior().sd()[0]);
            ComponentSummary component = found.effects().get(0).sds().get(0);
            check(sums[3] / sums[0], sums[4] / sums[0], component.mean(), component.sd());
            assertEquals(truth.logEvidence, found.logMarginalLikelihood(), 0.1);
            checkEffects(truth, block, groups, found.effects().get(0));
        }
    }

    /** Moments that stay with their rows are those that are collected, and so is their digest. */
    @Test
    void momentsOfPartitions_areThoseCollected() {
        int groups = 600;
        MixedModel model = model(groups, "bernoulli");
        EffectLayout layout = EffectLayout.of(model);
        RowLoss loss = model.likelihood().loss(new DispersionPosterior.Known(1));
        try (InProcessBackend backend = backend(block(groups, 1), groups)) {
            LevelwiseDensity density = new LevelwiseDensity(
                    layout,
                    new VarianceCoordinates(model),
                    UNITS,
                    loss,
                    backend,
                    backend.run(new LevelwiseSurvey.SurveyPass(layout, UNITS, loss)),
                    1);
            double[] psi = density.startingPoint();
            JointParameterPosterior posterior = new JointParameterPosterior(
                    psi,
                    new double[] {0.01, 0.001, 0.001, 0.02},
                    List.of(density.components(psi)),
                    new double[] {1},
                    new double[1],
                    List.of(),
                    null,
                    Double.NaN);
            LevelPosteriors collected =
                    LevelwiseEffects.levelMoments(density, posterior, 1 << 20).get(0);
            LevelPosteriors apart =
                    LevelwiseEffects.levelMoments(density, posterior, 0).get(0);
            assertNull(collected.pass());
            Levels all = collected.collect();
            double[] cross = new double[groups];
            PartitionMoments whole = backend.run(Objects.requireNonNull(apart.pass()));
            assertEquals(groups, whole.stream().count());
            whole.stream().forEach(each -> {
                assertEquals(all.mean()[each.level()], each.moments().mean()[0]);
                assertEquals(all.covariance()[each.level()], each.moments().covariance()[0]);
                cross[each.level()] = each.moments().cross()[0];
            });
            assertArrayEquals(all.cross(), cross);
            assertArrayEquals(all.mean(), apart.collect().mean());
            assertEquals(collected.digest().rankedLevels(60), apart.digest().rankedLevels(60));
            assertEquals(
                    collected.digest().shrinkage(new double[] {1.5})[0],
                    apart.digest().shrinkage(new double[] {1.5})[0],
                    1e-14);
        }
    }

    /** log of the largest bound on a group's likelihood by a normal posterior of its effect, of each number of 1s. */
    private static double[] bounds(double beta, double sd) {
        double[] bounds = new double[EACH + 1];
        for (int c = 0; c <= EACH; c++) {
            double mean = 0;
            double variance = sd * sd / 2;
            for (int t = 0; t < 30; t++) {
                double slope = c - mean / (sd * sd);
                double curvature = 1 / (sd * sd);
                for (double z = -6; z <= 6; z += 0.2) {
                    double p = 1 / (1 + Math.exp(-beta - mean - Math.sqrt(variance) * z));
                    double normal = 0.2 * Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
                    slope -= EACH * normal * p;
                    curvature += EACH * normal * p * (1 - p);
                }
                mean += 0.5 * slope / curvature;
                variance = 1 / curvature;
            }
            bounds[c] = c * (beta + mean)
                    - 0.5 * ((mean * mean + variance) / (sd * sd) - 1 - Math.log(variance / (sd * sd)));
            for (double z = -6; z <= 6; z += 0.2) {
                double normal = 0.2 * Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
                bounds[c] -= EACH * normal * Math.log1p(Math.exp(beta + mean + Math.sqrt(variance) * z));
            }
        }
        return bounds;
    }

    /** Where variational inference alone has its mode: at too small a standard deviation. */
    private static double[] variationalMode(int[] counts) {
        double[] best = new double[2];
        double most = Double.NEGATIVE_INFINITY;
        for (double sd = 0.6; sd < 1.1; sd += 0.02) {
            for (double beta = -0.7; beta < -0.3; beta += 0.02) {
                double[] bounds = bounds(beta, sd);
                double sum = 0;
                for (int c = 0; c <= EACH; c++) {
                    sum += counts[c] * bounds[c];
                }
                if (sum > most) {
                    most = sum;
                    best = new double[] {beta, Math.cbrt(sd)};
                }
            }
        }
        return best;
    }

    /** Its answer is flagged where no pass is left that would put it right, by the step that one with draws would take from it. */
    @Test
    void variationalAnswer_isNotReliable() {
        int groups = 6000;
        RowBlock block = block(groups, 0.9);
        int[] ones = new int[groups];
        for (int i = 0; i < block.rows(); i++) {
            ones[i % groups] += (int) block.attributes().labels()[i];
        }
        int[] counts = new int[EACH + 1];
        Arrays.stream(ones).forEach(count -> counts[count]++);
        try (InProcessBackend backend = backend(block, groups)) {
            MixedModel model = model(groups, "bernoulli");
            Algorithm algorithm =
                    MixedAlgorithmChoice.chooseAlgorithm(model, UNITS, SETTINGS, backend, MixedRows.KERNEL);
            FitState init = algorithm.init();
            LevelwiseState start = ((LevelwiseState) init.algorithmState())
                    .withNextPoint(variationalMode(counts))
                    .atRound(LevelwiseState.SearchStage.DRAWS, LevelwiseSearch.MOST_PASSES - 1, 64);
            FitState stepped = algorithm.step(init.with(start));
            double error = ((LevelwiseState) stepped.algorithmState()).maxMeanError();
            assertTrue(error > 0.3, "error: " + error);
        }
    }

    private static void check(double mean, double square, double foundMean, double foundSd) {
        double sd = Math.sqrt(square - mean * mean);
        assertEquals(mean, foundMean, 0.12 * sd);
        assertEquals(1, foundSd / sd, 0.1);
    }

    private static void checkEffects(Truth truth, RowBlock block, int groups, EffectsPosterior effects) {
        for (int g = 0; g < 50; g++) {
            int ones = 0;
            for (int i = g; i < block.rows(); i += groups) {
                ones += (int) block.attributes().labels()[i];
            }
            double mean = truth.firsts[ones] / truth.sums[0];
            check(mean, truth.seconds[ones] / truth.sums[0], effects.mean(g, 0), effects.sd(g, 0));
        }
    }

    /** Groups by themselves of each: jointly, and level by level, whose points around the mode are evaluated some at a time. */
    @ParameterizedTest
    @ValueSource(ints = {100, 400, 5000})
    void interruptedFit_goesOnToTheSameBits(int groups) throws IOException {
        RowBlock block = block(groups, 0.5);
        try (InProcessBackend backend = backend(block, groups)) {
            MixedModel model = model(groups, "bernoulli");
            Algorithm algorithm =
                    MixedAlgorithmChoice.chooseAlgorithm(model, UNITS, SETTINGS, backend, MixedRows.KERNEL);
            assertEquals(groups >= 400, algorithm.init().algorithmState() instanceof LevelwiseState);
            FitState whole = algorithm.run(algorithm.init(), List.of());
            InterruptedFits.endAs(
                    whole,
                    () -> MixedAlgorithmChoice.chooseAlgorithm(model, UNITS, SETTINGS, backend, MixedRows.KERNEL),
                    4,
                    whole.iteration() - 3,
                    whole.iteration() - 1);
        }
    }

    @Test
    void spentBudget_givesTheCoefficientsFoundSoFar() {
        RowBlock block = block(400, 0.5);
        try (InProcessBackend backend = backend(block, 400)) {
            for (int steps : new int[] {2, 12}) {
                FitResult result = MixedAlgorithmChoice.chooseAlgorithm(
                                model(400, "bernoulli"),
                                UNITS,
                                SETTINGS.with(Budget.ofIterations(steps)),
                                backend,
                                MixedRows.KERNEL)
                        .fit();
                assertEquals(FitStatus.BUDGET, result.status());
                MixedPosterior found = (MixedPosterior) result.detail();
                assertEquals(0, found.componentDesign().logWeights().length);
                assertEquals(-0.5, result.posterior().mean()[0], 0.4);
            }
        }
    }

    /** Few groups, groups in several partitions, and normal rows are fitted all together. */
    @Test
    void groupsByThemselves_areManyAndWhole() {
        RowBlock block = block(400, 0.9);
        try (InProcessBackend whole = backend(block, 400);
                InProcessBackend split = new InProcessBackend(
                        MixedRows.dealt(block.select(IntStream.range(0, 2000)
                                .map(i -> i / EACH + i % EACH * 400)
                                .toArray())),
                        MixedRows.KERNEL,
                        2)) {
            MixedModel labels = model(400, "bernoulli");
            assertFitted(LevelwiseState.class, labels, whole);
            assertFitted(JointState.class, labels, split);
            assertFitted(JointState.class, model(400, "gaussian"), whole);
        }
        try (InProcessBackend few = backend(block(399, 0.9), 399)) {
            assertFitted(JointState.class, model(399, "bernoulli"), few);
        }
    }

    private static void assertFitted(Class<?> state, MixedModel model, InProcessBackend backend) {
        Algorithm algorithm = MixedAlgorithmChoice.chooseAlgorithm(model, UNITS, SETTINGS, backend, MixedRows.KERNEL);
        assertInstanceOf(state, algorithm.init().algorithmState());
    }

    /** 21 effects of 2,500 groups of ten labels: the estimate is as far from the truth as its precision implies. */
    @Test
    @Tag("nightly")
    void manyEffects_areWhereTheirPrecisionImplies() {
        int k = 21;
        int groups = 2_500;
        RandomArrays random = RandomArrays.of("many effects");
        double[] truth = new double[2 * k];
        double[][] effects = new double[groups][];
        for (int j = 0; j < k; j++) {
            truth[j] = j == 0 ? -1 : 0.45 * random.random().nextGaussian();
            truth[k + j] = Math.cbrt(j == 0 ? 0.8 : 0.3);
        }
        Arrays.setAll(effects, g -> random.normals(k));
        int[] level = IntStream.range(0, 10 * groups).map(i -> i / 10).toArray();
        double[] cells = random.normals(level.length * k);
        double[] labels = new double[level.length];
        for (int i = 0; i < level.length; i++) {
            cells[i * k] = 1;
            double eta = 0;
            for (int j = 0; j < k; j++) {
                eta += cells[i * k + j] * (truth[j] + Math.pow(truth[k + j], 3) * effects[level[i]][j]);
            }
            labels[i] = random.random().nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
        }
        boolean[] fixed = new boolean[k];
        double[] ones = new double[k];
        Arrays.fill(fixed, true);
        Arrays.fill(ones, 1);
        List<String> terms = IntStream.range(0, k).mapToObj(j -> "x" + j).toList();
        MixedModel model = new MixedModel(
                model(groups, "bernoulli").factors(),
                List.of(new RandomEffects("g", terms, IntStream.range(0, k).toArray(), false)),
                fixed,
                Likelihoods.named("bernoulli", 1, 0),
                new GaussianPrior(new double[k], ones),
                List.of(EffectsPrior.halfStudent(k, SCALE)),
                null);
        RowBlock block = new DenseBlock(new RowAttributes(labels, null, null, new int[][] {level}), k, cells);
        try (InProcessBackend backend = new InProcessBackend(List.of(List.of(block)), MixedRows.KERNEL, 1)) {
            Algorithm algorithm =
                    MixedAlgorithmChoice.chooseAlgorithm(model, ones, SETTINGS, backend, MixedRows.KERNEL);
            FitState state = algorithm.run(algorithm.init(), List.of());
            assertEquals(FitStatus.CONVERGED, state.status());
            MixedPosterior found = (MixedPosterior)
                    Objects.requireNonNull(algorithm.result(state).detail());
            double left = Objects.requireNonNull(found.surrogate()).meanError();
            assertTrue(left < 0.12, "means known to " + left);
            LevelwiseState at = (LevelwiseState) state.algorithmState();
            double[] away = Vectors.difference(at.psi(), truth);
            double distance = Symmetric.quadraticForm(
                    Symmetric.pack(at.requireStepEvaluation().curvature(), 2 * k), away);
            assertTrue(distance > 15 && distance < 85, "chi-squared of 42: " + distance);
            LevelwiseSearch search = (LevelwiseSearch) ((MixedAlgorithm<?, ?>) algorithm).search();
            JointParameterPosterior posterior =
                    search.levelwiseBuilder().posteriorNearMode(at).posterior(at);
            Cholesky covariance = Objects.requireNonNull(Cholesky.of(MixedRows.KERNEL, posterior.covariance(), 2 * k));
            double[] off = Vectors.difference(posterior.mean(), truth);
            double joint = Vectors.dot(off, covariance.solve(off));
            assertTrue(joint > 15 && joint < 85, "chi-squared of 42 by the posterior: " + joint);
        }
    }
}
