package io.credence.divergence;

/**
 * The αβγ-divergence of Knoblauch et al. 2022, Definition 2, with the signs under which it tends to Rényi's as r → 0.
 * It is [1 − (1 − D̃)^r]/(α(β−1)(α+β−1)r) with D̃ = α∫q^{α+β−1} + (β−1)∫π^{α+β−1} − (α+β−1)∫q^α π^{β−1}. At r = 1 it is
 * the α-divergence for β = 2 − α and the β-divergence for α = 1. It is +∞ where D̃ ≥ 1 and r ≠ 1.
 *
 * @param alpha α, not 0
 * @param beta β, not 1
 * @param r r, positive
 */
record AlphaBetaGammaDivergence(double alpha, double beta, double r) implements PowerDivergence {

    public AlphaBetaGammaDivergence {
        OrderChecks.requireNotEqual("the order α of an αβγ-divergence", 0, alpha);
        OrderChecks.requireNotEqual("the order β of an αβγ-divergence", 1, beta);
        OrderChecks.requirePositive("the order r of an αβγ-divergence", r);
        if (alpha + beta - 1 == 0) {
            throw new IllegalArgumentException(
                    "the orders of an αβγ-divergence must have α + β − 1 different from 0 but" + " were α = " + alpha
                            + " and β = " + beta);
        }
    }

    @Override
    public String name() {
        return "alpha-beta-gamma(" + alpha + ", " + beta + ", " + r + ")";
    }

    @Override
    public double posteriorPower() {
        return alpha;
    }

    @Override
    public double priorPower() {
        return beta - 1;
    }

    @Override
    public DivergenceValue fromLogIntegrals(double excess, double prior, double joint) {
        double b = beta - 1;
        double sum = alpha + b;
        double own = alpha * OrderChecks.expDifference(joint, b, excess);
        double linear = (own + Math.expm1(prior) - Math.expm1(joint)) / (alpha * sum);
        double part = alpha * b * sum * linear;
        if (part >= 1 && r != 1) {
            return DivergenceValue.NONE;
        }
        double both = Math.exp(joint);
        double alone = Math.exp(joint + b * excess);
        double entropy = ((alpha - 1 + b) / sum * alone + (1 - alpha) / alpha * both) / b;
        if (r == 1) {
            return new DivergenceValue(linear, both / alpha, entropy);
        }
        double log = Math.log1p(-part);
        double outer = Math.exp((r - 1) * log);
        return new DivergenceValue(
                linear * OrderChecks.logRatio(-part) * OrderChecks.expRatio(r * log),
                outer * both / alpha,
                outer * entropy);
    }
}
