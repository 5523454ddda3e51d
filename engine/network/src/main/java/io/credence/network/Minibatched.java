package io.credence.network;

import io.credence.linalg.DenseKernel;
import java.util.List;

/**
 * What is trained by steps on batches of rows.
 *
 * @param <T> what comes of it
 */
interface Minibatched<T> extends Trainable<T> {

    /**
     * What a member minimises.
     *
     * @param rows most of a batch
     */
    BatchObjective objective(Member member, DenseKernel kernel, int rows);

    @Override
    default List<Member> epoch(EpochRun run, List<Member> members) {
        return new Epochs(this, run).members(members);
    }
}
