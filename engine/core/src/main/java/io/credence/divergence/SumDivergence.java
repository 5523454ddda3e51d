package io.credence.divergence;

import io.credence.family.GaussianPosterior;
import io.credence.family.NormalInverseGamma;
import io.credence.family.NormalInverseGammaGradient;
import io.credence.linalg.Vectors;
import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Function f(Σ_l c_l D_l) of a weighted sum of divergences of one q from one π (Knoblauch et al. 2022, Theorem 6 i and
 * vi). It is finite where all of them are.
 *
 * @param terms terms of the sum, at least one
 * @param transform function f
 */
record SumDivergence(List<Term> terms, DivergenceTransform transform) implements Divergence {

    public SumDivergence {
        terms = List.copyOf(terms);
        if (terms.isEmpty()) {
            throw new IllegalArgumentException("a sum of divergences requires at least one but found none");
        }
    }

    /**
     * Term of the sum, a divergence times a factor.
     *
     * @param factor factor c, positive
     * @param divergence divergence D
     */
    public record Term(double factor, Divergence divergence) implements Serializable {
        public Term {
            OrderChecks.requirePositive("the factor of a divergence", factor);
        }
    }

    @Override
    public String name() {
        String sum = terms.stream()
                .map(term -> term.factor() + " " + term.divergence().name())
                .collect(Collectors.joining(" + "));
        return transform == DivergenceTransform.IDENTITY ? sum : transform.configurationName() + " of " + sum;
    }

    private double sum(ToDoubleFunction<Divergence> each) {
        return terms.stream()
                .mapToDouble(term -> term.factor() * each.applyAsDouble(term.divergence()))
                .sum();
    }

    @Override
    public boolean isKullbackLeibler() {
        return isConjugate()
                && terms.stream().allMatch(term -> term.divergence().isKullbackLeibler())
                && sum(each -> 1) == 1;
    }

    @Override
    public boolean isConjugate() {
        return transform == DivergenceTransform.IDENTITY
                && terms.stream().allMatch(term -> term.divergence().isConjugate());
    }

    @Override
    public double constantEntropyWeight() {
        boolean isPositive = terms.stream().allMatch(term -> term.divergence().constantEntropyWeight() > 0);
        return isPositive && transform == DivergenceTransform.IDENTITY
                ? sum(Divergence::constantEntropyWeight)
                : Double.NaN;
    }

    @Override
    public boolean isFunctionOfFDivergences() {
        return terms.stream().allMatch(term -> term.divergence().isFunctionOfFDivergences());
    }

    @Override
    public @Nullable String refusal() {
        return terms.stream()
                .map(term -> term.divergence().refusal())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    @Override
    public double between(GaussianPosterior q, GaussianPosterior prior) {
        return transform.apply(sum(divergence -> divergence.between(q, prior)));
    }

    /** Gradients added up over the terms, since they are linear in N and κ. */
    @Override
    public DivergenceGradient gradient(GaussianPosterior q, GaussianPosterior prior) {
        double rate = transform.slope(sum(divergence -> divergence.between(q, prior)));
        double[] mean = new double[q.dimension()];
        double[] pull = new double[q.blocks().packedLength()];
        double entropy = 0;
        for (Term term : terms) {
            DivergenceGradient own = term.divergence().gradient(q, prior);
            double factor = rate * term.factor();
            mean = Vectors.plusScaled(mean, factor, own.meanGradient());
            pull = Vectors.plusScaled(pull, factor, own.pull());
            entropy += factor * own.entropyWeight();
        }
        return new DivergenceGradient(mean, pull, entropy);
    }

    @Override
    public @Nullable NormalInverseGammaGradient between(NormalInverseGamma q, NormalInverseGamma prior) {
        NormalInverseGammaGradient sum = NormalInverseGammaGradient.zero(q.coefficientCount());
        for (Term term : terms) {
            NormalInverseGammaGradient own = term.divergence().between(q, prior);
            if (own == null) {
                return null;
            }
            sum = sum.plus(term.factor(), own);
        }
        return sum.transformed(transform.apply(sum.value()), transform.slope(sum.value()));
    }

    @Override
    public DivergenceAtDraws estimateAtDraws(double[] logPosterior, double[] logPrior, double[] base) {
        double value = 0;
        double[] prior = new double[base.length];
        double[] posterior = new double[base.length];
        double[] weights = new double[base.length];
        for (Term term : terms) {
            DivergenceAtDraws own = term.divergence().estimateAtDraws(logPosterior, logPrior, base);
            value += term.factor() * own.estimate();
            prior = Vectors.plusScaled(prior, term.factor(), own.priorWeights());
            posterior = Vectors.plusScaled(posterior, term.factor(), own.posteriorWeights());
            weights = Vectors.plusScaled(weights, term.factor(), own.functionalDerivative());
        }
        double rate = transform.slope(value);
        return new DivergenceAtDraws(
                transform.apply(value),
                Vectors.scaled(rate, prior),
                Vectors.scaled(rate, posterior),
                Vectors.scaled(rate, weights));
    }
}
