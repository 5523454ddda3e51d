package io.credence.example;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.credence.model.Series;
import io.credence.testkit.RandomArrays;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class HarTest {

    private final RandomArrays random = RandomArrays.of("har");
    private final double[] volatilities = random.uniforms(40, 0.5, 3);
    private final double[] parameters = {0.2, 0.4, 0.3, 0.1, 0.6};

    private static double plain(double[] v, double[] p, DoubleUnaryOperator scaled) {
        double sum = 0;
        for (int t = 22; t < v.length; t++) {
            double week = Arrays.stream(v, t - 5, t).average().orElseThrow();
            double month = Arrays.stream(v, t - 22, t).average().orElseThrow();
            double mean = p[0]
                    + p[1] * scaled.applyAsDouble(v[t - 1])
                    + p[2] * scaled.applyAsDouble(week)
                    + p[3] * scaled.applyAsDouble(month);
            double z = (scaled.applyAsDouble(v[t]) - mean) / p[4];
            sum += Math.log(Math.exp(-0.5 * z * z) / (p[4] * Math.sqrt(2 * Math.PI)));
        }
        return sum;
    }

    @Test
    void logLikelihood_isThatOfAPlainLoop() {
        Series series = Series.ofLabels(volatilities);
        assertClose(
                "logarithms",
                plain(volatilities, parameters, Math::log),
                new Har().logLikelihood(series, parameters),
                1e-12);
        assertClose(
                "levels",
                plain(volatilities, parameters, v -> v),
                new Har(Map.of("log", "false")).logLikelihood(series, parameters),
                1e-12);
    }

    @Test
    void seriesOfAMonthOrLess_contributesNothing() {
        assertEquals(0, new Har().logLikelihood(Series.ofLabels(1, 2, 3), parameters), 0);
        assertEquals(0, new Har().logLikelihood(Series.ofLabels(Arrays.copyOf(volatilities, 22)), parameters), 0);
    }

    @Test
    void labels_mustBePositiveOnTheLogScale() {
        assertEquals("must be positive", new Har().refuse(0));
        assertEquals("must be finite", new Har(Map.of("log", "false")).refuse(Double.NaN));
        assertNull(new Har(Map.of("log", "false")).refuse(-1));
        assertNull(new Har().refuse(0.1));
    }

    @Test
    void trainingVolatilities_giveTable6OfTheQbviPaper() throws IOException {
        // Table 6's ML column and its log-likelihood in Table 1; the residual variance is the mean squared error there.
        double[] table = {0.207, 0.494, 0.372, 0.039, Math.sqrt(0.10945)};
        double[] all = CsvColumn.read("finance/spx_har.csv", "rv_today");
        int firstOfTheDesign = 1006;
        double[] train = Arrays.copyOfRange(all, firstOfTheDesign - 22, firstOfTheDesign + 798);
        assertWithin("log-likelihood", -249.60, new Har().logLikelihood(Series.ofLabels(train), table), 0.02);
    }
}
