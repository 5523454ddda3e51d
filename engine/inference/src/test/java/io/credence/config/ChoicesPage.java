package io.credence.config;

import io.credence.part.Catalogue;
import io.credence.part.Option;
import io.credence.part.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Pages of the documentation that list all choices, written from the descriptions of the parts. */
final class ChoicesPage {

    private static final String HEAD = """
            # Choices: %s

            The names that each key takes, and the options beside it in the same section. What they mean: %s.
            `credence fit --help NAME` describes any key, name or method. A name that requires draws cannot be fitted by exact
            expectation. To add a name, see [contributing](../../.github/CONTRIBUTING.md). Other page: %s.
            """;

    /** An option with what its parts say of it. */
    private record Setting(String name, String value, String meaning) {

        static Setting of(Option option) {
            return new Setting(
                    option.name(),
                    option.displayed(),
                    cell(option.line()) + "; " + cell(option.requirement().replaceFirst("^an? ", "")));
        }
    }

    private ChoicesPage() {}

    /** The pages in Markdown, by the names of their files. */
    static Map<String, String> all(Parts parts) {
        String models = HEAD.formatted(
                "models, priors, posteriors",
                "[models](models.md), [priors](priors.md), [posteriors](methods.md#families-of-posteriors)",
                "[objectives and updates](choices-objectives.md)");
        String objectives = HEAD.formatted(
                "objectives and updates",
                "[losses](losses.md), [objectives](methods.md#objectives), [methods](methods.md)",
                "[models, priors, posteriors](choices.md)");
        Predicate<String> isOfModel =
                key -> List.of("model", "prior", "posterior").contains(key.split("\\.")[0]);
        return Map.of(
                "choices.md", page(models, parts, isOfModel),
                "choices-objectives.md", page(objectives, parts, isOfModel.negate()));
    }

    private static String page(String head, Parts parts, Predicate<String> isOnPage) {
        List<String> lines = new ArrayList<>(head.lines().toList());
        parts.cataloguesByKey().forEach((key, all) -> {
            if (isOnPage.test(key)) {
                lines.addAll(List.of("", "## " + key, ""));
                byRequirement(all)
                        .forEach((requirement, names) -> lines.add("- " + String.join(", ", names)
                                + (requirement.isEmpty() ? "" : ": requires " + requirement)));
                options(lines, all);
            }
        });
        return String.join("\n", lines) + "\n";
    }

    private static Map<String, List<String>> byRequirement(Catalogue<? extends Part> all) {
        return all.parts().stream()
                .collect(Collectors.groupingBy(
                        Part::requirements,
                        LinkedHashMap::new,
                        Collectors.mapping(ChoicesPage::code, Collectors.toList())));
    }

    private static void options(List<String> lines, Catalogue<? extends Part> all) {
        Map<Setting, List<String>> owners = new LinkedHashMap<>();
        all.forEach(part -> part.options()
                .forEach(option -> owners.computeIfAbsent(Setting.of(option), one -> new ArrayList<>())
                        .add(code(part))));
        if (owners.isEmpty()) {
            return;
        }
        lines.addAll(List.of("", "| option | default | of | meaning |", "| --- | --- | --- | --- |"));
        owners.forEach((setting, names) -> lines.add("| `" + setting.name + "` | `" + setting.value + "` | "
                + (names.size() == all.parts().size() ? "all" : String.join(", ", names)) + " | " + setting.meaning
                + " |"));
    }

    private static String code(Part part) {
        return "`" + part.name() + "`";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }
}
