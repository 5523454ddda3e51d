package io.credence.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manual as a site: every page is built, no link or anchor is dead, and a narrow window shows it. */
@Tag("nightly")
class SiteIT {

    private static final int WIDTH = 400;
    private static final List<String> BROWSERS = List.of("chromium", "chromium-browser", "google-chrome");

    /** A program that shows page after page in a frame, and lists how wide each is. */
    private static final String FRAMES = """
            <!doctype html><meta charset="utf-8"><body><pre id="found">
            </pre><script>
            async function width(page) {
              const frame = document.createElement("iframe");
              frame.style = "width:WIDTHpx;height:800px;border:0";
              document.body.append(frame);
              await new Promise(loaded => { frame.onload = loaded; frame.src = page; });
              const found = frame.contentDocument.documentElement.scrollWidth;
              frame.remove();
              return found;
            }
            (async () => {
              for (const page of PAGES) document.getElementById("found").textContent += page + " " + await width(page) + "\\n";
            })();
            </script>
            """;

    @TempDir
    static Path folder;

    private static Path site() {
        return folder.resolve("site");
    }

    @BeforeAll
    static void build() throws IOException, InterruptedException {
        Path required = Submission.ROOT.resolve("engine/docs/.site/requirements.txt");
        String python =
                VirtualEnvironment.python("site", "-r", required.toString()).toString();
        List<String> command = List.of(
                python, "-m", "mkdocs", "build", "--strict", "-f", ".mkdocs.yml", "--site-dir", site().toString());
        Submission.Ended built = Submission.start(folder, command, Map.of()).await();
        assertEquals(0, built.status(), built.err());
    }

    @Test
    void everyLinkOfTheSite_hasATarget() throws IOException {
        assertTrue(Files.readString(site().resolve("index.html")).contains("posterior predictive check"));
        assertTrue(
                Files.exists(site().resolve("repository/conf/labour.conf")), "configurations that the manual links to");
        assertTrue(Files.readString(site().resolve("llms.txt")).contains("[Mixed models](mixed-models/)"));
    }

    /** On the screen of a phone. Tables and code scroll within themselves. */
    @Test
    void noPage_isWiderThanItsWindow() throws IOException, InterruptedException {
        Optional<Path> browser = browser();
        Assumptions.assumeTrue(browser.isPresent(), "no Chromium on the path");
        List<Path> pages;
        try (Stream<Path> files = Files.walk(site())) {
            pages = files.filter(file -> file.endsWith("index.html")).sorted().toList();
        }
        String addresses =
                pages.stream().map(page -> "\"" + page.toUri() + "\"").collect(Collectors.joining(",", "[", "]"));
        Path frames = Files.writeString(
                folder.resolve("frames.html"),
                FRAMES.replace("PAGES", addresses).replace("WIDTH", String.valueOf(WIDTH)));
        List<String> command = List.of(
                browser.get().toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-web-security",
                "--allow-file-access-from-files",
                "--user-data-dir=" + folder.resolve("browser"),
                "--virtual-time-budget=600000",
                "--dump-dom",
                frames.toUri().toString());
        Submission.Ended ended = Submission.start(folder, command, Map.of()).await();
        List<MatchResult> found = Pattern.compile("(?m)(file:\\S+) (\\d+)$")
                .matcher(ended.out())
                .results()
                .toList();
        assertEquals(pages.size(), found.size(), ended.err());
        List<String> wide = found.stream()
                .filter(page -> Integer.parseInt(page.group(2)) > WIDTH)
                .map(MatchResult::group)
                .toList();
        assertEquals(List.of(), wide);
    }

    private static Optional<Path> browser() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(folder -> BROWSERS.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
