package io.credence.network.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.diagnostic.Reliability;
import io.credence.fit.FitResult;
import io.credence.fit.FitState;
import io.credence.network.dense.Member;
import io.credence.network.dense.MemberKind;
import io.credence.network.dense.NetworkModel;
import io.credence.network.dense.NetworkModel.Activation;
import io.credence.network.row.Standardisation;
import io.credence.network.train.NetworkState;
import io.credence.summary.NetworkReport;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.distribution.discrete.PoissonDistribution;
import org.hipparchus.random.RandomGenerator;
import org.hipparchus.random.Well19937c;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HoldOutScoresTest {

    private static final List<MemberKind> ONE = List.of(new MemberKind(true, 1));

    private static NetworkModel model(String family) {
        return new NetworkModel(family, 0, 2, List.of(3), Activation.RELU);
    }

    /** Labels whose distribution function takes those values, each with log density −1. */
    private static HoldOutScores normal(double... below) {
        List<HeldOutSums.Row> rows = IntStream.range(0, below.length)
                .mapToObj(i -> new HeldOutSums.Row(i % 2 == 0 ? -1 : 1, new double[][] {{-1, below[i], below[i]}}))
                .toList();
        return HoldOutScores.of(rows, model("gaussian").likelihood(), ONE, 2);
    }

    @Test
    void coverage_isTheShareOfLabelsWithinIntervals() {
        double[] below =
                IntStream.range(0, 200).mapToDouble(i -> (i + 0.5) / 200).toArray();
        HoldOutScores found = normal(below);

        assertEquals(0.5, found.calibration().get(0).observed(), 1e-12);
        assertEquals(0.9, found.calibration().get(1).observed(), 1e-12);
        assertEquals(-1 - Math.log(2), found.logScore(), 1e-12);
        // N(0, 1) in units of 2, but of the 199 others and one more
        assertEquals(-0.5 * Math.log(2 * Math.PI * Math.E) - Math.log(2), found.constantScore(), 0.01);
        assertFalse(found.isTooSure());
    }

    private static HoldOutScores within(int half, int most, int rows) {
        return normal(IntStream.range(0, rows)
                .mapToDouble(i -> i < half ? 0.5 : i < most ? 0.9 : 0.999)
                .toArray());
    }

    @ParameterizedTest(name = "{0} and {1} of {2} rows")
    @CsvSource({
        "20, 40, 60, true, false",
        "60, 60, 60, false, true",
        "30, 54, 60, false, false",
        "21, 21, 21, false, true",
        "27, 31, 31, false, true",
        "44, 72, 73, false, true",
        "36, 66, 73, false, false",
        // half a percent of 20,000 rows shows and does not matter
        "10300, 18000, 20000, false, false",
        "12000, 18000, 20000, false, true"
    })
    void intervals_areOffWhereTheyHoldTooFewOrTooMany(int half, int most, int rows, boolean sure, boolean unsure) {
        HoldOutScores found = within(half, most, rows);
        assertEquals(sure, found.isTooSure(), found.text());
        assertEquals(unsure, found.isUnsure(), found.text());
    }

    /** What the documentation states: of right intervals at most 2 in 100 fail, of half or twice the width most do from 30 rows on. */
    @Test
    void power_isAsStated() {
        RandomGenerator random = new Well19937c(TestSeed.of("power"));
        NormalDistribution normal = new NormalDistribution();
        double[] failed = new double[3];
        int times = 1000;
        for (int t = 0; t < times; t++) {
            for (int w = 0; w < 3; w++) {
                double width = new double[] {1, 0.5, 2}[w];
                HoldOutScores found = normal(IntStream.range(0, 30)
                        .mapToDouble(i -> normal.cumulativeProbability(random.nextGaussian() / width))
                        .toArray());
                assertTrue(found.hasEnoughRows());
                failed[w] += (found.isTooSure() || found.isUnsure() ? 1.0 : 0) / times;
            }
        }
        assertTrue(
                failed[0] < 0.02 && failed[1] > 0.89 && failed[2] > 0.8, Arrays.toString(failed) + TestSeed.replay());
    }

    @Test
    void wideIntervals_areIdleWhereTheyPredictWorseThanNoFeatures() {
        for (double log : new double[] {-1, -4}) {
            List<HeldOutSums.Row> rows = IntStream.range(0, 60)
                    .mapToObj(i -> new HeldOutSums.Row(i % 2 == 0 ? -1 : 1, new double[][] {{log, 0.5, 0.5}}))
                    .toList();
            HoldOutScores found = HoldOutScores.of(rows, model("gaussian").likelihood(), ONE, 1);
            assertEquals(log == -4, found.isWorseThanBaseline(), found.text());
            assertFalse(found.isTooSure(), found.text());
        }
    }

    /** Too few to be relied on, whatever they show; what they show against it counts. */
    @Test
    void fewRows_canFail_andNotPass() {
        Member point = Member.ofPoints(new double[1]);
        FitState begun =
                FitState.initial(NetworkState.initialState(Standardisation.none(1), List.of(point), true), List.of());
        FitResult converged = FitResult.of(begun.stopped(FitState.FitStatus.CONVERGED, "", null), 1, null, null);
        assertEquals(
                Reliability.Status.SKIPPED,
                NetworkReport.reliability(converged, null).status());
        assertEquals(
                Reliability.Status.SKIPPED,
                NetworkReport.reliability(converged, within(15, 26, 29)).status());
        assertEquals(
                Reliability.Status.PASSED,
                NetworkReport.reliability(converged, within(15, 27, 30)).status());
        assertEquals(
                Reliability.Status.FAILED,
                NetworkReport.reliability(converged, within(21, 21, 21)).status());
        assertEquals(
                Reliability.Status.FAILED,
                NetworkReport.reliability(converged, within(0, 0, 8)).status());
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
            HoldOutScores found = HoldOutScores.of(rows, model("bernoulli").likelihood(), ONE, 1);
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
            HoldOutScores found = HoldOutScores.of(rows, model("poisson").likelihood(), ONE, 1);
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
        assertEquals((2 * zero + three) / 3, BaselineScores.normalLogScore(new double[] {0, 0, 3}), 1e-12);
        assertEquals(
                (2 * Math.log(2 / 6.0) + Math.log(1 / 6.0)) / 3,
                BaselineScores.classLogScore(new double[] {0, 0, 3}, 4),
                1e-12);
        double count = 2 * -3.5 / 3 + 3 * Math.log(0.5 / 3) - 0.5 / 3 - Math.log(6);
        assertEquals(count / 3, BaselineScores.countLogScore(new double[] {0, 0, 3}), 1e-12);
    }

    /** Equal labels are not predicted perfectly without features: the check would fail of whatever fits them. */
    @Test
    void equalLabels_leaveRoomForAnError() {
        double[] none = new double[16];
        assertEquals(Math.log(16 / 17.0), BaselineScores.classLogScore(none, 2), 1e-12);
        assertTrue(Double.isFinite(BaselineScores.normalLogScore(none)) && BaselineScores.countLogScore(none) < 0);
    }

    @Test
    void membersOfAKind_shareItsWeight() {
        List<MemberKind> kinds = List.of(new MemberKind(true, 1), new MemberKind(false, 1), new MemberKind(true, 1));
        List<HeldOutSums.Row> rows = IntStream.range(0, 50)
                .mapToObj(i ->
                        new HeldOutSums.Row(i % 3, new double[][] {{-1, 0.5, 0.5}, {-4, 0.5, 0.5}, {-1, 0.5, 0.5}}))
                .toList();
        HoldOutScores found = HoldOutScores.of(rows, model("gaussian").likelihood(), kinds, 1);
        assertEquals(found.weights()[0], found.weights()[2]);
        assertTrue(found.weights()[0] > 0.4 && found.weights()[1] < 0.1, found.text());
    }

    @Test
    void noRows_sayNothing() {
        assertNull(HoldOutScores.of(List.of(), model("gaussian").likelihood(), ONE, 1));
    }
}
