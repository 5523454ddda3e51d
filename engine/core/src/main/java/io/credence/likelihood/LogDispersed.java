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
        return LogDispersion.start(prior);
    }

    @Override
    default DispersionPosterior target(
            DispersionPosterior current, PassStatistics sums, double weight, DispersionPosterior.InverseGamma prior) {
        return LogDispersion.target(current, sums, prior);
    }
}
