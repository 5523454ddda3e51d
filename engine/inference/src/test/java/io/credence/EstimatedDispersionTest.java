package io.credence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.Repository;
import io.credence.testkit.Textbook;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EstimatedDispersionTest {

    /**
     * The dispersion and the zeros beyond it explain the same zeros. Natural-gradient steps of both, each as if the other stood still, went
     * to the far side of the optimum and back, or crawled: sample 135 had not converged after 1,000 passes, sample 51 took 305.
     */
    @ParameterizedTest
    @CsvSource({"135, true", "0, false", "1, false", "51, false"})
    void coefficientsAndDispersionThatExplainTheSame_endSoon(long sample, boolean standardized) {
        Textbook drawn =
                Textbook.of(Repository.file("conf/data/labour.csv"), "k618").bootstrap(sample);
        Textbook data = standardized ? drawn.standardized() : drawn;
        List<String> names = IntStream.range(0, data.features()[0].length)
                .mapToObj(column -> "x" + column)
                .toList();
        Fit fit = Inference.of("zero-inflated-negative-binomial")
                .prior("normal", Map.of("sd", 2.2))
                .with("check.khat", false)
                .fit(Rows.of(names, data.features(), data.labels()));
        assertTrue(fit.isConverged(), () -> fit.result().stopReason());
        assertTrue(fit.result().passes() < 60, () -> fit.result().passes() + " passes");
    }

    /**
     * Under a vague prior the curvature of Student's t is negative as long as the residuals are beyond its scale: the fit had ended at its
     * first pass. Two equal columns are distinguished by the prior alone.
     */
    @Test
    void residualsBeyondTheScale_waitForIt() {
        double sd = 1e4;
        Textbook data =
                Textbook.of(Repository.file("conf/data/labour.csv"), "faminc").part(0.7, 1);
        double[][] features = Arrays.stream(data.features())
                .map(row -> {
                    double[] twice = Arrays.copyOf(row, row.length + 1);
                    twice[row.length] = row[0];
                    return twice;
                })
                .toArray(double[][]::new);
        Fit fit = Inference.of("student-t")
                .prior("normal", Map.of("sd", sd))
                .with("check.khat", false)
                .fit(Rows.of(features, data.labels()));
        assertTrue(fit.isConverged(), () -> fit.result().stopReason());
        assertTrue(fit.result().passes() < 100, () -> fit.result().passes() + " passes");
        double[] found = fit.posterior().sd();
        assertEquals(sd / Math.sqrt(2), found[1], 0.01);
        assertEquals(sd / Math.sqrt(2), found[found.length - 1], 0.01);
    }
}
