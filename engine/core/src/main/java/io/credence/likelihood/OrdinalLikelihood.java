package io.credence.likelihood;

import io.credence.family.law.DispersionPosterior;
import io.credence.model.PredictorModel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cumulative logit likelihood of ordered classes 0, 1, …, K − 1, with cutpoints instead of an intercept. */
public record OrdinalLikelihood(int classCount) implements Likelihood {

    public OrdinalLikelihood {
        Labels.requireClasses("ordinal", classCount);
    }

    @Override
    public String name() {
        return "ordinal";
    }

    @Override
    public String link() {
        return "logit";
    }

    @Override
    public int cutpointCount() {
        return classCount - 1;
    }

    @Override
    public List<String> predictorNames() {
        return List.of();
    }

    @Override
    public PredictorModel predictorModel(List<String> labels) {
        return OrderedClasses.of(classCount, labels);
    }

    @Override
    public boolean hasLinearTails() {
        return true;
    }

    @Override
    public @Nullable String refusal(double label) {
        return Labels.refusalUnlessClass(label, classCount);
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        throw new IllegalStateException("cutpoints are no part of a linear predictor");
    }

    @Override
    public ResponseMoments responseMoments(double mean, double variance, DispersionPosterior scale) {
        throw new IllegalStateException("a class has probabilities, not moments");
    }
}
