package io.credence.network.result;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class StackingTest {

    @Test
    void components_thatPredictAlike_weighTheSame() {
        double[][] logs = new double[30][2];
        for (double[] row : logs) {
            Arrays.fill(row, -1.3);
        }
        double[] weights = Stacking.weights(logs, 2);
        assertEquals(0.5, weights[0], 1e-12);
        assertEquals(0.5, weights[1], 1e-12);
    }

    /** Where each row can only come from one component, the weights are the prior's mode with the rows counted: (n_k + 2)/(n + 4). */
    @Test
    void rows_thatOneComponentExplains_areCounted() {
        double[][] logs = new double[10][2];
        for (int i = 0; i < 10; i++) {
            logs[i][i < 7 ? 1 : 0] = Double.NEGATIVE_INFINITY;
        }
        double[] weights = Stacking.weights(logs, 2);
        assertEquals(9.0 / 14, weights[0], 1e-12);
        assertEquals(5.0 / 14, weights[1], 1e-12);
    }

    /** Stationary: each weight is its rows' mean share and the prior's. */
    @Test
    void weights_areAFixedPoint() {
        double[][] logs = {{-1, -2, -0.5}, {-3, -0.2, -1}, {-0.7, -0.9, -4}, {-1.1, -1.3, -0.4}};
        double[] weights = Stacking.weights(logs, 3);
        double[] next = {2, 2, 2};
        for (double[] row : logs) {
            double sum = 0;
            for (int k = 0; k < 3; k++) {
                sum += weights[k] * Math.exp(row[k]);
            }
            for (int k = 0; k < 3; k++) {
                next[k] += weights[k] * Math.exp(row[k]) / sum;
            }
        }
        for (int k = 0; k < 3; k++) {
            assertEquals(weights[k], next[k] / 10, 1e-10);
        }
    }
}
