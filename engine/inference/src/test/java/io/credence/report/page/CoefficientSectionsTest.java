package io.credence.report.page;

import static io.credence.report.page.PageNumbers.assertShown;
import static io.credence.report.page.PageNumbers.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.result.SavedPosterior;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Coefficients, correlations and effects on the page are those of the posterior. */
class CoefficientSectionsTest {

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
                assertTrue(name.startsWith("log("), name + " is reported by a number of its own");
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
    void cutpoints_areReportedInPlaceOfTheNumbersBehindThem() {
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
    void combinations_areReportedWhereTheyWereRequested() {
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
}
