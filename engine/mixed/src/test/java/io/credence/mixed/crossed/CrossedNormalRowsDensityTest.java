package io.credence.mixed.crossed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.RowBlock;
import io.credence.fit.InProcessBackend;
import io.credence.kind.RandomEffects;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.Cholesky;
import io.credence.linalg.Symmetric;
import io.credence.mixed.crossed.CrossedNormalRowsDensity.CrossedEvaluation;
import io.credence.mixed.joint.NormalRowsDensity;
import io.credence.mixed.joint.NormalRowsPass;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.model.EffectsPrior;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.model.MixedRows;
import io.credence.mixed.model.VarianceComponents;
import io.credence.mixed.model.VarianceCoordinates;
import io.credence.mixed.result.EffectMoments;
import io.credence.mixed.row.ArrowStatistics;
import io.credence.mixed.row.ArrowSums;
import io.credence.prior.GaussianPrior;
import io.credence.prior.LogHalfStudent;
import io.credence.prior.ScalarDensity;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.RandomArrays;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.LUDecomposition;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Against the dense {@link NormalRowsDensity}: slopes, two lists of effects of one factor, a third factor, weights and units. */
class CrossedNormalRowsDensityTest {

    private static final int ROWS = 160;
    private static final int COLUMNS = 3;
    private static final double[] UNITS = {1, 2, 0.5};
    private static final double[] POINT = {0.9, 0.7, 0.3, 0.6, 0.75, 0.8, -0.2};

    private final RandomArrays random = RandomArrays.of("crossed rows");
    private final MixedRows rows = rows();
    private final double[] weights = random.uniforms(ROWS, 0.5, 2);
    private final double[] offsets = random.normals(ROWS);

    private MixedRows rows() {
        double[] cells = random.normals(ROWS * COLUMNS);
        String[][] words = new String[3][ROWS];
        for (int i = 0; i < ROWS; i++) {
            cells[i * COLUMNS] = 1;
            words[0][i] = "g" + random.random().nextInt(14);
            words[1][i] = "h" + random.random().nextInt(9);
            words[2][i] = "k" + random.random().nextInt(3);
        }
        return new MixedRows(COLUMNS, cells, random.normals(ROWS), List.of("large", "small", "third"), List.of(words));
    }

    private MixedModel model(@Nullable ScalarDensity residual) {
        List<RandomEffects> effects = List.of(
                new RandomEffects("large", List.of("(Intercept)", "x1"), new int[] {0, 1}, true),
                new RandomEffects("small", List.of("(Intercept)"), new int[] {0}, false),
                new RandomEffects("small", List.of("x2"), new int[] {2}, false),
                new RandomEffects("third", List.of("(Intercept)"), new int[] {0}, false));
        return new MixedModel(
                rows.grouping(),
                effects,
                new boolean[] {true, false, true},
                Likelihoods.named("gaussian", 1, 0),
                new GaussianPrior(new double[] {0.3, -0.2}, new double[] {0.25, 2}),
                effects.stream()
                        .map(each -> EffectsPrior.halfStudent(each.size(), 2.5))
                        .toList(),
                residual);
    }

    private static double[] point(MixedModel model) {
        return Arrays.copyOf(POINT, new VarianceCoordinates(model).dimension());
    }

    private CrossedStatistics statistics(MixedModel model, List<List<RowBlock>> partitions) {
        CrossedLayout layout = CrossedLayout.of(model);
        try (InProcessBackend backend = new InProcessBackend(partitions, MixedRows.KERNEL, 2)) {
            return CrossedStatistics.of(layout, backend.run(new CrossedRowsPass(layout, UNITS)));
        }
    }

    private CrossedNormalRowsDensity crossed(MixedModel model, int probes, long seed) {
        return new CrossedNormalRowsDensity(
                statistics(model, MixedRows.dealt(rows.block(weights, offsets))), probes, seed, MixedRows.KERNEL);
    }

    private NormalRowsDensity dense(MixedModel model) {
        EffectLayout layout = EffectLayout.of(model);
        try (InProcessBackend backend =
                new InProcessBackend(MixedRows.dealt(rows.block(weights, offsets)), MixedRows.KERNEL, 2)) {
            ArrowSums sums = backend.run(new NormalRowsPass(layout, UNITS));
            return new NormalRowsDensity(ArrowStatistics.of(layout, sums), MixedRows.KERNEL);
        }
    }

    private List<MixedModel> models() {
        return List.of(model(new LogHalfStudent(3, 2.5)), model(null));
    }

    @Test
    void means_areThoseOfTheDenseSystem() {
        for (MixedModel model : models()) {
            EffectMoments exact = dense(model).moments(point(model), null);
            EffectMoments found = crossed(model, 2, 7).moments(point(model));
            assertArrayEquals(
                    exact.fixedEffectsPosterior().mean(),
                    found.fixedEffectsPosterior().mean(),
                    1e-6);
            assertArrayEquals(
                    exact.fixedEffectsPosterior().parameters(),
                    found.fixedEffectsPosterior().parameters(),
                    1e-6);
            for (int e = 0; e < model.effects().size(); e++) {
                assertArrayEquals(
                        exact.levelMoments().get(e).mean(),
                        found.levelMoments().get(e).mean(),
                        1e-6);
                assertArrayEquals(
                        exact.levelMoments().get(e).cross(),
                        found.levelMoments().get(e).cross(),
                        1e-6);
            }
            // Of the border, the covariance is exact as well
            assertArrayEquals(
                    exact.levelMoments().get(3).covariance(),
                    found.levelMoments().get(3).covariance(),
                    1e-6);
        }
    }

    @Test
    void iteration_solvesTheDenseSystem() {
        MixedModel model = model(null);
        CrossedSystem system = CrossedSystem.of(
                statistics(model, MixedRows.dealt(rows.block(weights, offsets))),
                new VarianceCoordinates(model).toComponents(point(model)));
        assertNotNull(system);
        int n = system.statistics().layout().secondFactor().size();
        double[] identity = new double[n * n];
        for (int i = 0; i < n; i++) {
            identity[i * n + i] = 1;
        }
        double[] matrix = system.multiplySchur(identity, n);
        double[] right = random.normals(n * 3);
        BlockConjugateGradients found = BlockConjugateGradients.solve(system, right, 3);
        assertTrue(found.isSolved() && found.iterations() < 2 * n, "iterations: " + found.iterations());
        Cholesky exact = Cholesky.of(MixedRows.KERNEL, matrix, n);
        assertNotNull(exact);
        for (int c = 0; c < 3; c++) {
            int column = c;
            double[] one = IntStream.range(0, n)
                    .mapToDouble(i -> right[i * 3 + column])
                    .toArray();
            double[] solution = IntStream.range(0, n)
                    .mapToDouble(i -> found.solution()[i * 3 + column])
                    .toArray();
            assertArrayEquals(exact.solve(one), solution, 1e-6);
        }
        double[] diagonal = system.precondition(identity, n);
        for (int level = 0; level < n / 2; level++) {
            double[] block = new double[4];
            for (int i = 0; i < 4; i++) {
                block[i] = matrix[(2 * level + i / 2) * n + 2 * level + i % 2];
            }
            assertTrue(Cholesky.invertInPlace(block, 0, 2));
            for (int i = 0; i < 4; i++) {
                assertEquals(block[i], diagonal[(2 * level + i / 2) * n + 2 * level + i % 2], 1e-10);
            }
        }
    }

    /** Over seeds, each estimate has the exact mean, within four standard errors of their average. */
    @Test
    void covariancesAndGradients_areExactOnAverage() {
        MixedModel model = model(new LogHalfStudent(3, 2.5));
        double[] x = point(model);
        NormalRowsDensity dense = dense(model);
        EffectMoments exact = dense.moments(x, null);
        double[] gradient =
                FiniteDifference.gradient(at -> dense.evaluate(at, false, null).value(), x);
        int seeds = 40;
        List<List<double[]>> found = new ArrayList<>();
        List<double[]> expected = new ArrayList<>();
        for (int e = 0; e < 3; e++) {
            expected.add(exact.levelMoments().get(e).covariance());
        }
        expected.add(gradient);
        double[] claimed = new double[x.length];
        for (int seed = 0; seed < seeds; seed++) {
            CrossedNormalRowsDensity crossed = crossed(model, 8, seed);
            EffectMoments moments = crossed.moments(x);
            CrossedEvaluation slope = crossed.evaluate(x, null);
            assertNotNull(slope);
            List<double[]> each = new ArrayList<>();
            for (int e = 0; e < 3; e++) {
                each.add(moments.levelMoments().get(e).covariance());
            }
            each.add(slope.gradient());
            found.add(each);
            for (int j = 0; j < x.length; j++) {
                claimed[j] += slope.gradientCovariance()[j * (x.length + 1)] / seeds;
            }
        }
        for (int e = 0; e < expected.size(); e++) {
            for (int i = 0; i < expected.get(e).length; i++) {
                int of = e;
                int at = i;
                double[] values =
                        found.stream().mapToDouble(each -> each.get(of)[at]).toArray();
                double mean = Arrays.stream(values).average().orElseThrow();
                double variance = Arrays.stream(values)
                                .map(value -> (value - mean) * (value - mean))
                                .sum()
                        / (seeds - 1);
                assertEquals(
                        expected.get(e)[i],
                        mean,
                        4 * Math.sqrt(variance / seeds) + 1e-6,
                        "entry " + e + ", number " + i);
                if (e == 3 && variance > 1e-12) {
                    assertEquals(1, claimed[i] / variance, 0.8, "noise of slope " + i);
                }
            }
        }
    }

    /** ½ yᵀP V_a P V_b P y with every matrix written out. */
    @Test
    void information_isTheAverageOne() {
        MixedModel model = model(new LogHalfStudent(3, 2.5));
        double[] x = point(model);
        CrossedGaussian gaussian = crossed(model, 2, 7).gaussian(x);
        assertNotNull(gaussian);
        double[] found = CrossedInformation.of(gaussian, new VarianceCoordinates(model), x);
        assertNotNull(found);
        RealMatrix precision =
                new LUDecomposition(covariance(model, x)).getSolver().getInverse();
        double[] left = new double[ROWS];
        int[] fixed = model.fixedColumns();
        for (int i = 0; i < ROWS; i++) {
            left[i] = rows.labels()[i] - offsets[i];
            for (int a = 0; a < fixed.length; a++) {
                left[i] -= cell(i, fixed[a]) * model.coefficientPrior().mean()[a];
            }
        }
        RealVector working = precision.operate(new ArrayRealVector(left));
        RealVector[] responses = new RealVector[x.length];
        for (int a = 0; a < x.length; a++) {
            double[] above = x.clone();
            double[] below = x.clone();
            above[a] += 1e-5;
            below[a] -= 1e-5;
            responses[a] = covariance(model, above)
                    .subtract(covariance(model, below))
                    .scalarMultiply(1 / 2e-5)
                    .operate(working);
        }
        for (int a = 0; a < x.length; a++) {
            for (int b = 0; b < x.length; b++) {
                double exact = 0.5 * responses[a].dotProduct(precision.operate(responses[b]));
                assertEquals(exact, found[a * x.length + b], 1e-5 * (1 + Math.abs(exact)));
            }
        }
    }

    private double cell(int i, int j) {
        return rows.cells()[i * COLUMNS + j] * UNITS[j];
    }

    /** Of the responses, β integrated out. */
    private RealMatrix covariance(MixedModel model, double[] x) {
        VarianceComponents components = new VarianceCoordinates(model).toComponents(x);
        RealMatrix covariance = new Array2DRowRealMatrix(ROWS, ROWS);
        int[] fixed = model.fixedColumns();
        for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < ROWS; j++) {
                double sum = i == j ? components.residual() * components.residual() / weights[i] : 0;
                for (int a = 0; a < fixed.length; a++) {
                    sum += cell(i, fixed[a])
                            * cell(j, fixed[a])
                            / model.coefficientPrior().precision()[a];
                }
                for (int e = 0; e < model.effects().size(); e++) {
                    sum += shared(model.effects().get(e), components.factors().get(e), i, j);
                }
                covariance.setEntry(i, j, sum);
            }
        }
        return covariance;
    }

    private double shared(RandomEffects effects, double[] l, int i, int j) {
        String[] words = rows.words().get(rows.factors().indexOf(effects.factor()));
        int k = effects.size();
        double sum = 0;
        for (int t = 0; words[i].equals(words[j]) && t < k; t++) {
            double one = 0;
            double other = 0;
            for (int a = t; a < k; a++) {
                one += l[a * k + t] * cell(i, effects.columns()[a]);
                other += l[a * k + t] * cell(j, effects.columns()[a]);
            }
            sum += one * other;
        }
        return sum;
    }

    /** What a message takes is foreseen, and is no more than what it holds. */
    @Test
    void sums_travelWithoutTheRoomToGrow() throws Exception {
        MixedModel model = model(null);
        CrossedLayout layout = CrossedLayout.of(model);
        CrossedRowsPass pass = new CrossedRowsPass(layout, UNITS);
        CrossedSums sums =
                pass.sumPartition(0, List.of(rows.block(weights, offsets)).iterator(), MixedRows.KERNEL);
        long over = bytes(sums) - bytes(new CrossedSums(layout));
        assertTrue(
                over <= pass.extraBytes(ROWS) && 2 * over > pass.extraBytes(ROWS),
                over + " for " + pass.extraBytes(ROWS));
        CrossedSums read;
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(written(sums)))) {
            read = (CrossedSums) in.readObject();
        }
        assertArrayEquals(sums.cells().ascending(), read.cells().ascending());
        // Twice the same, so that what was read finds its numbers
        read.merge(sums);
        assertEquals(sums.cells().size(), read.cells().size());
        assertEquals(2 * sums.weight(), read.weight());
        int cell = sums.cells().findOrInsert(sums.cells().key(5));
        assertEquals(2 * sums.cells().values()[cell], read.cells().values()[cell]);
    }

    private static long bytes(CrossedSums sums) throws IOException {
        return written(sums).length;
    }

    private static byte[] written(CrossedSums sums) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(sums);
        }
        return bytes.toByteArray();
    }

    @Test
    void numbers_areTheSameHoweverRowsAreDealtOut() {
        MixedModel model = model(null);
        double[] x = point(model);
        RowBlock block = rows.block(weights, offsets);
        CrossedNormalRowsDensity two = crossed(model, 8, 3);
        CrossedNormalRowsDensity one =
                new CrossedNormalRowsDensity(statistics(model, List.of(List.of(block))), 8, 3, MixedRows.KERNEL);
        assertArrayEquals(
                one.statistics().table().secondLevels(),
                two.statistics().table().secondLevels());
        CrossedEvaluation expected = one.evaluate(x, null);
        CrossedEvaluation found = two.evaluate(x, null);
        CrossedEvaluation again = crossed(model, 8, 3).evaluate(x, null);
        assertNotNull(expected);
        assertNotNull(found);
        assertNotNull(again);
        assertArrayEquals(expected.gradient(), found.gradient(), 1e-6);
        assertArrayEquals(again.gradient(), found.gradient());
        assertArrayEquals(again.information(), found.information());
        double[] symmetric = found.information().clone();
        Symmetric.fillUpper(symmetric, x.length);
        assertArrayEquals(symmetric, found.information());
    }
}
