package io.credence.fit;

import io.credence.family.FamilyPlan;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;

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
}
