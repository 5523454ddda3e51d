package io.credence.fit;

import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.gradient.CurvatureForm;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.prior.GaussianPrior;
import io.credence.update.DiagonalNaturalGradient;
import io.credence.update.FullNaturalGradient;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The posterior families that can be fitted by exact expectation, each with the curvature and the update it takes. */
public enum PosteriorFamily {
    /** Full covariance. */
    GAUSSIAN_FULL(FullGaussian.NAME, CurvatureForm.FULL),
    /** Independent coefficients. */
    GAUSSIAN_DIAGONAL(DiagonalGaussian.NAME, CurvatureForm.DIAGONAL);

    private final String id;
    private final CurvatureForm form;

    PosteriorFamily(String id, CurvatureForm form) {
        this.id = id;
        this.form = form;
    }

    /** Name in configuration and results. */
    public String id() {
        return id;
    }

    /** The family of that name. */
    public static Optional<PosteriorFamily> named(String name) {
        return Arrays.stream(values()).filter(family -> family.id.equals(name)).findFirst();
    }

    CurvatureForm form() {
        return form;
    }

    /** The prior, as a member of this family. */
    GaussianPosterior start(DenseKernel kernel, GaussianPrior prior) {
        int d = prior.dimension();
        if (this == GAUSSIAN_DIAGONAL) {
            return new DiagonalGaussian(prior.mean(), prior.precision());
        }
        double[] packed = targetPrecision(prior, new double[Symmetric.packedLength(d)]);
        FullGaussian start = FullGaussian.of(kernel, prior.mean(), packed);
        if (start == null) {
            throw new IllegalStateException("a diagonal prior precision is positive definite");
        }
        return start;
    }

    /** P0 plus the curvature of the expected loss. */
    double[] targetPrecision(GaussianPrior prior, double[] curvature) {
        double[] target = curvature.clone();
        for (int j = 0, at = 0; j < prior.dimension(); j++) {
            at += this == GAUSSIAN_FULL && j > 0 ? j + 1 : j > 0 ? 1 : 0;
            target[at] += prior.precision()[j];
        }
        return target;
    }

    /** The natural-gradient step of the precision; null where it leaves the positive definite matrices. */
    static @Nullable GaussianPosterior move(GaussianPosterior q, double[] target, double stepSize) {
        if (q instanceof FullGaussian full) {
            return new FullNaturalGradient().move(full, target, stepSize);
        }
        return new DiagonalNaturalGradient().move((DiagonalGaussian) q, target, stepSize);
    }
}
