package io.credence.diagnostic;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.TestSeed;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Pareto smoothing against the R package loo 2.5.1. The file psis.csv was written by
 *
 * <pre>{@code
 * library(loo); set.seed(20260101)
 * cases <- list(short = rnorm(25), heavy = log(abs(rcauchy(100))) - 1000, student = 3 * rt(400, 4),
 *   light = -rexp(100) / 5 + 700, ties = round(rnorm(100, sd = 2), 1))
 * digits <- function(x) sprintf("%.17g", x)
 * rows <- do.call(rbind, lapply(names(cases), function(n) {
 *   p <- psis(cases[[n]], r_eff = 1)
 *   data.frame(case = n, log_weight = digits(cases[[n]]), k = digits(p$diagnostics$pareto_k),
 *     smoothed = digits(as.vector(weights(p, log = TRUE, normalize = FALSE))), ess = digits(p$diagnostics$n_eff))
 * }))
 * write.csv(rows[c("case", "log_weight", "smoothed", "k", "ess")], "psis.csv", row.names = FALSE, quote = FALSE)
 * }</pre>
 */
class ParetoSmoothingTest {

    private static List<String[]> golden(String name) throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(ParetoSmoothingTest.class.getResourceAsStream("psis.csv")),
                StandardCharsets.UTF_8))) {
            return lines.lines()
                    .map(line -> line.split(",", -1))
                    .filter(cells -> cells[0].equals(name))
                    .toList();
        }
    }

    private static double[] column(List<String[]> rows, int index) {
        return rows.stream()
                .mapToDouble(cells -> Double.parseDouble(cells[index]))
                .toArray();
    }

    private static double[] normals(int count, double sd) {
        Random random = new Random(TestSeed.of("smoothing"));
        double[] logs = new double[count];
        Arrays.setAll(logs, s -> sd * random.nextGaussian());
        return logs;
    }

    @ParameterizedTest
    @CsvSource({"short, 25", "heavy, 100", "student, 400", "light, 100", "ties, 100"})
    void goldenWeights_areThoseOfLoo(String name, int draws) throws IOException {
        List<String[]> rows = golden(name);
        assertEquals(draws, rows.size());
        ParetoSmoothing smoothing = ParetoSmoothing.of(column(rows, 1));
        assertClose("k", column(rows, 3)[0], smoothing.tailIndex(), 1e-9);
        double[] smoothed = column(rows, 2);
        for (int s = 0; s < draws; s++) {
            assertClose("log weight " + s, smoothed[s], smoothing.logWeights()[s], 1e-9);
        }
        assertClose("effective size", column(rows, 4)[0], smoothing.effectiveSize(), 1e-8);
    }

    @ParameterizedTest
    @CsvSource({"25, 5", "100, 20", "225, 45", "400, 60", "10000, 300"})
    void tailLength_isTheSmallerOfAFifthAndThreeRoots(int draws, int tail) {
        assertEquals(tail, ParetoSmoothing.of(normals(draws, 1)).tailLength());
    }

    @Test
    void threshold_growsWithDrawsUpToSevenTenths() {
        assertClose("of 100", 0.5, ParetoSmoothing.of(normals(100, 1)).threshold(), 1e-12);
        assertClose("of 10000", 0.7, ParetoSmoothing.of(normals(10_000, 1)).threshold(), 1e-12);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 20})
    void tooFewDraws_areLeftAsTheyAre(int draws) {
        double[] logs = normals(draws, 1);
        ParetoSmoothing smoothing = ParetoSmoothing.of(logs);
        assertEquals(Double.POSITIVE_INFINITY, smoothing.tailIndex());
        assertArrayEquals(logs, smoothing.logWeights());
    }

    @Test
    void equalWeights_areReliableThoughNothingIsFitted() {
        double[] logs = new double[100];
        Arrays.fill(logs, -1e5);
        ParetoSmoothing smoothing = ParetoSmoothing.of(logs);
        assertEquals(Double.POSITIVE_INFINITY, smoothing.tailIndex());
        assertTrue(smoothing.isReliable());
        assertClose("effective size", 100, smoothing.effectiveSize(), 1e-9);
    }

    @Test
    void weightsEqualButForRounding_countAsEqual() {
        double[] logWeights = new double[2000];
        Arrays.setAll(logWeights, s -> -1234.5 + (s % 7) * 1e-12);
        assertTrue(ParetoSmoothing.of(logWeights).areWeightsEqual());
        logWeights[3] += 1e-6;
        assertFalse(ParetoSmoothing.of(logWeights).areWeightsEqual());
    }

    @Test
    void equalTail_isLeftAsItIs() {
        double[] logs = normals(100, 1);
        for (int s = 0; s < 30; s++) {
            logs[s] = 10;
        }
        ParetoSmoothing smoothing = ParetoSmoothing.of(logs);
        assertEquals(Double.POSITIVE_INFINITY, smoothing.tailIndex());
        assertFalse(smoothing.isReliable());
        assertArrayEquals(logs, smoothing.logWeights());
    }

    @Test
    void weightsOfZero_areWeightsLikeAnyOther() {
        double[] logs = normals(400, 1);
        double[] low = logs.clone();
        for (int s = 0; s < 400; s++) {
            if (logs[s] < -1) {
                logs[s] = Double.NEGATIVE_INFINITY;
                low[s] = -2000;
            }
        }
        ParetoSmoothing smoothing = ParetoSmoothing.of(logs);
        assertEquals(ParetoSmoothing.of(low).tailIndex(), smoothing.tailIndex());
        for (int s = 0; s < 400; s++) {
            assertFalse(Double.isNaN(smoothing.logWeights()[s]));
        }
    }

    @Test
    void fewWeightsAboveZero_haveNoIndex() {
        double[] logs = new double[400];
        Arrays.fill(logs, Double.NEGATIVE_INFINITY);
        logs[3] = 1;
        logs[5] = 2;
        ParetoSmoothing smoothing = ParetoSmoothing.of(logs);
        assertEquals(Double.POSITIVE_INFINITY, smoothing.tailIndex());
        assertArrayEquals(logs, smoothing.logWeights());
        Arrays.fill(logs, Double.NEGATIVE_INFINITY);
        assertEquals(Double.POSITIVE_INFINITY, ParetoSmoothing.of(logs).tailIndex());
        assertEquals(0, ParetoSmoothing.of(logs).effectiveSize());
    }

    @Test
    void infiniteWeight_hasAnInfiniteIndexAndNaNNone() {
        double[] logs = normals(400, 1);
        logs[7] = Double.POSITIVE_INFINITY;
        assertEquals(Double.POSITIVE_INFINITY, ParetoSmoothing.of(logs).tailIndex());
        logs[7] = Double.NaN;
        ParetoSmoothing smoothing = ParetoSmoothing.of(logs);
        assertTrue(Double.isNaN(smoothing.tailIndex()));
        assertFalse(smoothing.isReliable());
    }

    @Test
    void noWeights_areRefused() {
        assertThrows(IllegalArgumentException.class, () -> ParetoSmoothing.of(new double[0]));
    }

    @Test
    void scale_doesNotMatter() {
        double[] logs = normals(400, 2);
        double[] shifted = Arrays.stream(logs).map(x -> x - 5000).toArray();
        ParetoSmoothing one = ParetoSmoothing.of(logs);
        ParetoSmoothing other = ParetoSmoothing.of(shifted);
        assertClose("k", one.tailIndex(), other.tailIndex(), 1e-8);
        for (int s = 0; s < 400; s++) {
            assertClose("weight", one.logWeights()[s] - 5000, other.logWeights()[s], 1e-10);
        }
    }

    @Test
    void paretoWeights_showTheirIndex() {
        Random random = new Random(TestSeed.of("pareto"));
        for (double k : new double[] {0.3, 0.8}) {
            double[] logs = new double[40_000];
            Arrays.setAll(logs, s -> -k * Math.log(1 - random.nextDouble()));
            // The standard error of a maximum likelihood estimate from M = 600 exceedances is (1 + k)/√M.
            assertClose("k", k, ParetoSmoothing.of(logs).tailIndex(), 4 * (1 + k) / Math.sqrt(600));
        }
    }
}
