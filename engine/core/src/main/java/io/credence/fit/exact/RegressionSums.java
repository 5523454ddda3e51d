package io.credence.fit.exact;

import io.credence.autodiff.Polygamma;
import io.credence.family.NormalInverseGamma;
import io.credence.family.NormalInverseGammaGradient;
import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.NormalTail;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.statistics.PassStatistics;
import org.jspecify.annotations.Nullable;

/**
 * Sufficient statistics of the rows of a normal regression, around coefficients c near the optimum, where no digits cancel. The sum of
 * squared residuals is Q(θ) = Q(c) + 2gᵀ(θ − c) + (θ − c)ᵀC(θ − c).
 *
 * @param centre coefficients c
 * @param weight sum of the rows' weights
 * @param squares weighted sum Q(c) of squared residuals
 * @param gradient g, minus the weighted sum of residuals times columns
 * @param products weighted sums C of products of columns, both triangles
 */
record RegressionSums(double[] centre, double weight, double squares, double[] gradient, double[] products) {

    /** Sums of a pass at {@code centre}, of losses with a variance of 1. */
    static RegressionSums of(double[] centre, PassStatistics sums) {
        return new RegressionSums(
                centre,
                sums.weight(),
                sums.dispersionTotals()[0],
                sums.gradient(),
                Symmetric.unpack(sums.curvature(), centre.length));
    }

    /** Sum of squares Q(θ) of residuals. */
    private double squares(double[] theta) {
        double[] apart = Vectors.difference(theta, centre);
        return squares + 2 * Vectors.dot(gradient, apart) + Vectors.dot(apart, Symmetric.multiply(products, apart));
    }

    /**
     * Expected loss E_q −log p(y) = ½[W(log 2π + log b − ψ(a)) + (a/b) Q(μ) + tr(CV)] in closed form, with its gradient.
     */
    NormalInverseGammaGradient expectedLoss(NormalInverseGamma q) {
        double a = q.shape();
        double b = q.scale();
        double[] location = q.location();
        double sum = squares(location);
        double[] slope =
                Vectors.plusScaled(gradient, 1, Symmetric.multiply(products, Vectors.difference(location, centre)));
        double logs = 2 * NormalTail.HALF_LOG_2_PI + Math.log(b) - Polygamma.of(0, a);
        return new NormalInverseGammaGradient(
                0.5 * (weight * logs + a / b * sum + Vectors.dot(products, q.scaleMatrix())),
                Vectors.scaled(a / b, slope),
                Vectors.scaled(0.5, products),
                0.5 * (sum / b - weight * Polygamma.of(1, a)),
                0.5 * (weight - a / b * sum) / b);
    }

    /**
     * Minimum of w times the expected loss plus the Kullback–Leibler divergence from a prior: the posterior of the w-th
     * power of the likelihood, or with a diagonal scale matrix the one with the diagonal of its precision. Numbers are
     * those of the exact posterior for w = 1.
     *
     * @param power w, positive
     * @param prior law with independent coefficients given the variance
     * @return null if the precision of the coefficients is not positive definite in its rounding
     */
    @Nullable
    NormalInverseGamma posterior(double power, NormalInverseGamma prior, boolean diagonal, DenseKernel kernel) {
        int d = centre.length;
        double[] ofPrior = prior.scaleMatrix();
        double[] precision = Vectors.scaled(power, products);
        double[] apart = Vectors.difference(centre, prior.location());
        double[] slope = Vectors.scaled(-power, gradient);
        for (int j = 0; j < d; j++) {
            precision[j * d + j] += 1 / ofPrior[j * d + j];
            slope[j] -= apart[j] / ofPrior[j * d + j];
        }
        double[] factor = Cholesky.rootOfInverse(kernel, precision, d);
        if (factor == null) {
            return null;
        }
        double[] location = centre.clone();
        double[] z = new double[d];
        for (int j = 0; j < d; j++) {
            for (int i = j; i < d; i++) {
                z[j] += factor[i * d + j] * slope[i];
            }
        }
        double sum = 0;
        for (int i = 0; i < d; i++) {
            location[i] += Vectors.dot(factor, i * d, z, 0, i + 1);
            double off = location[i] - prior.location()[i];
            sum += off * off / ofPrior[i * d + i];
        }
        for (int j = 0; diagonal && j < d; j++) {
            factor[j * d + j] = 1 / Math.sqrt(precision[j * d + j]);
        }
        return NormalInverseGamma.of(
                diagonal,
                location,
                factor,
                prior.shape() + 0.5 * power * weight,
                prior.scale() + 0.5 * (power * squares(location) + sum));
    }
}
