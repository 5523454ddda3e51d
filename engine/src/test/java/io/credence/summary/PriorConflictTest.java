package io.credence.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.ConfigReader;
import io.credence.config.Parts;
import io.credence.config.PriorConfig;
import io.credence.family.DiagonalGaussian;
import io.credence.prior.GaussianPrior;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Of a normal estimate under a normal prior, by conjugacy. */
class PriorConflictTest {

    private static final List<String> NAMES = List.of("x");

    private static Coefficients of(double estimate, double error, GaussianPrior prior) {
        double own = prior.precision()[0];
        double precision = own + 1 / (error * error);
        double mean = (own * prior.mean()[0] + estimate / (error * error)) / precision;
        return Coefficients.of(
                NAMES, DiagonalGaussian.around(new double[] {mean}, new double[] {1 / Math.sqrt(precision)}), prior);
    }

    /** The estimate lies (estimate − mean)/√(sd² + error²) from where the prior expects it. */
    @ParameterizedTest
    @CsvSource({
        "-100, 10, 0, 1, true",
        "-100, 30, 0, 1, true",
        "-100, 40, 0, 1, false",
        "-100, 1000, 0, 1, false",
        "10, 1, 0, 2, true",
        "6, 1, 0, 2, false",
        "10, 1, 9, 2, false",
        "10, 0.01, 0, 2, false",
        "0, 1, 0, 2, false"
    })
    void estimatesFarFromThePrior_areInConflict(
            double estimate, double error, double mean, double sd, boolean expected) {
        Coefficients coefficients = of(estimate, error, GaussianPrior.of(1, mean, sd));
        assertEquals(expected ? NAMES : List.of(), PriorConflict.conflicting(coefficients));
    }

    @Test
    void coefficientsWithoutANormalPrior_areInNone() {
        GaussianPrior flat = new GaussianPrior(new double[1], new double[1]);
        assertEquals(List.of(), PriorConflict.conflicting(of(1e6, 1, flat)));
    }

    @Test
    void note_namesThemOrIsNotThere() {
        PriorConfig requested = ConfigReader.inference(Map.of("model.family", "gaussian"), Parts.STANDARD)
                .prior();
        List<String> notes = PriorConflict.notes(of(-100, 10, GaussianPrior.of(1, 0, 1)), requested);
        assertTrue(notes.toString().contains("contradict each other about x"), notes.toString());
        assertEquals(List.of(), PriorConflict.notes(of(1, 10, GaussianPrior.of(1, 0, 1)), requested));
    }
}
