package io.credence.checkpoint;

/** Value that is no record itself but can be written as one, and restored from that to the same bits. */
public interface WritableAsRecord {

    /** The record from which the value is restored. */
    WrittenForm<?> toWrittenForm();

    /**
     * Written form of such a value; a record.
     *
     * @param <T> type of the value
     */
    interface WrittenForm<T> {

        /**
         * The restored value.
         *
         * @throws IllegalArgumentException if no value has this form
         */
        T restoreValue();
    }
}
