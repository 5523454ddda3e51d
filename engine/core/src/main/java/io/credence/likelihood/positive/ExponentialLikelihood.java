package io.credence.likelihood.positive;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.InverseLink;
import io.credence.likelihood.RowLoss;

/** Exponential likelihood of times, some of which may be censored, with log link of their mean. */
public record ExponentialLikelihood() implements CensoredTimes {
    @Override
    public String name() {
        return "exponential";
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return new ExponentialLoss();
    }

    @Override
    public InverseLink inverseLink() {
        return InverseLink.EXP;
    }

    @Override
    public boolean isLogConcave() {
        return true;
    }
}
