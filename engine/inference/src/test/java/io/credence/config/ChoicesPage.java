package io.credence.config;

import io.credence.part.Catalogue;
import io.credence.part.Option;
import io.credence.part.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The page of the documentation that lists all choices, written from the descriptions of the parts. */
final class ChoicesPage {

    private static final String HEAD = """
            # Choices, by key

            The names that each key takes, and the options beside it in the same section, with defaults. What they mean:
            [models](models.md), [priors](priors.md), [losses](losses.md), [posteriors, objectives, updates,
            methods](methods.md). A name that requires draws cannot be fitted by exact expectation. `credence fit --help NAME`
            describes any key, name or method. To add a name, see [contributing](../../.github/CONTRIBUTING.md).
            """;

    /** An option with what its parts say of it. */
    private record Setting(String name, String value, String meaning) {

        static Setting of(Option option) {
            return new Setting(
                    option.name(), option.displayed(), option.domain().explain(option.line()));
        }
    }

    private ChoicesPage() {}

    /** The page, in Markdown. */
    static String of(Parts parts) {
        List<String> lines = new ArrayList<>(HEAD.lines().toList());
        parts.cataloguesByKey().forEach((key, all) -> {
            lines.addAll(List.of("", "## " + key, ""));
            byRequirement(all)
                    .forEach((requirement, names) -> lines.add("- " + String.join(", ", names)
                            + (requirement.isEmpty() ? "" : ": requires " + requirement)));
            options(lines, all);
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
        lines.addAll(List.of("", "Options:", ""));
        owners.forEach((setting, names) -> lines.add("- `" + setting.name + " = " + setting.value + "`"
                + (names.size() == all.parts().size() ? "" : " of " + String.join(", ", names)) + ": "
                + setting.meaning));
    }

    private static String code(Part part) {
        return "`" + part.name() + "`";
    }
}
