package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.credence.result.MissingFiles;
import io.credence.spark.job.output.Folder;
import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagedFilesTest {

    @TempDir
    private java.nio.file.Path disk;

    /** A posterior travels further than the log: why a file is missing has neither passwords nor the folder that is renamed. */
    @Test
    void reasons_haveNoPasswordsAndNoPlace() throws IOException {
        Folder folder = Folder.of(disk.toString(), new Configuration());
        Path place = folder.file("staged");
        StagedFiles staged = StagedFiles.createWithPosterior(folder, place, "{\"status\": \"converged\"}");
        staged.add("trace.jsonl", file -> {
            throw new IOException("no space at s3a://AKIAKEY:S3CRETPW@bucket/trace.jsonl");
        });
        staged.add("log.txt", file -> Files.createDirectory(disk.resolve("staged/none/log.txt")));
        staged.add("pointwise.csv", file -> {
            throw new IOException("no space at " + file);
        });
        staged.add("report.html", file -> {
            throw new IOException(new InterruptedException());
        });
        MissingFiles missing = staged.markMissingFiles();
        assertEquals(
                "the command was ended before it was written", missing.reasons().get("report.html"));
        assertEquals(
                "IOException (no space at s3a://AKIAKEY:***@bucket/trace.jsonl)",
                missing.reasons().get("trace.jsonl"));
        assertEquals(
                "NoSuchFileException (output.path/none/log.txt)",
                missing.reasons().get("log.txt"));
        assertEquals(
                "IOException (no space at output.path/pointwise.csv)",
                missing.reasons().get("pointwise.csv"));
        String written = Files.readString(disk.resolve("staged/posterior.json"));
        Stream.of("S3CRETPW", place.toUri().getPath())
                .forEach(hidden -> assertFalse(written.contains(hidden), written));
    }
}
