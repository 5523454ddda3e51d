package io.credence.likelihood;

import io.credence.family.DispersionPosterior;

/** Exponential times with log link of their mean; some may be censored. */
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
