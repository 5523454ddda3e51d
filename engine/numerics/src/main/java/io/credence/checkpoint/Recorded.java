package io.credence.checkpoint;

/** A value that is no record itself but can be written as one, and made from that again to the same bits. */
public interface Recorded {

    /** What it is made from. */
    Form<?> recorded();

    /**
     * The written form of such a value; a record.
     *
     * @param <T> type of the value
     */
    interface Form<T> {

        /**
         * The value.
         *
         * @throws IllegalArgumentException if there is none of this form
         */
        T restored();
    }
}
