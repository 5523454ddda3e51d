package io.credence.report.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.kind.CurvePlot;
import io.credence.kind.IntervalPlot;
import io.credence.kind.IntervalPlot.NamedInterval;
import io.credence.kind.Section;
import io.credence.result.SavedPosterior;
import io.credence.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Pictures for a page of another program are those of the report, and leave the rest of that page as it is. */
class PagePicturesTest {

    private static final Pattern RULE = Pattern.compile("(?m)^ *([^@{}\\n]+?) \\{");

    /** Rules that tables of notebooks also have, as their class is that of the report. */
    private static final Pattern SHARED = Pattern.compile("\\.credence, \\.picture \\{([^}]*)}");

    private static Map<String, String> pictures(SavedPosterior saved) {
        return PagePictures.renderAll(saved, saved.findings().kindSections(), () -> new double[0]);
    }

    private static List<String> paths(String html, String below) {
        return ParsedPage.of(html).texts(below + "//path/@d");
    }

    @Test
    void picturesOfAFit_areThoseOfItsReport() {
        ObjectNode posterior = SavedFits.posterior(SavedFits.RELIABLE);
        posterior.remove("digest");
        Map<String, String> found = pictures(SavedPosterior.parse(posterior.toString()));
        assertEquals(Set.of("coefficients", "posterior", "predictive", "calibration"), found.keySet());
        String page = SavedFits.page(SavedFits.RELIABLE);
        Map<String, String> places = Map.of(
                "coefficients", "//section[@id='forest']",
                "posterior", "//section[@id='marginals']",
                "predictive", "//section[@id='predictive']/div/div[1]",
                "calibration", "//section[@id='predictive']//div[@class='gallery']");
        places.forEach((name, place) -> {
            List<String> paths = paths(Objects.requireNonNull(found.get(name)), "");
            assertFalse(paths.isEmpty(), name);
            assertEquals(paths(page, place), paths, name);
        });
    }

    @Test
    void picturesOfAMixedModel_areThoseOfItsLevels() throws IOException {
        String text = Files.readString(
                Repository.file("engine/inference/src/test/resources/io/credence/result/golden/sleepstudy.json"));
        ParsedPage levels = ParsedPage.of(
                Objects.requireNonNull(pictures(SavedPosterior.parse(text)).get("levels")));
        assertEquals(2, levels.texts("//figure").size());
        assertEquals(2 * 18, levels.texts("//path[@class='dot own']/@d").size());
        assertTrue(levels.text("//b").contains("Subject"), levels.text("//b"));
    }

    @Test
    void picturesOfASection_bringStylesOfTheirOwnAlone() {
        String evil = "</b><script>alert(1)</script> & <b>";
        Section section = Section.of("pictures", "")
                .withNote("a sentence that is left out")
                .withCurve(new CurvePlot(
                        evil, "age", new double[] {1, 2}, new double[] {3, 4}, new double[] {2, 3}, new double[] {4, 5
                        }))
                .withIntervals(new IntervalPlot("north", 0, List.of(new NamedInterval(evil, 1, 0.5, 1.5))));
        String html = PagePictures.render(section);
        ParsedPage page = ParsedPage.of(html);
        assertEquals(List.of(evil, "north"), page.texts("//b"));
        assertEquals(2, page.texts("//figure//*[local-name()='svg']").size());
        assertFalse(html.contains("<script") || html.contains("sentence"), html);
        String style = page.text("//style");
        assertTrue(style.contains("prefers-color-scheme: dark"), style);
        assertTrue(RULE.matcher(style).results().count() > 10, style);
        RULE.matcher(style)
                .results()
                .flatMap(rule -> Pattern.compile(", ").splitAsStream(rule.group(1)))
                .forEach(selector ->
                        assertTrue(selector.matches("\\.(credence|picture|credence-pictures)([ .>].*)?"), selector));
        assertEquals(2, SHARED.matcher(style).results().count(), "colours of light and dark pages");
        SHARED.matcher(style)
                .results()
                .flatMap(
                        rule -> Pattern.compile(";").splitAsStream(rule.group(1).strip()))
                .forEach(each -> assertTrue(each.strip().startsWith("--"), "more than the name of a colour: " + each));
        assertEquals("", PagePictures.render(Section.of("pictures", "none")));
    }
}
