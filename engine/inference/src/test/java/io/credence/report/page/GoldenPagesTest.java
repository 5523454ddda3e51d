package io.credence.report.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.report.page.ReportPage.FileTexts;
import io.credence.result.SavedPosterior;
import io.credence.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages of results that earlier builds wrote, of every kind of fit. */
class GoldenPagesTest {

    private static Path folder() {
        return Repository.root().resolve("engine/inference/src/test/resources/io/credence/result");
    }

    static List<Path> files() throws IOException {
        try (Stream<Path> golden = Files.list(folder().resolve("golden"))) {
            return Stream.concat(golden, Stream.of(folder().resolve("posterior-1.json")))
                    .filter(path -> !path.endsWith("by.json"))
                    .sorted()
                    .toList();
        }
    }

    private static ParsedPage page(Path file) throws IOException {
        SavedPosterior saved = SavedPosterior.parseAny(Files.readString(file));
        String page = ReportPage.render(
                saved, saved.findings().kindSections(), () -> new double[0], new FileTexts("", "", ""));
        assertFalse(page.contains("NaN"), page);
        return ParsedPage.of(page);
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyFile_hasAPageOfUniqueSections(Path file) throws IOException {
        ParsedPage page = page(file);
        List<String> names = page.texts("//*[@id]/@id");
        assertEquals(names.size(), new HashSet<>(names).size(), names.toString());
        assertTrue(names.containsAll(List.of("verdict", "findings", "data", "model", "run")), names.toString());
        assertEquals(!file.endsWith("network.json"), names.contains("coefficients"), names.toString());
    }

    @Test
    void mixedModel_hasItsVarianceComponentsAndLevels() throws IOException {
        ParsedPage page = page(folder().resolve("golden/sleepstudy.json"));
        assertEquals("Between levels of Subject (18 levels)", page.text("//section[@id='groups']/h2"));
        List<String> names = page.texts("//section[@id='groups']//tbody/tr/td[1]");
        assertEquals(List.of("sd(Subject.(Intercept))", "sd(Subject.Days)"), names.subList(0, 2));
        assertTrue(names.contains("sigma"), names.toString());
        assertEquals(2, page.texts("//section[@id='groups']//h3").size());
        assertEquals(
                2 * 18,
                page.texts("//section[@id='groups']//path[@class='dot own']/@d").size());
    }

    @Test
    void network_isJudgedByRowsHeldOut() throws IOException {
        ParsedPage page = page(folder().resolve("golden/network.json"));
        assertTrue(page.section("figures").contains("log score without features"), page.section("figures"));
        assertFalse(page.section("verdict").contains("exact"), page.section("verdict"));
    }
}
