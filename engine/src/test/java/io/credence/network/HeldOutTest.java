package io.credence.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.PoissonDistribution;
import org.junit.jupiter.api.Test;

class HeldOutTest {

    private static final List<MemberKind> ONE = List.of(new MemberKind(true, 1));

    private static NetworkModel model(String family) {
        return new NetworkModel(family, 0, 2, List.of(3), Activation.RELU);
    }

    /** Labels whose distribution function takes those values, each with log density −1. */
    private static HeldOut normal(double... below) {
        List<HeldOutSums.Row> rows = IntStream.range(0, below.length)
                .mapToObj(i -> new HeldOutSums.Row(i % 2 == 0 ? -1 : 1, new double[][] {{-1, below[i], below[i]}}))
                .toList();
        return HeldOut.of(rows, model("gaussian").likelihood(), ONE, 2);
    }

    @Test
    void coverage_isTheShareOfLabelsWithinIntervals() {
        double[] below =
                IntStream.range(0, 200).mapToDouble(i -> (i + 0.5) / 200).toArray();
        HeldOut found = normal(below);

        assertEquals(0.5, found.calibration().get(0).observed(), 1e-12);
        assertEquals(0.9, found.calibration().get(1).observed(), 1e-12);
        assertEquals(-1 - Math.log(2), found.logScore(), 1e-12);
        // N(0, 1) in units of 2, but of the 199 others and one more
        assertEquals(-0.5 * Math.log(2 * Math.PI * Math.E) - Math.log(2), found.constantScore(), 0.01);
        assertFalse(found.isTooSure());
    }

    @Test
    void intervals_thatAreTooNarrow_areOff_andTooWideOnesAreNot() {
        assertTrue(normal(IntStream.range(0, 60)
                        .mapToDouble(i -> i % 3 == 0 ? 0.5 : 0.999)
                        .toArray())
                .isTooSure());
        assertFalse(
                normal(IntStream.range(0, 60).mapToDouble(i -> 0.5).toArray()).isTooSure());
    }

    @Test
    void wideIntervals_areIdleWhereTheyPredictWorseThanNoFeatures() {
        for (double log : new double[] {-1, -4}) {
            List<HeldOutSums.Row> rows = IntStream.range(0, 60)
                    .mapToObj(i -> new HeldOutSums.Row(i % 2 == 0 ? -1 : 1, new double[][] {{log, 0.5, 0.5}}))
                    .toList();
            HeldOut found = HeldOut.of(rows, model("gaussian").likelihood(), ONE, 1);
            assertEquals(log == -4, found.isIdle(), found.text());
            assertFalse(found.isTooSure(), found.text());
        }
    }

    /** Six of six right intervals may miss; from seven rows on that is too unlikely. */
    @Test
    void fewRows_cannotFail() {
        for (int n : new int[] {6, 7}) {
            HeldOut found = normal(IntStream.range(0, n).mapToDouble(i -> 0.99).toArray());
            assertEquals(n == 7, found.isEnough());
            assertEquals(n == 7, found.calibration().get(0).isTooSure(), found.text());
        }
    }

    @Test
    void classes_areOff_whereTheyAreMoreSurprisingThanPredicted() {
        double sure = Math.log(0.95);
        double unlikely = Math.log(0.05);
        for (int wrong : new int[] {5, 25}) {
            List<HeldOutSums.Row> rows = IntStream.range(0, 100)
                    .mapToObj(i -> new HeldOutSums.Row(i % 2, new double[][] {
                        {
                            i < wrong ? unlikely : sure,
                            i % 2 == 0 == i >= wrong ? sure : unlikely,
                            i % 2 == 0 == i >= wrong ? unlikely : sure
                        }
                    }))
                    .toList();
            HeldOut found = HeldOut.of(rows, model("bernoulli").likelihood(), ONE, 1);
            assertEquals(
                    0.95 * sure + 0.05 * unlikely, found.calibration().get(0).expected(), 1e-12);
            assertEquals(wrong == 25, found.isTooSure(), found.text());
            assertEquals(Math.log(50 / 101.0), found.constantScore(), 1e-12);
        }
    }

    /** Counts as often as the law has them are within as often as labels without gaps are; counts of a wider law are not. */
    @Test
    void counts_areWithinAsOftenAsTheLawOfThemPromises() {
        for (double spread : new double[] {1, 4}) {
            List<HeldOutSums.Row> rows = new ArrayList<>();
            PoissonDistribution drawn = new PoissonDistribution(2 * spread);
            PoissonDistribution predicted = new PoissonDistribution(2);
            for (int y = 0; y < 40; y++) {
                double[][] of = {
                    {
                        predicted.logProbability(y),
                        predicted.cumulativeProbability(y - 1),
                        predicted.cumulativeProbability(y)
                    }
                };
                for (long i = Math.round(2e4 * drawn.probability(y)); i > 0; i--) {
                    rows.add(new HeldOutSums.Row(y, of));
                }
            }
            HeldOut found = HeldOut.of(rows, model("poisson").likelihood(), ONE, 1);
            if (spread == 1) {
                assertEquals(0.5, found.calibration().get(0).observed(), 1e-3);
                assertEquals(0.9, found.calibration().get(1).observed(), 1e-3);
            }
            assertEquals(spread > 1, found.isTooSure(), found.text());
        }
    }

    /** By hand: of labels 0, 0, 3 each by the other two and one more that stands for all rows. */
    @Test
    void withoutFeatures_eachIsPredictedByTheOthers() {
        double zero = -0.5 * Math.log(2 * Math.PI * (10 / 3.0 - 1)) - 0.5 / (10 / 3.0 - 1);
        double three = -0.5 * Math.log(2 * Math.PI / 3) - 0.5 * 9 * 3;
        assertEquals((2 * zero + three) / 3, WithoutFeatures.normal(new double[] {0, 0, 3}), 1e-12);
        assertEquals(
                (2 * Math.log(2 / 6.0) + Math.log(1 / 6.0)) / 3,
                WithoutFeatures.shares(new double[] {0, 0, 3}, 4),
                1e-12);
        double count = 2 * -3.5 / 3 + 3 * Math.log(0.5 / 3) - 0.5 / 3 - Math.log(6);
        assertEquals(count / 3, WithoutFeatures.counts(new double[] {0, 0, 3}), 1e-12);
    }

    /** Equal labels are not predicted perfectly without features: the check would fail of whatever fits them. */
    @Test
    void equalLabels_leaveRoomForAnError() {
        double[] none = new double[16];
        assertEquals(Math.log(16 / 17.0), WithoutFeatures.shares(none, 2), 1e-12);
        assertTrue(Double.isFinite(WithoutFeatures.normal(none)) && WithoutFeatures.counts(none) < 0);
    }

    @Test
    void membersOfAKind_shareItsWeight() {
        List<MemberKind> kinds = List.of(new MemberKind(true, 1), new MemberKind(false, 1), new MemberKind(true, 1));
        List<HeldOutSums.Row> rows = IntStream.range(0, 50)
                .mapToObj(i ->
                        new HeldOutSums.Row(i % 3, new double[][] {{-1, 0.5, 0.5}, {-4, 0.5, 0.5}, {-1, 0.5, 0.5}}))
                .toList();
        HeldOut found = HeldOut.of(rows, model("gaussian").likelihood(), kinds, 1);
        assertEquals(found.weights()[0], found.weights()[2]);
        assertTrue(found.weights()[0] > 0.4 && found.weights()[1] < 0.1, found.text());
    }

    @Test
    void noRows_sayNothing() {
        assertNull(HeldOut.of(List.of(), model("gaussian").likelihood(), ONE, 1));
    }
}
