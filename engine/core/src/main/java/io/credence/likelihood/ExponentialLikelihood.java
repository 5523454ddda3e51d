package io.credence.likelihood;

import io.credence.family.DispersionPosterior;

/** Exponential likelihood of times, some of which may be censored, with log link of their mean. */
record ExponentialLikelihood() implements CensoredTimes {
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
