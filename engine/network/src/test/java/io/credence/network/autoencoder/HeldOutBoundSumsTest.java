package io.credence.network.autoencoder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.network.result.HoldOutScores;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class HeldOutBoundSumsTest {

    private static final double[][] ROWS = {{0.2, 1}, {0.9, 0}, {0.4, 1}, {1, 0.5}, {0, 0}};
    private static final double[] WEIGHTS = {2, 0.5, 1, 3, 1.5};
    private static final double[] LOGS = {-1.3, -0.8, -2.1};

    /** Sums of the first three rows as held-out ones, in two parts. */
    private static HoldOutScores scores(double[] weights) {
        HeldOutBoundSums[] parts = {new HeldOutBoundSums(2), new HeldOutBoundSums(2)};
        for (int p = 0; p < 2; p++) {
            BlockBuilder block = BlockBuilder.dense(3, Precision.FLOAT64, 1 << 10);
            for (int i = p; i < ROWS.length; i += 2) {
                block.add(0, weights[i], 0, new double[] {1, ROWS[i][0], ROWS[i][1]});
                if (i < LOGS.length) {
                    parts[p].add(ROWS[i], weights[i], LOGS[i]);
                }
            }
            parts[p].addAll(block.build());
        }
        parts[0].merge(parts[1]);
        return Objects.requireNonNull(parts[0].scores());
    }

    @Test
    void scores_areWeighted_andOfOtherRowsShares() {
        HoldOutScores found = scores(WEIGHTS);
        double mean = (2 * -1.3 + 0.5 * -0.8 - 2.1) / 3.5;
        double square = 0;
        for (int i = 0; i < 3; i++) {
            square += Math.pow(WEIGHTS[i] * (LOGS[i] - mean), 2);
        }
        assertEquals(mean, found.logScore(), 1e-12);
        assertEquals(Math.sqrt(1.5 * square) / 3.5, found.logScoreError(), 1e-12);
        // the others have weights 3 and 1.5; a row more has the mean weight, 8 / 5, and halves
        double[] shares = {(3 + 0.8) / (4.5 + 1.6), (1.5 + 0.8) / (4.5 + 1.6)};
        double score = 0;
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 2; j++) {
                score += WEIGHTS[i]
                        * (ROWS[i][j] * Math.log(shares[j]) + (1 - ROWS[i][j]) * Math.log(1 - shares[j]))
                        / 3.5;
            }
        }
        assertEquals(score, found.constantScore(), 1e-12);
        assertEquals(3, found.rows());
    }

    @Test
    void scores_doNotDependOnTheUnitOfWeights() {
        HoldOutScores one = scores(new double[] {1, 1, 1, 1, 1});
        HoldOutScores seven = scores(new double[] {7, 7, 7, 7, 7});
        assertEquals(-1.4, one.logScore(), 1e-12);
        assertEquals(Math.sqrt((0.01 + 0.36 + 0.49) / 6), one.logScoreError(), 1e-12);
        assertEquals(one.logScoreError(), seven.logScoreError(), 1e-12);
        assertEquals(one.constantScore(), seven.constantScore(), 1e-12);
    }

    @Test
    void noRows_haveNoScores() {
        assertNull(new HeldOutBoundSums(2).scores());
    }
}
