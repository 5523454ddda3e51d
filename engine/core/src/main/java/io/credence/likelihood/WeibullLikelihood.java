package io.credence.likelihood;

import io.credence.family.DispersionPosterior;

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

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return new WeibullLoss(LogDispersion.nodes(scale));
    }

    @Override
    public boolean isLogConcave() {
        return true;
    }
}
