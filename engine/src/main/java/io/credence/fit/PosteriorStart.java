package io.credence.fit;

import io.credence.family.FamilyPlan;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.linalg.DenseKernel;
import io.credence.prior.GaussianPrior;

/** The posterior from which a fit by draws begins, given a Gaussian that is near. */
@FunctionalInterface
public interface PosteriorStart {

    /** That Gaussian itself. */
    PosteriorStart GAUSSIAN = gaussian -> gaussian;

    /** The member of the fitted family around {@code gaussian}. */
    Posterior around(GaussianPosterior gaussian);

    /** Members of another family, with the Gaussian's means and standard deviations. */
    static PosteriorStart of(FamilyPlan family) {
        return gaussian -> family.around(gaussian.mean(), gaussian.sd());
    }

    /** The member around the normal prior, of unit variance where there is none. */
    default Posterior atPrior(GaussianPrior prior, FitSettings settings, DenseKernel kernel) {
        double[] precision = prior.precision().clone();
        for (int j = 0; j < precision.length; j++) {
            precision[j] = precision[j] > 0 ? precision[j] : 1;
        }
        GaussianPrior proper = new GaussianPrior(prior.mean(), precision);
        return around(settings.posterior().start(kernel, proper, settings.blocks()));
    }
}
