package io.credence.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Numbers that pages quote from tables of results. A paragraph, an item of a list or a row of a table that links to a page of results
 * has no decimal number that this page lacks, but for rounding, and no other number in the words of the link itself, so that a
 * quotation cannot outlive its table.
 */
class QuotedResultsTest {

    private static final String RESULTS = "tests/benchmarks/results";
    private static final Pattern UNIT_BREAK = Pattern.compile("\\n\\s*\\n|\\n(?=- )|\\n(?=\\|)");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]*)(?:#[^)]*)?\\)");
    private static final Pattern LINKED_RESULTS =
            Pattern.compile("\\[([^\\]]*)\\]\\([^)#]*benchmarks/results/[^)]*\\)");
    private static final Pattern CODE = Pattern.compile("`[^`]*`");

    /** A number of its own, which is no part of a word, path, date or power of ten. */
    private static final Pattern NUMBER = Pattern.compile(
            "(?<![\\w.,/])\\d[\\d,]*\\.\\d+(?:e[-−]?\\d+)?(?![\\w·])|(?<![\\w.,/])\\d+e[-−]?\\d+(?!\\w)");

    private static final Pattern ANY_NUMBER = Pattern.compile("(?<![\\w.])\\d[\\d,]*(?:\\.\\d+)?(?:e[-−]?\\d+)?");

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(Repository.file("README.md")));
        for (String folder : List.of("engine/docs", RESULTS)) {
            try (Stream<Path> files = Files.walk(Repository.file(folder))) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
            }
        }
        return pages;
    }

    private static List<BigDecimal> numbers(Pattern form, String text) {
        return form.matcher(text.replace('−', '-'))
                .results()
                .map(found -> new BigDecimal(found.group().replaceAll(",(?=\\d)|,$", "")))
                .toList();
    }

    /** Numbers that a unit of a page quotes and no page of results that it links to has. */
    private static List<String> missing(String unit, List<String> linked) {
        List<BigDecimal> known = linked.stream()
                .flatMap(text -> numbers(ANY_NUMBER, text).stream())
                .toList();
        String quoted = CODE.matcher(LINK.matcher(unit).replaceAll("]")).replaceAll("");
        Stream<BigDecimal> linkedNumbers =
                LINKED_RESULTS.matcher(unit).results().flatMap(link -> numbers(ANY_NUMBER, link.group(1)).stream());
        return Stream.concat(numbers(NUMBER, quoted).stream(), linkedNumbers)
                .filter(number -> known.stream().noneMatch(other -> isRounded(number, other)))
                .map(BigDecimal::toPlainString)
                .toList();
    }

    private static boolean isRounded(BigDecimal number, BigDecimal other) {
        return other.setScale(number.scale(), RoundingMode.HALF_UP).compareTo(number) == 0
                || other.setScale(number.scale(), RoundingMode.HALF_DOWN).compareTo(number) == 0;
    }

    private static List<String> linkedResults(Path page, String unit) throws IOException {
        Set<Path> files = LINK.matcher(unit)
                .results()
                .map(link -> page.resolveSibling(link.group(1)).normalize())
                .filter(file -> file.startsWith(Repository.file(RESULTS))
                        && file.toString().endsWith(".md"))
                .collect(Collectors.toSet());
        List<String> texts = new ArrayList<>();
        for (Path file : files) {
            texts.add(Files.readString(file));
        }
        return texts;
    }

    @Test
    void numbersBesideALink_standInThePageOfResults() throws IOException {
        List<String> stale = new ArrayList<>();
        int quotations = 0;
        for (Path page : pages()) {
            for (String unit : UNIT_BREAK.split(Files.readString(page))) {
                List<String> linked = linkedResults(page, unit);
                if (linked.isEmpty()) {
                    continue;
                }
                quotations++;
                for (String number : missing(unit, linked)) {
                    stale.add(page.getFileName() + ": " + number + " in: " + unit.strip());
                }
            }
        }
        assertEquals(List.of(), stale);
        assertTrue(quotations > 80, "quotations: " + quotations);
    }

    @Test
    void aNumberThatTheTableLacks_isFound() {
        String table = "| a | −0.1762 | 3,200.5 | 1.6e-5 |";
        assertEquals(
                List.of(),
                missing("errors of 0.18, −0.176 and 3,200.5 in 2.5·10⁷ rows of [x](x.md), 1.6e-5", List.of(table)));
        assertEquals(
                List.of("0.181", "0.000007"),
                missing("an error of 0.181 ([x](y-0.99.md)), 7e-6 by `0.55`", List.of(table)));
    }
}
