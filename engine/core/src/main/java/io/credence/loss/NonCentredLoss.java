package io.credence.loss;

import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.prior.CoefficientPrior;
import io.credence.prior.NonCentredMap;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Loss of coefficients θ as a function ℓ(θ(ξ)) of the non-centred parameters ξ of their prior, with gradients by the
 * chain rule. Parameters of the loss after its coefficients, such as a log dispersion, follow ξ unchanged.
 *
 * @param loss loss whose first parameters are the coefficients
 * @param map map from ξ to θ
 */
public record NonCentredLoss(DrawLoss loss, NonCentredMap map) implements DrawLoss {

    public NonCentredLoss {
        if (map.coefficients() > loss.dimension()) {
            throw new IllegalArgumentException("the loss must have the prior's " + map.coefficients()
                    + " coefficients among its parameters but has " + loss.dimension() + " parameters");
        }
    }

    /** The loss in the parameters of the given prior; the loss itself where these are the coefficients. */
    public static DrawLoss of(DrawLoss loss, CoefficientPrior prior) {
        NonCentredMap map = prior.map();
        return map == null ? loss : new NonCentredLoss(loss, map);
    }

    @Override
    public int dimension() {
        return map.parameters() + further();
    }

    /** Number of parameters after the coefficients. */
    private int further() {
        return loss.dimension() - map.coefficients();
    }

    @Override
    public boolean hasGradient() {
        return loss.hasGradient();
    }

    @Override
    public boolean isRandom() {
        return loss.isRandom();
    }

    @Override
    public @Nullable ResponseDistributions responses() {
        ResponseDistributions laws = loss.responses();
        return laws == null ? null : new NonCentredResponses(laws, map);
    }

    /** Response distributions given θ as distributions given ξ. */
    private record NonCentredResponses(ResponseDistributions laws, NonCentredMap map) implements ResponseDistributions {

        @Override
        public ResponseKind kind() {
            return laws.kind();
        }

        @Override
        public int classes() {
            return laws.classes();
        }

        @Override
        public AtDraws at(DenseKernel kernel, double[][] draws) {
            return laws.at(kernel, Arrays.stream(draws).map(map::centred).toArray(double[][]::new));
        }
    }

    /** Order 0: an expansion in θ is none in ξ. */
    @Override
    public int anchorOrder() {
        return 0;
    }

    /** The parameters θ(ξ) of {@link #loss}, as many as it has. */
    public double[] inner(double[] xi) {
        return map.centred(xi);
    }

    @Override
    public Evaluator evaluator(DenseKernel kernel, Draws draws, @Nullable ExpansionPoint anchor) {
        if (anchor != null) {
            throw new IllegalArgumentException("a non-centred loss must not be anchored but has an anchor");
        }
        if (draws.dimension() != dimension()) {
            throw new IllegalArgumentException(
                    "draws must have " + dimension() + " parameters but have " + draws.dimension());
        }
        return new NonCentredEvaluator(this, kernel, draws);
    }

    /** Evaluator of the loss at θ(ξ_s). */
    private static final class NonCentredEvaluator implements Evaluator {
        private final NonCentredLoss of;
        private final double[][] xi;
        private final Evaluator inner;
        private final double[] slopes;

        NonCentredEvaluator(NonCentredLoss of, DenseKernel kernel, Draws draws) {
            this.of = of;
            this.xi = new double[draws.count()][of.dimension()];
            int d = of.loss.dimension();
            this.slopes = new double[Math.multiplyExact(xi.length, d)];
            double[] theta = new double[slopes.length];
            for (int s = 0; s < xi.length; s++) {
                draws.fill(s, xi[s]);
                System.arraycopy(of.inner(xi[s]), 0, theta, s * d, d);
            }
            this.inner =
                    of.loss.evaluator(kernel, new Draws.ExplicitDraws(theta, xi.length, d, draws.address(0)), null);
        }

        @Override
        public void valuesAlone() {
            inner.valuesAlone();
        }

        @Override
        public void position(int partition, long row) {
            inner.position(partition, row);
        }

        @Override
        public int rowsTogether(RowBlock block, int first) {
            return inner.rowsTogether(block, first);
        }

        @Override
        public int forward(RowBlock block, int first, int rows, double[] losses) {
            return inner.forward(block, first, rows, losses);
        }

        @Override
        public void pullback(double[] weights, double[] gradients) {
            Arrays.fill(slopes, 0);
            inner.pullback(weights, slopes);
            NonCentredMap map = of.map;
            for (int s = 0; s < xi.length; s++) {
                int slopesAt = s * of.loss.dimension();
                int gradientAt = s * of.dimension();
                map.addPullback(xi[s], slopes, slopesAt, gradients, gradientAt);
                for (int j = 0; j < of.further(); j++) {
                    gradients[gradientAt + map.parameters() + j] += slopes[slopesAt + map.coefficients() + j];
                }
            }
        }
    }
}
