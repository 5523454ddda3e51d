package io.credence.prior;

import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Map from the parameters ξ = (z, s, t) of a non-centred prior to the coefficients. It is θ_j = mean + scale · u_j
 * exp(s_g + t) z_j, with the unit u_j of the coefficient, the log scale s_g of j's shrinkage block and, where there is
 * one, a global log scale t. A coefficient without a block is its z.
 *
 * @param blockOf shrinkage block of each coefficient, −1 for none
 * @param blockCount number of shrinkage blocks
 * @param mean centre of the coefficients
 * @param scale scale that multiplies all of them
 * @param hasGlobalScale whether there is a t
 * @param units units u_j of the coefficients, positive; null where all are 1
 */
public record NonCentredMap(
        int[] blockOf, int blockCount, double mean, double scale, boolean hasGlobalScale, double @Nullable [] units)
        implements Serializable {

    /** Precision of a log scale about which nothing is known. */
    private static final double UNCERTAIN = 4;

    /** Map of coefficients in units of 1. */
    public NonCentredMap(int[] groupOf, int groups, double mean, double scale, boolean global) {
        this(groupOf, groups, mean, scale, global, null);
    }

    /** Map of coefficients in the given units. */
    public NonCentredMap inUnits(double[] ofCoefficients) {
        return new NonCentredMap(blockOf, blockCount, mean, scale, hasGlobalScale, ofCoefficients);
    }

    private double unit(int j) {
        return units == null ? 1 : units[j];
    }

    /** Number of coefficients. */
    public int coefficientCount() {
        return blockOf.length;
    }

    /** Number of parameters ξ. */
    public int parameterCount() {
        return blockOf.length + blockCount + (hasGlobalScale ? 1 : 0);
    }

    /** Common scale, scale · exp(t). */
    private double commonScale(double[] xi) {
        return hasGlobalScale ? scale * Math.exp(xi[parameterCount() - 1]) : scale;
    }

    /** Writes θ(ξ) to the first entries of {@code theta}. */
    public void writeCoefficients(double[] xi, double[] theta) {
        double common = commonScale(xi);
        for (int j = 0; j < blockOf.length; j++) {
            theta[j] = blockOf[j] < 0
                    ? xi[j]
                    : mean + common * unit(j) * Math.exp(xi[blockOf.length + blockOf[j]]) * xi[j];
        }
    }

    /** Coefficients at ξ, followed by the parameters that follow ξ. */
    public double[] toCentred(double[] xi) {
        double[] theta = new double[coefficientCount() + xi.length - parameterCount()];
        writeCoefficients(xi, theta);
        System.arraycopy(xi, parameterCount(), theta, coefficientCount(), xi.length - parameterCount());
        return theta;
    }

    /** Normal prior of the plain coefficients, given that of ξ; precision 0 for all others. */
    public GaussianPrior plainCoefficientPrior(GaussianPrior ofParameters, int dimension) {
        double[] means = new double[dimension];
        double[] precisions = new double[dimension];
        for (int j = 0; j < blockOf.length; j++) {
            means[j] = blockOf[j] < 0 ? ofParameters.mean()[j] : 0;
            precisions[j] = blockOf[j] < 0 ? ofParameters.precision()[j] : 0;
        }
        return new GaussianPrior(means, precisions);
    }

    /**
     * Independent normal factors of ξ whose means give the given coefficients. The scales are as large as the
     * coefficients of their shrinkage block, and the less certain the less certain these are.
     *
     * @param theta means of the coefficients
     * @param sd their standard deviations, positive
     */
    public GaussianPrior initialFactors(double[] theta, double[] sd) {
        double[] squares = new double[blockCount];
        double[] certainty = new double[blockCount];
        int[] sizes = new int[blockCount];
        for (int j = 0; j < blockOf.length; j++) {
            if (blockOf[j] >= 0) {
                double distance = (theta[j] - mean) / unit(j);
                double spread = sd[j] / unit(j);
                squares[blockOf[j]] += distance * distance + spread * spread;
                certainty[blockOf[j]] += distance * distance / (spread * spread);
                sizes[blockOf[j]]++;
            }
        }
        double[] xi = new double[parameterCount()];
        double[] precision = new double[xi.length];
        double common = 0;
        for (int g = 0; g < blockCount; g++) {
            xi[blockOf.length + g] = 0.5 * Math.log(squares[g] / sizes[g]) - Math.log(scale);
            precision[blockOf.length + g] = UNCERTAIN + certainty[g];
            common += xi[blockOf.length + g] / blockCount;
        }
        if (hasGlobalScale) {
            xi[xi.length - 1] = common;
            precision[xi.length - 1] = UNCERTAIN + Arrays.stream(certainty).sum();
            for (int g = 0; g < blockCount; g++) {
                xi[blockOf.length + g] -= common;
            }
        }
        for (int j = 0; j < blockOf.length; j++) {
            double factor = blockOf[j] < 0 ? 1 : commonScale(xi) * unit(j) * Math.exp(xi[blockOf.length + blockOf[j]]);
            xi[j] = (theta[j] - (blockOf[j] < 0 ? 0 : mean)) / factor;
            precision[j] = factor * factor / (sd[j] * sd[j]);
        }
        return new GaussianPrior(xi, precision);
    }

    /**
     * Adds the gradient in ξ, (∂θ/∂ξ)ᵀ times slopes, to {@code gradient}. The slopes are read from {@code slopesAt} on,
     * and the gradient begins at {@code gradientAt}.
     */
    public void addPullback(double[] xi, double[] slopes, int slopesAt, double[] gradient, int gradientAt) {
        double common = commonScale(xi);
        double total = 0;
        for (int j = 0; j < blockOf.length; j++) {
            double slope = slopes[slopesAt + j];
            if (blockOf[j] < 0) {
                gradient[gradientAt + j] += slope;
            } else {
                int at = blockOf.length + blockOf[j];
                double factor = common * unit(j) * Math.exp(xi[at]);
                gradient[gradientAt + j] += slope * factor;
                gradient[gradientAt + at] += slope * factor * xi[j];
                total += slope * factor * xi[j];
            }
        }
        if (hasGlobalScale) {
            gradient[gradientAt + parameterCount() - 1] += total;
        }
    }
}
