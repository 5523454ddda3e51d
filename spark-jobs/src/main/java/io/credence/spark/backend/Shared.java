package io.credence.spark.backend;

import java.io.Serializable;

/** A value that all tasks of a job share. */
public interface Shared<T> extends Serializable {

    /** The value, in a task. */
    T value();

    /** Ends the sharing; no task requests the value any more. */
    default void release() {}

    /** A value that each task brings along. */
    record Copied<T extends Serializable>(T value) implements Shared<T> {}
}
