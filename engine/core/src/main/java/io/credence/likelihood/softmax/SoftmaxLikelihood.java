package io.credence.likelihood.softmax;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.ClassProbabilities;
import io.credence.likelihood.InverseLink;
import io.credence.likelihood.LabelChecks;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.robust.PoweredLikelihood;
import io.credence.likelihood.robust.RobustForm;
import io.credence.linalg.LogSums;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Multinomial logit likelihood of classes 0 … K. */
public record SoftmaxLikelihood(int classCount) implements PoweredLikelihood {
    public SoftmaxLikelihood {
        LabelChecks.requireClasses("softmax", classCount);
    }

    @Override
    public String name() {
        return "softmax";
    }

    @Override
    public String link() {
        return "logit";
    }

    @Override
    public int predictorCount() {
        return classCount - 1;
    }

    @Override
    public @Nullable String refusal(double label) {
        return LabelChecks.refusalUnlessClass(label, classCount);
    }

    /**
     * Relative accuracy to which value, slope and curvature agree. Coarse nodes are differentiated as they are,
     * whatever their error.
     */
    @Override
    public double accuracy() {
        return predictorCount() == 1 ? 1e-12 : 1e-10;
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return new SoftmaxLoss(classCount);
    }

    @Override
    public ResponseMoments responseMoments(double mean, double variance, DispersionPosterior scale) {
        throw new IllegalStateException("a class has probabilities, not moments");
    }

    @Override
    public ClassProbabilities classProbabilities() {
        return (eta, shares) -> {
            double[] others = LogSums.softmax(Arrays.copyOf(eta, eta.length + 1));
            shares[0] = others[eta.length];
            System.arraycopy(others, 0, shares, 1, eta.length);
        };
    }

    @Override
    public InverseLink inverseLink() {
        return InverseLink.SOFTMAX;
    }

    @Override
    public boolean hasLinearTails() {
        return true;
    }

    @Override
    public ResponseSampler responseSampler() {
        return classProbabilities().responseSampler(classCount);
    }

    @Override
    public double leastOrder() {
        return 0;
    }

    @Override
    public RowLoss robustLoss(RobustForm form, double order, double dispersion) {
        return new SoftmaxRobustLoss(form, order, classCount);
    }

    @Override
    public boolean isLogConcave() {
        return true;
    }
}
