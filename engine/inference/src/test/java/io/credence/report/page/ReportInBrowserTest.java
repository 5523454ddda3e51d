package io.credence.report.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The page in Chromium, at the width of a telephone and of a desk, light and dark. Where no Chromium is on the path these tests are
 * skipped. The page has no script; the one that measures is added to a copy.
 */
@Tag("nightly")
class ReportInBrowserTest {

    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
    private static final String SECTIONS =
            "verdict figures coefficients forest marginals trace trust families response predictive rows run";

    private static final String MEASURE = """
            <script>
            const box = e => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; };
            const verdict = document.getElementById('verdict');
            const style = (e, name) => getComputedStyle(e)[name];
            parent.document.documentElement.setAttribute('data-measured', JSON.stringify({
              inner: innerWidth, scroll: document.documentElement.scrollWidth,
              verdict: box(verdict), title: style(verdict.querySelector('h2'), 'color'),
              border: style(verdict, 'borderLeftColor'), back: style(verdict, 'backgroundColor'),
              page: style(document.body, 'backgroundColor'), ink: style(document.querySelector('main'), 'color'),
              sections: Object.fromEntries('SECTIONS'.split(' ').map(id => document.getElementById(id)).filter(e => e)
                .map(e => [e.id, box(e)])),
              scrolled: [...document.querySelectorAll('.scroll')].map(e => e.scrollWidth - e.clientWidth),
              lines: Math.max(...[...document.querySelectorAll('.words td:first-child')].map(
                e => e.getBoundingClientRect().height / parseFloat(style(e, 'lineHeight')))),
              letters: Math.min(...[...document.querySelectorAll('svg text')].map(
                e => parseFloat(style(e, 'fontSize')) * e.ownerSVGElement.getBoundingClientRect().width
                  / e.ownerSVGElement.viewBox.baseVal.width)),
              overlaps: [...document.querySelectorAll('svg')].map(svg => [...svg.querySelectorAll('text.tick')].map(box))
                .map(all => all.filter((a, i) => all.some((b, j) => j < i && a[0] < b[2] && b[0] < a[2]
                  && a[1] < b[3] && b[1] < a[3])).length).reduce((a, b) => a + b, 0)
            }));
            </script></body>""".replace("SECTIONS", SECTIONS);

    private static String browser = "";

    @TempDir
    Path folder;

    @BeforeAll
    static void findBrowser() {
        browser = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(position -> NAMES.stream().map(name -> Path.of(position, name)))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst()
                .orElse("");
        Assumptions.assumeFalse(browser.isEmpty(), "no Chromium on the path: required one of " + NAMES);
    }

    private String run(Path page, int width, int height, boolean dark, String... what)
            throws IOException, InterruptedException {
        Path output = folder.resolve("output.txt");
        List<String> command = new ArrayList<>(List.of(
                browser,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--user-data-dir=" + folder.resolve("profile"),
                "--window-size=" + width + "," + height,
                "--blink-settings=preferredColorScheme=" + (dark ? 0 : 1)));
        command.addAll(Arrays.asList(what));
        command.add(page.toUri().toString());
        Process process = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(2, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IOException("the browser did not end: " + command);
        }
        return Files.readString(output);
    }

    /** In a frame of that size: windows of a browser have a least width. */
    private JsonNode measured(String page, int width, int height, boolean dark)
            throws IOException, InterruptedException {
        String copy = page.replace("</body>", MEASURE);
        Path frame = Files.writeString(
                folder.resolve("frame.html"),
                "<!DOCTYPE html><html><head><meta name=\"color-scheme\" content=\"light dark\"></head><body><iframe"
                        + " style=\"border:0;width:" + width + "px;height:" + height + "px\" srcdoc=\""
                        + copy.replace("&", "&amp;").replace("\"", "&quot;") + "\"></iframe></body></html>");
        String dom = run(frame, width + 100, height + 100, dark, "--dump-dom");
        int from = dom.indexOf("data-measured=\"") + "data-measured=\"".length();
        assertTrue(from > 20, () -> "nothing was measured: " + dom.substring(0, Math.min(400, dom.length())));
        return new ObjectMapper()
                .readTree(dom.substring(from, dom.indexOf('"', from)).replace("&quot;", "\""));
    }

    /** Red, green and blue of {@code rgb(1, 2, 3)}. */
    private static int[] colour(String css) {
        return Stream.of(css.replaceAll("[^0-9,]", "").split(","))
                .limit(3)
                .mapToInt(Integer::parseInt)
                .toArray();
    }

    /** Relative luminance and contrast of WCAG 2.1. */
    private static double contrast(String one, String other) {
        double a = luminance(colour(one));
        double b = luminance(colour(other));
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    private static double luminance(int[] rgb) {
        double[] linear = Arrays.stream(rgb)
                .mapToDouble(each -> each / 255.0)
                .map(c -> c <= 0.03928 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4))
                .toArray();
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
    }

    /** With every section that there is. */
    @ParameterizedTest
    @CsvSource({"400, 800, false", "400, 800, true", "1400, 900, false", "1400, 900, true"})
    void page_isReadable(int width, int height, boolean dark) throws IOException, InterruptedException {
        String page = SavedFits.page(SavedFits.DOUBTFUL, posterior -> {
            SavedFits.addTried(posterior, "gaussian-low-rank", "unconverged", 123.45, false);
            SavedFits.addTried(posterior, "gaussian-diagonal", "converged", 1.22, false);
        });
        JsonNode found = assertReadable(page, width, height, dark);
        assertEquals(SECTIONS.split(" ").length, found.path("sections").size(), found.toString());
    }

    /** Fifteen pictures of classes with names that are longer than there is room. */
    @ParameterizedTest
    @CsvSource({"400, 800, true", "1400, 900, false"})
    void pageOfClasses_isReadable(int width, int height, boolean dark) throws IOException, InterruptedException {
        String page = SavedFits.page(SavedFits.CLASSES, posterior -> {
            ArrayNode bins = (ArrayNode) posterior.at("/predictive/calibration");
            int count = bins.size();
            for (int i = 0; i < 5 * count; i++) {
                ObjectNode bin = bins.path(i % count).deepCopy();
                bins.add(bin.put("event", "≤ neither agrees nor disagrees with that " + i % 15));
            }
        });
        JsonNode found = assertReadable(page, width, height, dark);
        assertTrue(found.path("sections").path("predictive").isArray(), found.toString());
    }

    private JsonNode assertReadable(String text, int width, int height, boolean dark)
            throws IOException, InterruptedException {
        JsonNode found = measured(text, width, height, dark);
        assertEquals(width, found.path("inner").asInt());
        assertTrue(found.path("scroll").asInt() <= width, "nothing is wider than the page: " + found);
        found.path("scrolled").forEach(over -> assertTrue(over.asInt() <= 0, "tables have room: " + found));
        assertTrue(found.path("verdict").path(3).asDouble() < 0.7 * height, "the verdict is seen at once: " + found);
        assertTrue(found.path("verdict").path(3).asDouble()
                > found.path("verdict").path(1).asDouble() + 60);
        found.path("sections").properties().forEach(section -> {
            double wide = section.getValue().path(2).asDouble()
                    - section.getValue().path(0).asDouble();
            double high = section.getValue().path(3).asDouble()
                    - section.getValue().path(1).asDouble();
            assertTrue(wide > 300 && high > 40, section + " is there and has room");
        });
        assertTrue(found.path("lines").asDouble() < 3.6, "words are not cut into letters: " + found);
        assertTrue(found.path("letters").asDouble() >= 8.5, "letters in pictures can be read: " + found);
        assertEquals(0, found.path("overlaps").asInt(), "numbers beside axes do not lie on each other");
        String page = found.path("page").asText();
        assertEquals(dark, luminance(colour(page)) < 0.1, page);
        assertTrue(contrast(found.path("ink").asText(), page) > 10);
        assertTrue(contrast(found.path("title").asText(), found.path("back").asText()) > 4.5, found.toString());
        return found;
    }

    @Test
    void verdict_isPaintedInItsColour() throws IOException, InterruptedException {
        JsonNode found = measured(SavedFits.page(SavedFits.RELIABLE), 400, 800, true);
        Path page = Files.writeString(folder.resolve("page.html"), SavedFits.page(SavedFits.RELIABLE));
        Path picture = folder.resolve("page.png");
        run(page, 400, 800, true, "--screenshot=" + picture);
        BufferedImage observed = ImageIO.read(picture.toFile());
        assertEquals(400, observed.getWidth());
        JsonNode verdict = found.path("verdict");
        int middle = (int) (0.5 * (verdict.path(1).asDouble() + verdict.path(3).asDouble()));
        assertPainted(
                found.path("border").asText(), observed, (int) verdict.path(0).asDouble() + 3, middle);
        assertPainted(found.path("page").asText(), observed, 3, middle);
    }

    private static void assertPainted(String css, BufferedImage observed, int x, int y) {
        int[] expected = colour(css);
        int found = observed.getRGB(x, y);
        int[] rgb = {found >> 16 & 255, found >> 8 & 255, found & 255};
        for (int i = 0; i < 3; i++) {
            assertEquals(
                    expected[i],
                    rgb[i],
                    3,
                    String.format(Locale.ROOT, "%s at %d, %d: %s", css, x, y, Arrays.toString(rgb)));
        }
    }
}
