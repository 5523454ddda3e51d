package io.credence.benchmark;

import io.credence.model.Parameter;
import io.credence.model.Row;
import io.credence.model.RowModel;
import java.util.List;
import org.hipparchus.CalculusFieldElement;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.EigenDecompositionSymmetric;

/**
 * A normal target with unit variances and correlations K_ij = ρ, or ρ^|i−j|, as a model that gives its log density for the one
 * row there is. (Dhaka et al. 2021, appendix F)
 *
 * @param structure of the correlations
 * @param dimension D
 * @param correlation ρ, from 0 to below 1
 */
record CorrelatedGaussian(Structure structure, int dimension, double correlation) implements RowModel {

    /** How K is made. */
    enum Structure {
        /** K_ij = ρ. */
        UNIFORM,
        /** K_ij = ρ^|i−j|, which has a precision of one band. */
        BANDED
    }

    @Override
    public List<Parameter> parameters(List<String> columns) {
        return List.of(Parameter.real("theta", dimension));
    }

    /** K_ij. */
    double covariance(int i, int j) {
        return i == j ? 1 : structure == Structure.UNIFORM ? correlation : Math.pow(correlation, Math.abs(i - j));
    }

    /** log |K|. */
    double logDeterminant() {
        double rest = (dimension - 1)
                * Math.log(structure == Structure.UNIFORM ? 1 - correlation : 1 - correlation * correlation);
        return rest + (structure == Structure.UNIFORM ? Math.log1p((dimension - 1) * correlation) : 0);
    }

    /** (K⁻¹)_jj. */
    double precision(int j) {
        if (structure == Structure.UNIFORM) {
            return (1 - shrinkage()) / (1 - correlation);
        }
        boolean end = j == 0 || j == dimension - 1;
        double squared = correlation * correlation;
        return dimension == 1 ? 1 : (end ? 1 : 1 + squared) / (1 - squared);
    }

    /** ρ/(1 + (D − 1)ρ), of K⁻¹ = (I − that times 11ᵀ)/(1 − ρ). */
    private double shrinkage() {
        return correlation / (1 + (dimension - 1) * correlation);
    }

    /** Log density of the target. */
    double logDensity(double[] theta) {
        return logLikelihood(Row.of(Double.NaN), theta); // the target reads no row
    }

    @Override
    public <T extends CalculusFieldElement<T>> T logLikelihood(Row row, T[] theta) {
        T squares = squares(theta).add(logDeterminant() + dimension * Math.log(2 * Math.PI));
        return squares.multiply(-0.5);
    }

    /** θᵀK⁻¹θ. */
    private <T extends CalculusFieldElement<T>> T squares(T[] theta) {
        T zero = theta[0].getField().getZero();
        T sum = zero;
        T squares = zero;
        T neighbours = zero;
        for (int j = 0; j < dimension; j++) {
            sum = sum.add(theta[j]);
            squares = squares.add(theta[j].square().multiply(structure == Structure.UNIFORM ? 1 : precision(j)));
            neighbours = j == 0 ? neighbours : neighbours.add(theta[j - 1].multiply(theta[j]));
        }
        return structure == Structure.UNIFORM
                ? squares.subtract(sum.square().multiply(shrinkage())).divide(1 - correlation)
                : squares.subtract(neighbours.multiply(2 * correlation / (1 - correlation * correlation)));
    }

    /** A draw of the target from D + 1 standard normal numbers. */
    double[] draw(double[] standard) {
        double[] theta = new double[dimension];
        double common = Math.sqrt(correlation) * standard[dimension];
        double rest = Math.sqrt(1 - correlation * correlation);
        for (int j = 0; j < dimension; j++) {
            theta[j] = structure == Structure.UNIFORM
                    ? common + Math.sqrt(1 - correlation) * standard[j]
                    : j == 0 ? standard[0] : correlation * theta[j - 1] + rest * standard[j];
        }
        return theta;
    }

    /**
     * What k̂ tends to with the number of draws from independent normals of these standard deviations around 0: 1 − 1/λ, λ the
     * largest variance of the target in their units; 0 where weights are bounded.
     */
    double tailIndex(double[] sd) {
        double[][] matrix = new double[dimension][dimension];
        for (int i = 0; i < dimension; i++) {
            for (int j = 0; j < dimension; j++) {
                matrix[i][j] = covariance(i, j) / (sd[i] * sd[j]);
            }
        }
        double largest = new EigenDecompositionSymmetric(new Array2DRowRealMatrix(matrix)).getEigenvalue(0);
        return Math.max(0, 1 - 1 / largest);
    }

    /**
     * log E_q[w^c] for independent normals of one variance, uniform correlations; infinite where there is no expectation. Both
     * covariances have the same eigenvectors: it is a sum over those of K.
     */
    private double logMoment(double c, double logVariance) {
        double b = Math.exp(-logVariance);
        double[] values = {1 + (dimension - 1) * correlation, 1 - correlation};
        double sum = 0;
        for (int e = 0; e < 2; e++) {
            double both = c / values[e] + (1 - c) * b;
            double one = 0.5 * (-c * Math.log(values[e]) - (1 - c) * logVariance - Math.log(both));
            sum += both > 0 ? (e == 0 ? 1 : dimension - 1) * one : Double.POSITIVE_INFINITY;
        }
        return sum;
    }

    /**
     * The standard deviation of the independent normals that are best for E_q[w^c], uniform correlations: least for c &gt; 1,
     * largest for c &lt; 1; by golden section over log variances.
     */
    double uniformOptimum(double c) {
        double low = Math.log(1 - correlation) - 1;
        double high = Math.log(1 + (dimension - 1) * correlation) + 1;
        double golden = 0.5 * (Math.sqrt(5) - 1);
        double sign = c > 1 ? 1 : -1;
        // Below every feasible variance the moment is infinite: the section must then go up.
        for (int i = 0; i < 200; i++) {
            double left = high - golden * (high - low);
            double right = low + golden * (high - low);
            double atLeft = sign * logMoment(c, left);
            if (atLeft == Double.POSITIVE_INFINITY || atLeft > sign * logMoment(c, right)) {
                low = left;
            } else {
                high = right;
            }
        }
        return Math.exp(0.25 * (low + high));
    }
}
