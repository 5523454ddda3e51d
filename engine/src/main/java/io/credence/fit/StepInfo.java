package io.credence.fit;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What one step did, for traces and progress.
 *
 * @param iteration number of the step, from 1
 * @param phase stage it belongs to
 * @param objective value of the minimised objective of that stage
 * @param elbo evidence lower bound, nats; null outside the variational stage and for objectives
 *     with another divergence
 * @param gradientNorm Euclidean norm of the bound's gradient in the mean
 * @param remaining what is predicted to be left to gain, nats
 * @param stepSize step size that led here
 * @param accepted whether the objective improved
 * @param rows rows that were visited
 * @param draws draws of the step; 0 for a step without
 */
public record StepInfo(
        int iteration,
        Phase phase,
        double objective,
        @Nullable Double elbo,
        double gradientNorm,
        double remaining,
        double stepSize,
        boolean accepted,
        long rows,
        int draws)
        implements Serializable {}
