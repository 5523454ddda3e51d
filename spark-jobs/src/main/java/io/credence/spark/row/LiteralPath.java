package io.credence.spark.row;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;

/**
 * Conversion of paths to patterns that match nothing else. Spark reads a path as a pattern of <code>{ } * [ ] ?</code>,
 * even in the working folder before it, but writes to a path as it stands.
 */
public final class LiteralPath {

    /** Pattern of the characters that have a meaning in Hadoop's patterns, and none after a backslash. */
    private static final Pattern SPECIAL = Pattern.compile("[{}\\[\\]*?\\\\]");

    private LiteralPath() {}

    /** Pattern that matches a path that was written, and nothing else. */
    public static String of(String path, SparkSession spark) {
        try {
            return escaped(qualified(path, spark.sessionState().newHadoopConf()));
        } catch (IOException unreachable) {
            throw new UncheckedIOException(unreachable);
        }
    }

    /** Pattern for a path of rows: the path literally if it exists, else the path as a pattern. */
    public static String literalOrPattern(String path, Configuration hadoop) throws IOException {
        Path whole = qualified(path, hadoop);
        FileSystem files = whole.getFileSystem(hadoop);
        if (files.exists(whole)) {
            return escaped(whole);
        }
        return new Path(path).isUriPathAbsolute() ? path : escaped(files.getWorkingDirectory()) + "/" + path;
    }

    private static Path qualified(String path, Configuration hadoop) throws IOException {
        Path given = new Path(path);
        return given.getFileSystem(hadoop).makeQualified(given);
    }

    private static String escaped(Path path) {
        return SPECIAL.matcher(path.toString()).replaceAll("\\\\$0");
    }
}
