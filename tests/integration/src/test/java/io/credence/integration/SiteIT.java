package io.credence.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manual as a site: every page is built, and no link or anchor is dead. */
@Tag("nightly")
class SiteIT {

    @TempDir
    Path folder;

    @Test
    void everyLinkOfTheSite_hasATarget() throws IOException, InterruptedException {
        Path site = folder.resolve("site");
        Path required = Submission.ROOT.resolve("engine/docs/.site/requirements.txt");
        String python =
                VirtualEnvironment.python("site", "-r", required.toString()).toString();
        List<String> command = List.of(
                python, "-m", "mkdocs", "build", "--strict", "-f", ".mkdocs.yml", "--site-dir", site.toString());
        Submission.Ended built = Submission.start(folder, command, Map.of()).await();
        assertEquals(0, built.status(), built.err());
        assertTrue(Files.readString(site.resolve("index.html")).contains("posterior predictive check"));
        assertTrue(
                Files.exists(site.resolve("repository/conf/labour.conf")), "configurations that the manual links to");
        assertTrue(Files.readString(site.resolve("llms.txt")).contains("[Mixed models](mixed-models/)"));
    }
}
