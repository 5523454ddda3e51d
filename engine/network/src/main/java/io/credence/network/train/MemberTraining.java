package io.credence.network.train;

import io.credence.linalg.DenseKernel;
import io.credence.network.dense.BatchObjective;
import io.credence.network.dense.Member;
import io.credence.network.row.NetworkRows;
import io.credence.update.Adam;
import io.credence.update.Optimizer;
import io.credence.update.OptimizerState;

/** Training of a member, which moves by Adam's rule from batch to batch. Not thread-safe. */
final class MemberTraining {

    private final Member member;
    private final BatchObjective objective;
    private final double[] values;
    private final double[] gradient;
    private OptimizerState memory;

    /**
     * Begins with the parameters of a member.
     *
     * @param rows largest number of rows of a batch
     */
    MemberTraining(TrainingProblem<?> problem, Member member, DenseKernel kernel, int rows) {
        this.member = member;
        this.objective = problem.objective(member, kernel, rows);
        this.values = member.values().clone();
        this.gradient = new double[values.length];
        this.memory = member.optimizerState();
    }

    /**
     * Makes one step on a batch, of Adam where the objective has no rule of its own.
     *
     * @param rows number of rows to learn from, of which the batch is a part
     * @return the objective before the step
     */
    double step(NetworkRows.Batch batch, double rows, double size) {
        double value = objective.evaluate(values, batch, memory.steps(), rows, gradient);
        objective.moveByOwnRule(values, gradient, rows);
        Optimizer.Move move = Adam.DEFAULT.move(gradient, memory, size);
        memory = move.optimizerState();
        for (int j = 0; j < values.length; j++) {
            values[j] -= move.parameterChange()[j];
        }
        return value;
    }

    /** Present parameters of the member, which later steps change. */
    double[] values() {
        return values;
    }

    /** Member after steps whose mean objective was {@code mean}. */
    Member toMember(double mean) {
        return member.afterSteps(values.clone(), memory, mean);
    }
}
