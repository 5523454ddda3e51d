package io.credence.spark.backend;

import java.util.function.Supplier;
import org.apache.spark.SparkContext;

/** Names of jobs by the local properties of a SparkContext. */
record ContextJobNames(SparkContext spark) implements JobNames {

    private static final String DESCRIPTION = "spark.job.description";
    private static final String STAGE = "callSite.short";

    @Override
    public <T> T runNamed(String stage, String description, Supplier<T> action) {
        String descriptionBefore = spark.getLocalProperty(DESCRIPTION);
        String stageBefore = spark.getLocalProperty(STAGE);
        spark.setLocalProperty(DESCRIPTION, description);
        spark.setLocalProperty(STAGE, stage);
        try {
            return action.get();
        } finally {
            spark.setLocalProperty(DESCRIPTION, descriptionBefore);
            spark.setLocalProperty(STAGE, stageBefore);
        }
    }
}
