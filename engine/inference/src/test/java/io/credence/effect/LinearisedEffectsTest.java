package io.credence.effect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.effect.EffectSums.AveragedCell;
import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.Kernels;
import io.credence.loss.PredictorLoss;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Linearised averages, corrected by a sample of rows, against averages of all rows at all draws. */
class LinearisedEffectsTest {

    private static final int ROWS = 12_000;
    private static final int DRAWS = 500;
    private static final int COLUMNS = 3;

    private final Random random = new Random(TestSeed.of("linearised averages"));

    private EffectDraws model(String family, int predictors, int classes, double sd) {
        PredictorLoss loss =
                new PredictorLoss(Likelihoods.named(family, 5, classes), COLUMNS, new DispersionPosterior.Known(0.5));
        double[][] draws = new double[DRAWS][COLUMNS * predictors];
        for (double[] draw : draws) {
            Arrays.setAll(draw, j -> 0.3 * (j + 1) / draw.length + sd * random.nextGaussian());
            draw[draw.length - 1] += 0.5 * draw[0];
        }
        return new EffectDraws(Objects.requireNonNull(loss.responseDistributions()), COLUMNS, draws, false, null);
    }

    /** Sums over rows in two groups and two versions, of which the second adds 1 to the last column. */
    private static EffectSums sums(EffectDraws at, double[][] rows, int count, boolean isSample) {
        EffectWorker worker = at.createWorker(Kernels.named("java"), COLUMNS);
        for (int i = 0; i < count; i++) {
            for (int version = 0; version < 2; version++) {
                List<String> cells = new ArrayList<>(List.of(i % 3 == 0 ? "third" : "rest"));
                if (isSample) {
                    cells.add(String.valueOf(i / 3 % 2));
                }
                System.arraycopy(rows[i], 0, worker.features(), worker.firstFeatureIndex(), COLUMNS);
                worker.features()[worker.firstFeatureIndex() + COLUMNS - 1] += version;
                worker.add(new AveragedCell(version, cells), 1 + i % 4, 0.1 * (i % 5), null, Map.of());
            }
        }
        return worker.sums();
    }

    private double[][] rows() {
        double[][] rows = new double[ROWS][COLUMNS];
        for (double[] row : rows) {
            Arrays.setAll(row, j -> j == 0 ? 1 : random.nextGaussian());
        }
        return rows;
    }

    private static EffectTable table(EffectSums sums, String comparison) {
        List<ModelColumn> variables = List.of(new ModelColumn("x", List.of()));
        EffectRequest request = EffectRequest.of(Map.of(
                "kind",
                "comparisons",
                "variables",
                Map.of("x", List.of(0, 1)),
                "by",
                List.of("g"),
                "comparison",
                comparison));
        return EffectTable.of(
                request, EffectPlan.of(request, variables, Map.of()), sums, RowWeighting.ROWS, variables, List.of());
    }

    @ParameterizedTest
    @CsvSource({
        "poisson,1,0,0.1,difference",
        "bernoulli,1,0,0.1,difference",
        "bernoulli,1,0,0.3,ratio",
        "softmax,2,3,0.1,difference",
        "gaussian,1,0,2,difference"
    })
    void effects_areThoseOfAllRowsAtAllDraws(String family, int predictors, int classes, double sd, String comparison) {
        EffectDraws draws = model(family, predictors, classes, sd);
        double[][] rows = rows();
        LinearisedEffects approximation = LinearisedEffects.of(draws);
        assertEquals(COLUMNS * predictors + 1, LinearisedEffects.pointCount(draws));
        EffectTable found = approximation.tableOrNull(
                sums(approximation.points(), rows, ROWS, false),
                sums(approximation.drawsAndPoints(), rows, 2000, true),
                all -> table(all, comparison));
        EffectTable exact = table(sums(draws, rows, ROWS, false), comparison);
        assertNotNull(found, family);
        assertEquals(exact.estimates().size(), found.estimates().size());
        for (int i = 0; i < exact.estimates().size(); i++) {
            EffectEstimate one = exact.estimates().get(i);
            EffectEstimate other = found.estimates().get(i);
            assertEquals(one.averagedOver(), other.averagedOver());
            double error = 0;
            for (int s = 0; s < DRAWS; s++) {
                error += Math.pow(one.draws()[s] - other.draws()[s], 2) / DRAWS;
            }
            double spread = one.summary(0.9).sd();
            double most = family.equals("gaussian") ? 1e-9 : 0.1;
            assertTrue(Math.sqrt(error) <= most * spread, family + ": " + Math.sqrt(error) + " of sd " + spread);
        }
    }

    /** Expected counts whose logarithm has an sd of 3 are far from linear: few rows do not tell their average. */
    @Test
    void smallSamples_ofCurvedAverages_areRefused() {
        EffectDraws draws = model("poisson", 1, 0, 3);
        double[][] rows = rows();
        LinearisedEffects approximation = LinearisedEffects.of(draws);
        assertNull(approximation.tableOrNull(
                sums(approximation.points(), rows, ROWS, false),
                sums(approximation.drawsAndPoints(), rows, 40, true),
                all -> table(all, "difference")));
    }

    @Test
    void samplesWithoutRowsOfACell_areRefused() {
        EffectDraws draws = model("poisson", 1, 0, 0.1);
        double[][] rows = rows();
        LinearisedEffects approximation = LinearisedEffects.of(draws);
        assertNull(approximation.tableOrNull(
                sums(approximation.points(), rows, ROWS, false),
                sums(approximation.drawsAndPoints(), rows, 3, true),
                all -> table(all, "difference")));
    }

    /** A parameter that is known has no point of its own. */
    @Test
    void constantParameters_takeNoPoint() {
        EffectDraws draws = model("poisson", 1, 0, 0.1);
        double[][] constant = Arrays.stream(draws.draws())
                .map(draw -> new double[] {draw[0], 0.25, draw[2]})
                .toArray(double[][]::new);
        assertEquals(COLUMNS, LinearisedEffects.pointCount(draws.at(constant)));
    }

    @Test
    void drawsOfLevels_areRefused() {
        EffectDraws draws = model("poisson", 1, 0, 0.1);
        LevelDraws levels = LevelDraws.of(
                List.of(), draws.draws(), new double[COLUMNS], identity(), TestSeed.of("linearised averages"));
        assertThrows(IllegalArgumentException.class, () -> LinearisedEffects.of(draws.withLevelDraws(levels)));
    }

    private static double[] identity() {
        double[] matrix = new double[COLUMNS * COLUMNS];
        for (int j = 0; j < COLUMNS; j++) {
            matrix[j * COLUMNS + j] = 1;
        }
        return matrix;
    }
}
