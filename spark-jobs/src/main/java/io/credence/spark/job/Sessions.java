package io.credence.spark.job;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/** Access to the Spark session of a job: an existing one, as in a notebook, or one that the job starts. */
public final class Sessions {

    private Sessions() {}

    /** Whether a session exists that a job must not stop, as in a notebook or a Databricks job. */
    static boolean hasForeignSession() {
        return SparkSession.getDefaultSession().isDefined()
                || SparkSession.getActiveSession().isDefined();
    }

    /**
     * Opens the session, or returns one that exists already. The master is {@code master} if given, else the one of
     * spark-submit, else all cores of this machine. Other settings of spark-submit take precedence over those made
     * here.
     */
    static SparkSession open(@Nullable String master, String name) {
        SparkConf submitted = new SparkConf();
        boolean embedded = !submitted.contains("spark.master");
        SparkSession.Builder builder = SparkSession.builder().appName(name);
        if (hasForeignSession()) {
            return builder.getOrCreate();
        }
        if (master != null) {
            builder.master(master);
        } else if (embedded) {
            builder.master("local[*]");
        }
        if (embedded) {
            setIfAbsent(builder, submitted, "spark.ui.enabled", "false");
            setIfAbsent(builder, submitted, "spark.sql.shuffle.partitions", "8");
            if (master == null || master.startsWith("local")) {
                setIfAbsent(builder, submitted, "spark.driver.host", "127.0.0.1");
                setIfAbsent(builder, submitted, "spark.driver.bindAddress", "127.0.0.1");
            }
        }
        setIfAbsent(builder, submitted, "spark.ui.showConsoleProgress", "false");
        if (!hasLoggingOfItsOwn()) {
            setIfAbsent(builder, submitted, "spark.log.level", "WARN");
        }
        return builder.getOrCreate();
    }

    /** Whether the user configured Log4j. Spark's own default would bury the posterior. */
    private static boolean hasLoggingOfItsOwn() {
        return System.getProperty("log4j2.configurationFile") != null
                || System.getProperty("log4j.configurationFile") != null
                || Thread.currentThread().getContextClassLoader().getResource("log4j2.properties") != null;
    }

    private static void setIfAbsent(SparkSession.Builder builder, SparkConf submitted, String key, String value) {
        if (!submitted.contains(key)) {
            builder.config(key, value);
        }
    }

    /** Hadoop's configuration in a session. */
    public static Configuration hadoop(SparkSession spark) {
        return spark.sessionState().newHadoopConf();
    }

    /** Hadoop's configuration before there is a session: from Hadoop's files and the options of spark-submit. */
    static Configuration hadoop() {
        if (hasForeignSession()) {
            return hadoop(SparkSession.builder().getOrCreate());
        }
        Configuration hadoop = new Configuration();
        for (Tuple2<String, String> setting : new SparkConf().getAllWithPrefix("spark.hadoop.")) {
            hadoop.set(setting._1(), setting._2());
        }
        return hadoop;
    }

    /** Reads the text of a file, from the working directory if it exists there, else from any Hadoop file system. */
    static String readText(String path) throws IOException {
        if (!path.contains(":") && Files.isRegularFile(Paths.get(path))) {
            return Files.readString(Paths.get(path));
        }
        Path file = new Path(path);
        try (InputStream in = file.getFileSystem(hadoop()).open(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
