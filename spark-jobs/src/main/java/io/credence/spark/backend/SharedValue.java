package io.credence.spark.backend;

import java.io.Serializable;

/** Value that all tasks of a job share. */
public interface SharedValue<T> extends Serializable {

    /** Returns the value, in a task. */
    T value();

    /** Ends the sharing; no task requests the value any more. */
    default void release() {}

    /** Shared value that each task brings along. */
    record SerialCopy<T extends Serializable>(T value) implements SharedValue<T> {}
}
