package io.credence.diagnostic;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the shape of the weights' tail implies for the errors of what they average. */
class WeightTailTest {

    private static WeightTail tail(double index, double effective) {
        return new WeightTail(index, 0.7, 2000, effective);
    }

    @Test
    void errorFactor_isOneWhereWeightsHaveAVarianceOrHardlyDiffer() {
        assertEquals(1, tail(0.5, 1500).errorFactor());
        assertEquals(1, tail(-0.2, 1500).errorFactor());
        assertEquals(1, tail(0.85, 1990).errorFactor(), "their relative sd is 0.07");
        assertEquals(1, tail(Double.NEGATIVE_INFINITY, 2000).errorFactor());
    }

    @Test
    void errorFactor_growsWithTheTail() {
        assertWithin("2000^0.07", 1.7024, tail(0.57, 1500).errorFactor(), 1e-3);
        assertWithin("2000^0.2", 4.5731, tail(0.7, 1500).errorFactor(), 1e-3);
    }

    /** Means of weights of index k have errors that fall with S^(k − 1): by S^(k − ½) slower than the estimate of the error. */
    @Test
    void errorFactor_isTheExcessOfTheErrors() {
        double index = 0.7;
        int few = 200;
        int many = 6400;
        Random random = new Random(TestSeed.of("tail"));
        double fall = medianError(few, index, random) / medianError(many, index, random);
        double excess = Math.sqrt((double) many / few) / fall;
        double expected =
                new WeightTail(index, 0.7, many, 1).errorFactor() / new WeightTail(index, 0.7, few, 1).errorFactor();
        // The median of 400 absolute errors is known to 6 per cent
        assertWithin("log excess", Math.log(expected), Math.log(excess), 4 * 0.085);
    }

    /** Median over 400 samples of the error of a mean of S weights u^(−k), whose expectation is 1/(1 − k). */
    private static double medianError(int draws, double index, Random random) {
        double[] errors = new double[400];
        for (int r = 0; r < errors.length; r++) {
            double sum = 0;
            for (int s = 0; s < draws; s++) {
                sum += Math.pow(1 - random.nextDouble(), -index);
            }
            errors[r] = Math.abs(sum / draws - 1 / (1 - index));
        }
        Arrays.sort(errors);
        return errors[errors.length / 2];
    }
}
