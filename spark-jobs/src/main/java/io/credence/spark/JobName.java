package io.credence.spark;

import java.util.function.Supplier;
import org.apache.spark.SparkContext;

/** What Spark's user interface calls jobs and stages. */
public final class JobName {

    private static final String DESCRIPTION = "spark.job.description";
    private static final String STAGE = "callSite.short";

    private JobName() {}

    /**
     * Does something whose jobs, as far as this thread starts them, bear a name.
     *
     * @param stage what stages are called, in a few words
     * @param description what jobs are about, in a line
     */
    public static <T> T around(SparkContext spark, String stage, String description, Supplier<T> action) {
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
