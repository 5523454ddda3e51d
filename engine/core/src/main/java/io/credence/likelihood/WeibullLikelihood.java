package io.credence.likelihood;

import io.credence.family.DispersionPosterior;
import io.credence.statistics.RowMoments;

/** Weibull times with log link of their scale and dispersion φ, one over their shape; some may be censored. */
record WeibullLikelihood() implements CensoredTimes, LogDispersed {
    @Override
    public String name() {
        return "weibull";
    }

    /** Where most times are censored, what is not seen is either long or spread. */
    @Override
    public boolean isDispersionCorrelated() {
        return true;
    }

    /** The standard deviation of the logarithm of a time is φπ/√6, and about that of the time relative to its mean. */
    @Override
    public double dispersionUnit(RowMoments moments) {
        return moments.variation();
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return new WeibullLoss(LogDispersion.nodes(scale));
    }

    @Override
    public boolean isLogConcave() {
        return true;
    }
}
