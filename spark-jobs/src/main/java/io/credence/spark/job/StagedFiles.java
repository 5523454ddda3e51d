package io.credence.spark.job;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.credence.config.secret.Redaction;
import io.credence.result.MissingFiles;
import io.credence.spark.job.output.Failure;
import io.credence.spark.job.output.Folder;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files of a result in a temporary folder, from which they are moved to their final paths. The posterior comes first;
 * whatever cannot be written beside it is left out and named in it.
 */
final class StagedFiles {

    private static final Logger LOG = LoggerFactory.getLogger(StagedFiles.class);

    private final Folder folder;
    private final Path place;
    private final String posterior;
    private final Map<String, String> reasons = new LinkedHashMap<>();

    private StagedFiles(Folder folder, Path place, String posterior) {
        this.folder = folder;
        this.place = place;
        this.posterior = posterior;
    }

    /** Creates the temporary folder, which must not exist yet, and writes the posterior there. */
    static StagedFiles createWithPosterior(Folder folder, Path place, String posterior) throws IOException {
        folder.fileSystem().mkdirs(place);
        folder.write(new Path(place, ResultFolder.POSTERIOR), posterior);
        return new StagedFiles(folder, place, posterior);
    }

    /** Writer of a file's content. */
    @FunctionalInterface
    interface Content {
        void write(Path file) throws IOException;
    }

    /** Writes a file, or leaves it out with the reason. */
    void add(String name, Content content) {
        Path file = new Path(place, name);
        try {
            content.write(file);
        } catch (Exception
                | FSError
                | OutOfMemoryError
                | LinkageError failed) { // Spark throws what it does not declare
            String reason = failureReason(failed);
            LOG.warn("{} could not be written: {}", name, reason);
            LOG.debug("{} could not be written", name, failed);
            folder.deleteQuietly(file);
            reasons.put(name, reason);
        }
    }

    /** Path of a file. */
    String path(String name) {
        return new Path(place, name).toString();
    }

    /** Whether a file was not left out. */
    boolean has(String name) {
        return !reasons.containsKey(name);
    }

    /**
     * Type and message of the innermost cause, since the outer ones are Spark's. Hadoop states the path with its
     * scheme, Java without.
     */
    private String failureReason(Throwable failed) {
        Throwable innermost = failed;
        while (innermost.getCause() != null) {
            innermost = innermost.getCause();
        }
        if (innermost instanceof InterruptedException) {
            return "the command was ended before it was written";
        }
        String found = Failure.oneLine(innermost)
                .replace(place.toString(), "output.path")
                .replace(place.toUri().getPath(), "output.path");
        return innermost.getClass().getSimpleName() + " (" + Redaction.PASSWORDS.redact(found) + ")";
    }

    /** Records in the posterior which files were left out, and returns their names. */
    MissingFiles markMissingFiles() throws IOException {
        MissingFiles missing = new MissingFiles(reasons);
        if (!missing.isNone()) {
            Path file = new Path(place, ResultFolder.POSTERIOR);
            folder.fileSystem().delete(file, false);
            folder.write(file, posteriorWithMissing(missing));
        }
        return missing;
    }

    private String posteriorWithMissing(MissingFiles missing) throws IOException {
        try {
            return missing.addTo(posterior);
        } catch (JsonProcessingException impossible) {
            throw new IOException("a posterior is JSON", impossible);
        }
    }
}
