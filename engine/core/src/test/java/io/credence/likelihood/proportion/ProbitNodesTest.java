package io.credence.likelihood.proportion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.JavaDenseKernel;
import io.credence.quadrature.QuadratureRule;
import org.junit.jupiter.api.Test;

/** Nodes of many rows in one buffer against one node at a time. */
class ProbitNodesTest {

    private static final double[] MEANS = {-2000, -60, -7, -0.3, 0, 0.3, 7, 60};
    private static final double[] SDS = {0, 0.01, 0.4, 3, 40};

    private static void assertClose(double expected, double found, String what) {
        assertEquals(expected, found, 2e-12 * Math.max(1, Math.abs(expected)), what);
    }

    @Test
    void everyRow_hasTheSumsOfItsOwnNodes() {
        BernoulliProbitLoss loss = new BernoulliProbitLoss();
        PredictorChunk chunk = new PredictorChunk(1, new double[0]);
        chunk.resize(2 * MEANS.length * SDS.length);
        for (int i = 0; i < chunk.rows(); i++) {
            chunk.label()[i] = i % 2;
            chunk.weight()[i] = 1;
            chunk.predictorMeans()[i] = MEANS[i / 2 % MEANS.length];
            double sd = SDS[i / 2 / MEANS.length];
            chunk.predictorCovariances()[i] = sd * sd;
        }
        loss.writeExpectedMoments(JavaDenseKernel.INSTANCE, chunk);
        double[] point = new double[3];
        for (int i = 0; i < chunk.rows(); i++) {
            double sd = Math.sqrt(chunk.predictorCovariances()[i]);
            QuadratureRule rule = QuadratureRule.forWidth(sd / loss.singularityWidth());
            double[] expected = new double[3];
            for (int k = 0; k < rule.nodes().length; k++) {
                loss.evaluateAt(chunk.label()[i], chunk.predictorMeans()[i] + sd * rule.nodes()[k], point);
                for (int m = 0; m < 3; m++) {
                    expected[m] += rule.weights()[k] * point[m];
                }
            }
            String what = "label " + chunk.label()[i] + ", mean " + chunk.predictorMeans()[i] + ", sd " + sd;
            assertClose(expected[0], chunk.moments().value()[i], what);
            assertClose(expected[1], chunk.moments().slope()[i], what);
            assertClose(expected[2], chunk.moments().curvature()[i], what);
        }
    }
}
