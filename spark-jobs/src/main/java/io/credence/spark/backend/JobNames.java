package io.credence.spark.backend;

import java.util.function.Supplier;

/** Names of jobs and stages in Spark's user interface, where they can be set. */
public interface JobNames {

    /** Names that cannot be set. */
    JobNames NONE = new JobNames() {
        @Override
        public <T> T runNamed(String stage, String description, Supplier<T> action) {
            return action.get();
        }
    };

    /**
     * Runs an action whose jobs, as far as this thread starts them, bear a name.
     *
     * @param stage name of its stages, in a few words
     * @param description description of its jobs, in a line
     */
    <T> T runNamed(String stage, String description, Supplier<T> action);
}
