package io.credence.divergence;

/**
 * The α-divergence [1 − ∫q^α π^{1−α}]/(α(1−α)) (Knoblauch et al. 2022, Definition 3). Its integral is a product over
 * independent parameters; it is bounded for 0 &lt; α &lt; 1, and the Kullback–Leibler divergence at α = 1. For α &gt; 1
 * it is finite while αP − (α−1)P0 is positive definite, for α &lt; 0 while (1−α)P0 − |α|P is.
 *
 * @param alpha α, not 0
 */
record AlphaDivergence(double alpha) implements PowerDivergence {

    public AlphaDivergence {
        OrderChecks.requireNotEqual("the order α of an α-divergence", 0, alpha);
    }

    @Override
    public String name() {
        return "alpha-divergence(" + alpha + ")";
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
    public DivergenceValue fromLogIntegrals(double excess, double prior, double joint) {
        double weight = Math.exp((alpha - 1) * excess) / alpha;
        return new DivergenceValue(excess / alpha * OrderChecks.expRatio((alpha - 1) * excess), weight, weight);
    }
}
