package io.credence.example;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.model.Row;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MeasurementsTest {

    private static final double[] THETA = {1, 2, -1, 0.5};
    private static final Row ROW = Row.of(3, 8, -2, 0);

    /** 1 + 3·2 = 7 for 8, 2 − 3·1 = −1 for −2, 0.5 for 0. */
    @Test
    void terms_areTheErrorsOfThePredictions() {
        assertArrayEquals(new double[] {-1, -1, -0.25}, new Measurements().logLikelihoods(ROW, THETA), 1e-15);
        Measurements absolute = new Measurements(Map.of("absolute", "true", "weight", "2"));
        assertArrayEquals(new double[] {-2, -2, -1}, absolute.logLikelihoods(ROW, THETA), 1e-15);
        assertEquals(-2.25, new Measurements().logLikelihood(ROW, THETA), 1e-15);
    }

    @Test
    void otherFeatures_areRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Measurements().parameters(List.of("(Intercept)", "x")));
        assertThrows(IllegalArgumentException.class, () -> new Measurements(Map.of("weight", "0")));
    }
}
