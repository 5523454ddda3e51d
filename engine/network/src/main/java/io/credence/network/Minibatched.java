package io.credence.network;

import io.credence.linalg.DenseKernel;
import java.util.List;

/**
 * Problem that is trained by steps on batches of rows.
 *
 * @param <T> trained model
 */
interface Minibatched<T> extends Trainable<T> {

    /**
     * Objective that a member minimises.
     *
     * @param rows largest number of rows of a batch
     */
    BatchObjective objective(Member member, DenseKernel kernel, int rows);

    @Override
    default List<Member> epoch(EpochRun run, List<Member> members) {
        return new Epochs(this, run).members(members);
    }
}
