package io.credence.predict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.Rows;
import io.credence.data.DenseBlock;
import io.credence.data.RowAttributes;
import io.credence.example.RobustRegression;
import io.credence.linalg.Kernels;
import io.credence.loss.ModelLosses;
import io.credence.loss.ResponseDistributions;
import io.credence.model.PredictorModel;
import io.credence.predict.PredictiveCheck.Statistic;
import io.credence.random.AddressedGenerator;
import io.credence.testkit.MonteCarlo;
import io.credence.testkit.TestSeed;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.hipparchus.CalculusFieldElement;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.random.JDKRandomGenerator;
import org.hipparchus.random.RandomDataGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Responses that a class of the user's draws, set against those observed. */
class DrawnResponsesTest {

    private static final int FITS = 40;
    private static final int ROWS = 150;
    private static final Map<String, String> FREEDOM = Map.of("degreesOfFreedom", "6");

    /** Labels of a line with errors of Student's t. */
    private static Rows rows(int fit, double degreesOfFreedom) {
        JDKRandomGenerator numbers = new JDKRandomGenerator();
        numbers.setSeed(TestSeed.of("drawn responses " + fit));
        TDistribution errors = new TDistribution(degreesOfFreedom);
        double[][] features = new double[ROWS][1];
        double[] labels = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            features[i][0] = numbers.nextGaussian();
            labels[i] = 1
                    - 2 * features[i][0]
                    + 0.7 * RandomDataGenerator.of(numbers).nextDeviate(errors);
        }
        return Rows.of(List.of("x"), features, labels);
    }

    private static PredictiveCheck check(Rows rows) {
        Fit fit = Inference.of(new RobustRegression(FREEDOM))
                .with("check.loo", "false")
                .fit(rows);
        return Objects.requireNonNull(fit.predictive());
    }

    /**
     * Of a true model the probabilities of what no parameter fits, such as the largest response, are uniform: mean 1/2, sd 0.289. Those of
     * the mean and the sd, which the fit has seen, lie closer to the middle, and those of coverage may.
     */
    @Tag("nightly")
    @Test
    void probabilitiesOfATrueModel_areUniform() {
        Map<String, double[]> probabilities = new TreeMap<>();
        int off = 0;
        for (int fit = 0; fit < FITS; fit++) {
            for (Statistic found : check(rows(fit, 6)).statistics()) {
                probabilities.computeIfAbsent(found.name(), name -> new double[FITS])[fit] =
                        found.exceedanceProbability();
                off += found.isUnreproduced() ? 1 : 0;
            }
        }
        assertEquals(
                List.of("50 % coverage", "90 % coverage", "max", "mean", "min", "sd", "skewness"),
                List.copyOf(probabilities.keySet()));
        probabilities.forEach((name, found) -> {
            double mean = MonteCarlo.mean(found);
            double sd = Math.sqrt(found.length) * MonteCarlo.standardError(found);
            String message = name + ": mean " + mean + ", sd " + sd;
            assertTrue(Math.abs(mean - 0.5) < 4 * 0.289 / Math.sqrt(FITS), message);
            boolean free = name.equals("max") || name.equals("min") || name.equals("skewness");
            assertTrue(sd < 0.36 && (sd > 0.22 || !free), message);
        });
        assertTrue(off <= 0.03 * 7 * FITS, off + " of " + 7 * FITS + " off");
    }

    @Test
    void errorsThatTheModelLacks_areSeen() {
        PredictiveCheck check = check(rows(1, 1.2));
        assertTrue(
                check.statistics().stream().anyMatch(found -> found.name().equals("sd") && found.isUnreproduced()),
                check.toString());
    }

    /** Draws that fail at some row. */
    private record Failing() implements PredictorModel {

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(double label, T[] predictors, T[] extra) {
            return predictors[0].subtract(label).square().multiply(-0.5);
        }

        @Override
        public double response(double[] predictors, double[] extra, RandomGenerator random) {
            double response = predictors[0] + random.nextGaussian();
            if (response > 1) {
                throw new ArithmeticException("above one");
            }
            return response;
        }
    }

    /** The fit is that of the same model without draws, and states in a note why it was not checked. */
    @Test
    void drawsThatFail_costTheCheckAlone() {
        Rows rows = rows(2, 6);
        Fit fit = Inference.of(new Failing()).fit(rows);
        PredictiveCheck check = Objects.requireNonNull(fit.predictive());
        assertTrue(check.statistics().isEmpty());
        String problem = Objects.requireNonNull(check.missingReason());
        assertTrue(problem.contains("found ArithmeticException (above one) at DrawnResponsesTest.java:"), problem);
        assertTrue(fit.notes().contains(problem), fit.notes().toString());
        assertTrue(fit.isReliable());
        assertNotNull(fit.leaveOneOut());
        assertNull(check(rows).missingReason());
    }

    /** Where the draws of one partition fail nothing is reported of the others either. */
    @Test
    void problem_comesHomeFromAnyPartition() {
        ResponseDistributions laws = Objects.requireNonNull(
                ModelLosses.of(new Failing(), List.of("x")).responseDistributions());
        ResponseDistributions.AtDraws far = laws.atDraws(Kernels.named("java"), new double[][] {{-9}, {9}});
        far.moveTo(new DenseBlock(RowAttributes.ofLabels(1), 1, new double[] {1}), 0, 1);
        NumberReplicates failed = new NumberReplicates(2, false);
        failed.addRow(far, 0, 1, 1, new double[2], new AddressedGenerator());
        NumberReplicates drawn = new NumberReplicates(2, false);
        drawn.add(new double[] {1, 2}, 3, 1, new double[2]);
        drawn.add(new double[] {2, 2}, 1, 1, new double[2]);
        assertEquals(7, drawn.result().statistics().size());
        drawn.merge(failed);
        assertNotNull(drawn.result().missingReason());
        assertEquals(failed.result().missingReason(), drawn.result().missingReason());
        assertTrue(drawn.result().statistics().isEmpty());
    }
}
