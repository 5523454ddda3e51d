package io.credence.likelihood;

import io.credence.family.ScaleFactor;
import io.credence.statistics.PassStatistics;

/** A likelihood whose dispersion, when estimated, has a normal factor of its logarithm. */
interface LogDispersed extends Likelihood {

    @Override
    default String dispersionName() {
        return "dispersion";
    }

    @Override
    default ScaleFactor start(ScaleFactor.InverseGamma prior) {
        return LogDispersion.start(prior);
    }

    @Override
    default ScaleFactor target(
            ScaleFactor current, PassStatistics sums, double weight, ScaleFactor.InverseGamma prior) {
        return LogDispersion.target(current, sums, prior);
    }
}
