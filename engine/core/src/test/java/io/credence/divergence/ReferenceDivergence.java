package io.credence.divergence;

import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.linear.EigenDecompositionSymmetric;
import org.hipparchus.linear.LUDecomposition;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;

/** Divergences from their definitions and log ∫q^a π^b as it is printed, without care for orders near 1. */
public final class ReferenceDivergence {

    private final double[] mean;
    private final RealMatrix s;
    private final double[] priorMean;
    private final double[] priorPrecision;

    private ReferenceDivergence(double[] mean, RealMatrix s, double[] priorMean, double[] priorPrecision) {
        this.mean = mean;
        this.s = s;
        this.priorMean = priorMean;
        this.priorPrecision = priorPrecision;
    }

    /** +∞ where an integral does not exist. */
    public static double between(
            Divergence divergence, double[] mean, RealMatrix s, double[] priorMean, double[] priorPrecision) {
        ReferenceDivergence pair = new ReferenceDivergence(mean, s, priorMean, priorPrecision);
        double value = pair.of(divergence);
        return Double.isNaN(value) ? Double.POSITIVE_INFINITY : value;
    }

    private double of(Divergence divergence) {
        if (divergence instanceof KullbackLeibler weighted) {
            return kullbackLeibler() / weighted.weight();
        }
        if (divergence instanceof RenyiDivergence renyi) {
            return log(renyi.alpha(), 1 - renyi.alpha()) / (renyi.alpha() * (renyi.alpha() - 1));
        }
        if (divergence instanceof AlphaDivergence alpha) {
            double a = alpha.alpha();
            return (1 - Math.exp(log(a, 1 - a))) / (a * (1 - a));
        }
        if (divergence instanceof BetaDivergence beta) {
            double b = beta.beta();
            return Math.exp(log(b, 0)) / (b * (b - 1)) + Math.exp(log(0, b)) / b - Math.exp(log(1, b - 1)) / (b - 1);
        }
        if (divergence instanceof GammaDivergence gamma) {
            double c = gamma.gamma();
            return log(c, 0) / (c * (c - 1)) + log(0, c) / c - log(1, c - 1) / (c - 1);
        }
        if (divergence instanceof AlphaBetaGammaDivergence three) {
            double a = three.alpha();
            double b = three.beta() - 1;
            double inner = a * Math.exp(log(a + b, 0)) + b * Math.exp(log(0, a + b)) - (a + b) * Math.exp(log(a, b));
            return (1 - Math.pow(1 - inner, three.r())) / (a * b * (a + b) * three.r());
        }
        BlockDivergence blocks = (BlockDivergence) divergence;
        double sum = 0;
        for (int j = 0; j < 2; j++) {
            BlockDivergence.BlockTerm part = blocks.blockTerms().get(j);
            sum += part.factor()
                    * between(
                            part.divergence(),
                            new double[] {mean[j]},
                            s.getSubMatrix(j, j, j, j),
                            new double[] {priorMean[j]},
                            new double[] {priorPrecision[j]});
        }
        return sum;
    }

    private RealVector difference() {
        return new ArrayRealVector(mean).subtract(new ArrayRealVector(priorMean));
    }

    private double kullbackLeibler() {
        RealMatrix p0 = MatrixUtils.createRealDiagonalMatrix(priorPrecision);
        return 0.5
                * (p0.multiply(s).getTrace()
                        + difference().dotProduct(p0.operate(difference()))
                        - mean.length
                        - logDeterminant(p0)
                        - logDeterminant(s));
    }

    private double log(double a, double b) {
        int d = mean.length;
        RealMatrix p0 = MatrixUtils.createRealDiagonalMatrix(priorPrecision);
        RealMatrix p = new LUDecomposition(s).getSolver().getInverse();
        RealMatrix sum = p.scalarMultiply(a).add(p0.scalarMultiply(b));
        for (double eigenvalue : new EigenDecompositionSymmetric(sum).getEigenvalues()) {
            if (!(eigenvalue > 0)) {
                return Double.NaN;
            }
        }
        RealMatrix bent =
                p.multiply(new LUDecomposition(sum).getSolver().getInverse()).multiply(p0);
        return 0.5
                * (d * (1 - a - b) * Math.log(2 * Math.PI)
                        - a * logDeterminant(s)
                        + b * logDeterminant(p0)
                        - logDeterminant(sum)
                        - a * b * difference().dotProduct(bent.operate(difference())));
    }

    private static double logDeterminant(RealMatrix matrix) {
        return Math.log(new CholeskyDecomposition(matrix, 1e-8, 1e-300).getDeterminant());
    }
}
