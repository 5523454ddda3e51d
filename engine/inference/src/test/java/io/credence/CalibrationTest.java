package io.credence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Calibration.CalibrationResult;
import io.credence.Calibration.Source;
import io.credence.config.ConfigurationException;
import io.credence.diagnostic.SimulationRanks;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CalibrationTest {

    private static final int SIMULATIONS = 400;

    /** Two columns with a correlation of 0.9. */
    private static Rows.InMemory rows(String family) {
        Random random = new Random(7);
        double[][] x = new double[40][2];
        double[] y = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            x[i][0] = random.nextGaussian();
            x[i][1] = 0.9 * x[i][0] + Math.sqrt(0.19) * random.nextGaussian();
            double eta = 0.2 + 0.5 * x[i][0];
            y[i] = family.equals("gaussian") ? eta + random.nextGaussian() : i % 3;
        }
        return (Rows.InMemory) Rows.of(x, y);
    }

    private static Inference normal() {
        return Inference.of("gaussian").with("model.dispersion", 1).prior("normal", Map.of("sd", 1.0));
    }

    private static CalibrationResult run(Inference requested, Rows.InMemory rows, Source source) {
        return Calibration.of(requested, rows, source, SIMULATIONS).run(done -> {});
    }

    @ParameterizedTest
    @EnumSource(Source.class)
    void conjugateModel_hasUniformRanks(Source source) {
        CalibrationResult found = run(normal(), rows("gaussian"), source);
        assertTrue(found.isCalibrated());
        for (int k = 0; k < 3; k++) {
            assertTrue(found.ranks().pValue(k) > 0.001, found.ranks().names().get(k));
            assertEquals(0.5, found.ranks().coverage(k, 0.5), 4 * Math.sqrt(0.25 / SIMULATIONS));
            assertEquals(0.9, found.ranks().coverage(k, 0.9), 4 * Math.sqrt(0.09 / SIMULATIONS));
        }
    }

    /** An estimated dispersion has ranks of its own. */
    @Test
    void estimatedDispersion_hasUniformRanks() {
        CalibrationResult found =
                run(Inference.of("gaussian").prior("normal", Map.of("sd", 1.0)), rows("gaussian"), Source.POSTERIOR);
        assertEquals("sigma2", found.ranks().names().get(3));
        assertTrue(found.isCalibrated(), "uneven " + found.ranks().unevenParameters());
    }

    @Test
    void meanFieldOfACorrelatedPosterior_isTooNarrow() {
        CalibrationResult found = run(normal().posterior("gaussian-diagonal"), rows("gaussian"), Source.PRIOR);
        assertEquals(List.of(1, 2), found.ranks().unevenParameters());
        assertEquals("posteriors are too narrow", found.ranks().deviationText(1));
        assertTrue(
                found.ranks().coverage(1, 0.9) < 0.8, "covered " + found.ranks().coverage(1, 0.9));
    }

    @ParameterizedTest
    @CsvSource({"poisson, 3", "softmax, 6"})
    void otherFamilies_haveARankOfEachCoefficient(String family, int coefficients) {
        Inference requested = Inference.of(family).prior("normal", Map.of("sd", 0.5));
        CalibrationResult found =
                Calibration.of(requested, rows(family), Source.PRIOR, 20).run(done -> {});
        assertEquals(coefficients, found.ranks().ranks().length);
        assertEquals(20, found.ranks().simulations() + found.failedFits());
    }

    @Test
    void sameSeed_sameRanks() {
        CalibrationResult once =
                Calibration.of(normal(), rows("gaussian"), Source.PRIOR, 20).run(done -> {});
        CalibrationResult again =
                Calibration.of(normal(), rows("gaussian"), Source.PRIOR, 20).run(done -> {});
        assertTrue(Arrays.deepEquals(once.ranks().ranks(), again.ranks().ranks()));
    }

    @Test
    void priorThatIsNotNormal_isRefused() {
        Inference requested = Inference.of("gaussian").prior("laplace", Map.of());
        ConfigurationException refused = assertThrows(
                ConfigurationException.class, () -> Calibration.of(requested, rows("gaussian"), Source.PRIOR, 20));
        assertTrue(refused.getMessage().contains("prior.kind"), refused.getMessage());
    }

    @Test
    void histogram_countsRanksIntoEqualBins() {
        int[] ranks = new int[100];
        Arrays.setAll(ranks, r -> r);
        SimulationRanks all = new SimulationRanks(List.of("a"), new int[][] {ranks}, 99);
        assertEquals(10, all.binCount());
        assertTrue(Arrays.stream(all.histogram(0)).allMatch(count -> count == 10));
        assertEquals(1, all.pValue(0), 1e-12);
        assertEquals(0.5, all.coverage(0, 0.5));
        assertEquals(0.9, all.coverage(0, 0.9));
    }
}
