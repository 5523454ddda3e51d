package io.credence.checkpoint;

/** Value that is no record itself but can be written as one, and restored from that to the same bits. */
public interface Recorded {

    /** The record from which the value is restored. */
    Form<?> recorded();

    /**
     * Written form of such a value; a record.
     *
     * @param <T> type of the value
     */
    interface Form<T> {

        /**
         * The restored value.
         *
         * @throws IllegalArgumentException if no value has this form
         */
        T restored();
    }
}
