package io.credence.spark.backend;

import java.util.function.Supplier;

/** Names of jobs and stages in Spark's user interface, where they can be set. */
public interface JobNames {

    /** Job names of a platform that does not let them be set. */
    JobNames NONE = new JobNames() {
        @Override
        public <T> T runNamed(String stage, String description, Supplier<T> action) {
            return action.get();
        }
    };

    /**
     * Runs an action, and names the jobs that this thread starts in it.
     *
     * @param stage name of its stages, in a few words
     * @param description description of its jobs, in a line
     */
    <T> T runNamed(String stage, String description, Supplier<T> action);
}
