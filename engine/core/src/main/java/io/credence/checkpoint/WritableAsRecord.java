package io.credence.checkpoint;

/** Value that is not a record but can be written as one, and restored from it to the same bits. */
public interface WritableAsRecord {

    /** The record from which the value is restored. */
    WrittenForm<?> toWrittenForm();

    /**
     * Record from which such a value is restored.
     *
     * @param <T> type of the value
     */
    interface WrittenForm<T> {

        /**
         * Restores the value.
         *
         * @throws IllegalArgumentException if no value has this form
         */
        T restoreValue();
    }
}
