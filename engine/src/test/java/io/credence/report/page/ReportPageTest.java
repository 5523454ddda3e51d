package io.credence.report.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.result.SavedPosterior;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every section of the page is there, and its numbers are those of posterior.json. */
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

    /** Checks a shown number against its value, to the digits that are shown. */
    private static void assertShown(double value, String shown) {
        int point = shown.indexOf('.');
        double unit = Math.pow(10, point < 0 ? 0 : point + 1 - shown.length());
        assertEquals(value, Double.parseDouble(shown.replace(",", "")), 0.5001 * unit, shown);
    }

    private static ObjectNode object(ObjectNode posterior, String name) {
        return (ObjectNode) posterior.path(name);
    }

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

    @ParameterizedTest
    @ValueSource(strings = {SavedFits.RELIABLE, SavedFits.DOUBTFUL, SavedFits.COUNTS})
    void coefficients_areThoseOfThePosterior(String fit) {
        JsonNode posterior = SavedFits.posterior(fit).path("posterior");
        ParsedPage page = ParsedPage.of(SavedFits.page(fit));
        String rows = "//section[@id='coefficients']/div[1]//tbody/tr[not(@class='corrected')]";
        List<String> names = page.texts(rows + "/td[1]");
        for (int j = 0; j < posterior.path("names").size(); j++) {
            String name = posterior.path("names").path(j).asText();
            int at = names.indexOf(name);
            if (at < 0) {
                assertTrue(name.startsWith("log("), name + " is told by a number of its own");
                continue;
            }
            assertShown(
                    posterior.path("mean").path(j).asDouble(),
                    page.texts(rows + "/td[2]").get(at));
            assertShown(
                    posterior.path("sd").path(j).asDouble(),
                    page.texts(rows + "/td[3]").get(at));
            assertShown(
                    posterior.path("positive").path(j).asDouble(),
                    page.texts(rows + "/td[6]").get(at));
        }
        assertTrue(page.texts("//section[@id='forest']//text/title").containsAll(names.subList(0, 3)));
        assertTrue(page.texts("//section[@id='marginals']//text/title").containsAll(names.subList(0, 3)));
    }

    @Test
    void correctedNumbers_standBesideThoseOfThePosteriorWhereTheyDiffer() {
        ParsedPage plain = ParsedPage.of(SavedFits.page(SavedFits.RELIABLE));
        assertTrue(plain.texts("//tr[@class='corrected']").isEmpty());
        Consumer<ObjectNode> moving = posterior -> {
            ObjectNode corrected = object(posterior, "corrected");
            corrected.put("largestMove", 0.31);
            ((ArrayNode) corrected.path("mean")).set(1, -1.25);
        };
        ParsedPage moved = ParsedPage.of(SavedFits.page(SavedFits.RELIABLE, moving));
        assertEquals(9, moved.texts("//tr[@class='corrected']").size());
        assertEquals("-1.2500", moved.texts("//tr[@class='corrected']/td[2]").get(1));
        assertTrue(moved.section("coefficients").contains("up to 0.31 posterior sds"), moved.section("coefficients"));
        assertFalse(moved.texts("//path[@class='interval corrected']/@d").isEmpty());
    }

    @Test
    void verdict_saysWhatToDoNext() {
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

    /** k̂ above its threshold beside weights that hardly differ, as the sentence, the colour and the figure say alike. */
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
        String rule = "k-hat of the weights, above 0.70 but allowed, as the weights hardly differ";
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

    @Test
    void findings_areThoseOfTheConsole() {
        ObjectNode posterior = SavedFits.posterior(SavedFits.DOUBTFUL);
        ParsedPage page = ParsedPage.of(SavedFits.page(SavedFits.DOUBTFUL));
        for (JsonNode says : posterior.at("/verdict/says")) {
            assertTrue(page.section("findings").contains(says.asText()), says.asText());
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

    @Test
    void cutpoints_areToldInPlaceOfTheNumbersBehindThem() {
        JsonNode posterior = SavedFits.posterior(SavedFits.CLASSES).path("posterior");
        ParsedPage page = ParsedPage.of(SavedFits.page(SavedFits.CLASSES));
        List<String> names = page.texts("//section[@id='coefficients']/div[1]//tbody/tr/td[1]");
        assertEquals(List.of("educ", "lfp", "0|1", "1|2", "2|3"), names.subList(3, 8));
        assertEquals(8, names.size());
        assertEquals("log(1|2 - 0|1)", posterior.at("/names/6").asText());
        assertShown(
                posterior.at("/constrained/sd/0").asDouble(),
                page.texts("//section[@id='coefficients']/div[1]//tbody/tr[6]/td[3]")
                        .get(0));
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
    void linearResponse_standsBesideThePosterior() {
        ObjectNode posterior = SavedFits.posterior(SavedFits.DOUBTFUL);
        JsonNode response = posterior.path("linearResponse");
        ParsedPage page = ParsedPage.of(SavedFits.page(SavedFits.DOUBTFUL));
        int count = response.path("names").size();
        assertEquals(9, count);
        for (int k = 0; k < count; k++) {
            List<String> cells = page.texts("//section[@id='response']//tbody/tr[" + (k + 1) + "]/td");
            double own = posterior.at("/posterior/sd").path(k).asDouble();
            double other = response.path("sd").path(k).asDouble();
            assertEquals(response.path("names").path(k).asText(), cells.get(0));
            assertShown(own, cells.get(1));
            assertShown(other, cells.get(2));
            assertShown(other / own, cells.get(3));
            assertShown(response.path("q05").path(k).asDouble(), cells.get(4));
            assertShown(response.path("q95").path(k).asDouble(), cells.get(5));
        }
        String factor = String.format(
                Locale.ROOT, "%.2f", Math.exp(response.path("largestMove").asDouble()));
        assertTrue(page.section("response").contains("by a factor of up to " + factor), page.section("response"));
    }

    @Test
    void familiesThatWereTried_areToldWithTheOneThatWasKept() {
        ParsedPage page = ParsedPage.of(SavedFits.page(SavedFits.RELIABLE, posterior -> {
            SavedFits.addTried(posterior, "student-t-full", "unconverged", 0.9, false);
            SavedFits.addTried(posterior, "gaussian-full", "converged", 0.43, true);
        }));
        String lines = "//section[@id='families']//tbody/tr";
        assertEquals(
                List.of("student-t-full", "-427.123", "0.90", "1.5", "unconverged, not reliable"),
                page.texts(lines + "[1]/td"));
        assertEquals(
                List.of("gaussian-full", "-427.123", "0.43", "1.5", "converged, reliable, kept"),
                page.texts(lines + "[2]/td"));
        assertEquals(List.of("gaussian-full"), page.texts(lines + "[@class='known']/td[1]"));
        assertTrue(page.section("families").contains("gaussian-full is kept: it can be relied on"));
        ParsedPage doubtful = ParsedPage.of(SavedFits.page(
                SavedFits.RELIABLE,
                posterior -> SavedFits.addTried(posterior, "gaussian-full", "converged", 0.9, false)));
        assertTrue(doubtful.section("families").contains("gaussian-full is kept, though it cannot be relied on"));
    }

    @Test
    void correlations_areThoseOfTheCovariance() {
        SavedPosterior saved = SavedPosterior.parse(SavedFits.text(SavedFits.RELIABLE, "posterior.json"));
        double[] covariance = saved.covariance().orElseThrow();
        double[] sd = saved.sd();
        ParsedPage page = ParsedPage.of(SavedFits.page(SavedFits.RELIABLE));
        List<String> shown = page.texts("//section[@id='correlations']//tbody/tr/td[2]");
        assertEquals(10, shown.size());
        double most = 0;
        for (int i = 0; i < sd.length; i++) {
            for (int j = 0; j < i; j++) {
                most = Math.max(most, Math.abs(covariance[i * sd.length + j] / (sd[i] * sd[j])));
            }
        }
        assertShown(-most, shown.get(0));
        double before = 2;
        for (String each : shown) {
            assertTrue(Math.abs(Double.parseDouble(each)) <= before, each);
            before = Math.abs(Double.parseDouble(each));
        }
    }

    @Test
    void combinations_areToldWhereTheyWereAskedFor() {
        JsonNode contrasts = SavedFits.posterior(SavedFits.COUNTS).path("contrasts");
        ParsedPage page = ParsedPage.of(SavedFits.page(SavedFits.COUNTS));
        String cells = "//section[@id='coefficients']/div[2]//tbody/tr[1]/td";
        assertEquals(contrasts.at("/names/0").asText(), page.texts(cells).get(0));
        assertShown(contrasts.at("/mean/0").asDouble(), page.texts(cells).get(1));
        assertTrue(ParsedPage.of(SavedFits.page(SavedFits.RELIABLE))
                .texts("//section[@id='coefficients']/div[2]")
                .isEmpty());
    }

    /** A number is a curve, unless its cells are levels of a factor of the fit. */
    @Test
    void effects_areIntervalsByLevelAndCurvesOverNumbers() {
        String header = "request,term,contrast,age,city,mean,sd,lower,upper,positive\n";
        StringBuilder csv = new StringBuilder(header);
        for (int age = 30; age <= 60; age += 10) {
            for (int city = 0; city < 2; city++) {
                csv.append("over age,age,,%d,%d,%f,0.1,%f,%f,1\n"
                        .formatted(age, city, 5 - 0.05 * age, 4 - 0.05 * age, 6 - 0.05 * age));
            }
        }
        csv.append("ratios,lfp,1 / 0,,,0.5,0.1,0.3,0.9,1\n").append("ratios,city,1 / 0,,,1.5,0.1,1.3,1.9,1\n");
        ParsedPage page = ParsedPage.of(SavedFits.page(SavedFits.COUNTS, posterior -> {}, csv.toString()));
        assertEquals(
                List.of("over age, city=0", "over age, city=1", "ratios"), page.texts("//section[@id='effects']//h3"));
        String curve = page.texts("//section[@id='effects']//path[@class='curve own']/@d")
                .get(0);
        assertEquals(3, curve.chars().filter(each -> each == 'L').count(), "four ages: " + curve);
        assertEquals(
                2,
                page.texts("//section[@id='effects']//path[@class='area own']/@d")
                        .size());
        assertEquals(
                2,
                page.texts("//section[@id='effects']//path[@class='dot own']/@d")
                        .size());
        assertEquals(
                1,
                page.texts("//section[@id='effects']//path[@class='zero']/@d").size(),
                "no change is 1");
        assertTrue(page.section("effects").contains("city 1 / 0"));

        String levels =
                header.replace("age,city", "age,district") + "d,,,,1,2,1,1,3,1\nd,,,,2,2,1,1,3,1\nd,,,,3,2,1,1,3,1\n";
        Consumer<ObjectNode> factor =
                posterior -> object(posterior, "data").putObject("baselines").put("district", "1");
        ParsedPage dots = ParsedPage.of(SavedFits.page(SavedFits.RELIABLE, factor, levels));
        assertEquals(
                3,
                dots.texts("//section[@id='effects']//path[@class='dot own']/@d")
                        .size());
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
