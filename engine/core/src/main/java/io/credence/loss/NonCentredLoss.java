package io.credence.loss;

import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.prior.CoefficientPrior;
import io.credence.prior.NonCentredMap;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Loss of coefficients θ as a function ℓ(θ(ξ)) of the non-centred parameters ξ of their prior. Gradients follow by the
 * chain rule. Parameters of the loss after its coefficients, such as a log dispersion, follow ξ unchanged.
 *
 * @param coefficientLoss loss whose first parameters are the coefficients
 * @param map map from ξ to θ
 */
public record NonCentredLoss(DrawLoss coefficientLoss, NonCentredMap map) implements DrawLoss {

    public NonCentredLoss {
        if (map.coefficientCount() > coefficientLoss.dimension()) {
            throw new IllegalArgumentException("the loss must have the prior's " + map.coefficientCount()
                    + " coefficients among its parameters but has " + coefficientLoss.dimension() + " parameters");
        }
    }

    /** The loss in the parameters of the given prior; the same loss where these are the coefficients. */
    public static DrawLoss of(DrawLoss loss, CoefficientPrior prior) {
        NonCentredMap map = prior.nonCentredMap();
        return map == null ? loss : new NonCentredLoss(loss, map);
    }

    @Override
    public int dimension() {
        return map.parameterCount() + extraParameterCount();
    }

    /** Number of parameters after the coefficients. */
    private int extraParameterCount() {
        return coefficientLoss.dimension() - map.coefficientCount();
    }

    @Override
    public boolean hasGradient() {
        return coefficientLoss.hasGradient();
    }

    @Override
    public boolean isRandom() {
        return coefficientLoss.isRandom();
    }

    @Override
    public @Nullable ResponseDistributions responseDistributions() {
        ResponseDistributions laws = coefficientLoss.responseDistributions();
        return laws == null ? null : new NonCentredResponses(laws, map);
    }

    /** Response distributions given ξ, made of those given θ. */
    private record NonCentredResponses(ResponseDistributions distributions, NonCentredMap map)
            implements ResponseDistributions {

        @Override
        public ResponseKind responseKind() {
            return distributions.responseKind();
        }

        @Override
        public int classCount() {
            return distributions.classCount();
        }

        @Override
        public AtDraws atDraws(DenseKernel kernel, double[][] draws) {
            return distributions.atDraws(
                    kernel, Arrays.stream(draws).map(map::toCentred).toArray(double[][]::new));
        }
    }

    /** Order 0, since an expansion in θ is not one in ξ. */
    @Override
    public int maxExpansionOrder() {
        return 0;
    }

    /** The parameters θ(ξ) of {@link #coefficientLoss}, as many as it has. */
    public double[] toCoefficientParameters(double[] xi) {
        return map.toCentred(xi);
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
            int d = of.coefficientLoss.dimension();
            this.slopes = new double[Math.multiplyExact(xi.length, d)];
            double[] theta = new double[slopes.length];
            for (int s = 0; s < xi.length; s++) {
                draws.fill(s, xi[s]);
                System.arraycopy(of.toCoefficientParameters(xi[s]), 0, theta, s * d, d);
            }
            this.inner = of.coefficientLoss.evaluator(
                    kernel, new Draws.ExplicitDraws(theta, xi.length, d, draws.seedOfDraw(0)), null);
        }

        @Override
        public void announceNoGradients() {
            inner.announceNoGradients();
        }

        @Override
        public void setRowPosition(int partition, long row) {
            inner.setRowPosition(partition, row);
        }

        @Override
        public int rowCountTogether(RowBlock block, int first) {
            return inner.rowCountTogether(block, first);
        }

        @Override
        public int computeLosses(RowBlock block, int first, int rows, double[] losses) {
            return inner.computeLosses(block, first, rows, losses);
        }

        @Override
        public void addGradients(double[] weights, double[] gradients) {
            Arrays.fill(slopes, 0);
            inner.addGradients(weights, slopes);
            NonCentredMap map = of.map;
            for (int s = 0; s < xi.length; s++) {
                int slopesAt = s * of.coefficientLoss.dimension();
                int gradientAt = s * of.dimension();
                map.addPullback(xi[s], slopes, slopesAt, gradients, gradientAt);
                for (int j = 0; j < of.extraParameterCount(); j++) {
                    gradients[gradientAt + map.parameterCount() + j] += slopes[slopesAt + map.coefficientCount() + j];
                }
            }
        }
    }
}
