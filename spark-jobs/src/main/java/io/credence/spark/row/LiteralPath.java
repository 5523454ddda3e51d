package io.credence.spark.row;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;

/**
 * Conversion of paths to patterns that fit nothing else. Spark takes a path that it reads for a pattern of <code>{ } *
 * [ ] ?</code>, the working folder before it included, and one that it writes as it stands.
 */
public final class LiteralPath {

    /**
     * Pattern of the characters to which Hadoop gives a meaning in patterns; after a backslash each stands for itself.
     */
    private static final Pattern SPECIAL = Pattern.compile("[{}\\[\\]*?\\\\]");

    private LiteralPath() {}

    /** Pattern of a path that was written, and of nothing else that its name would fit as a pattern. */
    public static String of(String path, SparkSession spark) {
        try {
            return escaped(qualified(path, spark.sessionState().newHadoopConf()));
        } catch (IOException unreachable) {
            throw new UncheckedIOException(unreachable);
        }
    }

    /** Pattern of a path of rows: of what exists under exactly that name, else the path as a pattern. */
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
