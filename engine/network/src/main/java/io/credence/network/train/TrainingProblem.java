package io.credence.network.train;

import io.credence.fit.ExecutionBackend;
import io.credence.linalg.DenseKernel;
import io.credence.network.dense.BatchObjective;
import io.credence.network.dense.Member;
import io.credence.network.result.HoldOutScores;
import io.credence.network.row.HoldOut;
import io.credence.network.row.Standardisation;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Problem that is trained by epochs of steps on batches of the rows of a backend: one or several members.
 *
 * @param <T> trained model
 */
public interface TrainingProblem<T> extends Serializable {

    /** Settings of the training. */
    Training training();

    /** Seed of everything random. */
    long seed();

    /**
     * Computes the units in which rows are taken.
     *
     * @throws IllegalArgumentException if a row cannot be learned from
     */
    Standardisation units(ExecutionBackend backend);

    /** Members before their first epoch, which are equal whenever they begin anew. */
    List<Member> startingMembers(Standardisation units, ExecutionBackend backend);

    /**
     * Objective that a member minimises.
     *
     * @param rows largest number of rows of a batch
     */
    BatchObjective objective(Member member, DenseKernel kernel, int rows);

    /**
     * Scores members' predictions of the rows that are held out, which they did not learn from; null where there are
     * none.
     */
    @Nullable
    HoldOutScores scoreHeldOutRows(
            List<Member> members, Standardisation units, HoldOut holdOut, ExecutionBackend backend);

    /** Description of the problem, for people. */
    String text();

    /** Description of a member, for people. */
    String text(Member member);

    /** Model of the members in a state. */
    T trainedModel(NetworkState state);
}
