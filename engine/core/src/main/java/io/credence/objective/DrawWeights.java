package io.credence.objective;

/**
 * Value of a minimised objective 𝓛 at the draws of a step, with the weights that give its gradient. With gradients of
 * the loss, ∇_λ 𝓛 = Σ_s (∂θ_s/∂λ)ᵀ [loss_s ∇Σℓ(θ_s) + prior_s ∇log π(θ_s) + posterior_s ∇_θ log q(θ_s)]; from values
 * alone, ∇_λ 𝓛 = Σ_s score_s ∇_λ log q(θ_s; λ).
 *
 * @param value value 𝓛, nats
 * @param lossWeights weights of the gradients of the loss
 * @param priorWeights weights of the gradients of the log prior
 * @param posteriorWeights weights of the gradients of log q
 * @param scoreWeights weights of the scores
 * @param functionalDerivative functional derivative f_s of 𝓛 in q at the draws: a change of the draws' base weights alone changes 𝓛 by
 *     Σ_s f_s d base_s
 */
public record DrawWeights(
        double value,
        double[] lossWeights,
        double[] priorWeights,
        double[] posteriorWeights,
        double[] scoreWeights,
        double[] functionalDerivative) {}
