package io.credence.divergence;

import io.credence.family.GaussianPosterior;
import io.credence.linalg.Vectors;
import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Function f(Σ_l c_l D_l) of a weighted sum of divergences of one q from one π (000, Theorem 6 i and vi), finite where
 * all of them are.
 *
 * @param terms terms of the sum, at least one
 * @param growth function f
 */
record SumDivergence(List<Term> terms, DivergenceTransform growth) implements Divergence {

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
        return growth == DivergenceTransform.IDENTITY ? sum : growth.word() + " of " + sum;
    }

    private double sum(ToDoubleFunction<Divergence> each) {
        return terms.stream()
                .mapToDouble(term -> term.factor() * each.applyAsDouble(term.divergence()))
                .sum();
    }

    @Override
    public boolean isStandard() {
        return isConjugate()
                && terms.stream().allMatch(term -> term.divergence().isStandard())
                && sum(each -> 1) == 1;
    }

    @Override
    public boolean isConjugate() {
        return growth == DivergenceTransform.IDENTITY
                && terms.stream().allMatch(term -> term.divergence().isConjugate());
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
        return growth.of(sum(divergence -> divergence.between(q, prior)));
    }

    /** Gradients, the sum of those of the terms, as they are linear in N and κ. */
    @Override
    public DivergenceGradient slope(GaussianPosterior q, GaussianPosterior prior) {
        double rate = growth.slope(sum(divergence -> divergence.between(q, prior)));
        double[] mean = new double[q.dimension()];
        double[] pull = new double[q.blocks().packedLength()];
        double entropy = 0;
        for (Term term : terms) {
            DivergenceGradient own = term.divergence().slope(q, prior);
            double factor = rate * term.factor();
            mean = Vectors.plus(mean, factor, own.mean());
            pull = Vectors.plus(pull, factor, own.pull());
            entropy += factor * own.entropy();
        }
        return new DivergenceGradient(mean, pull, entropy);
    }

    @Override
    public DivergenceAtDraws atDraws(double[] logPosterior, double[] logPrior, double[] base) {
        double value = 0;
        double[] prior = new double[base.length];
        double[] posterior = new double[base.length];
        double[] weights = new double[base.length];
        for (Term term : terms) {
            DivergenceAtDraws own = term.divergence().atDraws(logPosterior, logPrior, base);
            value += term.factor() * own.value();
            prior = Vectors.plus(prior, term.factor(), own.prior());
            posterior = Vectors.plus(posterior, term.factor(), own.posterior());
            weights = Vectors.plus(weights, term.factor(), own.weights());
        }
        double rate = growth.slope(value);
        return new DivergenceAtDraws(
                growth.of(value),
                Vectors.scaled(rate, prior),
                Vectors.scaled(rate, posterior),
                Vectors.scaled(rate, weights));
    }
}
