package io.credence.divergence;

/**
 * Rényi divergence of order α, log ∫q^α π^{1−α}/(α(α−1)), scaled as Liese and Vajda do (Knoblauch et al. 2022,
 * Definition 4). It is the Kullback–Leibler divergence at α = 1. For α &gt; 1 it is finite while αP − (α−1)P0 is
 * positive definite, for α &lt; 0 while (1−α)P0 − |α|P is.
 *
 * @param alpha α, not 0
 */
public record RenyiDivergence(double alpha) implements PowerDivergence {

    public RenyiDivergence {
        OrderChecks.requireNotEqual("the order α of a Rényi divergence", 0, alpha);
    }

    @Override
    public String name() {
        return "renyi(" + alpha + ")";
    }

    @Override
    public double posteriorPower() {
        return alpha;
    }

    @Override
    public double priorPower() {
        return 1 - alpha;
    }

    @Override
    public double constantEntropyWeight() {
        return 1 / alpha;
    }

    @Override
    public double evidenceOrder() {
        return alpha > 0 ? alpha : Double.NaN;
    }

    @Override
    public DivergenceValue fromLogIntegrals(double excess, double prior, double joint) {
        return new DivergenceValue(excess / alpha, 1 / alpha, 1 / alpha);
    }
}
