package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that no file of a result and no message has the passwords of addresses. */
class SecretsCommandTest extends CommandLineContract {

    @Test
    void results_haveNoPasswords() throws IOException {
        CommandResult fitted = fit(
                "gaussian",
                rows("a,y", 40, i -> i % 7 + "," + i % 5),
                "score.path=s3a://AKIAKEY:S3CR/ETPW@bucket/by.csv",
                "effects.path=https://h/x.csv?api_key=S3CRETKEY&sig=S3CRETSIG&access_key=S3CRETACC",
                "checkpoint.path=" + folder + "/checkpoints");
        assertEquals(0, fitted.status(), fitted.err());
        assertEquals(
                0, credence("report", folder.resolve("job.conf").toString()).status());
        for (String file : files(folder.resolve("out"))) {
            String content = Files.readString(folder.resolve("out").resolve(file), StandardCharsets.ISO_8859_1);
            assertFalse(content.contains("S3CR") || content.contains("ETPW"), file);
        }
        assertTrue(posterior().path("redacted").toString().contains("score.path"), "the keys are named");
    }

    @Test
    void messages_haveNoPasswords() throws IOException {
        for (String path : List.of(
                "s3a://AKIAKEY:S3CR/ETPW@bucket/by.csv",
                "file:///nowhere/x.csv?client_secret=S3CRETPW",
                "hdfs://u:S3CR/ETPW@localhost:1/x")) {
            for (String more : List.of("log.stackTrace=false", "log.stackTrace=true")) {
                CommandResult refused = fit("gaussian", rows("a,y", 4, i -> i + "," + i), "data.path=" + path, more);
                assertTrue(refused.status() > 0, path);
                assertFalse(refused.err().contains("S3CR") || refused.err().contains("ETPW"), refused.err());
            }
        }
    }
}
