package io.credence.divergence;

/**
 * The γ-divergence log ∫q^γ/(γ(γ−1)) + log ∫π^γ/γ − log ∫qπ^{γ−1}/(γ−1) (Knoblauch et al. 2022, Definition 6). It is
 * the Kullback–Leibler divergence at γ = 1. For γ &lt; 1 it is finite while P − (1−γ)P0 is positive definite.
 *
 * @param gamma γ, not 0; below 0 no density has the integrals
 */
record GammaDivergence(double gamma) implements PowerDivergence {

    public GammaDivergence {
        OrderChecks.requireNotEqual("the order γ of a γ-divergence", 0, gamma);
    }

    @Override
    public String name() {
        return "gamma-divergence(" + gamma + ")";
    }

    @Override
    public double posteriorPower() {
        return 1;
    }

    @Override
    public double priorPower() {
        return gamma - 1;
    }

    @Override
    public double evidenceOrder() {
        return gamma;
    }

    /** Slack of the evidence bound, by equation 77 of Knoblauch et al. 2022, for the whole divergence. */
    @Override
    public double evidenceSlack(PowerIntegrals integrals, double meanLogPrior) {
        return (integrals.logPriorIntegral() + meanLogPrior) / gamma - integrals.logJointIntegral() / (gamma - 1);
    }

    @Override
    public DivergenceValue fromLogIntegrals(double excess, double prior, double joint) {
        return new DivergenceValue((excess + prior - joint) / gamma, 1, 1 / gamma);
    }
}
