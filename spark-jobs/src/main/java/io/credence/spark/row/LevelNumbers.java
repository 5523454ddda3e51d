package io.credence.spark.row;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.unsafe.types.UTF8String;

/** Numbers of the levels of a grouping factor. */
public interface LevelNumbers extends Serializable {

    /** Number of a row's level with the given text; −1 for one that was not in the fit. */
    int numberOf(UTF8String level, InternalRow cells);

    /** Number of levels; 0 where it is not known. */
    int size();

    /** The numbers for rows before they are joined with any: all their levels count as known. */
    default LevelNumbers beforeJoin() {
        return this;
    }

    /** The numbers where rows are read, fetched if they are shared. */
    default LevelNumbers inTask() {
        return this;
    }

    /**
     * Numbers that rows bring along in a column, null for levels that were not in the fit.
     *
     * @param ordinal position of the column
     */
    record JoinedNumbers(int ordinal, int size) implements LevelNumbers {

        @Override
        public int numberOf(UTF8String level, InternalRow cells) {
            return cells.isNullAt(ordinal) ? -1 : cells.getInt(ordinal);
        }

        @Override
        public LevelNumbers beforeJoin() {
            return new UnseenLevels(LevelIndex.of(List.of()));
        }
    }

    /** Numbers that tell only which levels were not in the fit. */
    record UnseenLevels(LevelIndex unseen) implements LevelNumbers {

        @Override
        public int numberOf(UTF8String level, InternalRow cells) {
            return unseen.of(level) < 0 ? 0 : -1;
        }

        @Override
        public int size() {
            return 0;
        }
    }
}
