package io.credence.likelihood.real;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.DispersionAveragedLoss;
import io.credence.likelihood.InverseLink;
import io.credence.likelihood.LabelChecks;
import io.credence.likelihood.LogDispersionUpdate;
import io.credence.likelihood.LogNormalDispersionLikelihood;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.ResponseLaw;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.robust.PoweredLikelihood;
import io.credence.likelihood.robust.RobustForm;
import io.credence.likelihood.robust.RobustLoss;
import io.credence.likelihood.robust.StudentPowers;
import io.credence.linalg.DenseKernel;
import io.credence.quadrature.DispersionNodes;
import io.credence.quadrature.QuadratureRule;
import java.util.Arrays;
import org.hipparchus.special.Gamma;
import org.jspecify.annotations.Nullable;

/** Student-t likelihood of responses with heavy tails, with identity link and dispersion φ, their squared scale. */
public record StudentLikelihood(double degreesOfFreedom) implements LogNormalDispersionLikelihood, PoweredLikelihood {
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
        return LabelChecks.refusalUnlessFinite(label);
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return new StudentLoss(degreesOfFreedom, LogDispersionUpdate.quadratureNodes(scale));
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

    /**
     * Loss of a Student-t response with identity link, ν degrees of freedom and dispersion φ = scale². It is ½(ν + 1)
     * log(1 + (y − η)²/(νφ)) + constant. Its curvature is negative for outlying rows.
     *
     * @param degreesOfFreedom ν, positive
     */
    record StudentLoss(double degreesOfFreedom, DispersionNodes dispersion) implements DispersionAveragedLoss {

        @Override
        public void expectAt(int k, double label, double mean, double sd, double[] point, double[] sum) {
            double residual = mean - label;
            double spread = degreesOfFreedom * dispersion.value(k);
            double half = 0.5 * (degreesOfFreedom + 1);
            // The logarithm is singular at residual = ±i sqrt(νφ).
            QuadratureRule rule = QuadratureRule.forWidth(sd * Math.PI / Math.sqrt(spread));
            Arrays.fill(sum, 0);
            for (int node = 0; node < rule.nodes().length; node++) {
                double r = residual + sd * rule.nodes()[node];
                double denominator = spread + r * r;
                double weight = rule.weights()[node];
                sum[0] += weight * half * Math.log1p(r * r / spread);
                sum[1] += weight * 2 * half * r / denominator;
                sum[2] += weight * 2 * half * (spread - r * r) / (denominator * denominator);
            }
            sum[0] += Gamma.logGamma(0.5 * degreesOfFreedom) - Gamma.logGamma(half) + 0.5 * Math.log(Math.PI * spread);
        }

        @Override
        public void evaluateAtDraws(DenseKernel kernel, PredictorDraws points, int from, int to) {
            if (dispersion.count() != 1) {
                points.expect(this, kernel, from, to);
                return;
            }
            double spread = degreesOfFreedom * dispersion.value(0);
            double half = 0.5 * (degreesOfFreedom + 1);
            double constant =
                    Gamma.logGamma(0.5 * degreesOfFreedom) - Gamma.logGamma(half) + 0.5 * Math.log(Math.PI * spread);
            double[] ratio = points.workspace(0);
            double[] log = points.workspace(1);
            for (int s = from; s < to; s++) {
                int at = points.predictorOffset(s, 0);
                for (int i = 0; i < points.rows(); i++) {
                    double r = points.predictors()[at + i] - points.label()[i];
                    ratio[i] = r * r / spread;
                    points.slopes()[at + i] = 2 * half * r / (spread + r * r);
                }
                kernel.log1p(ratio, 0, points.rows(), log);
                for (int i = 0; i < points.rows(); i++) {
                    points.losses()[at + i] = half * log[i] + constant;
                }
            }
        }
    }
}
