package io.credence.report.page;

import static io.credence.report.page.PageNumbers.assertShown;
import static io.credence.report.page.PageNumbers.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks, calibration and the families that were tried, on the page, are those of posterior.json. */
class CheckSectionsTest {

    /** k̂ above its threshold beside weights that hardly differ: sentence, colour and figure show the same. */
    @Test
    void weightsThatHardlyDiffer_areDrawnByTheRuleThatJudgesThem() {
        Consumer<ObjectNode> agreeing =
                posterior -> object(posterior, "diagnostics").put("khat", 0.72).put("effectiveDraws", 1995.0);
        ParsedPage page = ParsedPage.of(SavedFits.page(SavedFits.RELIABLE, agreeing));
        assertEquals("Converged and reliable", page.text("//*[@id='verdict']/h2"));
        assertTrue(page.texts("//section[@id='trust']//*[@class='dot bad' or @class='zone bad']/@class")
                .isEmpty());
        assertEquals(
                1,
                page.texts("//section[@id='trust']//*[@class='dot good']/@class")
                        .size());
        String rule = "k-hat of the weights, above 0.70 but excused";
        assertTrue(page.section("figures").contains(rule), page.section("figures"));
        assertTrue(page.section("trust").contains(rule), page.section("trust"));
        Consumer<ObjectNode> heavy =
                posterior -> object(posterior, "diagnostics").put("khat", 0.72).put("effectiveDraws", 900.0);
        ParsedPage doubtful = ParsedPage.of(SavedFits.page(SavedFits.DOUBTFUL, heavy));
        assertEquals(
                1,
                doubtful.texts("//section[@id='trust']//*[@class='dot bad']/@class")
                        .size());
        assertTrue(doubtful.section("figures").contains("k-hat of the weights, at most 0.70 allowed"));
    }

    @ParameterizedTest
    @ValueSource(strings = {SavedFits.RELIABLE, SavedFits.DOUBTFUL, SavedFits.COUNTS, SavedFits.CLASSES})
    void checks_areThoseOfThePosterior(String fit) {
        ObjectNode posterior = SavedFits.posterior(fit);
        ParsedPage page = ParsedPage.of(SavedFits.page(fit));
        String khat = page.text("//ul[@id='figures']/li[contains(span[2],'k-hat')]/span[1]");
        assertShown(posterior.at("/diagnostics/khat").asDouble(), khat);
        assertShown(
                posterior.at("/diagnostics/effectiveDraws").asDouble(), page.fact("trust", "effective sample size"));
        List<String> bounds = page.texts("//section[@id='trust']//tbody/tr/td[2]");
        assertShown(posterior.at("/bounds/elbo/value").asDouble(), bounds.get(0));
        assertShown(posterior.at("/bounds/logEvidence/value").asDouble(), bounds.get(bounds.size() - 1));
        assertEquals(
                posterior.at("/bounds/cubo2/infinite").asBoolean(),
                bounds.get(2).equals("infinite"));
        String[] elpd = page.fact("rows", "elpd, nats").split(" ± ");
        assertShown(posterior.at("/loo/elpd").asDouble(), elpd[0]);
        assertShown(posterior.at("/loo/se").asDouble(), elpd[1]);
        JsonNode worst = posterior.at("/loo/surprising");
        for (int i = 0; i < worst.size(); i++) {
            String row = "(//section[@id='rows']//table)[1]//tbody/tr[" + (i + 1) + "]/td";
            assertEquals(worst.path(i).path("row").asText(), page.texts(row).get(0));
            assertShown(worst.path(i).path("elpd").asDouble(), page.texts(row).get(2));
        }
        JsonNode statistics = posterior.at("/predictive/statistics");
        for (int i = 0; i < statistics.size(); i++) {
            List<String> cells = page.texts("//section[@id='predictive']//tbody/tr[" + (i + 1) + "]/td");
            assertEquals(statistics.path(i).path("name").asText(), cells.get(0));
            assertEquals(
                    String.format(
                            Locale.ROOT,
                            "%.4g",
                            statistics.path(i).path("observed").asDouble()),
                    cells.get(1));
            assertShown(statistics.path(i).path("probability").asDouble(), cells.get(5));
        }
    }

    /** One picture for each event, with a dot and a bar for each tenth. */
    @ParameterizedTest
    @ValueSource(strings = {SavedFits.RELIABLE, SavedFits.CLASSES})
    void calibration_isDrawnForEveryEvent(String fit) {
        List<JsonNode> bins = new ArrayList<>();
        SavedFits.posterior(fit).at("/predictive/calibration").forEach(bins::add);
        List<String> events =
                bins.stream().map(bin -> bin.path("event").asText()).distinct().toList();
        assertEquals(fit.equals(SavedFits.CLASSES) ? List.of("≤ 0", "≤ 1", "≤ 2") : List.of("1"), events);
        ParsedPage page = ParsedPage.of(SavedFits.page(fit));
        String gallery = "//section[@id='predictive']//div[@class='gallery']";
        assertEquals(events, page.texts(gallery + "//text[contains(@class,'strong')]/title"));
        assertEquals(
                bins.size(), page.texts(gallery + "//path[@class='dot own']/@d").size());
        assertEquals(
                bins.size(),
                page.texts(gallery + "//path[@class='interval wide prior']/@d").size());
    }

    @Test
    void familiesThatWereTried_areReportedWithTheOneThatWasKept() {
        ParsedPage page = ParsedPage.of(SavedFits.page(SavedFits.RELIABLE, posterior -> {
            SavedFits.addTried(posterior, "student-t-full", "unconverged", 0.9, false);
            SavedFits.addTried(posterior, "gaussian-full", "converged", 0.43, true);
        }));
        String lines = "//section[@id='families']//tbody/tr";
        assertEquals(
                List.of("student-t-full", "-427.123", "0.90", "1.50", "unconverged, not reliable"),
                page.texts(lines + "[1]/td"));
        assertEquals(
                List.of("gaussian-full", "-427.123", "0.43", "1.50", "converged, reliable, kept"),
                page.texts(lines + "[2]/td"));
        assertEquals(List.of("gaussian-full"), page.texts(lines + "[@class='strong']/td[1]"));
        assertTrue(page.section("families").contains("gaussian-full is kept: it can be relied on"));
        ParsedPage doubtful = ParsedPage.of(SavedFits.page(
                SavedFits.RELIABLE,
                posterior -> SavedFits.addTried(posterior, "gaussian-full", "converged", 0.9, false)));
        assertTrue(doubtful.section("families").contains("gaussian-full is kept, though it cannot be relied on"));
    }
}
