package io.credence.report.page;

import static io.credence.report.page.PageNumbers.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every section of the page is there, with the verdict, and with names that are shown as they are. */
class ReportPageTest {

    private static final List<String> SECTIONS = List.of(
            "verdict",
            "figures",
            "findings",
            "data",
            "model",
            "coefficients",
            "forest",
            "marginals",
            "trace",
            "correlations",
            "trust",
            "families",
            "response",
            "predictive",
            "rows",
            "run",
            "versions",
            "decisions",
            "configuration");

    @ParameterizedTest
    @ValueSource(strings = {SavedFits.RELIABLE, SavedFits.DOUBTFUL, SavedFits.COUNTS, SavedFits.CLASSES})
    void everySection_isThereInOrderAndAlone(String fit) {
        String text = SavedFits.page(fit);
        List<String> found = ParsedPage.of(text).texts("//*[@id]/@id");
        List<String> expected = new ArrayList<>(SECTIONS);
        boolean meanField = fit.equals(SavedFits.DOUBTFUL);
        expected.removeIf(id -> id.equals("families") || id.equals(meanField ? "correlations" : "response"));
        assertEquals(expected, found);
        for (String foreign : List.of("http", "src=", "<script", "@import", "url(", "href", "null", "NaN")) {
            String own = text.replace(ParsedPage.of(text).section("configuration"), "");
            assertFalse(withoutConfiguration(own).contains(foreign), foreign);
        }
    }

    private static String withoutConfiguration(String page) {
        return page.substring(0, page.indexOf("<section id=\"configuration\">"));
    }

    @Test
    void verdict_statesWhatToDoNext() {
        ParsedPage good = ParsedPage.of(SavedFits.page(SavedFits.RELIABLE));
        assertEquals("Converged and reliable", good.text("//*[@id='verdict']/h2"));
        assertTrue(good.section("verdict").contains("No action is needed"));
        Consumer<ObjectNode> unlike =
                posterior -> ((ObjectNode) posterior.at("/predictive/statistics/0")).put("probability", 0.001);
        ParsedPage wrong = ParsedPage.of(SavedFits.page(SavedFits.COUNTS, unlike));
        assertTrue(
                wrong.section("verdict").contains("does not reproduce these data in mean."), wrong.section("verdict"));
        ParsedPage doubtful = ParsedPage.of(SavedFits.page(SavedFits.DOUBTFUL));
        assertEquals("Converged, but not reliable", doubtful.text("//*[@id='verdict']/h2"));
        assertTrue(doubtful.section("verdict").contains("posterior.family = gaussian-full"));
        Consumer<ObjectNode> short_ =
                posterior -> posterior.put("status", "unconverged").put("reliable", false);
        assertEquals(
                "Not converged",
                ParsedPage.of(SavedFits.page(SavedFits.RELIABLE, short_)).text("//*[@id='verdict']/h2"));
        Consumer<ObjectNode> broken =
                posterior -> posterior.put("status", "diverged").put("reliable", false);
        assertEquals(
                "Diverged",
                ParsedPage.of(SavedFits.page(SavedFits.RELIABLE, broken)).text("//*[@id='verdict']/h2"));
        Consumer<ObjectNode> unchecked =
                posterior -> object(posterior, "diagnostics").removeAll();
        ParsedPage unknown = ParsedPage.of(SavedFits.page(SavedFits.RELIABLE, unchecked));
        assertEquals("Converged, but not checked", unknown.text("//*[@id='verdict']/h2"));
        assertTrue(unknown.texts("//*[@id='trust']").isEmpty());
        Consumer<ObjectNode> skipped = posterior -> {
            object(posterior, "diagnostics").removeAll();
            posterior.put("reliable", false).put("check", "skipped").put("checkReason", "too wide; fewer columns");
        };
        ParsedPage page = ParsedPage.of(SavedFits.page(SavedFits.RELIABLE, skipped));
        assertEquals("Converged, but not checked", page.text("//*[@id='verdict']/h2"));
        assertTrue(page.section("verdict").contains("Not checked: too wide; fewer columns."), page.section("verdict"));
    }

    @Test
    void findings_areThoseOfTheConsole() {
        ObjectNode posterior = SavedFits.posterior(SavedFits.DOUBTFUL);
        ParsedPage page = ParsedPage.of(SavedFits.page(SavedFits.DOUBTFUL));
        for (JsonNode sentence : posterior.at("/verdict/says")) {
            assertTrue(page.section("findings").contains(sentence.asText()), sentence.asText());
        }
        assertEquals("753", page.fact("data", "rows used"));
        assertEquals("conf/data/labour.csv", page.fact("data", "read from"));
        assertEquals("bernoulli", page.fact("model", "likelihood"));
        assertEquals("gaussian-diagonal, moments by closed form", page.fact("model", "posterior"));
        assertEquals(posterior.at("/run/stopReason").asText(), page.fact("run", "stopped"));
        assertEquals(posterior.at("/run/versions/spark").asText(), page.fact("versions", "spark"));
        assertTrue(page.section("configuration").contains("\"path\" : \"conf/data/labour.csv\""));
        assertTrue(page.section("decisions").contains("estimator: exact"), page.section("decisions"));
    }

    /** Names come from the data, and anybody may have written these. */
    @Test
    void names_areShownAsTheyAreAndNeverRun() {
        String evil = "</td><script>alert('1' + \"2\")</script> & <b> {{title}} &amp; ü ∑";
        Consumer<ObjectNode> renamed = posterior -> {
            ((ArrayNode) posterior.at("/posterior/names")).set(1, evil + "\u0000");
            object(posterior, "data").put("path", evil).putObject("baselines").put(evil, evil);
            ((ArrayNode) posterior.at("/verdict/notes")).add(evil);
        };
        String text = SavedFits.page(SavedFits.RELIABLE, renamed);
        assertFalse(text.contains("<script"), "markup of a name");
        ParsedPage page = ParsedPage.of(text);
        assertEquals(
                evil + "\uFFFD",
                page.texts("//section[@id='coefficients']//tbody/tr[2]/td[1]").get(0));
        assertEquals(evil, page.fact("data", "read from"));
        assertTrue(page.section("findings").contains(evil));
        assertTrue(page.texts("//section[@id='forest']//text/title").contains(evil + "\uFFFD"));
    }
}
