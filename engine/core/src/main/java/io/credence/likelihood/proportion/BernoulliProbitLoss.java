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

    /** Width of the integrand, 2.8/π: the zero of Φ nearest the real line is 2.8 away from it. */
    private static final double WIDTH = 2.8 / Math.PI;

    @Override
    public double width() {
        return WIDTH;
    }

    @Override
    public void at(double label, double eta, double[] out) {
        double sign = sign(label);
        double z = sign * eta;
        double hazard = NormalTail.inverseMills(z);
        out[0] = -NormalTail.logCdf(z);
        out[1] = -sign * hazard;
        out[2] = hazard * NormalTail.inverseMillsExcess(z);
    }

    /**
     * Evaluates the quadrature of {@link SmoothLoss} at many nodes at a time, since rows of wide posteriors have a
     * thousand of them.
     */
    @Override
    public void expect(DenseKernel kernel, PredictorChunk chunk) {
        ProbitNodes nodes = new ProbitNodes(kernel, chunk.moments());
        for (int i = 0; i < chunk.rows(); i++) {
            double sd = Math.sqrt(chunk.variance()[i]);
            nodes.begin(i, sign(chunk.label()[i]), chunk.mean()[i], sd);
            QuadratureRule rule = QuadratureRule.forWidth(sd / width());
            for (int k = 0; k < rule.nodes().length; k++) {
                nodes.add(chunk.mean()[i] + sd * rule.nodes()[k], rule.weights()[k]);
            }
        }
        nodes.flush();
    }

    @Override
    public void evaluate(DenseKernel kernel, PredictorDraws points, int from, int to) {
        NormalTailPoints tails = new NormalTailPoints();
        double[] z = points.scratch(0);
        double[] hazard = points.scratch(1);
        for (int s = from; s < to; s++) {
            int at = points.at(s, 0);
            for (int i = 0; i < points.rows(); i++) {
                z[i] = sign(points.label()[i]) * points.eta()[at + i];
            }
            tails.evaluate(kernel, z, points.rows(), points.value(), at, hazard);
            for (int i = 0; i < points.rows(); i++) {
                points.slope()[at + i] = -sign(points.label()[i]) * hazard[i];
            }
        }
    }

    private static double sign(double label) {
        return label > 0.5 ? 1 : -1;
    }
}
