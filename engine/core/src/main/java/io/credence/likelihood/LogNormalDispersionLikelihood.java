package io.credence.likelihood;

import io.credence.family.law.DispersionPosterior;
import io.credence.statistics.PassStatistics;

/** Likelihood whose estimated dispersion has a log-normal posterior. */
public interface LogNormalDispersionLikelihood extends Likelihood {

    @Override
    default String dispersionName() {
        return "dispersion";
    }

    @Override
    default DispersionPosterior initialDispersion(DispersionPosterior.InverseGamma prior) {
        return LogDispersionUpdate.initialPosterior(prior.unboundedCoordinates()[0], prior);
    }

    /**
     * Initial posterior, around the unit of the dispersion where the prior is {@link #DISPERSION_PRIOR}, else around
     * the prior. The mode of that prior, a twenty-fifth of the unit, is no start: from far below the rows' dispersion,
     * losses of times are so steep that searches end where they began, or at NaN.
     */
    @Override
    default DispersionPosterior initialDispersion(DispersionPosterior.InverseGamma prior, double unit) {
        return dispersionPrior() == DISPERSION_PRIOR
                ? LogDispersionUpdate.initialPosterior(Math.log(unit), prior)
                : initialDispersion(prior);
    }

    @Override
    default DispersionPosterior dispersionTarget(
            DispersionPosterior current, PassStatistics sums, double weight, DispersionPosterior.InverseGamma prior) {
        return LogDispersionUpdate.targetPosterior(current, sums, prior);
    }
}
