package io.credence.likelihood.proportion;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.SmoothLoss;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.NormalTail;
import io.credence.quadrature.QuadratureRule;

/** Loss of labels 0 and 1 with probit link: −log Φ(±η). */
final class BernoulliProbitLoss extends SmoothLoss {

    private static final long serialVersionUID = 1;

    /** Width of the integrand, 2.8/π, since the zero of Φ nearest the real line is 2.8 away from it. */
    private static final double WIDTH = 2.8 / Math.PI;

    @Override
    public double singularityWidth() {
        return WIDTH;
    }

    @Override
    public void evaluateAt(double label, double eta, double[] out) {
        double sign = sign(label);
        double z = sign * eta;
        double hazard = NormalTail.inverseMills(z);
        out[0] = -NormalTail.logCdf(z);
        out[1] = -sign * hazard;
        out[2] = hazard * NormalTail.inverseMillsExcess(z);
    }

    /**
     * Evaluates the quadrature of {@link SmoothLoss} at many nodes at a time. Rows of wide posteriors have a thousand
     * of them.
     */
    @Override
    public void writeExpectedMoments(DenseKernel kernel, PredictorChunk chunk) {
        ProbitNodes nodes = new ProbitNodes(kernel, chunk.moments());
        for (int i = 0; i < chunk.rows(); i++) {
            double sd = Math.sqrt(chunk.predictorCovariances()[i]);
            nodes.begin(i, sign(chunk.label()[i]), chunk.predictorMeans()[i], sd);
            QuadratureRule rule = QuadratureRule.forWidth(sd / singularityWidth());
            for (int k = 0; k < rule.nodes().length; k++) {
                nodes.add(chunk.predictorMeans()[i] + sd * rule.nodes()[k], rule.weights()[k]);
            }
        }
        nodes.flush();
    }

    @Override
    public void evaluateAtDraws(DenseKernel kernel, PredictorDraws points, int from, int to) {
        NormalTailPoints tails = new NormalTailPoints();
        double[] z = points.workspace(0);
        double[] hazard = points.workspace(1);
        for (int s = from; s < to; s++) {
            int at = points.predictorOffset(s, 0);
            for (int i = 0; i < points.rows(); i++) {
                z[i] = sign(points.label()[i]) * points.predictors()[at + i];
            }
            tails.evaluate(kernel, z, points.rows(), points.losses(), at, hazard);
            for (int i = 0; i < points.rows(); i++) {
                points.slopes()[at + i] = -sign(points.label()[i]) * hazard[i];
            }
        }
    }

    private static double sign(double label) {
        return label > 0.5 ? 1 : -1;
    }
}
