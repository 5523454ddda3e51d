package io.credence.config;

import io.credence.part.Catalogue;
import io.credence.part.Option;
import io.credence.part.Part;
import java.util.ArrayList;
import java.util.List;

/** The page of the documentation that lists all choices, written from the descriptions of the parts. */
final class ChoicesPage {

    private static final String HEAD = """
            # Choices

            What each key can name, with the options that stand beside it, their defaults and what else they require. The page is
            written from the parts themselves; `credence fit --help KEY` prints the same for one key, method or part. A part of
            your own is one class and one line: see [contributing](../../.github/CONTRIBUTING.md).
            """;

    private ChoicesPage() {}

    /** The page, in Markdown. */
    static String of(Parts parts) {
        List<String> lines = new ArrayList<>(HEAD.lines().toList());
        parts.cataloguesByKey().forEach((key, all) -> table(lines, key, all));
        lines.addAll(List.of("", "## method", "", "| name | what it is |", "| --- | --- |"));
        for (String name : Methods.names()) {
            lines.add("| `" + name + "` | " + cell(Methods.line(name)) + " |");
        }
        return String.join("\n", lines) + "\n";
    }

    private static void table(List<String> lines, String key, Catalogue<? extends Part> all) {
        lines.addAll(List.of(
                "", "## " + key, "", "| name | what it is | options | requires |", "| --- | --- | --- | --- |"));
        for (Part part : all) {
            List<String> options =
                    part.options().stream().map(ChoicesPage::option).toList();
            lines.add("| `" + part.name() + "` | " + cell(part.description()) + " | " + String.join("<br>", options)
                    + " | " + cell(part.requirements()) + " |");
        }
    }

    private static String option(Option option) {
        return "`" + option.name() + " = " + option.displayed() + "` " + cell(option.line()) + " ("
                + cell(option.requirement()) + ")";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }
}
