package io.credence;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.Textbook;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
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
                Textbook.of(Path.of("..", "conf", "data", "labour.csv"), "k618").bootstrap(sample);
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
}
