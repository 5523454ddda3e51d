package io.credence.fit;

import io.credence.divergence.Divergence;
import io.credence.family.DiagonalGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.gradient.QuadraticControlVariate;
import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.linalg.Symmetric;
import org.jspecify.annotations.Nullable;

/**
 * The metric in which a gradient of the mean becomes a step: the posterior's covariance S or, under a mean-field posterior whose
 * control variate knows the whole curvature, (N/κ − C/κ + τ diag P)⁻¹, where N is P0 and κ 1 for the Kullback–Leibler divergence
 * ({@link NaturalTarget}). Both leave the optimum where it is; the second does not
 * crawl along collinear columns.
 */
final class Metric {

    /** Share τ of the precision that is added, which bounds by 1/τ how much longer a step becomes than that of S. */
    private static final double DAMPING = 0.05;

    private final GaussianPosterior q;
    private final @Nullable Cholesky whole;

    private Metric(GaussianPosterior q, @Nullable Cholesky whole) {
        this.q = q;
        this.whole = whole;
    }

    static Metric of(GaussianPosterior q, QuadraticControlVariate known, Divergence.Slope slope) {
        int d = q.dimension();
        if (!(q instanceof DiagonalGaussian) || d == 1 || known.blocks().count() > 1) {
            return new Metric(q, null);
        }
        DenseKernel kernel = Kernels.named("java");
        double[] matrix = Symmetric.unpack(known.curvature(), d);
        double rate = NaturalTarget.rate(slope);
        for (int i = 0; i < matrix.length; i++) {
            matrix[i] = -matrix[i] / rate;
        }
        for (int j = 0; j < d; j++) {
            matrix[j * d + j] += Math.max(0, slope.pull()[j]) / rate + DAMPING * q.precision()[j];
        }
        return new Metric(q, Cholesky.of(kernel, matrix, d));
    }

    /** The step of a gradient. */
    double[] times(double[] gradient) {
        return whole == null ? q.covarianceTimes(gradient) : whole.solve(gradient);
    }

    /** tr(MP)/d: how much longer, on average, squared steps are than those of S. */
    double meanRatio() {
        if (whole == null) {
            return 1;
        }
        int d = q.dimension();
        double trace = 0;
        for (int j = 0; j < d; j++) {
            trace += whole.inverse()[j * d + j] * q.precision()[j];
        }
        return trace / d;
    }
}
