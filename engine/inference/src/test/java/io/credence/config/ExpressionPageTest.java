package io.credence.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.expression.ExpressionFunction;
import io.credence.expression.ParsedExpression;
import io.credence.part.Option;
import io.credence.prior.SharedParameterPriors;
import io.credence.prior.SharedParameterPriors.SharedPriorPart;
import io.credence.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests that the page on expressions lists their functions and priors as the engine has them. */
class ExpressionPageTest {

    private static final Path PAGE = Repository.root().resolve("engine/docs/expression-functions.md");

    private static String functions() {
        List<String> lines = new ArrayList<>(List.of("- `if(condition, a, b)`: a where the condition holds, else b"));
        Map<String, List<ExpressionFunction>> described = new LinkedHashMap<>();
        for (ExpressionFunction each : ParsedExpression.functions()) {
            described
                    .computeIfAbsent(description(each), text -> new ArrayList<>())
                    .add(each);
        }
        described.forEach((text, all) -> lines.add("- " + signatures(all) + ": " + text));
        return String.join("\n", lines);
    }

    /** What a function computes, of those of one law the law. */
    private static String description(ExpressionFunction function) {
        return function.help().replaceFirst(": log .*$", "");
    }

    /** Call of the first of some functions of one law, and the endings of the others. */
    private static String signatures(List<ExpressionFunction> all) {
        String first = "`" + all.get(0).signature() + "`";
        return first
                + all.stream()
                        .skip(1)
                        .map(each -> ", `" + each.name().replaceFirst(".*_", "_") + "`")
                        .collect(Collectors.joining());
    }

    private static String priors() {
        List<String> lines = new ArrayList<>();
        for (SharedPriorPart each : SharedParameterPriors.ALL) {
            String options =
                    each.options().stream().map(ExpressionPageTest::option).collect(Collectors.joining(", "));
            String range = switch (each.range()) {
                case REAL -> "";
                case POSITIVE -> " (above 0)";
                case SHARE -> " (between 0 and 1)";
            };
            lines.add("- `" + each.name() + "`" + range + ": " + each.description() + "; " + options);
        }
        return String.join("\n", lines);
    }

    private static String option(Option option) {
        return "`" + option.name() + " = " + option.displayed() + "`";
    }

    private static String withTable(String page, String name, String table) {
        Matcher place = Pattern.compile("(?s)(<!-- " + name + " -->\n).*?(<!-- end -->)")
                .matcher(page);
        return place.replaceFirst(found -> Matcher.quoteReplacement(found.group(1) + table + "\n" + found.group(2)));
    }

    @Test
    void tables_areThoseOfTheEngine() throws IOException {
        String page = Files.readString(PAGE);
        String expected = withTable(withTable(page, "functions", functions()), "priors", priors());
        if (Boolean.getBoolean("credence.regenerate")) {
            Files.writeString(PAGE, expected);
        }
        assertEquals(
                expected,
                Files.readString(PAGE),
                "write them again by: mvn -q -pl engine/inference -am test -Dtest=ExpressionPageTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dcredence.regenerate=true");
    }
}
