package io.credence.mixed.site;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.mixed.model.MixedRows;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TiltedMomentsTest {

    private static final double CENTRE = 0.3;
    private static final double VARIANCE = 4;

    /** Far from the centre the search for the mode used to run out of steps, and the nodes stood where there is no mass. */
    @ParameterizedTest
    @CsvSource({
        "gamma, 3e8, 0.02",
        "gamma, 1e-12, 0.02",
        "gamma, 1e200, 1",
        "tweedie, 1e12, 1",
        "tweedie, 1e-9, 1e-5",
        "exponential, 1e30, 1",
        "weibull, 1e15, 0.2",
        "poisson, 1e12, 1",
        "negative-binomial, 1e9, 0.1",
        "student-t, 500, 0.1",
        "student-t, 5e5, 10",
        "bernoulli, 1, 1"
    })
    void farFromTheCentre_momentsAreThoseOfAFineGrid(String family, double label, double dispersion) {
        RowLoss loss = Likelihoods.named(family, 4, 0).loss(new DispersionPosterior.Known(dispersion));
        TiltedMoments rows = new TiltedMoments(loss, MixedRows.KERNEL);
        rows.set(0, label, 1, 0, CENTRE, VARIANCE);
        rows.compute(1);
        Grid grid = new Grid(loss, label);
        assertEquals(grid.logIntegral, rows.logIntegral(0), 1e-6 * Math.abs(grid.logIntegral));
        assertEquals(grid.mean, rows.mean(0), 1e-3 * grid.sd);
        assertEquals(1, Math.sqrt(rows.variance(0)) / grid.sd, 1e-3);
    }

    /** Sums of the product over a grid about its mode, which is where the slope changes its sign. */
    private static final class Grid {

        private static final int POINTS = 4_000;
        private static final double REACH = 12;

        private final RowLoss loss;
        private final PredictorChunk chunk = new PredictorChunk(1, new double[8]);
        final double logIntegral;
        final double mean;
        final double sd;

        Grid(RowLoss loss, double label) {
            this.loss = loss;
            chunk.resize(1);
            chunk.label()[0] = label;
            chunk.weight()[0] = 1;
            double mode = mode();
            double top = logProduct(mode);
            double scale = 1 / Math.sqrt(chunk.moments().curvature()[0] + 1 / VARIANCE);
            double[] sum = new double[3];
            for (int i = -POINTS; i <= POINTS; i++) {
                double away = i * REACH * scale / POINTS;
                double mass = Math.exp(logProduct(mode + away) - top);
                sum[0] += mass;
                sum[1] += mass * away;
                sum[2] += mass * away * away;
            }
            double first = sum[1] / sum[0];
            this.mean = mode + first;
            this.sd = Math.sqrt(sum[2] / sum[0] - first * first);
            this.logIntegral = top + Math.log(sum[0] * REACH * scale / POINTS) - 0.5 * Math.log(2 * Math.PI * VARIANCE);
        }

        private double mode() {
            double low = CENTRE - 700;
            double high = CENTRE + 700;
            for (int i = 0; i < 200; i++) {
                double middle = 0.5 * (low + high);
                logProduct(middle);
                if (chunk.moments().slope()[0] + (middle - CENTRE) / VARIANCE > 0) {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            return 0.5 * (low + high);
        }

        private double logProduct(double eta) {
            chunk.predictorMeans()[0] = eta;
            chunk.predictorCovariances()[0] = 0;
            loss.writeExpectedMoments(MixedRows.KERNEL, chunk);
            return -chunk.moments().value()[0] - 0.5 * (eta - CENTRE) * (eta - CENTRE) / VARIANCE;
        }
    }
}
