package io.credence;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.diagnostic.WeightingChanges;
import io.credence.model.Parameter;
import io.credence.model.Row;
import io.credence.model.RowModel;
import io.credence.summary.ImportanceCheck;
import io.credence.summary.SummaryRow;
import io.credence.summary.WeightCorrection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.hipparchus.CalculusFieldElement;
import org.junit.jupiter.api.Test;

/** Posteriors whose other half, or whose tail, no draw of what was fitted reaches. */
class SecondLookTest {

    private static final double[] TWO_HEAPS = {-1.4, -2.5, -2.5, -1.7, -2.3, -1.7, 3.3, 1.9, 1, 4.4, 2.1, 3.7};

    /** Two normal components of sd 1 and a known weight of the first. */
    record Heaps(double weight) implements RowModel {
        private static final long serialVersionUID = 1;

        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.real("mu", 2));
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(Row row, T[] p) {
            T one = p[0].subtract(row.label()).square().multiply(-0.5).add(Math.log(weight));
            T other = p[1].subtract(row.label()).square().multiply(-0.5).add(Math.log1p(-weight));
            T apart = one.subtract(other).abs();
            return one.add(other)
                    .add(apart)
                    .multiply(0.5)
                    .add(apart.negate().exp().log1p());
        }
    }

    /** Labels around the square of a number, whose sign they do not show. */
    record Square() implements RowModel {
        private static final long serialVersionUID = 1;

        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.real("theta"));
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(Row row, T[] p) {
            return p[0].square().subtract(row.label()).square().multiply(-0.5);
        }
    }

    private static Rows rows(double[] labels) {
        return Rows.of(new double[labels.length][0], labels);
    }

    private static void assertOtherMode(Fit fit, double share, double tolerance, double... at) {
        assertTrue(fit.isConverged());
        assertFalse(fit.isReliable(), fit.reliability().text());
        assertTrue(
                fit.reliability().reason().contains("several modes"),
                fit.reliability().text());
        ImportanceCheck check = Objects.requireNonNull(fit.check());
        ImportanceCheck.MissedMode mode = check.missedModes().get(0);
        assertEquals(share, mode.massShare(), tolerance);
        for (int j = 0; j < at.length; j++) {
            assertEquals(at[j], mode.values()[j], 0.1);
        }
        assertNull(check.recommendedCorrection(), "numbers of one mode are no better for being corrected");
    }

    @Test
    void componentsThatMayBeExchanged_haveAnotherMode() {
        Fit fit = Inference.of(new Heaps(0.5)).prior("normal", Map.of("sd", 5)).fit(rows(TWO_HEAPS));
        assertOtherMode(fit, 0.5, 0.1, fit.mean("mu[2]"), fit.mean("mu[1]"));
    }

    @Test
    void numberWhoseSignDoesNotMatter_hasAnotherMode() {
        Fit fit = Inference.of(new Square())
                .prior("normal", Map.of("sd", 5))
                .fit(rows(new double[] {3.1, 3.3, 5.7, 4.4, 3.1, 4.3, 3.3, 4, 5, 4.8}));
        assertOtherMode(fit, 0.5, 0.1, -fit.mean("theta"));
    }

    /** Of one label in ten a heap apart: exchanged components have another mode that is all but empty. */
    @Test
    void modeWithoutMass_isNone() {
        double[] labels = new double[60];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = (i % 10 == 0 ? 6 : 0) + Math.sin(7 * i);
        }
        Fit fit = Inference.of(new Heaps(0.9)).prior("normal", Map.of("sd", 5)).fit(rows(labels));
        assertTrue(fit.isReliable(), fit.reliability().text());
    }

    /** A normal density over two sharp heaps that are near each other: mean and sd are right, the interval is a third too wide. */
    @Test
    void endsOfAnInterval_areJudged() {
        Fit fit = Inference.of("student-t")
                .with("model.degreesOfFreedom", 1)
                .with("model.dispersion", 1)
                .prior("normal", Map.of("sd", 20))
                .fit(rows(new double[] {-10, 10}));
        assertFalse(fit.isReliable(), fit.reliability().text());
        WeightingChanges moves = Objects.requireNonNull(
                        Objects.requireNonNull(fit.check()).weightCorrection())
                .changes();
        assertTrue(moves.largestEndpointChange() > 2 * WeightingChanges.NEGLIGIBLE_END, moves.toString());
        SummaryRow row = Objects.requireNonNull(fit.summary().get(0).corrected());
        assertWithin("5 %", -11.6, row.lower(), 0.1 * 9.65);
        assertWithin("95 %", 11.6, row.upper(), 0.1 * 9.65);
    }

    /**
     * A column whose few rows all have label 1: the normal density is too narrow, and so were corrected numbers by its own draws.
     */
    @Test
    void correctedNumbersOfSeparatedRows_haveTheirTail() {
        double[][] features = new double[120][1];
        double[] labels = new double[120];
        for (int i = 0; i < labels.length; i++) {
            features[i][0] = i < 37 ? 1 : 0;
            labels[i] = i < 37 ? 1 : i % 3 == 0 ? 1 : 0;
        }
        Fit fit = Inference.of("bernoulli").prior("normal", Map.of("sd", 12.5)).fit(Rows.of(features, labels));
        assertFalse(fit.isReliable());
        WeightCorrection corrected = Objects.requireNonNull(fit.check()).recommendedCorrection();
        assertNotNull(corrected, fit.reliability().text());
        SummaryRow slope = corrected.summaryRows().get(1);
        double[] exact = separated(labels, 12.5);
        assertWithin("mean", exact[0], slope.mean(), 0.07 * exact[1]);
        assertWithin("log sd", Math.log(exact[1]), Math.log(slope.sd()), 0.07);
        assertTrue(fit.sd("x1") < 0.75 * exact[1], "of the fit itself " + fit.sd("x1") + ", exact " + exact[1]);
    }

    /** The column is named with what its rows are and what to do; a column whose rows have both labels is not. */
    @Test
    void columnOfOneLabel_isNamed() {
        double[][] features = new double[200][3];
        double[] labels = new double[200];
        double[] counts = new double[200];
        for (int i = 0; i < labels.length; i++) {
            features[i] = new double[] {i < 12 ? 1 : 0, i % 4 == 0 ? 1 : 0, Math.sin(5 * i)};
            labels[i] = i < 12 || i % 3 == 0 ? 1 : 0;
            counts[i] = i < 12 ? 0 : 1 + i % 4;
        }
        Rows rows = Rows.of(List.of("rare", "often", "x"), features, labels);
        List<String> notes = Inference.of("bernoulli")
                .prior("normal", Map.of("sd", 10))
                .fit(rows)
                .findings()
                .rowChecks()
                .separationNotes();
        assertEquals(1, notes.size(), notes.toString());
        assertTrue(notes.get(0).startsWith("each of the 12 rows with rare = 1 has label 1: "), notes.get(0));
        assertTrue(notes.get(0).contains("prior.coefficients { \"rare\" { sd = 2.5"), notes.get(0));
        notes = Inference.of("poisson")
                .prior("normal", Map.of("sd", 10))
                .fit(Rows.of(List.of("rare", "often", "x"), features, counts))
                .findings()
                .rowChecks()
                .separationNotes();
        assertEquals(1, notes.size(), notes.toString());
        assertTrue(notes.get(0).startsWith("each of the 12 rows with rare = 1 has label 0: "), notes.get(0));
        Fit narrow =
                Inference.of("bernoulli").prior("normal", Map.of("sd", 0.5)).fit(rows);
        assertTrue(narrow.isReliable(), narrow.reliability().text());
        assertEquals(List.of(), narrow.findings().rowChecks().separationNotes());
    }

    /** Mean and sd of the slope over a grid of intercept and slope. */
    private static double[] separated(double[] labels, double sd) {
        double ones = 0;
        for (int i = 37; i < labels.length; i++) {
            ones += labels[i];
        }
        double zeros = labels.length - 37 - ones;
        double all = 0;
        double first = 0;
        double second = 0;
        for (double a = -4; a < 3; a += 0.02) {
            for (double b = -5; b < 90; b += 0.1) {
                double log = -0.5 * (a * a + b * b) / (sd * sd)
                        - ones * Math.log1p(Math.exp(-a))
                        - zeros * Math.log1p(Math.exp(a))
                        - 37 * Math.log1p(Math.exp(-a - b));
                double mass = Math.exp(log + 50);
                all += mass;
                first += mass * b;
                second += mass * b * b;
            }
        }
        double mean = first / all;
        return new double[] {mean, Math.sqrt(second / all - mean * mean)};
    }
}
