package io.credence.spark;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** Versions of Credence, Spark and Java. */
public final class Versions {

    private Versions() {}

    /** Versions of the software that a fit runs on, by name. */
    public static Map<String, String> of(SparkSession spark) {
        Map<String, String> versions = new LinkedHashMap<>();
        versions.put("credence", credence());
        versions.put("spark", spark.version());
        versions.put("java", Runtime.version().toString());
        return versions;
    }

    /** Version of Credence, as its jar states it. */
    public static String credence() {
        @Nullable String version = Versions.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
