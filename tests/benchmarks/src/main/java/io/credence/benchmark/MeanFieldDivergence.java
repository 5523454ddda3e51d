package io.credence.benchmark;

/**
 * Divergences of independent normal coordinates from a prior, by their integrals ∫ q^a π^b (GVI definitions 3 to 6), apart from
 * the engine's.
 *
 * @param kind kl, weighted-kl, alpha, renyi, beta or gamma
 * @param order w, α, β or γ
 * @param priorMean of every coordinate
 * @param priorSd of every coordinate
 */
record MeanFieldDivergence(String kind, double order, double priorMean, double priorSd) {

    double of(double[] mean, double[] sd) {
        double c = order;
        return switch (kind) {
            case "kl" -> kullbackLeibler(mean, sd);
            case "weighted-kl" -> kullbackLeibler(mean, sd) / c;
            case "alpha" -> -Math.expm1(log(c, 1 - c, mean, sd)) / (c * (1 - c));
            case "renyi" -> log(c, 1 - c, mean, sd) / (c * (c - 1));
            case "beta" ->
                Math.exp(log(c, 0, mean, sd)) / (c * (c - 1))
                        + Math.exp(log(0, c, mean, sd)) / c
                        - Math.exp(log(1, c - 1, mean, sd)) / (c - 1);
            case "gamma" ->
                log(c, 0, mean, sd) / (c * (c - 1)) + log(0, c, mean, sd) / c - log(1, c - 1, mean, sd) / (c - 1);
            default -> throw new IllegalArgumentException("unknown divergence " + kind);
        };
    }

    private double kullbackLeibler(double[] mean, double[] sd) {
        double sum = 0;
        for (int j = 0; j < mean.length; j++) {
            double ratio = sd[j] / priorSd;
            double shift = (mean[j] - priorMean) / priorSd;
            sum += 0.5 * (ratio * ratio + shift * shift - 1) - Math.log(ratio);
        }
        return sum;
    }

    /** log ∫ q^a π^b; infinite where it diverges. */
    private double log(double a, double b, double[] mean, double[] sd) {
        double sum = 0;
        for (int j = 0; j < mean.length; j++) {
            double p = 1 / (sd[j] * sd[j]);
            double p0 = 1 / (priorSd * priorSd);
            double mixed = a * p + b * p0;
            double shift = mean[j] - priorMean;
            sum += mixed > 0
                    ? 0.5 * ((1 - a - b) * Math.log(2 * Math.PI) + a * Math.log(p) + b * Math.log(p0) - Math.log(mixed))
                            - 0.5 * a * b * shift * shift * p * p0 / mixed
                    : Double.POSITIVE_INFINITY;
        }
        return sum;
    }
}
