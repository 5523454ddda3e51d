package io.credence.fit;

import io.credence.divergence.Divergence;
import org.jspecify.annotations.Nullable;

/**
 * The gradient of an objective as a step's draws tell it, before it is turned into one of a posterior's parameters.
 *
 * @param standard ε_s
 * @param stratum stratum of each draw
 * @param theta θ_s
 * @param paths ∇ of the objective in θ_s, S × d; empty where scores are weighted
 * @param scores weights of ∇_λ log q(θ_s; λ); empty where there are paths
 * @param heights what the strata's probabilities follow, summed within each stratum
 * @param effective how many equally weighted draws are worth as much, (Σ|w|)²/Σw² of the draws' weights
 * @param closed slopes of a divergence that are known in closed form; null for none
 */
record DrawnGradient(
        double[][] standard,
        int[] stratum,
        double[][] theta,
        double[][] paths,
        double[] scores,
        double[] heights,
        double effective,
        Divergence.@Nullable Slope closed) {}
