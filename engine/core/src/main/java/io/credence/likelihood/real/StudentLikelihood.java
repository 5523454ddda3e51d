package io.credence.likelihood.real;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.InverseLink;
import io.credence.likelihood.Labels;
import io.credence.likelihood.LogDispersion;
import io.credence.likelihood.LogNormalDispersed;
import io.credence.likelihood.ResponseLaw;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.robust.PoweredLikelihood;
import io.credence.likelihood.robust.RobustForm;
import io.credence.likelihood.robust.RobustLoss;
import io.credence.likelihood.robust.StudentPowers;
import org.jspecify.annotations.Nullable;

/** Student-t likelihood of responses with heavy tails, with identity link and dispersion φ, their squared scale. */
public record StudentLikelihood(double degreesOfFreedom) implements LogNormalDispersed, PoweredLikelihood {
    public StudentLikelihood {
        if (!(degreesOfFreedom > 0) || degreesOfFreedom == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(
                    "degreesOfFreedom must be positive and finite but was " + degreesOfFreedom);
        }
    }

    @Override
    public String name() {
        return "student-t";
    }

    @Override
    public String link() {
        return "identity";
    }

    @Override
    public String dispersionName() {
        return "scale2";
    }

    @Override
    public @Nullable String refusal(double label) {
        return Labels.refusalUnlessFinite(label);
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return new StudentLoss(degreesOfFreedom, LogDispersion.quadratureNodes(scale));
    }

    @Override
    public ResponseMoments responseMoments(double mean, double variance, DispersionPosterior scale) {
        double noise = degreesOfFreedom > 2
                ? scale.mean() * degreesOfFreedom / (degreesOfFreedom - 2)
                : Double.POSITIVE_INFINITY;
        return new ResponseMoments(mean, variance, variance + noise);
    }

    @Override
    public ResponseLaw responseLaw() {
        return new ResponseLaw.Student(degreesOfFreedom);
    }

    @Override
    public InverseLink inverseLink() {
        return InverseLink.IDENTITY;
    }

    @Override
    public boolean hasLinearTails() {
        return true;
    }

    @Override
    public ResponseSampler responseSampler() {
        return (eta, dispersion, random) -> eta[0]
                + Math.sqrt(dispersion / ResponseSampler.gamma(2 / degreesOfFreedom, random)) * random.nextGaussian();
    }

    @Override
    public double leastOrder() {
        return 1 / (degreesOfFreedom + 1);
    }

    @Override
    public RowLoss robustLoss(RobustForm form, double order, double dispersion) {
        return new RobustLoss(form, order, new StudentPowers(degreesOfFreedom, dispersion, order));
    }

    @Override
    public boolean leastOrderIsExcluded() {
        return true;
    }
}
