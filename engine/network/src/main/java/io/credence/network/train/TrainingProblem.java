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
 * Problem of one or several members that are trained by epochs of steps on batches of a backend's rows.
 *
 * @param <T> trained model
 */
public interface TrainingProblem<T> extends Serializable {

    /** Settings of the training. */
    Training training();

    /** Seed of everything random. */
    long seed();

    /**
     * Exception for a cell from which nothing can be learned.
     */
    final class UnfitCellException extends IllegalArgumentException {

        private static final long serialVersionUID = 1;

        private final String required;
        private final int column;
        private final double value;

        /**
         * Creates the exception.
         *
         * @param required cells that are required
         * @param column column of the cell, from 0
         */
        public UnfitCellException(String required, int column, double value) {
            super("required " + required + ", found " + value + " in column " + column);
            this.required = required;
            this.column = column;
            this.value = value;
        }

        /** Cells that are required. */
        public String required() {
            return required;
        }

        /** Column of the cell, from 0. */
        public int column() {
            return column;
        }

        /** Number in the cell. */
        public double value() {
            return value;
        }
    }

    /**
     * Computes the units in which rows are taken.
     *
     * @throws UnfitCellException if a cell cannot be learned from
     * @throws IllegalArgumentException if rows cannot be learned from for another reason
     */
    Standardisation units(ExecutionBackend backend);

    /** Members before their first epoch, the same whenever training begins anew. */
    List<Member> startingMembers(Standardisation units, ExecutionBackend backend);

    /**
     * Objective that a member minimises.
     *
     * @param rows largest number of rows of a batch
     */
    BatchObjective objective(Member member, DenseKernel kernel, int rows);

    /** Choice of a share of the rows that are held out. */
    default HoldOut holdOut(double share) {
        return new HoldOut(share, seed(), true);
    }

    /** Scores members' predictions of the held-out rows, from which they did not learn; null where there are none. */
    @Nullable
    HoldOutScores scoreHeldOutRows(
            List<Member> members, Standardisation units, HoldOut holdOut, ExecutionBackend backend);

    /** Readable description of the problem. */
    String text();

    /** Readable description of a member. */
    String text(Member member);

    /** Model made of the members in a state. */
    T trainedModel(NetworkState state);
}
