package io.credence.benchmark;

import io.credence.family.DiagonalGaussian;
import io.credence.family.Posterior;
import io.credence.family.ProductPosterior;
import io.credence.family.choice.Families;
import io.credence.prior.CoefficientPrior;
import io.credence.prior.NonCentredMap;
import java.util.List;
import java.util.Map;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;

/**
 * Where every fit of a normal regression sets out: mean field under normal priors of the prior's scale, by coordinate
 * ascent with q(σ²) an inverse gamma. A scale λ of a non-centred θ = sλξ begins at its best for that mean of θ.
 *
 * @param theta means of the coefficients
 * @param information diagonal of XᵀX · E 1/σ²
 * @param precision E 1/σ²
 */
record PredictiveStart(double[] theta, double[] information, double precision) {

    private static final int PASSES = 30;

    /** The start in the parameters of the prior, a diagonal Gaussian, times an inverse-gamma σ². */
    static ProductPosterior of(RegressionRows rows, CoefficientPrior prior) {
        NonCentredMap map = prior.nonCentredMap();
        double unit = map == null ? 1 / Math.sqrt(prior.normalPrior().precision()[0]) : map.scale();
        PredictiveStart found = ascended(rows, unit);
        double[] location = new double[prior.parameterCount()];
        double[] scale = new double[prior.parameterCount()];
        for (int j = 0; j < prior.coefficientCount(); j++) {
            if (map == null) {
                location[j] = found.theta[j];
                scale[j] = 1 / Math.sqrt(found.information[j] + 1 / (unit * unit));
            } else {
                found.fill(j, unit, prior.coefficientCount(), location, scale);
            }
        }
        Posterior noise = Families.startPlanNamed("inverse-gamma", Map.of(), 1)
                .around(new double[] {-Math.log(found.precision)}, new double[] {1 / Math.sqrt(shape(rows))});
        return new ProductPosterior(List.of(DiagonalGaussian.around(location, scale), noise));
    }

    /** Shape of q(σ²) where σ² ~ IG(1, 1). */
    private static double shape(RegressionRows rows) {
        return 1 + 0.5 * rows.count();
    }

    private static PredictiveStart ascended(RegressionRows rows, double unit) {
        RealMatrix x = new Array2DRowRealMatrix(rows.features());
        RealVector y = new ArrayRealVector(rows.labels());
        RealMatrix gram = x.transpose().multiply(x);
        RealVector cross = x.transpose().operate(y);
        double[] information = new double[rows.columns()];
        RealVector theta = new ArrayRealVector(information.length);
        double precision = 1;
        for (int pass = 0; pass < PASSES; pass++) {
            RealMatrix sum = gram.scalarMultiply(precision);
            double squares = 0;
            for (int j = 0; j < information.length; j++) {
                information[j] = sum.getEntry(j, j);
                sum.addToEntry(j, j, 1 / (unit * unit));
                squares += gram.getEntry(j, j) / sum.getEntry(j, j);
            }
            theta = new CholeskyDecomposition(sum).getSolver().solve(cross.mapMultiply(precision));
            RealVector residuals = y.subtract(x.operate(theta));
            precision = shape(rows) / (1 + 0.5 * (residuals.dotProduct(residuals) + squares));
        }
        return new PredictiveStart(theta.toArray(), information, precision);
    }

    /** ξ_j and log λ_j where λ² ~ Exp(½): λ² is the root of λ⁴ − λ² = (θ/s)², and widths are those of the curvature. */
    private void fill(int j, double unit, int columns, double[] location, double[] scale) {
        double known = unit * unit * information[j];
        double at = theta[j] / unit;
        double square = 0.5 * (1 + Math.sqrt(1 + 4 * at * at));
        location[j] = at / Math.sqrt(square);
        scale[j] = 1 / Math.sqrt(square * known + 1);
        location[columns + j] = 0.5 * Math.log(square);
        scale[columns + j] = 1 / Math.sqrt(at * at * known + 2 * square);
    }
}
