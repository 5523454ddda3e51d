package io.credence.divergence;

import io.credence.family.GaussianPosterior;
import io.credence.family.NormalInverseGamma;
import io.credence.family.NormalInverseGammaGradient;
import io.credence.linalg.NormalTail;
import io.credence.prior.GaussianPrior;

/**
 * Kullback–Leibler divergence divided by a weight, KL(q ‖ π)/w. For Gaussians it is ½[tr(P0S) + (μ−μ0)ᵀP0(μ−μ0) − d +
 * log|S0| − log|S|]/w. An entry without a normal prior counts with its negative entropy alone, so that another term of
 * the objective can be its prior.
 *
 * @param weight weight w: below 1 the prior counts more, above 1 the rows do
 */
public record KullbackLeibler(double weight) implements Divergence {

    /** Divergence of standard variational inference, with weight 1. */
    public static final KullbackLeibler PLAIN = new KullbackLeibler(1);

    public KullbackLeibler {
        OrderChecks.requirePositive("the weight w of (1/w)KL", weight);
    }

    @Override
    public String name() {
        return isKullbackLeibler() ? "KL" : "(1/" + weight + ")KL";
    }

    @Override
    public boolean isKullbackLeibler() {
        return weight == 1;
    }

    @Override
    public boolean isConjugate() {
        return true;
    }

    @Override
    public double constantEntropyWeight() {
        return 1 / weight;
    }

    @Override
    public Divergence times(double factor) {
        return new KullbackLeibler(weight / factor);
    }

    @Override
    public boolean isFunctionOfFDivergences() {
        return true;
    }

    @Override
    public EvidenceBound evidenceBound(double expectedLoss, GaussianPosterior q, GaussianPrior prior) {
        return new EvidenceBound(weight, -expectedLoss - between(q, prior));
    }

    @Override
    public double between(GaussianPosterior q, GaussianPrior prior) {
        double divergence = 0.5
                        * (prior.traceTimes(q)
                                - q.dimension()
                                - prior.logDeterminantPrecision()
                                + q.logDeterminantPrecision())
                + prior.halfSquaredDistance(q.mean())
                - NormalTail.HALF_LOG_2_PI * prior.flatCount();
        return divergence / weight;
    }

    @Override
    public DivergenceGradient gradient(GaussianPosterior q, GaussianPrior prior) {
        double[] mean = prior.gradient(q.mean());
        double[] pull = prior.precisionInBlocks(q.blocks());
        return scaledGradient(mean, -1 / weight, pull);
    }

    @Override
    public double between(GaussianPosterior q, GaussianPosterior prior) {
        GaussianConversions.requireSameDimension(q, prior);
        double[] bent = prior.precisionTimes(GaussianConversions.meanDifference(q, prior));
        double squares = 0;
        for (int j = 0; j < bent.length; j++) {
            squares += bent[j] * (q.mean()[j] - prior.mean()[j]);
        }
        double shape = GaussianConversions.haveSameForm(q, prior)
                ? q.covarianceChange(prior).divergence()
                : GaussianConversions.toFullGaussian(q)
                        .covarianceChange(GaussianConversions.toFullGaussian(prior))
                        .divergence();
        return (shape + 0.5 * squares) / weight;
    }

    @Override
    public DivergenceGradient gradient(GaussianPosterior q, GaussianPosterior prior) {
        GaussianConversions.requireSameDimension(q, prior);
        double[] mean = prior.precisionTimes(GaussianConversions.meanDifference(q, prior));
        double[] pull = GaussianConversions.haveSameForm(q, prior)
                ? prior.precision().clone()
                : q.blocks()
                        .packedWithinBlocks(prior.blocks().toPackedTriangle(prior.precision()))
                        .clone();
        return scaledGradient(mean, 1 / weight, pull);
    }

    private DivergenceGradient scaledGradient(double[] mean, double factor, double[] pull) {
        for (int j = 0; j < mean.length; j++) {
            mean[j] *= factor;
        }
        for (int e = 0; e < pull.length; e++) {
            pull[e] /= weight;
        }
        return new DivergenceGradient(mean, pull, 1 / weight);
    }

    @Override
    public NormalInverseGammaGradient between(NormalInverseGamma q, NormalInverseGamma prior) {
        NormalInverseGammaGradient plain = NormalInverseGammaOverlap.kullbackLeibler(q, prior);
        return plain.transformed(plain.value() / weight, 1 / weight);
    }

    @Override
    public DivergenceAtDraws estimateAtDraws(double[] logPosterior, double[] logPrior, double[] base) {
        int count = base.length;
        double value = 0;
        double[] prior = new double[count];
        double[] posterior = new double[count];
        double[] weights = new double[count];
        for (int s = 0; s < count; s++) {
            weights[s] = (logPosterior[s] - logPrior[s]) / weight;
            value += base[s] > 0 ? base[s] * weights[s] : 0;
            posterior[s] = base[s] / weight;
            prior[s] = -posterior[s];
        }
        return new DivergenceAtDraws(value, prior, posterior, weights);
    }
}
