package io.credence.likelihood;

import io.credence.family.DispersionPosterior;
import io.credence.statistics.PassStatistics;

/** A likelihood whose dispersion, when estimated, has a normal factor of its logarithm. */
interface LogDispersed extends Likelihood {

    @Override
    default String dispersionName() {
        return "dispersion";
    }

    @Override
    default DispersionPosterior start(DispersionPosterior.InverseGamma prior) {
        return LogDispersion.start(prior.unbounded()[0], prior);
    }

    /**
     * At its unit where the {@link #DISPERSION_PRIOR} is in such, not at its mode, a twenty-fifth of that: from far below
     * the rows' dispersion losses of times are so steep that climbs end where they began, or no numbers.
     */
    @Override
    default DispersionPosterior start(DispersionPosterior.InverseGamma prior, double unit) {
        return dispersionPrior() == DISPERSION_PRIOR ? LogDispersion.start(Math.log(unit), prior) : start(prior);
    }

    @Override
    default DispersionPosterior target(
            DispersionPosterior current, PassStatistics sums, double weight, DispersionPosterior.InverseGamma prior) {
        return LogDispersion.target(current, sums, prior);
    }
}
