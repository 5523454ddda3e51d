package io.credence.likelihood.positive;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.LogDispersion;
import io.credence.likelihood.LogNormalDispersed;
import io.credence.likelihood.RowLoss;
import io.credence.statistics.RowMoments;

/**
 * Weibull likelihood of times, some of which may be censored, with log link of their scale and dispersion φ, one over
 * their shape.
 */
public record WeibullLikelihood() implements CensoredTimes, LogNormalDispersed {
    @Override
    public String name() {
        return "weibull";
    }

    /**
     * Whether dispersion and coefficients depend strongly on each other: where most times are censored, the unseen ones
     * are either long or spread.
     */
    @Override
    public boolean isDispersionCorrelated() {
        return true;
    }

    /**
     * Unit of the dispersion φ, the coefficient of variation of the times: the standard deviation of log T is φπ/√6,
     * and about as large.
     */
    @Override
    public double dispersionUnit(RowMoments moments) {
        return moments.labelVariation();
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return new WeibullLoss(LogDispersion.quadratureNodes(scale));
    }

    @Override
    public boolean isLogConcave() {
        return true;
    }
}
