package io.credence.spark.backend;

import java.util.function.Supplier;

/** What Spark's user interface calls jobs and stages, where they can be named. */
public interface JobNames {

    /** They cannot be named. */
    JobNames NONE = new JobNames() {
        @Override
        public <T> T around(String stage, String description, Supplier<T> action) {
            return action.get();
        }
    };

    /**
     * Does something whose jobs, as far as this thread starts them, bear a name.
     *
     * @param stage what stages are called, in a few words
     * @param description what jobs are about, in a line
     */
    <T> T around(String stage, String description, Supplier<T> action);
}
