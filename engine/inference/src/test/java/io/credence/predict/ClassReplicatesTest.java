package io.credence.predict;

import static io.credence.predict.ReplicatedResponsesTest.statistic;
import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.predict.PredictiveCheck.CalibrationBin;
import io.credence.predict.PredictiveCheck.Statistic;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.List;
import org.hipparchus.random.JDKRandomGenerator;
import org.hipparchus.random.RandomDataGenerator;
import org.hipparchus.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassReplicatesTest {

    private static final List<String> NAMES = List.of("low", "mid", "high");
    private static final int DRAWS = 200;
    private static final int GROUPS = 30;
    private static final int EACH = 25;

    private static double[] dirichlet(double[] weights, RandomGenerator random) {
        double[] shares = Arrays.stream(weights)
                .map(weight -> RandomDataGenerator.of(random).nextGamma(weight, 1))
                .toArray();
        double sum = Arrays.stream(shares).sum();
        return Arrays.stream(shares).map(share -> share / sum).toArray();
    }

    private static int classBy(double[] shares, RandomGenerator random) {
        double left = random.nextDouble();
        int k = 0;
        while (k < shares.length - 1 && left >= shares[k]) {
            left -= shares[k++];
        }
        return k;
    }

    /**
     * Groups of rows with probabilities of their own, whose posterior is known: a Dirichlet distribution around the counts.
     *
     * @param flattened part of the rows whose class comes by chance alone, of which the model does not know
     */
    private static PredictiveCheck ofGroups(boolean ordered, double flattened, RandomGenerator random) {
        ClassReplicates sums = new ClassReplicates(DRAWS, NAMES, ordered);
        for (int g = 0; g < GROUPS; g++) {
            double[] truth = dirichlet(new double[] {1, 1, 1}, random);
            double[] known = {1, 1, 1};
            for (int i = 0; i < 4 * EACH; i++) {
                known[classBy(truth, random)]++;
            }
            int[] labels = new int[EACH];
            for (int i = 0; i < EACH; i++) {
                labels[i] = random.nextDouble() < flattened ? random.nextInt(3) : classBy(truth, random);
                known[labels[i]]++;
            }
            double[][] shares = new double[DRAWS][];
            for (int s = 0; s < DRAWS; s++) {
                shares[s] = dirichlet(known, random);
            }
            for (int label : labels) {
                sums.add(shares, label, 1, random);
            }
        }
        return sums.result();
    }

    /** Of the exact posterior of a true model few replications are far out, and what is reported of them is no constant. */
    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void probabilitiesOfATrueModel_areAboutUniform(boolean ordered) {
        JDKRandomGenerator random = new JDKRandomGenerator();
        random.setSeed(TestSeed.of("true classes " + ordered));
        int times = 100;
        double[] found = new double[times];
        int off = 0;
        for (int r = 0; r < times; r++) {
            PredictiveCheck check = ofGroups(ordered, 0, random);
            found[r] = statistic(check, "calibration").exceedanceProbability();
            off += (int) check.statistics().stream()
                    .filter(Statistic::isUnreproduced)
                    .count();
        }
        double mean = Arrays.stream(found).average().orElseThrow();
        double sd =
                Math.sqrt(Arrays.stream(found).map(p -> (p - mean) * (p - mean)).sum() / times);
        assertWithin("mean of the probabilities", 0.5, mean, 0.12);
        assertWithin("their sd", 1 / Math.sqrt(12), sd, 0.09);
        assertTrue(off <= 4, off + " of " + times + " true models are off");
    }

    /** A class that comes by chance now and then is likelier than it seems where it is unlikely. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void probabilitiesThatAreTooSure_areSeen(boolean ordered) {
        JDKRandomGenerator random = new JDKRandomGenerator();
        random.setSeed(TestSeed.of("false classes " + ordered));
        for (int r = 0; r < 5; r++) {
            Statistic found = statistic(ofGroups(ordered, 0.5, random), "calibration");
            assertTrue(found.isUnreproduced() && found.observed() > found.upper(), found.toString());
        }
    }

    @Test
    void orderedClasses_areReportedByThoseUpToEach() {
        ClassReplicates sums = new ClassReplicates(2, NAMES, true);
        JDKRandomGenerator random = new JDKRandomGenerator();
        double[][] shares = {{0.1, 0.3, 0.6}, {0.2, 0.4, 0.4}};
        for (int label : new int[] {0, 1, 1, 2}) {
            sums.add(shares, label, 1, random);
        }
        List<CalibrationBin> bins = sums.result().calibration();
        assertEquals(
                List.of("≤ low", "≤ mid"),
                bins.stream().map(CalibrationBin::event).toList());
        assertEquals(0.1, bins.get(0).lowerEdge());
        assertEquals(0.5, bins.get(1).lowerEdge());
        assertClose("up to low", 0.15, bins.get(0).predictedProbability(), 1e-15);
        assertClose("up to mid", 0.5, bins.get(1).predictedProbability(), 1e-15);
        assertEquals(0.25, bins.get(0).observedShare());
        assertEquals(0.75, bins.get(1).observedShare());
        assertEquals(4, bins.get(1).weight());
        assertEquals(0.5, statistic(sums.result(), "share of mid").observed());
    }

    /** Of the two draws one is sure of class 1 and one of class 0, so that every number is known. */
    @Test
    void twoClasses_areReportedByTheSecond() {
        ClassReplicates sums = new ClassReplicates(2, List.of("0", "1"), false);
        double[][] shares = {{0, 1}, {1, 0}};
        for (int label : new int[] {0, 1, 1, 1}) {
            sums.add(shares, label, 1, new JDKRandomGenerator());
        }
        PredictiveCheck found = sums.result();
        assertEquals(
                new Statistic("mean", 0.75, 0.5, 0, 1, 0.5), found.statistics().get(0));
        // Each draw expects 4 or no events, of which 3 came; the variance of their number is 4 · ¼.
        assertEquals(
                new Statistic("calibration", 0.5 * (1 + 9), 0, 0, 0, 0),
                found.statistics().get(1));
        assertEquals(List.of(new CalibrationBin("1", 0.5, 4, 0.5, 0.75, 0, 1)), found.calibration());
    }

    @Test
    void weightedRows_haveNoReplications() {
        ClassReplicates sums = new ClassReplicates(2, NAMES, false);
        double[][] shares = {{0.2, 0.3, 0.5}, {0.2, 0.3, 0.5}};
        sums.add(shares, 2, 3, new JDKRandomGenerator());
        sums.add(shares, 0, 1, new JDKRandomGenerator());
        PredictiveCheck found = sums.result();
        assertTrue(found.statistics().isEmpty());
        CalibrationBin high = found.calibration().get(2);
        assertEquals(0.75, high.observedShare());
        assertTrue(Double.isNaN(high.lower()) && Double.isNaN(high.upper()));
    }

    @Test
    void sumsOfParts_areThoseOfAll() {
        JDKRandomGenerator random = new JDKRandomGenerator();
        random.setSeed(TestSeed.of("parts of classes"));
        ClassReplicates all = new ClassReplicates(3, NAMES, false);
        ClassReplicates one = new ClassReplicates(3, NAMES, false);
        ClassReplicates other = new ClassReplicates(3, NAMES, false);
        for (int i = 0; i < 200; i++) {
            double[][] shares = {
                dirichlet(new double[] {2, 1, 1}, random),
                dirichlet(new double[] {2, 1, 1}, random),
                dirichlet(new double[] {2, 1, 1}, random)
            };
            for (ClassReplicates sums : List.of(all, i < 70 ? one : other)) {
                JDKRandomGenerator same = new JDKRandomGenerator();
                same.setSeed(i);
                sums.add(shares, i % 3, 1, same);
            }
        }
        one.merge(other);
        PredictiveCheck expected = all.result();
        PredictiveCheck found = one.result();
        assertEquals(expected.rows(), found.rows());
        assertFalse(expected.calibration().isEmpty());
        for (int k = 0; k < expected.statistics().size(); k++) {
            Statistic whole = expected.statistics().get(k);
            Statistic merged = found.statistics().get(k);
            assertEquals(whole.name(), merged.name());
            assertClose(whole.name(), whole.observed(), merged.observed(), 1e-9);
            assertClose(whole.name(), whole.mean(), merged.mean(), 1e-9);
        }
        for (int b = 0; b < expected.calibration().size(); b++) {
            assertClose(
                    "predicted",
                    expected.calibration().get(b).predictedProbability(),
                    found.calibration().get(b).predictedProbability(),
                    1e-12);
            assertEquals(
                    expected.calibration().get(b).upper(),
                    found.calibration().get(b).upper(),
                    1e-12);
        }
    }
}
