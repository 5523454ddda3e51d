package io.credence.network;

import io.credence.linalg.DenseKernel;
import io.credence.update.Adam;
import io.credence.update.Optimizer;
import io.credence.update.OptimizerState;

/** A member in training, which moves by Adam's rule from batch to batch. Not thread-safe. */
final class MemberSteps {

    private final Member member;
    private final BatchObjective objective;
    private final double[] values;
    private final double[] gradient;
    private OptimizerState memory;

    /**
     * From where a member is.
     *
     * @param rows most of a batch
     */
    MemberSteps(Minibatched<?> problem, Member member, DenseKernel kernel, int rows) {
        this.member = member;
        this.objective = problem.objective(member, kernel, rows);
        this.values = member.values().clone();
        this.gradient = new double[values.length];
        this.memory = member.memory();
    }

    /**
     * A step.
     *
     * @param rows that there are, of which the batch is a part
     * @return the objective before it
     */
    double step(NetworkRows.Batch batch, double rows, double size) {
        double value = objective.evaluate(values, batch, memory.steps(), rows, gradient);
        Optimizer.Move move = Adam.DEFAULT.move(gradient, memory, size);
        memory = move.memory();
        for (int j = 0; j < values.length; j++) {
            values[j] -= move.change()[j];
        }
        return value;
    }

    /** Its parameters as they are, which later steps change. */
    double[] values() {
        return values;
    }

    /** The member as it is, after steps whose mean objective that was. */
    Member member(double mean) {
        return member.with(values.clone(), memory, mean);
    }
}
