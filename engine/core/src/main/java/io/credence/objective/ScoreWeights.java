package io.credence.objective;

/**
 * Weights c_s of the scores in the total derivative of an objective from values alone. That derivative is Σ_s c_s ∇_λ
 * log q(θ_s; λ). The functional derivative f of the objective in q holds both terms of GVI equation 87.
 */
final class ScoreWeights {

    private ScoreWeights() {}

    /**
     * Score weights base_s (f_s − f̄), where f̄ is the mean of f over the draws of other units.
     *
     * @param derivative functional derivatives f_s
     * @param base weights of the draws; they sum to 1
     * @param unit number of consecutive draws that depend on each other
     */
    static double[] centredScoreWeights(double[] derivative, double[] base, int unit) {
        double[] scores = new double[base.length];
        double total = 0;
        for (int s = 0; s < scores.length; s++) {
            total += base[s] * derivative[s];
        }
        for (int first = 0; first < scores.length; first += unit) {
            double weight = 0;
            double own = 0;
            for (int s = first; s < first + unit; s++) {
                weight += base[s];
                own += base[s] * derivative[s];
            }
            for (int s = first; weight < 1 && s < first + unit; s++) {
                scores[s] = base[s] * (derivative[s] - (total - own) / (1 - weight));
            }
        }
        return scores;
    }
}
