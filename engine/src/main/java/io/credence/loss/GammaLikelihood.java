package io.credence.loss;

import io.credence.family.ScaleFactor;
import org.jspecify.annotations.Nullable;

/** Positive responses with log link. */
record GammaLikelihood() implements LogDispersed {
    @Override
    public String name() {
        return "gamma";
    }

    @Override
    public String link() {
        return "log";
    }

    @Override
    public @Nullable String refuse(double label) {
        return label > 0 && Double.isFinite(label) ? null : "required: a positive number";
    }

    @Override
    public RowLoss loss(ScaleFactor scale) {
        return new GammaLoss(LogDispersion.nodes(scale));
    }

    @Override
    public ResponseMoments respond(double mean, double variance, ScaleFactor scale) {
        return Responses.logLink(mean, variance, 0, scale.mean());
    }
}
