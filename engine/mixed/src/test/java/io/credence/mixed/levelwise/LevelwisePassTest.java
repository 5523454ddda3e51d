package io.credence.mixed.levelwise;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.RowBlock;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.InProcessBackend;
import io.credence.kind.RandomEffects;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.LogSums;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.model.EffectsPrior;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.model.MixedRows;
import io.credence.mixed.model.VarianceCoordinates;
import io.credence.prior.GaussianPrior;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.RandomArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LevelwisePassTest {

    private static final int GROUPS = 40;

    /** Intercept and two columns; groups of one to seven rows, which lie scattered. */
    private static MixedRows rows(String family, int most) {
        Random random = RandomArrays.of("groups of " + family).random();
        List<double[]> cells = new ArrayList<>();
        List<Double> labels = new ArrayList<>();
        List<String> words = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            for (int g = 0; g < GROUPS; g++) {
                if (i <= g % most) {
                    double[] x = {1, random.nextGaussian(), random.nextGaussian()};
                    double eta = 0.3 + 0.5 * x[1] + random.nextGaussian();
                    cells.add(x);
                    labels.add(
                            family.equals("poisson")
                                    ? Math.floor(Math.exp(eta) + random.nextDouble())
                                    : eta + random.nextGaussian() > 0 ? 1.0 : 0.0);
                    words.add(String.format("g%02d", g));
                }
            }
        }
        return new MixedRows(
                3,
                cells.stream().flatMapToDouble(Arrays::stream).toArray(),
                labels.stream().mapToDouble(Double::doubleValue).toArray(),
                List.of("g"),
                List.<String[]>of(words.toArray(String[]::new)));
    }

    private static MixedModel model(MixedRows rows, String family, int k, boolean correlated) {
        List<String> terms = List.of("(Intercept)", "x", "z").subList(0, k);
        return new MixedModel(
                rows.grouping(),
                List.of(new RandomEffects("g", terms, IntStream.range(0, k).toArray(), correlated)),
                new boolean[] {true, true, false},
                Likelihoods.named(family, 1, 0),
                new GaussianPrior(new double[2], new double[] {1, 1}),
                List.of(EffectsPrior.halfStudent(k, 2.5)),
                null);
    }

    private static double[] psi(int k, boolean correlated) {
        double[] psi = {0.4, -0.3, 0.95, 0.8, 0.7, 0.3, -0.4, 0.2};
        return k == 1
                ? Arrays.copyOf(psi, 3)
                : k == 2
                        ? correlated ? new double[] {0.4, -0.3, 0.95, 0.8, 0.3} : Arrays.copyOf(psi, 4)
                        : Arrays.copyOf(psi, correlated ? 8 : 5);
    }

    private static LevelwiseSums run(MixedModel model, List<List<RowBlock>> partitions, double[] psi, int draws) {
        EffectLayout layout = EffectLayout.of(model);
        LevelwisePoint point =
                Objects.requireNonNull(LevelwisePoint.of(layout, new VarianceCoordinates(model), psi), "no such point");
        double[] units = {1, 1, 1};
        try (InProcessBackend backend = new InProcessBackend(partitions, MixedRows.KERNEL, 2)) {
            return backend.run(new LevelwisePass(
                    layout,
                    units,
                    model.likelihood().loss(new DispersionPosterior.Known(1)),
                    point,
                    draws,
                    1,
                    true,
                    7));
        }
    }

    private static LevelwiseSums run(MixedModel model, MixedRows rows, double[] psi, int draws) {
        return run(model, List.of(List.of(rows.block(null, offsets(rows)))), psi, draws);
    }

    private static double[] offsets(MixedRows rows) {
        double[] offsets = new double[rows.labels().length];
        Arrays.setAll(offsets, i -> 0.1 * (i % 3));
        return offsets;
    }

    private static double logLikelihood(String family, double label, double eta) {
        return family.equals("poisson")
                ? label * eta - Math.exp(eta) - org.hipparchus.special.Gamma.logGamma(label + 1)
                : label * eta - Math.log1p(Math.exp(eta));
    }

    /** Σ log p(y_g | ψ) over the groups by a fine grid over standardised effects. */
    private static double quadrature(MixedModel model, MixedRows rows, String family, double[] psi) {
        double[] x = Arrays.copyOfRange(psi, 2, psi.length);
        double[] l = Objects.requireNonNull(new VarianceCoordinates(model).toComponents(x), "no components")
                .factors()
                .get(0);
        int k = model.effects().get(0).size();
        double[] offsets = offsets(rows);
        double step = 0.2;
        int side = 85;
        double sum = 0;
        for (int g = 0; g < GROUPS; g++) {
            String name = String.format("g%02d", g);
            int[] own = IntStream.range(0, offsets.length)
                    .filter(i -> rows.words().get(0)[i].equals(name))
                    .toArray();
            double inner = 0;
            for (int a = 0; a < side; a++) {
                for (int b = 0; b < (k == 1 ? 1 : side); b++) {
                    double[] s = {(a - 42) * step, k == 1 ? 0 : (b - 42) * step};
                    double log = -0.5 * (s[0] * s[0] + s[1] * s[1]);
                    for (int i : own) {
                        double[] cells = Arrays.copyOfRange(rows.cells(), 3 * i, 3 * i + 3);
                        double eta = offsets[i] + psi[0] + psi[1] * cells[1] + cells[0] * l[0] * s[0];
                        eta += k == 1 ? 0 : cells[1] * (l[2] * s[0] + l[3] * s[1]);
                        log += logLikelihood(family, rows.labels()[i], eta);
                    }
                    inner += Math.exp(log) * Math.pow(step / Math.sqrt(2 * Math.PI), k);
                }
            }
            sum += Math.log(inner);
        }
        return sum;
    }

    @ParameterizedTest
    @CsvSource({"bernoulli, 2, false", "bernoulli, 2, true", "poisson, 2, true"})
    void densityAndScore_areThoseOfQuadrature(String family, int k, boolean correlated) {
        MixedRows rows = rows(family, 6);
        MixedModel model = model(rows, family, k, correlated);
        double[] psi = psi(k, correlated);
        LevelwiseSums sites = run(model, rows, psi, 0);
        double truth = quadrature(model, rows, family, psi);
        double[] slope = FiniteDifference.gradient(at -> quadrature(model, rows, family, at), psi);
        assertEquals(0, sites.failed());
        assertEquals(GROUPS, sites.levelCount());
        assertEquals(truth, sites.value(), 0.2);
        assertArrayEquals(slope, sites.score(), 0.5);
        LevelwiseSums drawn = run(model, rows, psi, 256);
        assertEquals(sites.value(), drawn.uncorrectedLogDensity(), 1e-12);
        assertArrayEquals(sites.score(), drawn.uncorrectedScore(), 1e-12);
        for (int t = 0; t < psi.length; t++) {
            double error = Math.sqrt(drawn.noise()[t * (t + 1) / 2 + t]);
            assertTrue(error > 0 && error < 1, "error: " + error);
            assertEquals(slope[t], drawn.score()[t], 4 * error + 1e-5, "of " + t);
        }
        assertEquals(truth, drawn.value(), 4 * Math.sqrt(drawn.valueNoise()) + 1e-5);
    }

    /** Levels that depend on one number are integrated by quadrature; draws change nothing. */
    @ParameterizedTest
    @ValueSource(strings = {"bernoulli", "poisson"})
    void interceptsDensityAndScore_areThoseOfQuadrature(String family) {
        MixedRows rows = rows(family, 6);
        MixedModel model = model(rows, family, 1, false);
        double[] psi = psi(1, false);
        LevelwiseSums found = run(model, rows, psi, 0);
        assertEquals(0, found.failed());
        assertEquals(quadrature(model, rows, family, psi), found.value(), 1e-5);
        assertArrayEquals(
                FiniteDifference.gradient(at -> quadrature(model, rows, family, at), psi), found.score(), 1e-4);
        double[][] slopes =
                FiniteDifference.jacobian(at -> run(model, rows, at, 0).score(), psi);
        assertEquals(-slopes[0][0], found.fixedInformation()[0], 0.1 * -slopes[0][0]);
        LevelwiseSums drawn = run(model, rows, psi, 16);
        assertEquals(found.value(), drawn.value());
        assertArrayEquals(found.score(), drawn.score());
        assertEquals(0, drawn.noise()[0]);
    }

    /** A level of more rows than a chunk is integrated in pieces. */
    @Test
    void aLargeLevel_isIntegratedAsThatOfItsWeightedRows() {
        double[] labels = {1, 0, 3, 2};
        int copies = 300;
        double[] cells = new double[3 * copies * labels.length];
        double[] many = new double[copies * labels.length];
        Arrays.setAll(many, i -> labels[i % labels.length]);
        for (int i = 0; i < many.length; i++) {
            cells[3 * i] = 1;
            cells[3 * i + 1] = i % 2;
        }
        String[] words = new String[many.length];
        Arrays.fill(words, "a");
        MixedRows rows = new MixedRows(3, cells, many, List.of("g"), List.<String[]>of(words));
        MixedRows few = new MixedRows(
                3, Arrays.copyOf(cells, 12), labels, List.of("g"), List.<String[]>of(new String[] {"a", "a", "a", "a"
                }));
        double[] weights = {copies, copies, copies, copies};
        MixedModel model = model(rows, "poisson", 1, false);
        LevelwiseSums whole = run(model, List.of(List.of(rows.block(null, null))), psi(1, false), 0);
        LevelwiseSums weighted = run(model, List.of(List.of(few.block(weights, null))), psi(1, false), 0);
        assertEquals(weighted.value(), whole.value(), 1e-9 * Math.abs(weighted.value()));
        assertArrayEquals(weighted.score(), whole.score(), 1e-7);
        assertArrayEquals(weighted.fixedInformation(), whole.fixedInformation(), 1e-5);
    }

    /**
     * A count of 0 far out, whose rate is beyond all numbers at the outer nodes; a label far out that the others hardly move;
     * many rows of large factors, whose level is narrow beside a unit of ξ.
     */
    @ParameterizedTest
    @CsvSource({
        "poisson, 0, 6, 1, 0, 1, 1e-6",
        "poisson, 0, 20, 1, 5, 1, 1e-6",
        "bernoulli, 1, 30, 1, 20, 1, 1e-6",
        "poisson, 0, 600, 1, 0, 1, 1e-6",
        "poisson, 0, 600, 1, 20, 1, 1e-4",
        "bernoulli, 1, 5000, 1, 20, 1, 0.005",
        "bernoulli, 1, 1, 4, 40, 1, 1e-5",
        "bernoulli, 0, 4, 4, 1000, 1, 1e-6",
        "bernoulli, 1, 5, 5, 7, 1, 1e-5",
        "poisson, 1000, 3, 3, 0, 1, 1e-6",
        "poisson, 900, 4, 3, 3, 1000, 1e-6"
    })
    void levelOfSteepRows_isIntegrated(
            String family, double label, double far, double near, int others, double common, double error) {
        double[] labels = new double[1 + others];
        double[] cells = new double[3 * labels.length];
        String[] words = new String[labels.length];
        Arrays.fill(words, "a");
        labels[0] = label;
        for (int i = 0; i < labels.length; i++) {
            cells[3 * i] = i == 0 ? far : near;
            labels[i] = i == 0 ? label : far == near && family.equals("bernoulli") ? i % 2 : common;
        }
        MixedRows rows = new MixedRows(3, cells, labels, List.of("g"), List.<String[]>of(words));
        MixedModel model = model(rows, family, 1, false);
        double[] psi = {0, 0, 0.95};
        List<List<RowBlock>> blocks = List.of(List.of(rows.block(null, null)));
        LevelwiseSums found = run(model, blocks, psi, 0);
        double sd = Objects.requireNonNull(
                        new VarianceCoordinates(model).toComponents(new double[] {0.95}), "no components")
                .factors()
                .get(0)[0];
        double step = 1e-4;
        double[] logs = IntStream.range(-80_000, 80_000)
                .mapToDouble(k -> {
                    double xi = k * step;
                    double log = -0.5 * xi * xi;
                    for (int i = 0; i < labels.length; i++) {
                        double eta = cells[3 * i] * sd * xi;
                        log += family.equals("poisson")
                                ? logLikelihood(family, labels[i], Math.min(eta, 700))
                                : -Math.log1p(Math.exp(labels[i] > 0 ? -eta : eta));
                    }
                    return log;
                })
                .toArray();
        double truth = LogSums.logSumExp(logs) + Math.log(step) - 0.5 * Math.log(2 * Math.PI);
        assertEquals(0, found.failed());
        assertEquals(truth, found.value(), error);
        assertTrue(Arrays.stream(found.score()).allMatch(Double::isFinite), Arrays.toString(found.score()));
        assertTrue(Arrays.stream(found.fixedInformation()).allMatch(Double::isFinite));
    }

    /** Points that are evaluated in one pass begin with the sites of the point before, which leaves no trace. */
    @ParameterizedTest
    @CsvSource({"bernoulli, 1", "poisson, 1", "bernoulli, 3", "poisson, 3"})
    void pointsOfOnePass_haveTheSumsOfTheirOwn(String family, int k) {
        MixedRows rows = rows(family, 7);
        MixedModel model = model(rows, family, k, false);
        EffectLayout layout = EffectLayout.of(model);
        double[] units = {1, 1, 1};
        List<double[]> psis = new ArrayList<>();
        for (int s = 0; s < 3; s++) {
            double[] psi = psi(k, false);
            psi[0] += 0.2 * s;
            psi[2] -= 0.1 * s;
            psis.add(psi);
        }
        List<LevelwisePoint> points = psis.stream()
                .map(psi -> Objects.requireNonNull(LevelwisePoint.of(layout, new VarianceCoordinates(model), psi)))
                .toList();
        List<List<RowBlock>> blocks = List.of(List.of(rows.block(null, offsets(rows))));
        try (InProcessBackend backend = new InProcessBackend(blocks, MixedRows.KERNEL, 2)) {
            LevelwisePointSums found = backend.run(new LevelwisePointsPass(
                    layout, units, model.likelihood().loss(new DispersionPosterior.Known(1)), points, 1, 7));
            for (int s = 0; s < points.size(); s++) {
                LevelwiseSums own = run(model, rows, psis.get(s), 0);
                assertEquals(0, found.failed(s));
                assertEquals(own.value(), found.value(s), 1e-7);
                assertArrayEquals(own.score(), found.score(s), 1e-3);
            }
            assertEquals(rows.labels().length, found.rows());
        }
    }

    /** At its fixed point the score of expectation propagation is the gradient of its own density: more effects than rows too. */
    @ParameterizedTest
    @CsvSource({
        "bernoulli, 3, false",
        "bernoulli, 3, true",
        "bernoulli-probit, 2, true",
        "poisson, 3, true",
        "poisson, 2, false"
    })
    void score_isThatOfDifferences(String family, int k, boolean correlated) {
        MixedRows rows = rows(family, 7);
        MixedModel model = model(rows, family, k, correlated);
        double[] psi = psi(k, correlated);
        double[] expected =
                FiniteDifference.gradient(at -> run(model, rows, at, 0).value(), psi);
        assertArrayEquals(expected, run(model, rows, psi, 0).score(), 1e-4);
    }

    /** A large count's likelihood is normal, so that its site, and the information on coefficients by it, is the same at every ψ. */
    @Test
    void fixedInformation_isTheCurvatureOfLargeCounts() {
        MixedRows small = rows("poisson", 7);
        double[] labels = small.labels().clone();
        Arrays.setAll(labels, i -> 1e7 * (1 + labels[i]));
        MixedRows rows = new MixedRows(3, small.cells(), labels, small.factors(), small.words());
        MixedModel model = model(rows, "poisson", 2, true);
        double[] psi = psi(2, true);
        psi[0] += Math.log(1e7);
        double[][] slopes =
                FiniteDifference.jacobian(at -> run(model, rows, at, 0).score(), psi);
        double[] found = run(model, rows, psi, 0).fixedInformation();
        int at = 0;
        for (int j = 0; j < 2; j++) {
            for (int l = 0; l <= j; l++) {
                assertEquals(-slopes[j][l], found[at++], 1e-3 * Math.abs(slopes[j][j]));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 16})
    void sums_dependNeitherOnBlocksNorOnPartitions(int draws) {
        MixedRows rows = rows("bernoulli", 6);
        MixedModel model = model(rows, "bernoulli", 3, true);
        double[] psi = psi(3, true);
        RowBlock block = rows.block(null, offsets(rows));
        LevelwiseSums whole = run(model, List.of(List.of(block)), psi, draws);
        List<RowBlock> small = new ArrayList<>();
        List<List<RowBlock>> partitions = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int first = 0; first < block.rows(); first += 13) {
            int from = first;
            small.add(block.select(
                    IntStream.range(from, Math.min(from + 13, block.rows())).toArray()));
        }
        for (int part = 0; part < 3; part++) {
            int own = part;
            int[] chosen = IntStream.range(0, block.rows())
                    .filter(i -> rows.words().get(0)[i].charAt(2) % 3 == own)
                    .toArray();
            partitions.get(part).add(block.select(chosen));
        }
        LevelwiseSums cut = run(model, List.of(small), psi, draws);
        assertEquals(whole.value(), cut.value());
        assertArrayEquals(whole.score(), cut.score());
        assertArrayEquals(whole.information(), cut.information());
        LevelwiseSums dealt = run(model, partitions, psi, draws);
        assertEquals(whole.value(), dealt.value(), 1e-9);
        assertArrayEquals(whole.score(), dealt.score(), 1e-9);
        assertArrayEquals(whole.noise(), dealt.noise(), 1e-9);
    }

    /** Rows that are alike have a singular Gram matrix, and a column of zeros moves nothing. */
    @Test
    void rowsThatAreAlike_areIntegrated() {
        double[] cells = {1, 0.5, 0, 1, 0.5, 0, 1, 0, 0, 0, 0, 0};
        MixedRows rows = new MixedRows(
                3, cells, new double[] {1, 1, 0, 1}, List.of("g"), List.<String[]>of(new String[] {"a", "a", "b", "b"
                }));
        MixedModel model = model(rows, "bernoulli", 3, false);
        double[] psi = psi(3, false);
        RowBlock block = rows.block(null, null);
        LevelwiseSums found = run(model, List.of(List.of(block)), psi, 0);
        double[] expected = FiniteDifference.gradient(
                at -> run(model, List.of(List.of(block)), at, 0).value(), psi);
        assertEquals(0, found.failed());
        assertArrayEquals(expected, found.score(), 1e-5);
    }
}
