package io.credence.divergence;

/**
 * Density power divergence, or β-divergence, ∫q^β/(β(β−1)) + ∫π^β/β − ∫qπ^{β−1}/(β−1) (Knoblauch et al. 2022,
 * Definition 5). It is the Kullback–Leibler divergence at β = 1. It depends on the units of the parameters. For β &lt;
 * 1 it is finite while P − (1−β)P0 is positive definite.
 *
 * @param beta β, not 0; below 0 no density has the integrals
 */
record BetaDivergence(double beta) implements PowerDivergence {

    public BetaDivergence {
        OrderChecks.requireNotEqual("the order β of a β-divergence", 0, beta);
    }

    @Override
    public String name() {
        return "beta-divergence(" + beta + ")";
    }

    @Override
    public double posteriorPower() {
        return 1;
    }

    @Override
    public double priorPower() {
        return beta - 1;
    }

    @Override
    public double evidenceOrder() {
        return beta;
    }

    /** Slack of the evidence bound, by equation 75 of Knoblauch et al. 2022, for the whole divergence. */
    @Override
    public double evidenceSlack(PowerIntegrals integrals, double meanLogPrior) {
        return (Math.exp(integrals.logPriorIntegral()) + meanLogPrior) / beta
                + (1 / beta - Math.exp(integrals.logJointIntegral())) / (beta - 1);
    }

    @Override
    public DivergenceValue fromLogIntegrals(double excess, double prior, double joint) {
        double own = OrderChecks.expDifference(joint, beta - 1, excess);
        double value = (own + Math.expm1(prior) - Math.expm1(joint)) / beta;
        return new DivergenceValue(value, Math.exp(joint), Math.exp(joint + (beta - 1) * excess) / beta);
    }
}
