package io.credence.example;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.model.Row;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AsymmetricTest {

    @Test
    void density_integratesToOneWithItsQuantileAtThePredictor() {
        for (double quantile : new double[] {0.1, 0.5, 0.9}) {
            Asymmetric model = new Asymmetric(Map.of("quantile", Double.toString(quantile)));
            double[] parameters = {1, -2, 0.3};
            double predictor = 1 * 1 + 0.25 * -2;
            double step = 1e-3;
            double below = 0;
            double above = 0;
            for (double distance = step / 2; distance < 80; distance += step) {
                below += step * Math.exp(model.logLikelihood(Row.of(predictor - distance, 1, 0.25), parameters));
                above += step * Math.exp(model.logLikelihood(Row.of(predictor + distance, 1, 0.25), parameters));
            }
            assertClose("below, quantile " + quantile, quantile, below, 1e-6);
            assertClose("above, quantile " + quantile, 1 - quantile, above, 1e-6);
        }
    }

    @Test
    void median_isTheLaplaceLikelihood() {
        double found = new Asymmetric().logLikelihood(Row.of(3, 1), new double[] {1, 2});
        assertClose("Laplace with scale 2s", -Math.log(8) - 2.0 / 4, found, 1e-15);
    }

    @Test
    void quantileOutsideZeroToOne_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Asymmetric(Map.of("quantile", "1")));
    }
}
