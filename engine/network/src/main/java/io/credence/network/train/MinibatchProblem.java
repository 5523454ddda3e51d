package io.credence.network.train;

import io.credence.linalg.DenseKernel;
import io.credence.network.dense.BatchObjective;
import io.credence.network.dense.Member;
import java.util.List;

/**
 * Problem that is trained by steps on batches of rows.
 *
 * @param <T> trained model
 */
public interface MinibatchProblem<T> extends TrainingProblem<T> {

    /**
     * Objective that a member minimises.
     *
     * @param rows largest number of rows of a batch
     */
    BatchObjective objective(Member member, DenseKernel kernel, int rows);

    @Override
    default List<Member> epoch(EpochSettings run, List<Member> members) {
        return new EpochTrainer(this, run).members(members);
    }
}
